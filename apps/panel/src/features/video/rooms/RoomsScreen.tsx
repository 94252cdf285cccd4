import { canWrite } from "@callpanel/contract";
import { Button, IconPlus, IconVideo, StatePanel } from "@callpanel/ui";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import head from "../../../shared/list/Head.module.css";
import { ListPage } from "../../../shared/list/ListPage.tsx";
import { NothingFits } from "../../../shared/list/NothingFits.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { videoMessages } from "../video.messages.ts";
import { RoomDeletion, RoomRenewal } from "./RoomQuestions.tsx";
import { RoomRow } from "./RoomRow.tsx";
import type { RoomLayer } from "./roomLayer.ts";
import { useRooms } from "./useRooms.ts";
import type { VideoRooms } from "./useRooms.ts";

const RoomDialog = lazy(async () => ({ default: (await import("../form/RoomDialog.tsx")).RoomDialog }));
const InviteDialog = lazy(async () => ({ default: (await import("../form/InviteDialog.tsx")).InviteDialog }));

const ROW_HEIGHT_PX = 68;

/** Video rooms: to join, and to send their links (VIDEO-20). */
export function RoomsScreen() {
  const t = useWords(videoMessages);
  const { viewer } = usePanel();
  const rooms = useRooms();
  const [layer, setLayer] = useState<RoomLayer>({ kind: "none" });
  const { state, search } = rooms;
  const add = canWrite(viewer.rights, "video_conferences") ? (
    <Button look="primary" icon={IconPlus} onClick={() => setLayer({ kind: "create" })}>
      {t("video.add")}
    </Button>
  ) : null;
  const isEmpty = state.phase === "ready" && state.page.total === 0 && search === "";
  return (
    <>
      <div className={head.head}>
        <output className={head.count}>
          {state.phase === "ready" && !isEmpty
            ? t(search === "" ? "video.count" : "video.found", { total: state.page.total })
            : ""}
        </output>
        {isEmpty ? null : <span className={head.tools}>{add}</span>}
      </div>
      <RoomList rooms={rooms} add={add} onLayer={setLayer} />
      <Layers layer={layer} onClose={() => setLayer({ kind: "none" })} />
    </>
  );
}

function Layers({ layer, onClose }: { readonly layer: RoomLayer; readonly onClose: () => void }) {
  switch (layer.kind) {
    case "none":
      return null;
    case "delete":
      return <RoomDeletion room={layer.room} onClose={onClose} />;
    case "renew":
      return <RoomRenewal room={layer.room} onClose={onClose} />;
    default:
      return (
        <Suspense fallback={null}>
          {layer.kind === "invite" ? (
            <InviteDialog room={layer.room} onClose={onClose} />
          ) : (
            <RoomDialog room={layer.kind === "edit" ? layer.room : null} onClose={onClose} />
          )}
        </Suspense>
      );
  }
}

interface ListProps {
  readonly rooms: VideoRooms;
  readonly add: ReactNode;
  readonly onLayer: (layer: RoomLayer) => void;
}

function RoomList({ rooms, add, onLayer }: ListProps) {
  const t = useWords(videoMessages);
  return (
    <ListPage
      list={rooms}
      names={{ rows: t("video.rows"), loading: t("video.loading"), pages: t("video.pages") }}
      fallback="video.load"
      rowHeight={ROW_HEIGHT_PX}
      empty={<NoRooms rooms={rooms} add={add} />}
    >
      {({ data }) => data.map((room) => <RoomRow key={room.id} room={room} onLayer={onLayer} />)}
    </ListPage>
  );
}

function NoRooms({ rooms: { search }, add }: Omit<ListProps, "onLayer">) {
  const t = useWords(videoMessages);
  return (
    <NothingFits title={t("video.noneTitle")} search={search === "" ? null : t("video.noneSearch", { search })}>
      <StatePanel
        icon={IconVideo}
        title={t("video.emptyTitle")}
        text={t(add === null ? "video.emptyRead" : "video.emptyWrite")}
        action={add}
      />
    </NothingFits>
  );
}
