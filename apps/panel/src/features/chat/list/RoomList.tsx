import { canWrite, PAGE_SIZE } from "@callpanel/contract";
import type { RoomType } from "@callpanel/contract";
import type { ChatClient, ClientRoom } from "@callpanel/contract/chat-client";
import {
  Button,
  IconButton,
  IconFilter,
  IconHash,
  IconLock,
  IconMessageCircle,
  IconPlus,
  IconUsers,
  PopMenu,
  SearchField,
  Skeleton,
  StatePanel,
  Tabs,
} from "@callpanel/ui";
import { lazy, memo, Suspense, useMemo, useState } from "react";
import { CHAT } from "../../../shared/live/chat.ts";
import { useChat } from "../../../shared/chat/useChat.ts";
import { SMS } from "../../../shared/live/sms.ts";
import { SortMenu } from "../../../shared/list/SortMenu.tsx";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import { CHAT_SORTS, listOf } from "../chat.model.ts";
import type { ListTab, ListView } from "../chat.model.ts";
import type { ListDialog } from "../dialogs/ListDialogs.tsx";
import { ConversationRows } from "./ConversationRows.tsx";
import { CompanyMenu } from "./CompanyMenu.tsx";
import { ListLinks } from "./ListLinks.tsx";
import { LIST_TABS } from "../state/listView.storage.ts";
import styles from "./RoomList.module.css";
import { RoomRow } from "./RoomRow.tsx";
import { useRoomName } from "../useRoomName.ts";

export interface RoomListProps {
  readonly view: ListView;
  readonly openId: string | null;
  readonly onView: (view: ListView) => void;
  readonly onDialog: (dialog: ListDialog) => void;
}

const SmsList = lazy(async () => ({ default: (await import("../sms/SmsList.tsx")).SmsList }));
const EMPTY_ICON = { c: IconHash, p: IconLock, d: IconMessageCircle } as const;
/** Fewer need no search. */
const SEARCH_FROM = 8;

/** What the list shows of a room; how far others have read is not in it. */
const isSameRoom = (one: ClientRoom, other: ClientRoom | undefined): boolean =>
  one.room === other?.room && one.unread === other.unread && one.mentions.length === other.mentions.length;

const isSameList = (one: readonly ClientRoom[], other: readonly ClientRoom[]): boolean =>
  one.length === other.length && one.every((room, at) => isSameRoom(room, other[at]));

const roomsOf = (client: ChatClient): readonly ClientRoom[] => client.roomIds().flatMap((id) => client.room(id) ?? []);

/** The conversations of one type, with the tools above them. */
export function RoomList({ view, openId, onView, onDialog }: RoomListProps) {
  const t = useWords(chatMessages);
  const rooms = useChat(roomsOf, isSameList);
  const texts = useSnapshot(useService(SMS).unread);
  const unread = (type: ListTab) => (type === "s" ? texts : roomsUnread(type));
  const roomsUnread = (type: RoomType) =>
    rooms.filter(({ room }) => room.type === type).reduce((sum, one) => sum + one.unread, 0);
  return (
    <section className={styles.list} aria-label={t("chat.tabs")}>
      <Tabs
        label={t("chat.tabs")}
        tabs={LIST_TABS.map((value) => ({ value, label: t(`chat.tab.${value}`), count: countOf(unread(value), t) }))}
        value={view.type}
        onChange={(type) => onView({ ...view, type })}
      >
        {view.type === "s" ? (
          <Suspense fallback={null}>
            <SmsList
              sort={view.sort}
              openId={openId}
              onSort={(sort) => onView({ ...view, sort })}
              onNew={() => onDialog("new")}
            />
          </Suspense>
        ) : (
          <>
            <Tools view={view} onView={onView} onDialog={onDialog} />
            <ListLinks onDialog={onDialog} />
            <Rooms key={view.type} type={view.type} rooms={rooms} view={view} openId={openId} onDialog={onDialog} />
          </>
        )}
      </Tabs>
    </section>
  );
}

const countOf = (count: number, t: ReturnType<typeof useWords<typeof chatMessages>>) =>
  count === 0 ? undefined : { count, text: t("chat.tab.unread", { count }) };

type ToolsProps = Pick<RoomListProps, "view" | "onView" | "onDialog">;

