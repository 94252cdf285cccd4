import type { ClipLibrary, PackedClip } from "./clip.ts";

/** What a file of clips opens with; another number when its form changes. */
const MAGIC = Buffer.from("CPCLIPS1");

/** A library as one file: the magic, the length of the list of clips (32 bits), the list as JSON, the frames. */
export function writeClipFile({ bytes, clips }: ClipLibrary): Uint8Array {
  const list = Buffer.from(JSON.stringify(clips));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  return Buffer.concat([MAGIC, length, list, new Uint8Array(bytes)]);
}

/** The library of a file that `writeClipFile` made, which the build lays beside the worker; of no other file. */
export function readClipFile(file: Uint8Array): ClipLibrary {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!view.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error("this is no file of clips");
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
