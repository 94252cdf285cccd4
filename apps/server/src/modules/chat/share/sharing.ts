/** Sounds that somebody may hear, sent to a room (docs/spec/chat.md, CHAT-110 and following). */
import { AppError, type AuditDetails, type ChatMessage } from "@callpanel/contract";
import type { SoundId } from "../../../kernel/files/sound-store.port.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import { displayName, type UserStore } from "../../users/index.ts";
import type { ChatFiles } from "../files/chat-files.ts";
import type { RunOrder } from "../messages/orders.ts";

export interface SharedSound {
  /** The right of the person who shares to hear it was checked before. */
  readonly sound: SoundId;
  readonly room: string;
  /** Of the file, without its ending. */
  readonly name: string;
  readonly text: string;
  readonly clientId: string;
  /** What it is, for the audit log. */
  readonly details: AuditDetails;
  /** Whose mailbox it is from. */
  readonly owner?: number;
}

/** @throws AppError chats.room.gone, chats.room.archived, chats.room.readOnly, chats.file.gone when the sound was removed meanwhile */
export type ShareSound = (caller: Caller, shared: SharedSound) => Promise<ChatMessage>;

export interface SharingDeps {
  readonly files: Pick<ChatFiles, "share" | "remove">;
  readonly users: Pick<UserStore, "byId">;
  readonly runOrder: RunOrder;
}

export function createSharing({ files, users, runOrder }: SharingDeps): ShareSound {
  return async (caller, { sound, room, name, text, clientId, details, owner }) => {
    const user = await users.byId(caller.userId);
    const file = await files.share(caller, { room, name, sound });
    // Only the message makes the copy the room's: without it, or if it was sent before, nothing is left.
    const drop = () => files.remove(caller, file.id);
    try {
      const writer = { ...caller, name: user === undefined ? caller.username : displayName(user), mayWrite: true };
      const order = { room, client_id: clientId, text, files: [file.id] };
      const message = await runOrder(
        writer,
        { order: "send", ...order },
        { act: "chat.soundShared", details, person: owner },
      );
      if (message === undefined) throw new AppError("chats.message.gone");
      if (!message.files.some(({ id }) => id === file.id)) await drop();
      return message;
    } catch (error) {
      await drop().catch(() => undefined);
      throw error;
    }
  };
}
