/** A hundred thousand messages in a box: the time for any page of any filter, sort and search, and until a new message is reported. */
import { performance } from "node:perf_hooks";
import { createPostgresDatabase } from "../../apps/server/test/postgres-database.ts";
import { createTestServer, type TestServer } from "../../apps/server/test/test-server.ts";
import { fillBox } from "../../apps/server/test/many-messages.ts";
import { silentLog } from "../../apps/server/test/temporary-storage.ts";
import { toneOpus } from "../../apps/server/test/voicemails.ts";
import { openDatabase } from "../../apps/server/src/app/services/storage.ts";
import { createDelivery, createMailboxFeed } from "../../apps/server/src/modules/voicemail/index.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";

const MESSAGES = 100_000;
const OF_ANOTHER_BOX = 20_000;
const ROUNDS = 5;
const LEFT = 20;
const QUESTION_BOUND_MS = 50; // issue 5, figures
const LISTED_BOUND_MS = 2_000; // issue 5, figures
const AGAINST = "bound of issue 5";
const LIST = "/api/v1/voicemails";

/** On SQLite, and on the PostgreSQL of TEST_DATABASE_URL where it is named. */
export async function run(report: Report): Promise<void> {
  await measure({ kind: "SQLite", databaseUrl: undefined }, report);
  const serverUrl = process.env["TEST_DATABASE_URL"];
  if (serverUrl === undefined) return;
  const { databaseUrl, remove } = await createPostgresDatabase(serverUrl);
  try {
    await measure({ kind: "PostgreSQL", databaseUrl }, report);
  } finally {
    await remove();
  }
}

interface Place {
  readonly kind: string;
  readonly databaseUrl: string | undefined;
}

async function measure({ kind, databaseUrl }: Place, report: Report): Promise<void> {
  const server = await createTestServer({ databaseUrl });
  try {
    const { users, company } = server.stores;
    const [alice, bob, carol] = await Promise.all(["alice", "bob", "carol"].map((name) => users.byUsername(name)));
    const db = await openDatabase({ dataDir: server.dataDir, databaseUrl, realm: undefined }, silentLog);
    await fillBox(db, bob?.id ?? 0, OF_ANOTHER_BOX);
    await fillBox(db, alice?.id ?? 0, MESSAGES);
    await db.destroy();
    await company.atomically((writer) =>
      writer.setPermissions(carol?.id ?? 0, [{ module: "voicemails", rule: "read_for" }]),
    );
    await measurePages(server, kind, report);
    await measureArrival(server, { kind, boxId: alice?.id ?? 0 }, report);
  } finally {
    await server.remove();
  }
}

const SORTS = ["origtime", "callerid", "duration", "category"] as const;
const everyOrder = (query: string): readonly string[] =>
  SORTS.flatMap((sort) => ["ASC", "DESC"].map((order) => `${query}&sort_column=${sort}&sort_direction=${order}`));

const QUESTIONS: ReadonlyArray<readonly [name: string, queries: readonly string[]]> = [
  ["first page of every folder", ["all", "inbox", "old", "favorite", "custom", "archived", "Folder7"].map(folder)],
  [
    "deep pages",
    [18, 20_000, 45_000, 60_000, 89_982].flatMap((start) => [`start=${start}`, `start=${start}&sort_direction=ASC`]),
  ],
  [
    "every sort, first and deep",
    [...everyOrder("folder=all"), ...everyOrder("start=45000"), ...everyOrder("folder=old&start=30000")],
  ],
  [
    "filters",
    [
      "category=fraud",
      "category=misc&folder=inbox",
      "category=travel&sort_column=callerid&start=3000",
      "time_zone=America/Toronto&date=2026-03-08",
      "time_zone=America/Toronto&date=2026-03-01,2026-03-31",
      "time_zone=America/Toronto&date=2025-01-01,2026-06-30&start=30000",
      "time_zone=America/Toronto&date=2025-01-01,2026-06-30&category=medical&folder=old&sort_column=duration",
      "folder=Folder3&sort_column=category",
      "folder=favorite&category=personal&start=300",
    ],
  ],
  [
    "search",
    [
      "search=rhubarb",
      "search=invoice",
      "search=please",
      "search=doctor results",
      "search=moreau",
      "search=4165551234",
      "search=nobodyhasthis",
      "search=a",
      "search=chloe&folder=inbox",
      "search=contract&sort_column=callerid&sort_direction=ASC&start=900",
      "search=hotel&time_zone=America/Toronto&date=2026-03-01,2026-03-31",
    ],
  ],
];

