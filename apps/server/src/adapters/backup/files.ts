import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OWNER_FILE, OWNER_FOLDER } from "./backup.model.ts";

export interface Summed {
  readonly bytes: number;
  readonly sha256: string;
}

/** Size and hash of a file; undefined when it is not there. */
export async function sumOf(path: string): Promise<Summed | undefined> {
  try {
    return await sumOfContent(createReadStream(path));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

export async function sumOfContent(content: AsyncIterable<Uint8Array>): Promise<Summed> {
  const counted = counting(content);
  for await (const piece of counted.content) if (piece.length === 0) continue;
  return counted.sum();
}

/** Writes a stream under another name and then gives it its own: it is there only when it is whole. */
export async function writeWhole(content: AsyncIterable<Uint8Array>, to: string): Promise<Summed> {
  const part = `${to}.part`;
  const counted = counting(content);
  await mkdir(dirname(to), { recursive: true, mode: OWNER_FOLDER });
  try {
    await pipeline(counted.content, createWriteStream(part, { mode: OWNER_FILE, flush: true }));
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return counted.sum();
}

/** A stream, and, when it is read, what was in it. */
export function counting(content: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* through(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  return { content: through(), sum: (): Summed => ({ bytes, sha256: hash.digest("hex") }) };
}

/** Undefined: no such file. */
export async function copyWhole(from: string, to: string): Promise<Summed | undefined> {
  try {
    return await writeWhole(createReadStream(from), to);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** So that names in it survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isAbsent(error)) return undefined;
      throw error;
    },
  );

export async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

export const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });

/** Lines of a text, one at a time. */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const line of createInterface({ input: Readable.from(content), crlfDelay: Infinity })) yield line;
}

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
