import { Readable } from "node:stream";
import { AppError } from "@callpanel/contract";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { attachment, createServeSound } from "./serve-sound.ts";
import type { StoredSound } from "../files/sound-store.port.ts";

const SOUND = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
const ID = "a".repeat(64);
const STORED: StoredSound = { id: ID, type: "audio/ogg", bytes: SOUND.length, durationMs: 5 };

let app: FastifyInstance;
beforeAll(() => {
  const serveSound = createServeSound({
    find: async (id) => (id === ID ? STORED : undefined),
    inFormat: async () => undefined,
    read: async (_, range) => Readable.from([SOUND.subarray(range?.from ?? 0, (range?.to ?? SOUND.length - 1) + 1)]),
  });
  app = Fastify();
  app.get<{ Params: { id: string }; Querystring: { name?: string } }>("/:id", async (request, reply) =>
    reply.send(
      await serveSound({
        request,
        reply,
        sound: request.params.id,
        gone: new AppError("cdrs.recording.notFound"),
        saveAs: request.query.name,
      }),
    ),
  );
});
afterAll(() => app.close());

const get = (headers: Readonly<Record<string, string>>, query = "") => app.inject({ url: `/${ID}${query}`, headers });

it("SOUND-20 sends the whole file with its type and length, not to be cached on the way", async () => {
  const { statusCode, headers, rawPayload } = await get({});
  expect([statusCode, rawPayload.equals(SOUND)]).toEqual([200, true]);
  expect(headers).toMatchObject({
    "content-type": "audio/ogg",
    "content-length": "1000",
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    etag: `"${ID}"`,
  });
  expect(headers["content-disposition"]).toBeUndefined();
});

it("SOUND-20 sends a part, unless If-Range names another version", async () => {
  const part = await get({ range: "bytes=100-199" });
  expect([part.statusCode, part.headers["content-range"], part.headers["content-length"]]).toEqual([
    206,
    "bytes 100-199/1000",
    "100",
  ]);
  expect(part.rawPayload.equals(SOUND.subarray(100, 200))).toBe(true);
  expect((await get({ range: "bytes=100-199", "if-range": `"${ID}"` })).statusCode).toBe(206);
  expect((await get({ range: "bytes=100-199", "if-range": '"other"' })).statusCode).toBe(200);
  const beyond = await get({ range: "bytes=1000-" });
  expect([beyond.statusCode, beyond.headers["content-range"], beyond.rawPayload.length]).toEqual([
    416,
    "bytes */1000",
    0,
  ]);
});

it("SOUND-20 a missing sound gives the caller's own error", async () => {
  expect((await app.inject({ url: "/none" })).json()).toMatchObject({ message: "Recording not found" });
});

it.each([
  ["Message from Ann", `filename="Message from Ann.ogg"; filename*=UTF-8''Message%20from%20Ann.ogg`],
  ["../../etc/passwd", `filename="etc passwd.ogg"; filename*=UTF-8''etc%20passwd.ogg`],
  ['a"; filename="b.exe', `filename="a _ filename= b.exe.ogg"; filename*=UTF-8''a%20%3B%20filename%3D%20b.exe.ogg`],
  ["Zoë\r\nSet-Cookie: x", `filename="Zoe Set-Cookie x.ogg"; filename*=UTF-8''Zo%C3%AB%20Set-Cookie%20x.ogg`],
  ["\u202Eevil", `filename="evil.ogg"; filename*=UTF-8''evil.ogg`],
  ["", `filename="sound.ogg"; filename*=UTF-8''sound.ogg`],
])("SOUND-21 a file is saved under a safe name: %j", async (name, disposition) => {
  const { headers } = await get({}, `?name=${encodeURIComponent(name)}`);
  expect(headers["content-disposition"]).toBe(`attachment; ${disposition}`);
});

it("SOUND-21 a long name is cut between characters", () => {
  expect(attachment(`${"😀".repeat(300)}.ogg`)).toContain(`''${"%F0%9F%98%80".repeat(100)}.ogg`);
});
