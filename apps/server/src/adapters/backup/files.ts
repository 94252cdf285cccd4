import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OWNER_FILE, OWNER_FOLDER } from "./backup.model.ts";

export interface Summed {
  readonly bytes: number;
  readonly sha256: string;
}

/** Size and hash of a file; undefined when it is not there. */
export async function sumOf(path: string): Promise<Summed | undefined> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const part of createReadStream(path)) {
      if (!Buffer.isBuffer(part)) continue;
      hash.update(part);
      bytes += part.length;
    }
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Copies a file under another name and then gives it its own: it is there only when it is whole. Undefined: no such file. */
export async function copyWhole(from: string, to: string): Promise<Summed | undefined> {
  const part = `${to}.part`;
  const hash = createHash("sha256");
  let bytes = 0;
  await mkdir(dirname(to), { recursive: true, mode: OWNER_FOLDER });
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(from), count, createWriteStream(part, { mode: OWNER_FILE, flush: true }));
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    if (isAbsent(error)) return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest("hex") };
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

/** Lines of a file, one at a time. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) yield line;
}

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
