/** Chat behind the scenes: choosing the people to notify of a message, the export of a room, and the removal of old messages. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fillChat } from "../../apps/server/test/many-chat-messages.ts";
import { createPostgresDatabase } from "../../apps/server/test/postgres-database.ts";
import { bearer, createTestServer, type TestServer } from "../../apps/server/test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../../apps/server/src/modules/administration/index.ts";
import { chatRetention, type StoredRoom } from "../../apps/server/src/modules/chat/index.ts";
import { startPostgres } from "../../tools/postgres.mjs";
import type { Report } from "../figure.ts";
import { bigCompany, extensionOf } from "../load/big-company.ts";
import { percentile } from "../percentile.ts";

const MESSAGES = Number(process.env["CHAT_MESSAGES"] ?? 100_000);
const PEOPLE = 1_000;
const FEW = 10;
const ROUNDS = 100;
const NOTICE_BOUND_MS = 50; // the figure of other questions to the database, issue 15
const MEMORY_BOUND_MB = 60; // as for the file of a million calls
const REMOVED_PER_SECOND = 5_000; // 100,000 messages in 20 s
const EXPORTED_PER_SECOND = 10_000;
const SAMPLE_MS = 50;
const FAR_MS = 365 * 86_400_000;

export async function run(report: Report): Promise<void> {
  await measure("SQLite", undefined, report);
  const own = process.env["TEST_DATABASE_URL"] === undefined ? await startPostgres() : undefined;
  const serverUrl = own?.url ?? process.env["TEST_DATABASE_URL"];
  if (serverUrl === undefined) return;
  const database = await createPostgresDatabase(serverUrl);
  try {
    await measure("PostgreSQL", database.databaseUrl, report);
  } finally {
    await database.remove();
    await own?.stop();
  }
}

async function measure(kind: string, databaseUrl: string | undefined, report: Report): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "callpanel-bench-"));
  const options = { dataDir, databaseUrl, demo: true };
  await (await createTestServer(options)).stop();
  const roomId = await fillChat({ dataDir, databaseUrl, count: MESSAGES });
  const server = await createTestServer(options);
  const figure = (what: string, value: number, unit: string, bound: number, better: "lower" | "higher" = "lower") =>
    report({ name: `${kind}: ${what}`, value, unit, bound, better, against: "bound of this bench" });
  try {
    const times = await noticeTimes(server);
    for (const [who, samples] of times)
      figure(`whom to notify in a channel ${who}, p95`, percentile(samples, 95), "ms", NOTICE_BOUND_MS);
    const { seconds, addedMb } = await exported(server, roomId);
    figure(
      `export of ${MESSAGES} messages, each second`,
      MESSAGES / seconds,
      "messages",
      EXPORTED_PER_SECOND,
      "higher",
    );
    figure("memory that it adds, client included", Math.max(0.01, addedMb), "MB", MEMORY_BOUND_MB);
    const removed = await removedPerSecond(server, roomId);
    figure(`removal of ${MESSAGES} old messages, each second`, removed, "messages", REMOVED_PER_SECOND, "higher");
  } finally {
    await server.remove();
  }
}

/** Of a channel with a thousand people whose browsers take notifications: nobody has the panel open, then everybody. */
async function noticeTimes({
  stores,
  clock,
}: TestServer): Promise<ReadonlyArray<readonly [string, readonly number[]]>> {
  await applyCompany(stores.company, parseCompanyFile(bigCompany(PEOPLE, 0, ["chats:read"])));
  const userIds: number[] = [];
  let realmId = 0;
  for (let person = 1; person <= PEOPLE; person += 1) {
    const user = await stores.users.byUsername(`person${person}`);
    if (user === undefined) throw new Error(`${extensionOf(person)} is in the company`);
    userIds.push(user.id);
    realmId = user.realm.id;
  }
  const now = clock.now();
  for (const userId of userIds) {
    const id = `bench-${userId}`;
    const times = { createdAt: now, expiresAt: now + FAR_MS };
    const token = { digest: id, kind: "access", sessionId: id, ...times, usedAt: null, parent: null } as const;
    await stores.sessions.open(
      { id, userId, clientId: "panel", scope: "", ...times, revokedAt: null, device: { network: "", userAgent: "" } },
      [token],
    );
    const keys = { p256dh: "p", auth: "a", locale: "en-US", createdAt: now } as const;
    await stores.pushSubscriptions.save({ subscription: { endpoint: id, userId, sessionId: id, ...keys }, most: 3 });
  }
  const members = userIds.map((userId) => ({ userId, role: "member", notify: "all" }) as const);
  const base = { realmId, type: "c", topic: "", readOnly: false, directKey: null, at: now } as const;
  const everybody = await stores.chat.createRoom({ ...base, name: "everybody", members });
  const few = await stores.chat.createRoom({ ...base, name: "few", members: members.slice(0, FEW) });
  const timed = async (room: StoredRoom | undefined, expected: number): Promise<readonly number[]> => {
    const among = { roomId: room?.id ?? 0 };
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      const found = await stores.notices.absent({ among, now });
      samples.push(performance.now() - begun);
      if (found.length !== expected) throw new Error(`${found.length} are absent`);
    }
    return samples;
  };
  const [away, fewAway] = [await timed(everybody, PEOPLE), await timed(few, FEW)];
  for (const userId of userIds) await stores.chatPresence.setCounts("bench", userId, { devices: 1, idle: 0, calls: 0 });
  return [
    [`of ${PEOPLE}, all away`, away],
    [`of ${PEOPLE}, all with the panel open`, await timed(everybody, 0)],
    [`of ${FEW} in a company of ${PEOPLE}, all away`, fewAway],
  ];
}

/** Over a real socket; the client throws the bytes away. */
async function exported(
  server: TestServer,
  roomId: number,
): Promise<{ readonly seconds: number; readonly addedMb: number }> {
  const address = await server.app.listen({ host: "127.0.0.1", port: 0 });
  const { access_token: token } = await server.signIn("alice");
  const before = process.memoryUsage().rss;
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), SAMPLE_MS);
  const begun = performance.now();
  const answer = await fetch(`${address}/api/v1/chats/rooms/${roomId}/export?form=json`, { headers: bearer(token) });
  if (answer.status !== 200 || answer.body === null) throw new Error(`${answer.status} ${await answer.text()}`);
  let end = "";
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) end = (end + chunk).slice(-100);
  clearInterval(sampler);
  if (!/complete/.test(end)) throw new Error(`it ends with ${end}`);
  return { seconds: (performance.now() - begun) / 1_000, addedMb: (most - before) / 1024 ** 2 };
}

async function removedPerSecond({ stores }: TestServer, roomId: number): Promise<number> {
  const room = await stores.chat.room(roomId, 0);
  const limits = { chatDays: 1, rooms: "none", smsDays: null, auditDays: null } as const;
  const rule = chatRetention({
    keeping: stores.chatKeeping,
    store: stores.chat,
    limits: async () => [{ realmId: room?.room.realmId ?? 0, limits }],
    turn: { hold: async () => true, end: async () => undefined },
    facts: { room: () => undefined, subscription: () => undefined },
    sounds: { release: async () => undefined },
  });
  const begun = performance.now();
  let removed = 0;
  for (let count = -1; count !== 0; removed += count) count = await rule.removeBefore(MESSAGES * 1_000 + FAR_MS);
  if (removed < MESSAGES) throw new Error(`${removed} were removed`);
  return removed / ((performance.now() - begun) / 1_000);
}
