/** The built server is killed while fifty people write: what it acknowledged is there once, in order. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "@callpanel/testkit";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { liveChat, openRoom, type LiveChat } from "../../test/live-chat.ts";
import { callLines, leaveVoicemails, missCalls } from "../../test/call-lines.ts";
import { cheapHash } from "../../test/demo-store.ts";
import { createPostgresDatabase } from "../../test/postgres-database.ts";
import { grant } from "../../test/server-pair.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { silentLog } from "../../test/temporary-storage.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";
import { DEMO_PASSWORD } from "../modules/users/index.ts";
import { createStores, openDatabase } from "./services/storage.ts";

const PEOPLE = 50;
const MESSAGES_EACH = 8;
const KILLS = 3;
const TEST_MS = 600_000;
const WAIT = { timeout: 120_000, interval: 10 };
const SERVER_URL = process.env["TEST_DATABASE_URL"];

const NAMES = Array.from({ length: PEOPLE }, (_, at) => `person${at}`);
const companyFile = (passwordHash: string): string => `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }]
users:
${NAMES.map((name, at) => `  - { username: ${name}, first_name: P${at}, last_name: Q, extension: ${200 + at}, credential: { password_hash: "${passwordHash}" }, groups: [chat] }`).join("\n")}
`;

let folder = "";
let company = "";
beforeAll(async () => {
  folder = await buildServer();
  company = companyFile(await cheapHash(DEMO_PASSWORD));
}, TEST_MS);

describe.each([
  { kind: "SQLite", create: async () => undefined },
  ...(SERVER_URL === undefined ? [] : [{ kind: "PostgreSQL", create: () => createPostgresDatabase(SERVER_URL) }]),
])("a server on $kind that is killed", ({ create }) => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof create>>;
  let server: ServerProcess;
  let address = "";
  const people: LiveChat[] = [];
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    database = await create();
    const settings = { dataDir, databaseUrl: database?.databaseUrl, realm: "acme" };
    const db = await openDatabase(settings, silentLog);
    await applyCompany(createStores(db).company, parseCompanyFile(company));
    await db.destroy();
  }, TEST_MS);
  afterEach(async () => {
    for (const one of people.splice(0)) one.stop();
    await kill();
    await database?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }, TEST_MS);
  const start = async (): Promise<void> => {
    const databaseUrl = database?.databaseUrl;
    const env = { DATA_DIR: dataDir, REALM: "acme", PORT: "0", LOG_LEVEL: "warn" };
    server = runProcess(`${folder}/main.js`, {
      ...env,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    });
    const ready = /callpanel is ready: (\S+)\n/;
    await vi.waitFor(() => expect(server.out() + server.error()).toMatch(ready), WAIT);
    address = ready.exec(server.out())?.[1] ?? "";
  };
  const kill = async (): Promise<void> => {
    server.child.kill("SIGKILL");
    await server.exited;
  };

  it("CHAT-75 writes each missed call once into its conversation", { timeout: TEST_MS }, async () => {
    const place = { dataDir, databaseUrl: database?.databaseUrl, realm: "acme" };
    const [called = "", ...callers] = NAMES.slice(0, 40);
    await missCalls(place, callers, called);
    await start();
    const { token } = await grant(address, called);
    const lines = () => callLines(address, token, "missed");
    await vi.waitFor(async () => expect((await lines()).length).toBeGreaterThan(0), WAIT);
    await kill();
    await start();
    await vi.waitFor(async () => expect((await lines()).length).toBeGreaterThanOrEqual(callers.length), WAIT);
    expect(new Set(await lines()).size).toBe(callers.length);
    expect(await lines()).toHaveLength(callers.length);
  });

  it("CHAT-75 writes each voicemail once into its conversation", { timeout: TEST_MS }, async () => {
    const place = { dataDir, databaseUrl: database?.databaseUrl, realm: "acme" };
    const [called = "", ...callers] = NAMES.slice(0, 40);
    const half = callers.length / 2;
    await leaveVoicemails(place, callers.slice(0, half), called);
    await start();
    const { token } = await grant(address, called);
    const lines = () => callLines(address, token, "voicemail");
    await vi.waitFor(async () => expect((await lines()).length).toBeGreaterThan(0), WAIT);
    await kill();
    // More have come meanwhile, and it is killed again among them.
    await leaveVoicemails(place, callers.slice(half), called);
    await start();
    await vi.waitFor(async () => expect((await lines()).length).toBeGreaterThan(half + 1), WAIT);
    await kill();
    await start();
    await vi.waitFor(async () => expect((await lines()).length).toBeGreaterThanOrEqual(callers.length), WAIT);
    expect(new Set(await lines()).size).toBe(callers.length);
    expect(await lines()).toHaveLength(callers.length);
  });

  it(
    "CHAT-20 CHAT-38 has every acknowledged message once and in order, and the others are sent again",
    { timeout: TEST_MS },
    async () => {
      const random = seededRandom(Number(process.env["CHAT_SEED"] ?? 15));
      await start();
      const tokens = new Map<string, string>();
      for (const name of NAMES) tokens.set(name, (await grant(address, name)).token);
      const [first = ""] = NAMES;
      const room = await openRoom(address, tokens.get(first) ?? "", { channel_name: "crowd", channel_type: "c" });
      const acknowledged = new Map<string, { readonly id: number; readonly n: number }>();
      const person = (name: string, outbox?: LiveChat["client"] extends { outbox(): infer Items } ? Items : never) =>
        liveChat({
          address: () => address,
          token: tokens.get(name) ?? "",
          name,
          ...(outbox && { outbox }),
          onDone: ({ client_id, id, n }) => {
            const before = acknowledged.get(client_id);
            // Acknowledged again, after a lost answer: it is the same message.
            if (before !== undefined) expect({ id, n }, client_id).toEqual(before);
            acknowledged.set(client_id, { id, n });
          },
        });
      for (const name of NAMES) {
        if (name !== first)
          await fetch(`${address}/api/v1/chats/rooms/join`, {
            method: "POST",
            headers: { authorization: `Bearer ${tokens.get(name)}`, "content-type": "application/json" },
            body: JSON.stringify({ room_id: room.id }),
          });
        people.push(person(name));
      }
      await vi.waitFor(
        () => expect(people.filter(({ client }) => client.roomIds().length === 1)).toHaveLength(PEOPLE),
        WAIT,
      );
      for (const { client } of people) client.openRoom(room.id);

      // Everybody writes on while the server dies and comes back.
      const total = PEOPLE * MESSAGES_EACH;
      const written = new Map<string, string[]>(NAMES.map((name) => [name, []]));
      const turns = NAMES.flatMap((name) => Array.from({ length: MESSAGES_EACH }, () => name));
      for (let at = turns.length - 1; at > 0; at -= 1) {
        const other = Math.floor(random() * (at + 1));
        [turns[at], turns[other]] = [turns[other] ?? "", turns[at] ?? ""];
      }
      const writeSome = (count: number): void => {
        for (const name of turns.splice(0, count)) {
          const one = people.find((each) => each.name === name);
          const number = written.get(name)?.length ?? 0;
          const id = one?.client.write(room.id, `${name} ${number}`);
          if (id !== undefined) written.get(name)?.push(id);
        }
      };
      const share = Math.floor(total / (KILLS + 1));
      for (let round = 0; round < KILLS; round += 1) {
        const before = acknowledged.size;
        writeSome(share);
        const deadly = before + Math.floor(random() * share * 0.8);
        await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThanOrEqual(deadly), WAIT);
        await kill();
        // Some devices are restarted too: only their outbox is left.
        for (const [at, one] of people.entries())
          if (random() < 0.2) {
            one.stop();
            people[at] = person(one.name, one.client.outbox());
          }
        await start();
      }
      writeSome(turns.length);
      await vi.waitFor(() => expect(people.flatMap(({ client }) => client.outbox())).toEqual([]), WAIT);

      const [reader] = people;
      const kept = (await reader?.history(room.id)) ?? [];
      expect(kept.map(({ n }) => n)).toEqual(Array.from({ length: total }, (_, at) => at + 1));
      const byId = new Map(kept.map((message) => [message.client_id, message]));
      expect(byId.size).toBe(total);
      for (const [client_id, { id, n }] of acknowledged)
        expect(byId.get(client_id), client_id).toMatchObject({ id, n });
      for (const [name, ids] of written) {
        const own = kept.filter(({ text }) => text.startsWith(`${name} `));
        expect(
          own.map(({ client_id }) => client_id),
          name,
        ).toEqual(ids);
      }
      // And everybody sees it.
      for (const { client } of people) client.openRoom(room.id);
      await vi.waitFor(() => {
        for (const { client, name } of people) {
          expect(client.isLive(room.id), name).toBe(true);
          const known = client.messages(room.id);
          expect(known, name).toEqual(kept.slice(-known.length));
          expect(client.room(room.id), name).toMatchObject({ n: total });
        }
      }, WAIT);
      expect(acknowledged.size).toBeGreaterThan(total / 2);
    },
  );
});