/** The same in each room. */
const Tools = memo(function Tools({ view, onView, onDialog }: ToolsProps) {
  const t = useWords(chatMessages);
  const { viewer } = usePanel();
  return (
    <div className={styles.tools}>
      <SortMenu
        sorts={CHAT_SORTS}
        sort={view.sort}
        onSort={(sort) => onView({ ...view, sort })}
        textOf={(sort) => t(`chat.sort.${sort}`)}
        label={t("chat.sort", { sort: t(`chat.sort.${view.sort}`) })}
      />
      <span className={styles.end}>
        <PopMenu width={200} closeOnItemClick={false}>
          <PopMenu.Target>
            <IconButton
              icon={IconFilter}
              label={t("chat.view")}
              look={view.closed || view.archived ? "accent" : "quiet"}
            />
          </PopMenu.Target>
          <PopMenu.Dropdown>
            <PopMenu.CheckboxItem checked={view.closed} onChange={(closed) => onView({ ...view, closed })}>
              {t("chat.showClosed")}
            </PopMenu.CheckboxItem>
            <PopMenu.CheckboxItem checked={view.archived} onChange={(archived) => onView({ ...view, archived })}>
              {t("chat.showArchived")}
            </PopMenu.CheckboxItem>
          </PopMenu.Dropdown>
        </PopMenu>
        {view.type === "c" ? (
          <IconButton icon={IconHash} label={t("chat.browse")} onClick={() => onDialog("browse")} />
        ) : null}
        <IconButton icon={IconUsers} label={t("chat.people")} onClick={() => onDialog("people")} />
        <CompanyMenu onDialog={onDialog} />
        {canWrite(viewer.rights, "chats") ? (
          <IconButton icon={IconPlus} label={t("chat.new")} look="outline" onClick={() => onDialog("new")} />
        ) : null}
      </span>
    </div>
  );
});

interface RoomsProps extends Pick<RoomListProps, "view" | "openId" | "onDialog"> {
  readonly type: RoomType;
  readonly rooms: readonly ClientRoom[];
}

function Rooms({ type, rooms, view, openId, onDialog }: RoomsProps) {
  const t = useWords(chatMessages);
  const chat = useService(CHAT);
  const line = useSnapshot(chat.line);
  const [pages, setPages] = useState(1);
  const [search, setSearch] = useState("");
  const { uid } = chat.client;
  const nameOf = useRoomName();
  const all = useMemo(() => listOf(rooms, view, nameOf), [rooms, view, nameOf]);
  const found = all.filter(({ room }) => nameOf(room).toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));
  const shown = found.slice(0, pages * PAGE_SIZE.chats);
  if (rooms.length === 0 && line === "connecting")
    return (
      <output className={styles.skeletons} aria-label={t("chat.loading")}>
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} height={44} />
        ))}
      </output>
    );
  if (all.length === 0) return <NoRooms type={type} onDialog={onDialog} />;
  return (
    <>
      {all.length < SEARCH_FROM ? null : (
        <SearchField
          className={styles.search}
          label={t("chat.filter")}
          clearLabel={t("chat.filterClear")}
          value={search}
          onChange={setSearch}
        />
      )}
      {found.length === 0 ? <p className={styles.none}>{t("chat.noneFits", { search: search.trim() })}</p> : null}
      <ConversationRows label={t(`chat.list.${type}`)}>
        {shown.map((one) => (
          <RoomRow key={one.room.id} known={one} uid={uid} isOpen={one.room.id === openId} />
        ))}
      </ConversationRows>
      {shown.length === found.length ? null : (
        <Button look="quiet" wide onClick={() => setPages(pages + 1)}>
          {t("chat.more", { count: Math.min(PAGE_SIZE.chats, found.length - shown.length) })}
        </Button>
      )}
    </>
  );
}

function NoRooms({ type, onDialog }: { readonly type: RoomType; readonly onDialog: (dialog: ListDialog) => void }) {
  const t = useWords(chatMessages);
  return (
    <StatePanel
      icon={EMPTY_ICON[type]}
      title={t(`chat.empty.${type}`)}
      text={t(`chat.emptyText.${type}`)}
      action={
        <Button onClick={() => onDialog(type === "c" ? "browse" : "new")}>
          {t(type === "c" ? "chat.browse" : "chat.new")}
        </Button>
      }
    />
  );
}
