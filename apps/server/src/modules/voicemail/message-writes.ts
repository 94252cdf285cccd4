import { AppError, folderNamed, folderNameFault } from "@callpanel/contract";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { UserStore } from "../users/index.ts";
import { soundAccount, type BoxRoom } from "./box/box-room.ts";
import type { MessagePlace, StoredMessage } from "./voicemail.model.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

/** Called for every change, with the boxes of the changed messages. */
export type VoicemailChanged = (boxIds: ReadonlySet<number>) => void;

export interface MessageWritesDeps {
  readonly store: VoicemailStore;
  readonly users: Pick<UserStore, "byExtension">;
  readonly sounds: Pick<SoundStore, "hold" | "release" | "find">;
  readonly hasRoom: BoxRoom;
  readonly changed: VoicemailChanged;
}

/** VM-12: limit, so that the list stays clear. */
const OWN_FOLDERS = 20;

export type MessageWrites = ReturnType<typeof createMessageWrites>;

/** Changes of one or many messages. The caller must have checked the permissions. */
export function createMessageWrites({ store, users, sounds, hasRoom, changed }: MessageWritesDeps) {
  const copyInto = async (boxId: number, message: StoredMessage): Promise<StoredMessage | undefined> => {
    const { id: _id, place: _place, favorite: _favorite, ...fields } = message;
    const copy = await store.add({ ...fields, boxId });
    const holder = { kind: "voicemail", id: String(copy.id), account: soundAccount(boxId) } as const;
    if (await sounds.hold(message.sound, holder)) return copy;
    await store.remove([copy.id]);
    return undefined;
  };

  return {
    put: async (messages: readonly StoredMessage[], place: MessagePlace): Promise<void> => {
      await store.move(idsOf(messages), place);
      changed(boxesOf(messages));
    },

    /** VM-10, VM-12: to the box's folder with this name; a new name creates one, if there is room for it. */
    putInOwnFolder: async (messages: readonly StoredMessage[], name: string): Promise<void> => {
      const fault = folderNameFault(name);
      if (fault !== undefined) throw new AppError(fault);
      const nameIn = new Map<number, string>();
      for (const boxId of boxesOf(messages)) {
        const folders = (await store.customFolders([boxId])).map((folder) => folder.name);
        const existing = folderNamed(folders, name);
        if (existing === undefined && folders.length >= OWN_FOLDERS)
          throw new AppError("vmail.folder.tooMany", { limit: OWN_FOLDERS });
        nameIn.set(boxId, existing ?? name.normalize());
      }
      for (const [box, own] of nameIn)
        await store.move(idsOf(messages.filter(({ boxId }) => boxId === box)), { folder: "custom", name: own });
      changed(boxesOf(messages));
    },

    favor: async (messages: readonly StoredMessage[], favorite: "favorite" | "ordinary"): Promise<void> => {
      await store.favor(idsOf(messages), favorite === "favorite");
      changed(boxesOf(messages));
    },

    erase: async (messages: readonly StoredMessage[]): Promise<void> => {
      await store.remove(idsOf(messages));
      // The row first: a sound without a row only wastes space, but a message without its sound is a loss.
      for (const { id } of messages) await sounds.release({ kind: "voicemail", id: String(id) });
      changed(boxesOf(messages));
    },

    /** VM-15: adds unheard copies, with the texts that exist already; the originals stay. */
    copy: async (
      messages: readonly StoredMessage[],
      { realmId, extensions }: { readonly realmId: number; readonly extensions: readonly string[] },
    ): Promise<number> => {
      const found = await Promise.all(messages.map(({ sound }) => sounds.find(sound)));
      const bytes = found.reduce((sum, sound) => sum + (sound?.bytes ?? 0), 0);
      const people = [];
      for (const number of new Set(extensions)) {
        const person = await users.byExtension(realmId, number);
        if (person === undefined) throw new AppError("vmail.extension", { number });
        if (!(await hasRoom(person.id, { messages: messages.length, bytes })))
          throw new AppError("vmail.box.full", { number });
        people.push(person);
      }
      let copies = 0;
      for (const { id } of people)
        for (const message of messages) if ((await copyInto(id, message)) !== undefined) copies += 1;
      changed(new Set(people.map(({ id }) => id)));
      return copies;
    },
  };
}

const idsOf = (messages: readonly StoredMessage[]): readonly number[] => messages.map(({ id }) => id);

const boxesOf = (messages: readonly StoredMessage[]): ReadonlySet<number> =>
  new Set(messages.map(({ boxId }) => boxId));
