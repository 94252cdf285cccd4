import { CHAT_LIMITS, searchChat } from "@callpanel/contract";
import { roomPath } from "../../shared/chat/useMessage.ts";
import { personNameMessages } from "../../shared/chat/personName.messages.ts";
import { MOST_FOUND } from "../../shared/find/find.ts";
import type { Find, Found } from "../../shared/find/find.ts";
import { CHAT_PARTS } from "../../shared/live/chatParts.ts";
import { fits } from "../../shared/search/fits.ts";
import { chatDialogsMessages } from "./dialogs/chatDialogs.messages.ts";
import { chatMessages } from "./chat.messages.ts";
import { roomName } from "./chat.model.ts";

const KINDS = { c: "chat.d.kind.c", p: "chat.d.kind.p", d: "chat.d.kind.d" } as const;

/** SHELL-26: the user's rooms by name, and messages in them, to open their place. */
export const findInChat: Find = async ({ panel, words, text, signal }) => {
  const client = CHAT_PARTS.of(panel).get()?.chat.client;
  const uid = client?.uid ?? "";
  const nameOf = (name: string) => name || words.text(personNameMessages, "chat.deletedPerson");
  const rooms: Found[] = [];
  for (const id of client?.roomIds() ?? []) {
    const room = client?.room(id)?.room;
    if (room === undefined || rooms.length === MOST_FOUND) continue;
    const name = roomName(room, uid, nameOf);
    if (!fits(name, text)) continue;
    rooms.push({
      id: `room-${id}`,
      label: name,
      detail: words.text(chatDialogsMessages, KINDS[room.type]),
      go: roomPath(room),
    });
  }
  const q = text.slice(0, CHAT_LIMITS.searchChars);
  const { data } = await panel.api.call(searchChat, { query: { q, limit: MOST_FOUND }, signal });
  const messages = data.map(({ room, message }) => ({
    id: `message-${room.id}-${message.id}`,
    label: words.text(chatMessages, "chat.said", {
      name: nameOf(message.from.name),
      text: message.text || (message.files[0]?.name ?? words.text(chatDialogsMessages, "chat.d.noText")),
    }),
    detail: roomName(room, uid, nameOf),
    go: roomPath(room, message.id),
  }));
  return [...rooms, ...messages];
};
