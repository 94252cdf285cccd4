/** Files of messages: who may add and get them (docs/spec/chat.md, CHAT-60 and following). */
import { AppError, CHAT_LIMITS, type ChatFile } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { SoundId, SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { UploadedFile } from "../../../kernel/http/upload.ts";
import type { RetentionRule } from "../../../kernel/jobs/retention.ts";
import { newToken, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import { demandLive, maySee, noRoom, seenRoom, type ChatCaller } from "../chat.policy.ts";
import type { ChatStore, StoredFile } from "../chat.store.ts";
import {
  createFileStorage,
  formOf,
  keptName,
  type ChatFileForm,
  type DrawChatPicture,
  type ServedFile,
} from "./kept-file.ts";

export interface ChatFilesDeps {
  readonly store: ChatStore;
  readonly sounds: SoundStore;
  readonly draw: DrawChatPicture;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

export interface ChatFiles {
  upload(
    caller: ChatCaller,
    to: { readonly room: string; readonly name: string },
    file: UploadedFile | undefined,
  ): Promise<ChatFile>;
  /** CHAT-112: a sound of this server as a file of the room, not sent yet. `name` is without an ending. */
  share(
    caller: ChatCaller,
    to: { readonly room: string; readonly name: string; readonly sound: SoundId },
  ): Promise<ChatFile>;
  /** CHAT-61: what a member of its room gets. */
  served(caller: ChatCaller, id: string, form: ChatFileForm): Promise<ServedFile>;
  remove(caller: ChatCaller, id: string): Promise<void>;
  /** CHAT-64 */
  readonly retention: RetentionRule;
}

const MEGABYTE = 1024 ** 2;
const UNSENT_DAYS = 1;
const AT_ONCE = 100;
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["audio/ogg", ".ogg"],
  ["audio/wav", ".wav"],
  ["audio/mpeg", ".mp3"],
]);

export function createChatFiles(deps: ChatFilesDeps): ChatFiles {
  const { store, clock, random } = deps;
  const { keep, release } = createFileStorage(deps);
  /** Of which the caller is a member, and which is not archived. */
  const ownRoom = async (caller: ChatCaller, room: string): Promise<number> => {
    const listed = await seenRoom(store, caller, room);
    if (listed?.member === undefined) throw noRoom();
    demandLive(listed.room);
    return listed.room.id;
  };

  return {
    upload: async (caller, { room, name }, file) => {
      const roomId = await ownRoom(caller, room);
      if (file?.tooLarge === true)
        throw new AppError("chats.file.tooLarge", { megabytes: CHAT_LIMITS.fileBytes / MEGABYTE });
      if (file === undefined || file.bytes.length === 0) throw new AppError("chats.file.empty");
      const id = newToken(random);
      try {
        const stored: StoredFile = {
          id,
          roomId,
          userId: caller.userId,
          message: null,
          name: keptName(name),
          ...(await keep(id, file.bytes)),
          uploadedAt: clock.now(),
        };
        await store.addFile(stored);
        const { bytes, kind, width, height } = stored;
        return { id, name: stored.name, bytes, kind, width, height };
      } catch (error) {
        await release(id);
        throw error;
      }
    },

    share: async (caller, { room, name, sound }) => {
      const roomId = await ownRoom(caller, room);
      const found = await deps.sounds.find(sound);
      const id = newToken(random);
      if (found === undefined || !(await deps.sounds.hold(sound, { kind: "chat", id })))
        throw new AppError("chats.file.gone");
      const file = {
        id,
        name: keptName(`${name}${ENDINGS.get(found.type) ?? ""}`),
        bytes: found.bytes,
        kind: "sound",
        width: null,
        height: null,
      } as const;
      const content = { type: found.type, whole: sound, shown: null, thumbnail: null };
      await store.addFile({
        ...file,
        ...content,
        roomId,
        userId: caller.userId,
        message: null,
        uploadedAt: clock.now(),
      });
      return file;
    },

    served: async (caller, id, form) => {
      const file = await store.file(id);
      const listed = file && (await store.room(file.roomId, caller.userId));
      // Before it is sent it is its uploader's alone.
      const isOthersUnsent = file?.message === null && file.userId !== caller.userId;
      if (file === undefined || listed?.member === undefined || !maySee(caller, listed) || isOthersUnsent)
        throw new AppError("chats.file.gone");
      return formOf(file, form);
    },

    remove: async ({ userId }, id) => {
      if ((await store.removeFile(id, userId)) === undefined) throw new AppError("chats.file.gone");
      await release(id);
    },

    retention: {
      name: "chat files that were not sent",
      days: UNSENT_DAYS,
      removeBefore: async (at) => {
        const removed = await store.removeUnsent(at, AT_ONCE);
        for (const { id } of removed) await release(id);
        return removed.length;
      },
    },
  };
}
