import {
  CHAT_PREVIEW_CHARS,
  plainTextOf,
  previewOf,
  type AnyRoom,
  type ChatMessage,
  type ChatPerson,
  type ChatRoom,
  type DirectRoom,
  type LastMessage,
  type RoomRole,
  type Subscription,
} from "@callpanel/contract";
import type { ChatAccount, ListedRoom, StoredMember } from "../chat.store.ts";

export const presentPerson = ({ id, name }: ChatAccount): ChatPerson => ({ uid: String(id), name });

/** A message in one line, without its Markdown; the names of files, where it has no text. */
export const previewOfMessage = ({ text, files }: Pick<ChatMessage, "text" | "files">): string =>
  previewOf(text === "" ? files.map(({ name }) => name).join(", ") : plainTextOf(text), CHAT_PREVIEW_CHARS);

export const presentSubscription = (member: StoredMember, mentions: readonly number[]): Subscription => ({
  open: member.open,
  roles: rolesOf(member),
  notify: member.notify,
  rev: member.rev,
  read: member.read,
  mentions: [...mentions],
});

const rolesOf = ({ role }: StoredMember): RoomRole[] => (role === "owner" ? ["owner", "member"] : ["member"]);

function presentLast(message: ChatMessage | undefined): LastMessage | null {
  if (message === undefined) return null;
  const { n, at, from } = message;
  return { n, at, from, preview: previewOfMessage(message), ...(message.call && { call: message.call }) };
}

/** A room as a person sees it; of a channel that is not theirs, no message is shown. */
export function presentRoom(listed: ListedRoom, userId: number): AnyRoom {
  return listed.room.type === "d" ? presentDirect(listed, userId) : presentChatRoom(listed);
}

function shared({ room, usersCount, member, mentions, last }: ListedRoom) {
  const isMember = member !== undefined;
  return {
    id: String(room.id),
    rev: room.rev,
    archived: room.archived,
    usersCount,
    seq: isMember ? room.seq : 0,
    n: isMember ? room.n : 0,
    first: isMember ? room.first.n : 1,
    first_id: isMember ? room.first.id : 1,
    unread: isMember ? Math.max(0, room.n - member.read) : 0,
    lastMessage: isMember ? presentLast(last) : null,
    updatedAt: room.updatedAt,
    subscription: isMember ? presentSubscription(member, mentions) : null,
  };
}

export function presentChatRoom(listed: ListedRoom): ChatRoom {
  const { room, owner } = listed;
  return {
    ...shared(listed),
    type: room.type === "c" ? "c" : "p",
    name: room.name,
    topic: room.topic,
    owner: owner === null ? null : presentPerson(owner),
    ro: room.readOnly,
  };
}

/** A room for all of its members, without what is a person's own. */
export const presentForMembers = (listed: ListedRoom): ChatRoom => ({
  ...presentChatRoom(listed),
  first: listed.room.first.n,
  first_id: listed.room.first.id,
});

export function presentDirect(listed: ListedRoom, userId: number): DirectRoom {
  const { people, member } = listed;
  const to = people.find(({ id }) => id !== userId) ?? people[0];
  return {
    ...shared(listed),
    type: "d",
    to_user: to === undefined ? { uid: "0", name: "" } : presentPerson(to),
    users: people.map(presentPerson),
    usernames: people.map(({ username }) => username),
    is_sms: false,
    open: member?.open ?? false,
  };
}
