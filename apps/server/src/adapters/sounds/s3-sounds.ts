import { openAsBlob } from "node:fs";
import { AppError } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { SoundId } from "../../kernel/files/sound-store.port.ts";
import { FullError, type SoundFiles } from "../../modules/sounds/index.ts";
import { createS3Bucket, type S3Place } from "../s3/index.ts";
import type { SoundCache } from "./sound-cache.ts";

export interface S3SoundsOptions {
  readonly place: S3Place;
  /** Local files for telephones and programs. */
  readonly cache: SoundCache;
  readonly clock: Clock;
}

/** The store refuses these credentials, or has no such bucket: trying again is useless. */
export class S3RefusalError extends Error {
  override readonly name = "S3RefusalError";
}

/** Sounds as objects of a bucket (SOUND-40). */
export function createS3Sounds({ place, cache, clock }: S3SoundsOptions): SoundFiles & {
  /** @throws S3RefusalError, or AppError `sounds.away` */
  check(): Promise<void>;
} {
  const bucket = createS3Bucket({
    place,
    clock,
    errors: {
      full: (text) => new FullError(`the sound store is full: ${text}`),
      refused: (reason) => new S3RefusalError(`the sound store answered ${reason}`),
      away: (cause) => new AppError("sounds.away", {}, { cause }),
    },
  });
  return {
    check: bucket.check,
    // The name is the hash, so the store can detect damage during the upload.
    keep: (path, id, type) => bucket.put(checked(id), { type, sha256: id, body: () => openAsBlob(path, { type }) }),
    read: async (id, range) =>
      bucket.get(checked(id), range === undefined ? {} : { range: `bytes=${range.from}-${range.to}` }),
    localPath: (id) => cache.path(id, () => bucket.get(checked(id))),
    remove: async (id) => {
      await bucket.remove(checked(id));
      await cache.remove(id);
    },
  };
}

/** Ids come from the server only; the check is a second guard. */
function checked(id: SoundId): SoundId {
  if (!/^[0-9a-f]{64}$/.test(id)) throw new Error("not a valid sound id");
  return id;
}
