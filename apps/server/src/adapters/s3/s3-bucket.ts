import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { Clock } from "../../kernel/clock.ts";

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

/** What is thrown, in the words of those who use the bucket. */
export interface S3Errors {
  /** There is no room, or the quota is used up. */
  readonly full: (text: string) => Error;
  /** The store refuses these credentials, or has no such bucket: trying again is useless. */
  readonly refused: (reason: string) => Error;
  /** It was tried three times. */
  readonly away: (why: unknown) => Error;
}

export interface S3BucketOptions {
  readonly place: S3Place;
  readonly clock: Pick<Clock, "setTimeout">;
  readonly errors: S3Errors;
}

export interface S3Object {
  readonly key: string;
  readonly bytes: number;
  /** ms since the epoch. */
  readonly changedAt: number;
}

interface Order {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sha256?: string;
  /** Called again for each try. */
  readonly body?: () => Promise<Blob> | Blob;
}

export type S3Bucket = ReturnType<typeof createS3Bucket>;

/** Waits between tries. */
const RETRY_MS = [200, 1_000] as const;
/** Time until a response begins; in addition, time to send the body at a megabyte a second. */
const ANSWER_MS = 20_000;
const SENT_BYTES_A_MS = 1_000;
/** SOUND-41: without a byte of a body that is waited for. */
const SILENCE_MS = 60_000;
const FULL = /<Code>(QuotaExceeded|XMinioStorageFull|EntityTooLarge)<\/Code>/;
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Objects of a bucket, by requests signed with AWS signature version 4. Keys are without the prefix of the place. */
export function createS3Bucket({ place, clock, errors }: S3BucketOptions) {
  const { bucketUrl, prefix } = place;
  const urlOf = (key: string, query = ""): string => `${bucketUrl}/${prefix}${key}${query}`;

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
      const answer = await fetch(url, {
        method,
        headers: signed.headers,
        body,
        redirect: "error",
        signal: given.signal,
      });
      return neverSilent(answer, { clock, stop: (why) => given.abort(why), away: errors.away });
    } finally {
      cancel();
    }
  };

  /** SOUND-41: tries again while the store is unreachable or overloaded. */
  const ask = async (order: Order): Promise<Response> => {
    let why: unknown;
    for (const waitMs of [0, ...RETRY_MS]) {
      if (waitMs > 0) await new Promise<void>((resolve) => void clock.setTimeout(resolve, waitMs));
      const answer = await send(order).catch((error: unknown) => {
        why = error;
        return undefined;
      });
      if (answer === undefined) continue;
      if (answer.status === 404 || answer.ok) return answer;
      const text = (await answer.text()).slice(0, 500);
      if (answer.status === 507 || FULL.test(text)) throw errors.full(text);
      if (answer.status === 501 || (answer.status < 500 && answer.status !== 429 && answer.status !== 408))
        throw errors.refused(`${answer.status}: ${/<Code>(\w+)/.exec(text)?.[1] ?? ""}`);
      why = new Error(`the store answered ${answer.status}`);
    }
    throw errors.away(why);
  };
  const done = async (order: Order): Promise<Response> => {
    const answer = await ask(order);
    if (answer.status !== 404 || order.method === "DELETE") return answer;
    await answer.body?.cancel();
    throw errors.refused("no such bucket");
  };
  const ended = async (order: Order): Promise<void> => {
    await (await done(order)).body?.cancel();
  };
  const { upload, dropUploads } = createUploads({ done, ended, urlOf, bucketUrl, prefix, refused: errors.refused });

  /** Objects below a start of keys; with `folders`, those at this level, and the names that are followed by `/`. */
  async function* list(
    start: string,
    { folders = false }: { readonly folders?: boolean } = {},
  ): AsyncGenerator<S3Object | { readonly folder: string }> {
    let token = "";
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix: `${prefix}${start}` });
      if (folders) query.set("delimiter", "/");
      if (token !== "") query.set("continuation-token", token);
      const text = await (await done({ method: "GET", url: `${bucketUrl}/?${query.toString()}` })).text();
      for (const [, one = ""] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g))
        yield {
          key: fieldOf(one, "Key").slice(prefix.length),
          bytes: Number(fieldOf(one, "Size")),
          changedAt: Date.parse(fieldOf(one, "LastModified")),
        };
      for (const [, one = ""] of text.matchAll(/<CommonPrefixes>([\s\S]*?)<\/CommonPrefixes>/g))
        yield { folder: fieldOf(one, "Prefix").slice(prefix.length, -1) };
      token = fieldOf(text, "NextContinuationToken");
    } while (token !== "");
  }

  return {
    check: () => ended({ method: "HEAD", url: bucketUrl }),
    /** Undefined: there is no such object. */
    get: async (
      key: string,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<AsyncIterable<Uint8Array> | undefined> => {
      const answer = await ask({ method: "GET", url: urlOf(key), headers });
      if (answer.status !== 404 && answer.body !== null) return answer.body;
      await answer.body?.cancel();
      return undefined;
    },
    /** `body` is called again for each try. */
    put: (
      key: string,
      { type, sha256, body }: { readonly type: string; readonly sha256: string; readonly body: () => Promise<Blob> },
    ) => ended({ method: "PUT", url: urlOf(key), headers: { "content-type": type }, sha256, body }),
    upload,
    remove: (key: string) => ended({ method: "DELETE", url: urlOf(key) }),
    list,
    dropUploads,
  };
}

