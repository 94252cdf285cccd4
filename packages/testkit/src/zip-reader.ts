import { crc32, inflateRawSync } from "node:zlib";

export interface ReadZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

const END_BYTES = 22;
const DEFLATED = 8;

/**
 * The entries of a ZIP file by its directory (PKWARE APPNOTE 6.3), as the programs of people read it.
 * @throws Error where the directory, the entries' own headers and the contents do not agree
 */
export function readZip(file: Buffer): readonly ReadZipEntry[] {
  const end = file.lastIndexOf(Buffer.of(0x50, 0x4b, 5, 6));
  if (end === -1 || end + END_BYTES > file.length) throw new Error("no end of a directory");
  const count = file.readUInt16LE(end + 10);
  const begins = file.readUInt32LE(end + 16);
  let at = begins;
  const entries = Array.from({ length: count }, () => {
    if (file.readUInt32LE(at) !== 0x0201_4b50) throw new Error(`no entry of the directory at ${at}`);
    const nameLength = file.readUInt16LE(at + 28);
    const rest = nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const content = contentOf(file, { name, at });
    at += 46 + rest;
    return { name, content };
  });
  if (at !== begins + file.readUInt32LE(end + 12)) throw new Error("the directory is of another length");
  return entries;
}

function contentOf(file: Buffer, { name, at }: { readonly name: string; readonly at: number }): Buffer {
  const begins = file.readUInt32LE(at + 42);
  if (file.readUInt32LE(begins) !== 0x0403_4b50) throw new Error(`no entry at ${begins}`);
  const nameLength = file.readUInt16LE(begins + 26);
  if (file.toString("utf8", begins + 30, begins + 30 + nameLength) !== name)
    throw new Error(`${name} has another name`);
  const from = begins + 30 + nameLength + file.readUInt16LE(begins + 28);
  const packed = file.subarray(from, from + file.readUInt32LE(at + 20));
  const content = file.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed;
  if (content.length !== file.readUInt32LE(at + 24)) throw new Error(`${name} is of another length`);
  if (crc32(content) !== file.readUInt32LE(at + 16)) throw new Error(`${name} has another sum`);
  return content;
}
