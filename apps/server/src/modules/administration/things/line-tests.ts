/** LINE-33: a gateway is connected to one server of a database; the test of a line asks all of them, through the database. */
import { lineTestSchema, type LineTest } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { Servers } from "../../../kernel/jobs/lease.ts";
import type { Log } from "../../../kernel/log.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { ServerSettingStore } from "../backups/backup-schedule.ts";

type Gateways = LineTest["gateways"];

const testsSchema = z.array(
  z.object({
    id: z.string(),
    realm: z.string(),
    line: z.string(),
    at: z.number(),
    /** By the server that answered, by the id of its lease. */
    answers: z.record(z.string(), lineTestSchema.shape.gateways),
  }),
);
type AskedTests = z.infer<typeof testsSchema>;

type Settings = Pick<ServerSettingStore, "read" | "replace">;

const SETTING = "lines.tests";
/** A test that its server did not remove is dropped after this time. */
const KEPT_MS = 60_000;
/** A gateway has five seconds, and a server that is not on the bus looks every half second. */
const WAIT_MS = 10_000;
const LOOK_EVERY_MS = 100;

export interface AskingDeps {
  readonly serverSettings: Settings;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly wait: (ms: number) => Promise<void>;
}

export interface AskedLine {
  readonly realm: string;
  readonly line: string;
  /** Whose answers are waited for. */
  readonly servers: ReadonlySet<string>;
  /** Makes each server look: the revision of the company grows. */
  readonly wake: () => Promise<void>;
}

/** @returns the gateways of the servers that answered in time, and how many did */
export async function askServers(
  { serverSettings, clock, random, wait }: AskingDeps,
  { realm, line, servers, wake }: AskedLine,
): Promise<{ readonly gateways: Gateways; readonly answered: number }> {
  const id = newId(random);
  const at = clock.now();
  await changeTests(serverSettings, (tests) => [
    ...tests.filter((one) => Math.abs(at - one.at) < KEPT_MS),
    { id, realm, line, at, answers: {} },
  ]);
  await wake();
  let answers: ReadonlyMap<string, Gateways> = new Map();
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_EVERY_MS) {
    await wait(LOOK_EVERY_MS);
    const asked = (await readTests(serverSettings)).find((one) => one.id === id);
    answers = new Map(Object.entries(asked?.answers ?? {}));
    if ([...servers].every((server) => answers.has(server))) break;
  }
  await changeTests(serverSettings, (tests) => tests.filter((one) => one.id !== id));
  return { gateways: [...answers.values()].flat(), answered: answers.size };
}

export interface AnsweringDeps {
  readonly serverSettings: Settings;
  readonly servers: Pick<Servers, "id">;
  readonly test: (asked: { readonly realm: string; readonly line: string }) => Promise<Gateways>;
  readonly log: Log;
}

/** @returns looks for tests that others ask for, and answers them */
export function createLineAnswers({ serverSettings, servers, test, log }: AnsweringDeps): () => void {
  const begun = new Set<string>();
  const answer = async ({ id, realm, line }: AskedTests[number]): Promise<void> => {
    const gateways = await test({ realm, line });
    await changeTests(serverSettings, (tests) =>
      tests.map((one) => (one.id === id ? { ...one, answers: { ...one.answers, [servers.id]: gateways } } : one)),
    );
  };
  const look = async (): Promise<void> => {
    const tests = await readTests(serverSettings);
    for (const id of begun) if (!tests.some((one) => one.id === id)) begun.delete(id);
    const due = tests.filter(({ id }) => !begun.has(id));
    for (const { id } of due) begun.add(id);
    await Promise.all(due.map(answer));
  };
  return () => void look().catch((error: unknown) => log.warn("a line could not be tested", { err: error }));
}

async function readTests(settings: Pick<Settings, "read">): Promise<AskedTests> {
  return parsed(await settings.read(SETTING));
}

async function changeTests(settings: Settings, change: (tests: AskedTests) => AskedTests): Promise<void> {
  for (;;) {
    const text = await settings.read(SETTING);
    if (await settings.replace(SETTING, text, JSON.stringify(change(parsed(text))))) return;
  }
}

function parsed(text: string | undefined): AskedTests {
  if (text === undefined) return [];
  const value: unknown = JSON.parse(text);
  return z.safeParse(testsSchema, value).data ?? [];
}
