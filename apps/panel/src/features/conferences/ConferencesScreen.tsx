import { canWrite } from "@callpanel/contract";
import type { Conference } from "@callpanel/contract";
import { Button, IconCheck, IconSettings, IconUsersGroup, StatePanel } from "@callpanel/ui";
import { lazy, Suspense, useState } from "react";
import { DrawerColumns } from "../../shared/drawer/DrawerColumns.tsx";
import head from "../../shared/list/Head.module.css";
import { ListPage } from "../../shared/list/ListPage.tsx";
import { NothingFits } from "../../shared/list/NothingFits.tsx";
import { usePanel } from "../../shared/panel.ts";
import { StaleMark } from "../../shared/live/StaleMark.tsx";
import { useWords } from "../../shared/words/useWords.ts";
import { rowIdOf } from "./conference.model.ts";
import { conferencesMessages } from "./conferences.messages.ts";
import styles from "./ConferencesScreen.module.css";
import { MembersDrawer } from "./members/MembersDrawer.tsx";
import { RoomRow } from "./RoomRow.tsx";
import { useConferences } from "./useConferences.ts";
import type { ConferenceList } from "./useConferences.ts";
import { useOpenRoom } from "./useOpenRoom.ts";

const PersonalDialog = lazy(async () => ({
  default: (await import("./personal/PersonalDialog.tsx")).PersonalDialog,
}));

const ROW_HEIGHT_PX = 68;

/** The conferences, and next to them the members of one (CONFPAGE-1). */
export function ConferencesScreen() {
  const conferences = useConferences();
  const [isOwn, setOwn] = useState(false);
  const { state } = conferences.list;
  const { room, focus, open, close } = useOpenRoom(state.phase === "ready" ? state.page.data : []);
  return (
    <DrawerColumns
      rowId={room === null ? null : rowIdOf(room)}
      drawer={room === null ? null : <MembersDrawer key={room.id} room={room} focus={focus} onClose={close} />}
    >
      <ListHead conferences={conferences} onOwn={() => setOwn(true)} />
      <StaleMark />
      <RoomList conferences={conferences} openId={room?.id} onOpen={open} />
      <Suspense fallback={null}>{isOwn ? <PersonalDialog onClose={() => setOwn(false)} /> : null}</Suspense>
    </DrawerColumns>
  );
}

interface ListHeadProps {
  readonly conferences: ConferenceList;
  readonly onOwn: () => void;
}

function ListHead({ conferences, onOwn }: ListHeadProps) {
  const t = useWords(conferencesMessages);
  const { viewer } = usePanel();
  const { list, search, watchedOnly, showWatched } = conferences;
  const { state } = list;
  const isWhole = search === "" && !watchedOnly;
  const total = state.phase === "ready" ? state.page.total : 0;
  return (
    <div className={head.head}>
      {/* That there are none, the page says below. */}
      <output className={head.count}>
        {total === 0 ? "" : t(isWhole ? "conferences.count" : "conferences.found", { total })}
      </output>
      <span className={head.tools}>
        {canWrite(viewer.rights, "personal_conferences") ? (
          <Button icon={IconSettings} onClick={onOwn}>
            {t("conferences.own")}
          </Button>
        ) : null}
        <Button
          aria-pressed={watchedOnly}
          className={styles.toggle}
          {...(watchedOnly ? { icon: IconCheck } : {})}
          onClick={() => showWatched(!watchedOnly)}
        >
          {t("conferences.watchedOnly")}
        </Button>
      </span>
    </div>
  );
}

interface RoomListProps {
  readonly conferences: ConferenceList;
  readonly openId: string | undefined;
  readonly onOpen: (room: Conference, focus: "taken" | "left") => void;
}

function RoomList({ conferences, openId, onOpen }: RoomListProps) {
  const t = useWords(conferencesMessages);
  const { list, search, watchedOnly, showWatched, watch } = conferences;
  const onlyWatched = {
    text: t("conferences.noneWatched"),
    clear: t("conferences.showAll"),
    onClear: () => showWatched(false),
  };
  const empty = (
    <NothingFits
      title={t("conferences.noneTitle")}
      search={search === "" ? null : search}
      filter={watchedOnly ? onlyWatched : null}
    >
      <StatePanel icon={IconUsersGroup} title={t("conferences.emptyTitle")} text={t("conferences.emptyText")} />
    </NothingFits>
  );
  return (
    <ListPage
      list={list}
      names={{ rows: t("conferences.list"), loading: t("conferences.loading"), pages: t("conferences.pages") }}
      fallback="conferences.load"
      rowHeight={ROW_HEIGHT_PX}
      empty={empty}
    >
      {({ data }) =>
        data.map((room) => (
          <RoomRow
            key={room.id}
            room={room}
            isOpen={room.id === openId}
            onOpen={(focus) => onOpen(room, focus)}
            onWatch={() => watch(room.id, !room.watch)}
          />
        ))
      }
    </ListPage>
  );
}