function folder(name: string): string {
  return `folder=${name}`;
}

async function measurePages(server: TestServer, kind: string, report: Report): Promise<void> {
  const ask = async (url: string, who: string): Promise<void> => {
    const { status } = await server.get(url, who);
    if (status !== 200) throw new Error(`${url}: ${status}`);
  };
  const own = QUESTIONS.map(([name, queries]) => [name, "alice", queries.map((query) => `${LIST}?${query}`)] as const);
  const both = "filter_by_extension=101,102";
  const others = ["", "start=50000", "folder=inbox&sort_column=duration", "category=fraud&start=5000"];
  const all = [
    ...own,
    ["folders and categories with their counts", "alice", [`${LIST}/list_custom_folders`, `${LIST}/list_categories`]],
    ["two boxes together", "carol", others.map((query) => `${LIST}?${both}&${query}`)],
  ] as const;
  for (const [name, who, urls] of all) {
    const samples: number[] = [];
    for (const url of urls) await ask(url, who);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const url of urls) {
        const begun = performance.now();
        await ask(url, who);
        samples.push(performance.now() - begun);
      }
    report({
      name: `${MESSAGES} messages on ${kind}: ${name}, p95`,
      value: percentile(samples, 95),
      unit: "ms",
      bound: QUESTION_BOUND_MS,
      better: "lower",
      against: AGAINST,
    });
  }
}

/** From the delivery of what the telephone has recorded to its count at every telephone and panel, and to its place in the list. */
async function measureArrival(
  { stores, sounds, bus, get }: TestServer,
  { kind, boxId }: { readonly kind: string; readonly boxId: number },
  report: Report,
): Promise<void> {
  const feed = createMailboxFeed({ store: stores.voicemail, bus, log: silentLog });
  const speech = { textToSpeech: undefined, speechToText: undefined, textAnalysis: undefined, translation: undefined };
  const jobs = { wake: () => undefined };
  const deliver = createDelivery({ store: stores.voicemail, sounds, speech, jobs, feed });
  const [told, listed]: [number[], number[]] = [[], []];
  for (let message = 0; message < LEFT; message += 1) {
    const holder = { kind: "voicemail", id: `bench${message}` } as const;
    const sound = await sounds.put(toneOpus(400 + message, 3), { type: "audio/ogg", holder });
    const begun = performance.now();
    const count = new Promise<void>((resolve) => feed.subscribe(() => resolve()));
    const at = Date.UTC(2027, 0, 1) + message;
    const { id } = await deliver(
      { boxId, at, callId: `c${message}`, from: { number: "1", name: "", userId: null } },
      sound,
    );
    await count;
    told.push(performance.now() - begun);
    const { body } = await get(`${LIST}?limit=1`, "alice");
    if (!JSON.stringify(body).includes(`"id":${id},`)) throw new Error("the message is not the first of the list");
    listed.push(performance.now() - begun);
  }
  const compare = (name: string, samples: readonly number[]): void =>
    report({
      name: `${MESSAGES} messages on ${kind}: a new one, from its delivery to ${name}, p95`,
      value: percentile(samples, 95),
      unit: "ms",
      bound: LISTED_BOUND_MS,
      better: "lower",
      against: AGAINST,
    });
  compare("its count", told);
  compare("its place in the list", listed);
}
