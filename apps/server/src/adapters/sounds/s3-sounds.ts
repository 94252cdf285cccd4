import { openAsBlob } from "node:fs";
import { AppError } from "@callpanel/contract";
import { AwsV4Signer } from "aws4fetch";
import type { Clock } from "../../kernel/clock.ts";
import type { SoundId } from "../../kernel/files/sound-store.port.ts";
import { FullError, type SoundFiles } from "../../modules/sounds/index.ts";
import type { SoundCache } from "./sound-cache.ts";

/** A bucket of an S3-compatible store. */
export interface S3Place {
  /** URL of the bucket, path style: `https://s3.example.com/bucket`. */
  readonly bucketUrl: string;
  /** Prefix of object names: empty, or `callpanel/`. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

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

/** Waits between tries. */
const RETRY_MS = [200, 1_000] as const;
/** Time until a response begins; in addition, time to send the body at a megabyte a second. */
const ANSWER_MS = 20_000;
const SENT_BYTES_A_MS = 1_000;
const FULL = /<Code>(QuotaExceeded|XMinioStorageFull|EntityTooLarge)<\/Code>/;

/** Sounds as objects of a bucket, with requests signed by AWS signature version 4 (SOUND-40). */
export function createS3Sounds({ place, cache, clock }: S3SoundsOptions): SoundFiles & {
  /** @throws S3RefusalError, or AppError `sounds.away` */
  check(): Promise<void>;
} {
  const { bucketUrl, prefix } = place;
  const urlOf = (id: SoundId): string => `${bucketUrl}/${prefix}${checked(id)}`;

  const send = async (order: Order): Promise<Response> => {
    const headers = new Headers(order.headers);
    headers.set("x-amz-content-sha256", order.sha256 ?? EMPTY_SHA256);
    const { method, url } = order;
    const signed = await new AwsV4Signer({ ...place, method, url, headers, service: "s3" }).sign();
    const given = new AbortController();
    const body = order.body === undefined ? null : await order.body();
    const waitMs = ANSWER_MS + Math.floor((body?.size ?? 0) / SENT_BYTES_A_MS);
    const cancel = clock.setTimeout(() => given.abort(new Error("no answer in time")), waitMs);
    try {
      return await fetch(url, { method, headers: signed.headers, body, redirect: "error", signal: given.signal });
    } finally {
      cancel();
    }
  };

  /** SOUND-41: tries again while the store is unreachable or overloaded. */
  const ask = async (order: Order): Promise<Response> => {
    let why: unknown;
    for (const waitMs of [0, ...RETRY_MS]) {
      if (waitMs > 0) await new Promise<void>((resolve) => void clock.setTimeout(resolve, waitMs));
      try {
        const answer = await send(order);
        if (answer.status === 404 || answer.ok) return answer;
        const text = (await answer.text()).slice(0, 500);
        if (answer.status === 507 || FULL.test(text)) throw new FullError(`the sound store is full: ${text}`);
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 408)
          throw new S3RefusalError(`the sound store answered ${answer.status}: ${/<Code>(\w+)/.exec(text)?.[1] ?? ""}`);
        why = new Error(`the sound store answered ${answer.status}`);
      } catch (error) {
        if (error instanceof FullError || error instanceof S3RefusalError) throw error;
        why = error;
      }
    }
    throw new AppError("sounds.away", {}, { cause: why });
  };
  const get = async (id: SoundId, headers: Record<string, string> = {}) => {
    const answer = await ask({ method: "GET", url: urlOf(id), headers });
    if (answer.status !== 404 && answer.body !== null) return answer.body;
    await answer.body?.cancel();
    return undefined;
  };
  const done = async (order: Order, wanted: string): Promise<void> => {
    const answer = await ask(order);
    await answer.body?.cancel();
    if (answer.status === 404 && order.method !== "DELETE")
      throw new S3RefusalError(`the sound store has no ${wanted}`);
  };

  return {
    check: () => done({ method: "HEAD", url: bucketUrl }, "such bucket"),
    keep: (path, id, type) =>
      done(
        {
          method: "PUT",
          url: urlOf(id),
          headers: { "content-type": type },
          // The name is the hash, so the store can detect damage during the upload.
          sha256: id,
          body: () => openAsBlob(path, { type }),
        },
        "such bucket",
      ),
    read: (id, range) => get(id, range === undefined ? {} : { range: `bytes=${range.from}-${range.to}` }),
    localPath: (id) => cache.path(id, () => get(id)),
    remove: async (id) => {
      await done({ method: "DELETE", url: urlOf(id) }, "such sound");
      await cache.remove(id);
    },
  };
}

interface Order {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly sha256?: string;
  /** Called again for each try. */
  readonly body?: () => Promise<Blob>;
}

const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Ids come from the server only; the check is a second guard. */
function checked(id: SoundId): SoundId {
  if (!/^[0-9a-f]{64}$/.test(id)) throw new Error("not a valid sound id");
  return id;
}
