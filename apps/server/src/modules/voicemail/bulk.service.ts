import type { Caller } from "../../kernel/http/caller.ts";
import type { MessageServiceDeps } from "./message.service.ts";
import type { MessagePlace, StoredMessage } from "./voicemail.model.ts";
import { mayHear, mayWrite } from "./voicemail.policy.ts";

export type BulkService = ReturnType<typeof createBulkService>;

/**
 * VM-16: changes of many messages together. Messages that may not be changed, or to which the change does not apply, are
 * skipped.
 */
export function createBulkService({ sight, writes }: MessageServiceDeps) {
  const fitting = async (caller: Caller, ids: readonly number[], fits: (place: MessagePlace) => boolean) =>
    (await sight.known(caller, ids)).filter(({ boxId, place }) => mayWrite(caller, boxId) && fits(place));

  const put = async (messages: readonly StoredMessage[], place: MessagePlace) => {
    await writes.put(messages, place);
    return messages;
  };

  return {
    favor: async (caller: Caller, ids: readonly number[], favorite: "favorite" | "ordinary") => {
      const messages = await fitting(caller, ids, () => true);
      await writes.favor(messages, favorite);
      return messages;
    },
    mark: async (caller: Caller, ids: readonly number[], as: "inbox" | "old") => {
      const fits = ({ folder }: MessagePlace): boolean =>
        as === "inbox" ? folder === "old" || folder === "custom" : folder === "inbox";
      return put(await fitting(caller, ids, fits), { folder: as });
    },
    moveTo: async (caller: Caller, ids: readonly number[], name: string) => {
      const messages = await fitting(caller, ids, ({ folder }) => folder !== "archived");
      await writes.putInOwnFolder(messages, name);
      return messages;
    },
    moveOut: async (caller: Caller, ids: readonly number[]) =>
      put(await fitting(caller, ids, ({ folder }) => folder === "custom"), { folder: "old" }),
    remove: async (caller: Caller, ids: readonly number[]) => {
      const messages = await fitting(caller, ids, () => true);
      await writes.erase(messages);
      return messages;
    },
    transfer: async (caller: Caller, ids: readonly number[], extensions: readonly string[]) => {
      const messages = (await fitting(caller, ids, () => true)).filter(({ boxId }) => mayHear(caller, boxId));
      await writes.copy(messages, { realmId: caller.realm.id, extensions });
      return messages;
    },
  };
}
