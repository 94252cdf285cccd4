import { AppError, type Voicemail } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import { oneLine } from "../../kernel/text/one-line.ts";
import type { MessageSight } from "./message.sight.ts";
import type { MessageWrites } from "./message-writes.ts";
import type { MessagePlace, StoredMessage } from "./voicemail.model.ts";
import { mayHear, mayWrite } from "./voicemail.policy.ts";

export interface MessageServiceDeps {
  readonly sight: MessageSight;
  readonly writes: MessageWrites;
}

export type MessageService = ReturnType<typeof createMessageService>;

/** Operations on one message, limited to the caller's rights. */
export function createMessageService({ sight, writes }: MessageServiceDeps) {
  const reload = async (caller: Caller, id: number): Promise<Voicemail> => {
    const [shown] = await sight.present(caller, [await sight.one(caller, id)]);
    if (shown === undefined) throw new AppError("vmail.notFound");
    return shown;
  };

  const writable = async (caller: Caller, id: number): Promise<StoredMessage> => {
    const message = await sight.one(caller, id);
    if (!mayWrite(caller, message.boxId)) throw new AppError("request.forbidden");
    return message;
  };

  /** VM-13: an archived message must be restored first. */
  const movable = async (caller: Caller, id: number): Promise<StoredMessage> => {
    const message = await writable(caller, id);
    if (message.place.folder === "archived") throw new AppError("vmail.isArchived");
    return message;
  };

  const put = async (caller: Caller, message: StoredMessage, place: MessagePlace): Promise<Voicemail> => {
    await writes.put([message], place);
    return reload(caller, message.id);
  };

  const putInOwnFolder = async (caller: Caller, message: StoredMessage, name: string): Promise<Voicemail> => {
    await writes.putInOwnFolder([message], name);
    return reload(caller, message.id);
  };

  return {
    get: reload,

    /** A message whose sound the caller may hear. */
    audible: async (caller: Caller, id: number): Promise<StoredMessage> => {
      const message = await sight.one(caller, id);
      if (!mayHear(caller, message.boxId)) throw new AppError("request.forbidden");
      return message;
    },

    favor: async (caller: Caller, id: number, favorite: "favorite" | "ordinary"): Promise<Voicemail> => {
      await writes.favor([await writable(caller, id)], favorite);
      return reload(caller, id);
    },

    /** VM-8: unread is inbox, read is old; a message in a custom folder stays there when it is read. */
    mark: async (caller: Caller, id: number, as: "inbox" | "old"): Promise<Voicemail> => {
      const message = await movable(caller, id);
      const isMoved = as === "inbox" || message.place.folder === "inbox";
      return isMoved ? put(caller, message, { folder: as }) : reload(caller, id);
    },

    moveTo: async (caller: Caller, id: number, name: string): Promise<Voicemail> => {
      const message = await movable(caller, id);
      return putInOwnFolder(caller, message, name);
    },

    /** VM-11 */
    moveOut: async (caller: Caller, id: number): Promise<Voicemail> => {
      const message = await writable(caller, id);
      if (message.place.folder !== "custom") throw new AppError("vmail.notInFolder");
      return put(caller, message, { folder: "old" });
    },

    /** VM-13 */
    archive: async (caller: Caller, id: number, name: string): Promise<Voicemail> => {
      const message = await movable(caller, id);
      return put(caller, message, { folder: "archived", name: archiveName(name) });
    },

    /** VM-13 */
    restore: async (caller: Caller, id: number, folder: string): Promise<Voicemail> => {
      const message = await writable(caller, id);
      if (message.place.folder !== "archived") throw new AppError("vmail.notArchived");
      const isOwn = folder !== "inbox" && folder !== "old";
      return isOwn ? putInOwnFolder(caller, message, folder) : put(caller, message, { folder });
    },

    remove: async (caller: Caller, id: number): Promise<void> => writes.erase([await writable(caller, id)]),

    transfer: async (caller: Caller, id: number, extensions: readonly string[]): Promise<number> => {
      const message = await writable(caller, id);
      if (!mayHear(caller, message.boxId)) throw new AppError("request.forbidden");
      return writes.copy([message], { realmId: caller.realm.id, extensions });
    },
  };
}

/** @throws AppError vmail.archiveName for an empty name */
export function archiveName(name: string): string {
  const line = oneLine(name);
  if (line === "") throw new AppError("vmail.archiveName");
  return line;
}
