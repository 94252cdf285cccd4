import type { ClipLibrary, PackedClip } from "./clip.ts";

/** The first bytes of a clip file; the number changes with the format. */
const MAGIC = Buffer.from("CPCLIPS1");

/** A library as one file: the magic bytes, the length of the list of clips (32 bits), the list as JSON, the frames. */
export function writeClipFile({ bytes, clips }: ClipLibrary): Uint8Array {
  const list = Buffer.from(JSON.stringify(clips));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  return Buffer.concat([MAGIC, length, list, new Uint8Array(bytes)]);
}

/** Reads a file that `writeClipFile` made, which the build puts next to the worker. It must not be used for other files. */
export function readClipFile(file: Uint8Array): ClipLibrary {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!view.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error("this is not a clip file");
  const listFrom = MAGIC.length + 4;
  const framesFrom = listFrom + view.readUInt32BE(MAGIC.length);
  const clips: unknown = JSON.parse(view.toString("utf8", listFrom, framesFrom));
  if (!Array.isArray(clips) || !clips.every(isPackedClip)) throw new Error("the list of clips is broken");
  const bytes = new SharedArrayBuffer(view.length - framesFrom);
  new Uint8Array(bytes).set(view.subarray(framesFrom));
  return { bytes, clips };
}

function isPackedClip(value: unknown): value is PackedClip {
  return typeof value === "object" && value !== null && "name" in value && "codec" in value && "offsets" in value;
}
