/** Chat: a room of a million messages, and the search of five million, on the built server over its own socket. */
import { performance } from "node:perf_hooks";
import { startChatServer, type ChatServer } from "../load/chat-server.ts";
import { fillChat, LARGE } from "../../apps/server/test/many-chat-messages.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";
import { startPostgres } from "../../tools/postgres.mjs";

const MESSAGES = Number(process.env["CHAT_MESSAGES"] ?? 5_000_000);
const OPEN_BOUND_MS = 50; // issue 15, figures
const SEARCH_BOUND_MS = 200;
const ROUNDS = 40;
const AGAINST = "bound of issue 15";
/** Begins four words of every message; two words; a pair that is never together; one message; nothing; and what narrows. */
const SEARCHES = [
  "word",
  "wor",
  "word1",
  "word12",
  "word17",
  "word17 word123",
  "word4999 rare500000",
  "rare12",
  "from:bob word3",
  "from:bob",
  "has:link",
  "has:link from:alice wor",
  "before:1970-01-05 word17",
  "nothinglikeit",
];

export async function run(report: Report): Promise<void> {
  await measure({ of: "SQLite", databaseUrl: undefined }, report);
  const own = process.env["TEST_DATABASE_URL"] === undefined ? await startPostgres() : undefined;
  const databaseUrl = own?.url ?? process.env["TEST_DATABASE_URL"];
  try {
    if (databaseUrl !== undefined) await measure({ of: "PostgreSQL", databaseUrl }, report);
  } finally {
    await own?.stop();
  }
}

async function measure(
  { of, databaseUrl }: { readonly of: string; readonly databaseUrl: string | undefined },
  report: Report,
): Promise<void> {
  let roomId = 0;
  const server = await startChatServer({
    postgresUrl: databaseUrl,
    fill: async (place) => {
      roomId = await fillChat({ ...place, count: MESSAGES });
    },
  });
  try {
    const name = `${of}, ${MESSAGES / 1e6} million messages`;
    const p95 = async (what: string, bound: number, username: string, paths: readonly string[]): Promise<void> => {
      const samples = await timesOf(server, username, paths);
      report({
        name: `${name}: ${what}, p95`,
        value: percentile(samples, 95),
        unit: "ms",
        bound,
        better: "lower",
        against: AGAINST,
      });
    };
    const messages = `rooms/${roomId}/messages`;
    const places = Array.from({ length: 5 }, (_, at) => Math.floor(7 + at * 0.19 * Math.min(MESSAGES, LARGE)));
    await p95("open a room of a million", OPEN_BOUND_MS, "alice", [`rooms/${roomId}`, messages]);
    const dates = places.map((at) => `${messages}?date=${at * 1_000 * Math.max(1, Math.round(MESSAGES / LARGE))}`);
    await p95("jump to a date in it", OPEN_BOUND_MS, "alice", dates);
    await p95("jump to the unread mark in it", OPEN_BOUND_MS, "alice", [`${messages}?unread=1`]);
    await p95(
      "jump to a place in it",
      OPEN_BOUND_MS,
      "alice",
      places.map((at) => `${messages}?around=${at}`),
    );
    await p95("list of rooms", OPEN_BOUND_MS, "alice", ["channels", "groups"]);
    const search = (q: string) => [`search?q=${encodeURIComponent(q)}`];
    for (const q of SEARCHES) await p95(`search for ${q}`, SEARCH_BOUND_MS, "alice", search(q));
    for (const q of ["word17", "wor", "from:bob word3"])
      await p95(`search for ${q} by somebody with ten small rooms`, SEARCH_BOUND_MS, "dave", search(q));
  } finally {
    await server.remove();
  }
}

async function timesOf(server: ChatServer, username: string, paths: readonly string[]): Promise<readonly number[]> {
  const token = await server.tokenOf(username);
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const path of paths) {
      const begun = performance.now();
      const answer = await fetch(`${server.address}/api/v1/chats/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      samples.push(performance.now() - begun);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    }
  return samples;
}
