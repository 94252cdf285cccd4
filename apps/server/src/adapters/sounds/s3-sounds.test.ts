import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock } from "@callpanel/testkit";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FullError, type SoundFiles } from "../../modules/sounds/index.ts";
import type { S3Place } from "../s3/index.ts";
import { createS3Sounds, openSoundCache, openSoundFolder, withEarlierSounds } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
const SOUND = Buffer.from("what somebody said, and what they heard");
const ID = createHash("sha256").update(SOUND).digest("hex");
const path = join(folder, "recorded.opus");
const clock = createFakeClock();

let store: S3rver;
let place: S3Place;
beforeAll(async () => {
  writeFileSync(path, SOUND);
  store = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    vhostBuckets: false,
    configureBuckets: [{ name: "sounds" }],
  });
  const { port } = await store.run();
  const bucketUrl = `http://127.0.0.1:${port}/sounds`;
  // The credentials that s3rver has built in.
  place = { bucketUrl, prefix: "callpanel/", region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

let caches = 0;
async function open(over: Partial<S3Place> = {}, mostBytes = 1_000_000) {
  caches += 1;
  const cache = await openSoundCache(join(folder, `cache${caches}`), mostBytes);
  // Responses take real time, however far the fake clock is advanced.
  const patient = {
    ...clock,
    setTimeout: (run: () => void, ms: number) => (ms < 20_000 ? clock.setTimeout(run, ms) : () => undefined),
  };
  return createS3Sounds({ place: { ...place, ...over }, cache, clock: patient });
}
async function textOf(files: SoundFiles, id = ID, range?: { from: number; to: number }): Promise<string | undefined> {
  const content = await files.read(id, range);
  if (content === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString();
}
/** A separate store that sends these responses in turn and repeats the last one. */
async function answering(...answers: ReadonlyArray<readonly [status: number, code: string]>) {
  let asked = 0;
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    const [status, code] = answers[Math.min(asked, answers.length - 1)] ?? [500, ""];
    asked += 1;
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    bucketUrl: `http://127.0.0.1:${port}/sounds`,
    asked: () => asked,
    requests,
    stop: () => new Promise((resolve) => void server.close(resolve)),
  };
}
/** AWS signature version 4 of a request of `a secret` in eu-west-1, computed from the received request. */
function signatureOf(request: {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly signed: string;
}): string {
  const { method, path: url, headers, signed } = request;
  const date = String(headers["x-amz-date"]);
  const lines = signed.split(";").map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, url, "", lines.join(""), signed, headers["x-amz-content-sha256"]].join("\n");
  const scope = `${date.slice(0, 8)}/eu-west-1/s3/aws4_request`;
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = scope.split("/").reduce<string | Buffer>(hmac, "AWS4a secret");
  const digest = createHash("sha256").update(canonical).digest("hex");
  return hmac(key, ["AWS4-HMAC-SHA256", date, scope, digest].join("\n")).toString("hex");
}
/** Advances time until the promise is settled. */
async function inTime<T>(promise: Promise<T>): Promise<T> {
  let settled = false;
  const ending = promise.finally(() => {
    settled = true;
  });
  ending.catch(() => undefined);
  while (!settled) {
    await new Promise((resolve) => setImmediate(resolve));
    if (clock.timerCount > 0) await clock.advance(50);
  }
  return ending;
}

