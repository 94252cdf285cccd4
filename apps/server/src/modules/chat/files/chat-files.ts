/** Files of messages: how they are kept, and which of them a browser shows (docs/spec/chat.md, CHAT-60 and following). */
import { AppError, CHAT_LIMITS, type CHAT_FILE_FORMS, type ChatFile } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import { fileNameOf } from "../../../kernel/files/file-name.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { UploadedFile } from "../../../kernel/http/upload.ts";
import type { RetentionRule } from "../../../kernel/jobs/retention.ts";
import { newToken, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import { demandLive, maySee, noRoom, rowId, type ChatCaller } from "../chat.policy.ts";
import type { ChatStore, StoredFile } from "../chat.store.ts";
import { fileTypeOf } from "./file-type.ts";

/** A picture as it is kept: encoded again, as JPEG without metadata. */
export interface ChatPicture {
  readonly width: number;
  readonly height: number;
  readonly shown: Uint8Array;
  readonly thumbnail: Uint8Array;
  /** Of a photo, which may say where it was taken: in full size without that. Undefined: the file as it came. */
  readonly whole: Uint8Array | undefined;
}

/** Undefined: not a usable picture. */
export type DrawChatPicture = (bytes: Uint8Array) => Promise<ChatPicture | undefined>;

export interface ChatFilesDeps {
  readonly store: ChatStore;
  readonly sounds: SoundStore;
  readonly draw: DrawChatPicture;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

export type ChatFileForm = (typeof CHAT_FILE_FORMS)[number];

export interface ServedFile {
  /** Id in the store of sounds. */
  readonly sound: string;
  readonly type: string;
  /** Undefined: it may be shown. */
  readonly saveAs: string | undefined;
}

export interface ChatFiles {
  upload(
    caller: ChatCaller,
    to: { readonly room: string; readonly name: string },
    file: UploadedFile | undefined,
  ): Promise<ChatFile>;
  /** CHAT-61: what a member of its room gets. */
  served(caller: ChatCaller, id: string, form: ChatFileForm): Promise<ServedFile>;
  remove(caller: ChatCaller, id: string): Promise<void>;
  /** CHAT-64 */
  readonly retention: RetentionRule;
}

const MEGABYTE = 1024 ** 2;
const SAVED_ONLY = "application/octet-stream";
const UNSENT_DAYS = 1;
const AT_ONCE = 100;

export function createChatFiles(deps: ChatFilesDeps): ChatFiles {
  const { store, sounds, clock, random } = deps;
  const put = async (id: string, bytes: Uint8Array): Promise<string> => {
    const holder = { kind: "chat", id } as const;
    return (await sounds.put(bytes, { type: SAVED_ONLY, durationMs: 0, holder })).id;
  };
  const release = (id: string): Promise<void> => sounds.release({ kind: "chat", id });

  /** The bytes first, then the row: a row has its bytes. */
  const keep = async (
    id: string,
    bytes: Uint8Array,
  ): Promise<Pick<StoredFile, "kind" | "type" | "width" | "height" | "whole" | "shown" | "thumbnail" | "bytes">> => {
    const found = fileTypeOf(bytes);
    const picture = found.kind === "picture" ? await deps.draw(bytes) : undefined;
    const none = { width: null, height: null, shown: null, thumbnail: null };
    if (picture === undefined) {
      // What says that it is a picture and cannot be drawn is saved only.
      const kept = found.kind === "picture" ? ({ kind: "other", type: SAVED_ONLY } as const) : found;
      return { ...none, ...kept, bytes: bytes.length, whole: await put(id, bytes) };
    }
    const { width, height, shown, thumbnail, whole = bytes } = picture;
    return {
      ...found,
      width,
      height,
      bytes: whole.length,
      whole: await put(id, whole),
      shown: await put(id, shown),
      thumbnail: await put(id, thumbnail),
    };
  };

  return {
    upload: async (caller, { room, name }, file) => {
      const listed = await store.room(rowId(room) ?? 0, caller.userId);
      if (listed?.member === undefined || !maySee(caller, listed)) throw noRoom();
      demandLive(listed.room);
      if (file === undefined || file.bytes.length === 0) throw new AppError("chats.file.empty");
      if (file.tooLarge) throw new AppError("chats.file.tooLarge", { megabytes: CHAT_LIMITS.fileBytes / MEGABYTE });
      const id = newToken(random);
      try {
        const stored: StoredFile = {
          id,
          roomId: listed.room.id,
          userId: caller.userId,
          message: null,
          name: nameOf(name),
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

    served: async (caller, id, form) => {
      const file = await store.file(id);
      const listed = file && (await store.room(file.roomId, caller.userId));
      // Before it is sent it is its uploader's alone.
      const isOthersUnsent = file?.message === null && file.userId !== caller.userId;
      if (file === undefined || listed?.member === undefined || !maySee(caller, listed) || isOthersUnsent)
        throw new AppError("chats.file.gone");
      const drawn = form === "thumbnail" ? file.thumbnail : form === "shown" ? file.shown : null;
      if (drawn !== null) return { sound: drawn, type: "image/jpeg", saveAs: undefined };
      const isShown = file.kind === "sound" || file.kind === "pdf";
      return isShown
        ? { sound: file.whole, type: file.type, saveAs: undefined }
        : { sound: file.whole, type: SAVED_ONLY, saveAs: file.name };
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

/** CHAT-63: without folders and signs that turn the reading direction, with the ending kept. */
function nameOf(text: string): string {
  const tame = fileNameOf(text.normalize("NFC").split(/[\\/]/).at(-1) ?? "", 1_000);
  const [, stem = "", ending = ""] = /^(.*?)(\.[\p{L}\p{N}]{1,8})?$/su.exec(tame) ?? [];
  const room = CHAT_LIMITS.fileNameChars - ending.length;
  return `${Array.from(stem).slice(0, room).join("").trimEnd() || "file"}${ending}`;
}
