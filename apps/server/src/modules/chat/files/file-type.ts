import { isPictureFile } from "@callpanel/contract";
import type { StoredFile } from "../chat.store.ts";

type FileType = Pick<StoredFile, "kind" | "type">;

/** CHAT-62: what a file is by its content; its name and what the browser says prove nothing. */
export function fileTypeOf(bytes: Uint8Array): FileType {
  const opening = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (isPictureFile(bytes)) return { kind: "picture", type: "image/jpeg" };
  if (opening.startsWith("%PDF-")) return { kind: "pdf", type: "application/pdf" };
  if (opening.startsWith("OggS")) return { kind: "sound", type: "audio/ogg" };
  if (opening.startsWith("RIFF") && opening.slice(8, 12) === "WAVE") return { kind: "sound", type: "audio/wav" };
  if (opening.startsWith("ID3") || /^\xff[\xfa\xfb\xf2\xf3]/.test(opening))
    return { kind: "sound", type: "audio/mpeg" };
  return { kind: "other", type: "application/octet-stream" };
}
