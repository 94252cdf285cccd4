/** Chat: from sent to seen with a thousand panels. */
import { performance } from "node:perf_hooks";
import { endpoints } from "@callpanel/contract";
import { WebSocket } from "ws";
import { bearer, createTestServer } from "../apps/server/test/test-server.ts";
import { applyCompany, createDemoCompany } from "../apps/server/src/modules/administration/index.ts";
import type { Report } from "./figure.ts";
import { percentile } from "./percentile.ts";

const PANELS = 1_000;
const PEOPLE = 50;
const ROOMS = 100;
const PEOPLE_OF_ROOM = 5;
const MESSAGES_PER_SECOND = 100;
const SECONDS = 10;
const SEEN_BOUND_MS = 100; // issue 15, figures
const AGAINST = "bound of issue 15";

export async function run(report: Report): Promise<void> {
  await measureSeen(report);
}

/** The panels run in this process too, so what they take is part of the figure. */
async function measureSeen(report: Report): Promise<void> {
  const server = await createTestServer();
  const port = new URL(await server.listen()).port;
  const names = Array.from({ length: PEOPLE }, (_, at) => `person${at}`);
  const demo = createDemoCompany();
  const [someone] = demo.users;
  if (someone === undefined) throw new Error("the demo company has people");
  await applyCompany(server.stores.company, {
    ...demo,
    services: [],
    items: [],
    users: names.map((username, at) => ({ ...someone, username, extension: String(2_000 + at) })),
  });
  const ids = await Promise.all(names.map(async (name) => (await server.stores.users.byUsername(name))?.id ?? 0));
  const realmId = (await server.stores.users.byUsername("alice"))?.realm.id ?? 0;
  const rooms: Array<{ readonly id: number; readonly members: readonly number[] }> = [];
  for (let at = 0; at < ROOMS; at += 1) {
    const members = Array.from({ length: PEOPLE_OF_ROOM }, (_, place) => (at + place * 7) % PEOPLE);
    const room = await server.stores.chat.createRoom({
      realmId,
      type: "p",
      name: `Room ${at}`,
      topic: "",
      readOnly: false,
      directKey: null,
      at: 1,
      members: members.map((member) => ({ userId: ids[member] ?? 0, role: "owner", notify: "all" })),
    });
    if (room !== undefined) rooms.push({ id: room.id, members });
  }
  const seen: number[] = [];
  const tokens: string[] = [];
  for (const name of names) tokens.push((await server.signIn(name, someone.password)).access_token);
  const sockets: WebSocket[] = [];
  for (let at = 0; at < PANELS; at += 1) {
    const person = at % PEOPLE;
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/v1/chats/auth",
      headers: bearer(tokens[person] ?? ""),
    });
    const { token } = endpoints.authChat.response.parse(answer.json());
    const socket = new WebSocket(`ws://127.0.0.1:${port}/chat`);
    await new Promise((resolve) => socket.once("open", resolve));
    const ready = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer) => {
        const text = data.toString("utf8");
        if (text.startsWith('{"type":"hello"'))
          socket.send(JSON.stringify({ type: "subscribe", topics: ["unread", "notifications"] }));
        if (text.startsWith('{"type":"rooms"')) resolve();
        const sent = /"preview":"sent ([\d.]+)"/.exec(text)?.[1];
        if (sent !== undefined) seen.push(performance.now() - Number(sent));
      });
    });
    socket.send(JSON.stringify({ type: "signin", token }));
    await ready;
    sockets.push(socket);
  }
  const before = process.cpuUsage();
  const memory = process.memoryUsage().rss;
  const begun = performance.now();
  for (let sent = 0; sent < MESSAGES_PER_SECOND * SECONDS; sent += 1) {
    const due = begun + (sent * 1_000) / MESSAGES_PER_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const room = rooms[sent % rooms.length];
    const socket = sockets[room?.members[sent % PEOPLE_OF_ROOM] ?? 0];
    const order = {
      order: "send",
      room: String(room?.id),
      client_id: `bench-${String(sent).padStart(8, "0")}`,
      text: `sent ${performance.now()} `,
    };
    socket?.send(JSON.stringify({ type: "order", request: String(sent), order }));
    server.clock.leap(10);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { user, system } = process.cpuUsage(before);
  const name = `${PANELS} panels, ${MESSAGES_PER_SECOND} messages/s`;
  const wanted = MESSAGES_PER_SECOND * SECONDS * PEOPLE_OF_ROOM * (PANELS / PEOPLE);
  const compare = (
    what: string,
    value: number,
    unit: string,
    bound: number,
    better: "lower" | "higher" = "lower",
  ): void => report({ name: `${name}: ${what}`, value, unit, bound, better, against: AGAINST });
  compare("sent to seen, p95", percentile(seen, 95), "ms", SEEN_BOUND_MS);
  compare("seen of all that were to be seen", (seen.length / wanted) * 100, "%", 100, "higher");
  compare("CPU of server and panels, of one core", (user + system) / 1_000 / (SECONDS + 1) / 10, "%", 100);
  compare("memory grown", (process.memoryUsage().rss - memory) / 1024 ** 2, "MB", 100);
  for (const socket of sockets) socket.terminate();
  await server.remove();
}
