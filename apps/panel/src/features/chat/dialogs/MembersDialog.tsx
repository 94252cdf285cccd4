import { addChatRoomOwner, inviteToChatRoom, kickFromChatRoom, removeChatRoomOwner } from "@callpanel/contract";
import type { AnyRoom, ChatMember } from "@callpanel/contract";
import {
  Button,
  ConfirmDialog,
  Dialog,
  IconButton,
  IconDotsVertical,
  IconUserPlus,
  PopMenu,
  SearchField,
  Skeleton,
} from "@callpanel/ui";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { CHAT } from "../../../shared/live/chat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { membersQuery } from "../chat.api.ts";
import type { RoomRights } from "../chat.rights.ts";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";
import { InvitePeople } from "./InvitePeople.tsx";

const WIDTH_PX = 480;
/** Closer to the end than this, more are loaded. */
const NEAR_PX = 200;

export interface MembersDialogProps {
  readonly room: AnyRoom;
  readonly rights: RoomRights;
  readonly onClose: () => void;
}

/** CHATUI-19: the members of a room, and what owners may do with them (spec 1 §6: Kick, Add or Remove ownership). */
export function MembersDialog({ room, rights, onClose }: MembersDialogProps) {
  const t = useWords(chatDialogsMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const [search, setSearch] = useState("");
  const [isInviting, setInviting] = useState(false);
  const [kicked, setKicked] = useState<ChatMember | null>(null);
  const query = useInfiniteQuery({ ...membersQuery(api, room.id, search.trim()), placeholderData: keepPreviousData });
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: [...CHAT_KEY, "members", room.id] }));
  const own = (member: ChatMember, on: boolean) =>
    run({
      fallback: "chats.owner",
      change: (server) =>
        server.call(on ? addChatRoomOwner : removeChatRoomOwner, { body: { room_id: room.id, rocket_uid: member.id } }),
      done: null,
    });
  const kick = (member: ChatMember) =>
    run({
      fallback: "chats.kick",
      change: (server) => server.call(kickFromChatRoom, { body: { room_id: room.id, rocket_uid: member.id } }),
      done: null,
      after: () => setKicked(null),
    });
  const invite = (uid: string, name: string) =>
    run({
      fallback: "chats.invite",
      change: (server) => server.call(inviteToChatRoom, { body: { room_id: room.id, rocket_uid: uid } }),
      done: () => t("chat.d.invited", { name }),
    });
  const members = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const more = () => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return (
    <Dialog opened onClose={onClose} title={t("chat.d.members")} closeLabel={t("chat.d.close")} width={WIDTH_PX}>
      <div className={styles.form}>
        <div className={styles.tools}>
          <SearchField
            className={styles.grow}
            label={t("chat.d.membersSearch")}
            clearLabel={t("chat.d.clear")}
            value={search}
            onChange={setSearch}
          />
          {rights.invites ? (
            <Button icon={IconUserPlus} aria-expanded={isInviting} onClick={() => setInviting(!isInviting)}>
              {t("chat.d.invite")}
            </Button>
          ) : null}
        </div>
        {isInviting ? (
          <InvitePeople without={new Set(members.map(({ id }) => id))} busy={busy} onInvite={invite} />
        ) : null}
        {query.isPending ? <Skeleton height={160} /> : null}
        {query.isError ? (
          <LoadFailed error={query.error} fallback="chats.members" onRetry={() => void query.refetch()} />
        ) : null}
        <ul
          className={styles.list}
          aria-label={t("chat.d.membersList")}
          aria-busy={query.isFetchingNextPage}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < NEAR_PX) more();
          }}
        >
          {members.map((member) => (
            <Member
              key={member.id}
              member={member}
              acts={rights.owns && !room.archived && room.type !== "d"}
              onKick={() => setKicked(member)}
              onOwner={(on) => own(member, on)}
            />
          ))}
          {query.hasNextPage ? (
            <li>
              <Button look="quiet" wide busy={query.isFetchingNextPage} onClick={more}>
                {t("chat.d.moreMembers")}
              </Button>
            </li>
          ) : null}
        </ul>
      </div>
      {kicked === null ? null : (
        <ConfirmDialog
          opened
          danger
          busy={busy}
          title={t("chat.d.kickTitle", { name: kicked.name })}
          text={t("chat.d.kickText")}
          confirmLabel={t("chat.d.kick")}
          cancelLabel={t("chat.d.cancel")}
          closeLabel={t("chat.d.close")}
          onClose={() => setKicked(null)}
          onConfirm={() => kick(kicked)}
        />
      )}
    </Dialog>
  );
}

interface MemberProps {
  readonly member: ChatMember;
  readonly acts: boolean;
  readonly onKick: () => void;
  readonly onOwner: (on: boolean) => void;
}

function Member({ member, acts, onKick, onOwner }: MemberProps) {
  const t = useWords(chatDialogsMessages);
  const { uid } = useService(CHAT).client;
  const { id, name, username, roles } = member;
  const owns = roles.includes("owner");
  const named = roles.flatMap((role) => (role === "member" ? [] : [t(`chat.d.role.${role}`)]));
  const isSelf = id === uid;
  return (
    <li className={styles.row} aria-label={name}>
      <PersonAvatar uid={id} name={name} size={32} />
      <span className={styles.who}>
        <bdi className={styles.name}>
          {name}
          {isSelf ? ` (${t("chat.d.you")})` : ""}
        </bdi>
        <span className={styles.dim}>@{username}</span>
      </span>
      {named.length === 0 ? null : <span className={styles.role}>{named.join(", ")}</span>}
      {acts ? (
        <PopMenu width={200}>
          <PopMenu.Target>
            <IconButton icon={IconDotsVertical} label={t("chat.d.memberMenu", { name })} />
          </PopMenu.Target>
          <PopMenu.Dropdown>
            {isSelf ? null : <PopMenu.Item onClick={onKick}>{t("chat.d.kick")}</PopMenu.Item>}
            <PopMenu.Item onClick={() => onOwner(!owns)}>
              {t(owns ? "chat.d.removeOwner" : "chat.d.addOwner")}
            </PopMenu.Item>
          </PopMenu.Dropdown>
        </PopMenu>
      ) : null}
    </li>
  );
}
