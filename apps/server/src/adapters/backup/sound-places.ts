import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { S3Bucket } from "../s3/index.ts";
import { prefixOf } from "./backup.model.ts";
import { counting, sizeOf, writeWhole, type Summed } from "./files.ts";

/** Where the sounds of a company are, for back-ups and restores. */
export interface SoundPlace {
  /** Undefined: it was removed. */
  read(id: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** @returns what is there now. It is there only when it is whole. */
  put(
    id: string,
    content: () => Promise<AsyncIterable<Uint8Array> | undefined>,
    bytes: number,
  ): Promise<Summed | undefined>;
}

/** `ab/ab12…` in a folder. */
export function soundFolder(folder: string): SoundPlace {
  const pathOf = (id: string): string => join(folder, prefixOf(id), id);
  return {
    read: async (id) => ((await sizeOf(pathOf(id))) === undefined ? undefined : createReadStream(pathOf(id))),
    put: async (id, open) => {
      const content = await open();
      return content === undefined ? undefined : writeWhole(content, pathOf(id));
    },
  };
}

/**
 * BACKUP-8: SOUNDS_URL; sounds of before it are in the folder still (SOUND-43). What the bucket has already is not sent
 * again: its name is its hash.
 */
export function soundBucket(bucket: S3Bucket, earlier: SoundPlace): SoundPlace {
  let known: { readonly prefix: string; readonly sizes: ReadonlyMap<string, number> } | undefined;
  const sizeIn = async (id: string): Promise<number | undefined> => {
    const prefix = prefixOf(id);
    if (known?.prefix !== prefix) {
      const sizes = new Map<string, number>();
      for await (const one of bucket.list(prefix)) if ("key" in one) sizes.set(one.key, one.bytes);
      known = { prefix, sizes };
    }
    return known.sizes.get(id);
  };
  return {
    read: async (id) => (await earlier.read(id)) ?? bucket.get(id),
    put: async (id, open, bytes) => {
      if ((await sizeIn(id)) === bytes) return { bytes, sha256: id };
      const content = await open();
      if (content === undefined) return undefined;
      const counted = counting(content);
      await bucket.upload(id, counted.content, bytes);
      const sum = counted.sum();
      if (sum.sha256 !== id) await bucket.remove(id);
      return sum;
    },
  };
}