describe("sounds in an S3-compatible store", () => {
  it("SOUND-40 a sound is stored, read completely and in part, and removed", async () => {
    const files = await open({ prefix: "empty/" });
    await files.check();
    expect(await textOf(files)).toBeUndefined();
    await files.keep(path, ID, "audio/ogg");
    await files.keep(path, ID, "audio/ogg");
    expect(existsSync(path)).toBe(true);
    expect(await textOf(files)).toBe(SOUND.toString());
    expect(await textOf(files, ID, { from: 5, to: 12 })).toBe("somebody");
    await files.remove(ID);
    await files.remove(ID);
    expect([await textOf(files), await files.localPath(ID)]).toEqual([undefined, undefined]);
    await expect(files.read("../other")).rejects.toThrow("not a valid");
  });

  it("SOUND-43 telephones get a file on this machine, and the least recently used file is removed", async () => {
    const files = await open({}, SOUND.length + 5);
    await files.keep(path, ID, "audio/ogg");
    const local = (await files.localPath(ID)) ?? "";
    expect([readFileSync(local).equals(SOUND), await files.localPath(ID)]).toEqual([true, local]);
    const other = join(folder, "other.opus");
    writeFileSync(other, "another sound");
    const otherId = createHash("sha256").update("another sound").digest("hex");
    await files.keep(other, otherId, "audio/ogg");
    expect(readFileSync((await files.localPath(otherId)) ?? "").toString()).toBe("another sound");
    expect(existsSync(local)).toBe(false);
    expect(await files.localPath(ID)).toBe(local);
  });

  it("SOUND-43 sounds from an earlier folder are found and removed there", async () => {
    const earlier = await openSoundFolder(join(folder, "earlier"));
    await earlier.keep(path, ID, "audio/ogg");
    const files = await open({ prefix: "fresh/" });
    const both = withEarlierSounds(files, earlier);
    expect([await textOf(both), await textOf(files)]).toEqual([SOUND.toString(), undefined]);
    expect(await both.localPath(ID)).toContain("earlier");
    await both.remove(ID);
    expect(await textOf(both)).toBeUndefined();
    await both.keep(path, ID, "audio/ogg");
    expect(await textOf(files)).toBe(SOUND.toString());
  });

  it("SOUND-40 a signature covers the whole request, including the hash of its body", async () => {
    // s3rver knows the key but does not check signatures of version 4.
    const noting = await answering([200, ""]);
    const files = await open({ bucketUrl: noting.bucketUrl, secretAccessKey: "a secret", region: "eu-west-1" });
    await files.keep(path, ID, "audio/ogg");
    const [request] = noting.requests;
    expect(request?.headers).toMatchObject({ "x-amz-content-sha256": ID, "content-length": String(SOUND.length) });
    const { authorization = "", ...headers } = request?.headers ?? {};
    expect(authorization.split("Signature=")[1]).toBe(
      signatureOf({
        method: "PUT",
        path: request?.url ?? "",
        headers,
        signed: /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? "",
      }),
    );
    await noting.stop();
  });

  it("SOUND-41 wrong credentials and a missing bucket are reported immediately", async () => {
    const wrong = await open({ accessKeyId: "NOBODY" });
    await expect(wrong.keep(path, ID, "audio/ogg")).rejects.toThrow("403: InvalidAccessKeyId");
    await expect(wrong.read(ID)).rejects.toThrow("403");
    const none = await open({ bucketUrl: place.bucketUrl.replace("/sounds", "/nothing") });
    await expect(none.check()).rejects.toThrow("no such bucket");
    await expect(none.keep(path, ID, "audio/ogg")).rejects.toThrow("no such bucket");
  });

  it("SOUND-41 an unreachable store is tried three times, then the error is reported", async () => {
    const busy = await answering([503, "SlowDown"], [500, "InternalError"], [200, ""]);
    await inTime((await open({ bucketUrl: busy.bucketUrl })).keep(path, ID, "audio/ogg"));
    expect(busy.asked()).toBe(3);
    await busy.stop();
    const down = await answering([503, "SlowDown"]);
    const files = await open({ bucketUrl: down.bucketUrl });
    await expect(inTime(files.read(ID))).rejects.toMatchObject({ code: "sounds.away" });
    expect(down.asked()).toBe(3);
    await down.stop();
    await expect(inTime(files.keep(path, ID, "audio/ogg"))).rejects.toMatchObject({ code: "sounds.away" });
  });

  it("SOUND-41 a full store is reported, without further tries", async () => {
    const full = await answering([403, "QuotaExceeded"]);
    const files = await open({ bucketUrl: full.bucketUrl });
    await expect(files.keep(path, ID, "audio/ogg")).rejects.toThrow(FullError);
    expect(full.asked()).toBe(1);
    await full.stop();
  });
});