interface SilenceDeps {
  readonly clock: S3BucketOptions["clock"];
  readonly stop: (why: Error) => void;
  readonly away: S3Errors["away"];
}

/** Its body ends with an error when it stalls. The time that a slow reader takes does not count. */
function neverSilent(answer: Response, { clock, stop, away }: SilenceDeps): Response {
  const { body, status, statusText, headers } = answer;
  if (body === null) return answer;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const watched = new ReadableStream<Uint8Array>(
    {
      pull: async (to) => {
        const cancel = clock.setTimeout(() => stop(new Error("no byte in time")), SILENCE_MS);
        try {
          const { done, value } = await reader.read();
          if (done) to.close();
          else to.enqueue(value);
        } catch (error) {
          to.error(away(error));
        } finally {
          cancel();
        }
      },
      cancel: (why) => reader.cancel(why),
    },
    { highWaterMark: 0 },
  );
  return new Response(watched, { status, statusText, headers });
}

/** S3 wants parts of at least 5 MiB, except the last one, and at most 10,000. */
const PART_BYTES = 8 * 1_048_576;
const MOST_PARTS = 9_000;

interface UploadDeps {
  readonly done: (order: Order) => Promise<Response>;
  readonly ended: (order: Order) => Promise<void>;
  readonly urlOf: (key: string, query?: string) => string;
  readonly bucketUrl: string;
  readonly prefix: string;
  readonly refused: S3Errors["refused"];
}

function createUploads({ done, ended, urlOf, bucketUrl, prefix, refused }: UploadDeps) {
  const send = (method: "PUT" | "POST", url: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return done({ method, url, sha256, body: () => new Blob([bytes]) });
  };

  /** A failure leaves no part in the store. */
  const uploadParts = async (key: string, content: AsyncIterable<Uint8Array>, partBytes: number): Promise<void> => {
    const began = await (await done({ method: "POST", url: urlOf(key, "?uploads=") })).text();
    const id = encodeURIComponent(fieldOf(began, "UploadId"));
    try {
      let list = "";
      let number = 0;
      for await (const part of inParts(content, partBytes)) {
        number += 1;
        const answer = await send("PUT", urlOf(key, `?partNumber=${number}&uploadId=${id}`), part);
        await answer.body?.cancel();
        list += `<Part><PartNumber>${number}</PartNumber><ETag>${answer.headers.get("etag") ?? ""}</ETag></Part>`;
      }
      const xml = new TextEncoder().encode(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
      const answer = await (await send("POST", urlOf(key, `?uploadId=${id}`), xml)).text();
      // It may fail after the response has begun.
      if (answer.includes("<Error>")) throw refused(fieldOf(answer, "Code"));
    } catch (error) {
      await ended({ method: "DELETE", url: urlOf(key, `?uploadId=${id}`) }).catch(() => undefined);
      throw error;
    }
  };

  return {
    /** Sends a stream of so many bytes, one part in memory at a time. The object is there only when it is whole. */
    upload: async (key: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<void> => {
      if (bytes > PART_BYTES) return uploadParts(key, content, Math.max(PART_BYTES, Math.ceil(bytes / MOST_PARTS)));
      let whole = new Uint8Array();
      for await (const part of inParts(content, PART_BYTES)) {
        if (whole.length > 0) throw new RangeError("more bytes than were announced");
        whole = part;
      }
      await (await send("PUT", urlOf(key), whole)).body?.cancel();
    },
    /** Removes parts of uploads that a killed process began before a time. */
    dropUploads: async (before: number): Promise<void> => {
      const query = new URLSearchParams({ prefix, uploads: "" });
      const text = await (await done({ method: "GET", url: `${bucketUrl}/?${query.toString()}` })).text();
      for (const [, one = ""] of text.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g)) {
        const id = encodeURIComponent(fieldOf(one, "UploadId"));
        const key = fieldOf(one, "Key").slice(prefix.length);
        if (Date.parse(fieldOf(one, "Initiated")) < before)
          await ended({ method: "DELETE", url: urlOf(key, `?uploadId=${id}`) });
      }
    },
  };
}

const ESCAPED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function fieldOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (all, one: string) => ESCAPED[one] ?? all);
}

async function* inParts(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array[] = [];
  let filled = 0;
  for await (const piece of content)
    for (let from = 0; from < piece.length;) {
      const taken = piece.subarray(from, from + partBytes - filled);
      pieces.push(taken);
      filled += taken.length;
      from += taken.length;
      if (filled < partBytes) continue;
      yield joined(pieces, filled);
      pieces = [];
      filled = 0;
    }
  if (filled > 0) yield joined(pieces, filled);
}

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
