/** How files that people send each other are kept, and which of them a browser shows (docs/spec/chat.md, CHAT-62, CHAT-63). */
import { AppError, CHAT_LIMITS, type CHAT_FILE_FORMS } from "@callpanel/contract";
import { fileNameOf } from "../../../kernel/files/file-name.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { StoredFile } from "../chat.store.ts";
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

/** The content of a file, as it is kept. */
export type KeptFile = Pick<
  StoredFile,
  "kind" | "type" | "width" | "height" | "whole" | "shown" | "thumbnail" | "bytes"
>;

export type ChatFileForm = (typeof CHAT_FILE_FORMS)[number];

export interface ServedFile {
  /** Id in the store of sounds. */
  readonly sound: string;
  readonly type: string;
  /** Undefined: it may be shown. */
  readonly saveAs: string | undefined;
}

export interface FileStorage {
  /** Stores the bytes before the row: a row has its bytes. `id` is the file's. */
  keep(id: string, bytes: Uint8Array): Promise<KeptFile>;
  /** Another file with the same content; the bytes are stored once. @throws AppError chats.file.gone when they were removed */
  copy(id: string, content: Pick<KeptFile, "whole" | "shown" | "thumbnail">): Promise<void>;
  release(id: string): Promise<void>;
}

const SAVED_ONLY = "application/octet-stream";

export function createFileStorage({
  sounds,
  draw,
}: {
  readonly sounds: SoundStore;
  readonly draw: DrawChatPicture;
}): FileStorage {
  const put = async (id: string, bytes: Uint8Array): Promise<string> => {
    const holder = { kind: "chat", id } as const;
    try {
      return (await sounds.put(bytes, { type: SAVED_ONLY, durationMs: 0, holder })).id;
    } catch (error) {
      // The store speaks of a sound.
      if (error instanceof AppError && error.code === "sounds.full")
        throw new AppError("server.full", {}, { cause: error });
      throw error;
    }
  };
  return {
    keep: async (id, bytes) => {
      const found = fileTypeOf(bytes);
      const picture = found.kind === "picture" ? await draw(bytes) : undefined;
      const none = { width: null, height: null, shown: null, thumbnail: null };
      if (picture === undefined) {
        // A file that claims to be a picture and cannot be drawn is only a download.
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
    },
    copy: async (id, { whole, shown, thumbnail }) => {
      for (const part of [whole, shown, thumbnail])
        if (part !== null && !(await sounds.hold(part, { kind: "chat", id }))) {
          await sounds.release({ kind: "chat", id });
          throw new AppError("chats.file.gone");
        }
    },
    release: (id) => sounds.release({ kind: "chat", id }),
  };
}

/** CHAT-62: pictures as they were drawn; of the rest only sounds and PDF files are shown. */
export function formOf(
  file: Pick<StoredFile, "kind" | "type" | "name" | "whole" | "shown" | "thumbnail">,
  form: ChatFileForm,
): ServedFile {
  const drawn = form === "thumbnail" ? file.thumbnail : form === "shown" ? file.shown : null;
  if (drawn !== null) return { sound: drawn, type: "image/jpeg", saveAs: undefined };
  const isShown = file.kind === "sound" || file.kind === "pdf";
  return isShown
    ? { sound: file.whole, type: file.type, saveAs: undefined }
    : { sound: file.whole, type: SAVED_ONLY, saveAs: file.name };
}

/** CHAT-63: without folders and signs that turn the reading direction, with the ending kept. */
export function keptName(text: string): string {
  const tame = fileNameOf(text.normalize("NFC").split(/[\\/]/).at(-1) ?? "", 1_000);
  const [, stem = "", ending = ""] = /^(.*?)(\.[\p{L}\p{N}]{1,8})?$/su.exec(tame) ?? [];
  const room = CHAT_LIMITS.fileNameChars - ending.length;
  return `${Array.from(stem).slice(0, room).join("").trimEnd() || "file"}${ending}`;
}
