/** Boxes as the phone system sees them, on a real store with a fake clock. */
import { writeFileSync } from "node:fs";
import type { Voicemail, VoicemailBox, VoicemailCaller, VoicemailDraft, VoicemailMessage } from "@callpanel/phone-port";
import { createTestClock, type TestClock } from "./test-server.ts";
import { freshStore } from "./store-file.ts";
import { silentLog, temporaryStorage } from "./temporary-storage.ts";
import { toneOpus } from "./voicemails.ts";
import { createBus } from "../src/kernel/bus/bus.ts";
import { openKnownPlaces } from "../src/kernel/guard/known-places.ts";
import { createJobs } from "../src/kernel/jobs/jobs.ts";
import type { SoundStore } from "../src/kernel/files/sound-store.port.ts";
import { createShutdown } from "../src/kernel/shutdown.ts";
import { applyCompany, parseCompanyFile } from "../src/modules/administration/index.ts";
import type { Mail } from "../src/modules/mail/index.ts";
import { makeMessageTexts, type Speech } from "../src/modules/speech/index.ts";
import { displayName } from "../src/modules/users/index.ts";
import { createMessageWords, notifyOfMessages, type BoxSettings } from "../src/modules/voicemail/index.ts";
import { parseSettings } from "../src/app/config.ts";
import { openOwnership } from "../src/app/services/ownership.ts";
import { openSounds } from "../src/app/services/sounds.ts";
import { createStores, openDatabase } from "../src/app/services/storage.ts";
import { openVoicemail } from "../src/app/services/voicemail.ts";

const COMPANY = `
realm: demo
groups: [{ name: none, permissions: [] }]
users:
  - { username: alice, first_name: Alice, last_name: Archer, extension: 101, password: callpanel-demo, groups: [none] }
  - { username: bob, first_name: Bob, last_name: Brandt, extension: 102, password: callpanel-demo, groups: [none] }
`;

export const FROM: VoicemailCaller = { number: "102", name: "Bob <b>Brandt</b>", userId: 2 };

export const RECORDED = { durationMs: 3_000, bytes: 1, marks: [] };

const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/** What a test sees of a server with boxes, and sets. */
interface Report {
  /** Counts that were reported. */
  told: Array<readonly [boxId: number, newCount: number, oldCount: number]>;
  readonly mails: Mail[];
  readonly pages: Array<{ readonly to: string; readonly text: string }>;
  /** The size of a box, from the next start on. */
  boxBytes: number;
  /** What the speech engine understands; a test may resolve it later. */
  heard: Promise<string>;
  /** How many callers have left a message. */
  calls: number;
}

interface Surroundings {
  readonly settings: ReturnType<ReturnType<typeof temporaryStorage>["fresh"]>;
  readonly clock: TestClock;
  readonly alice: number;
  readonly report: Report;
}

export type OpenBoxes = Awaited<ReturnType<typeof openBoxes>>;

/** Opens the boxes of a company on a store of their own. */
export async function openBoxes() {
  const storage = temporaryStorage();
  const settings = await freshStore(storage);
  const clock = createTestClock();
  const { alice, bob } = await writeCompany(settings);
  const report: Report = {
    told: [],
    mails: [],
    pages: [],
    boxBytes: 1_000_000_000,
    heard: Promise.resolve("call me back"),
    calls: 0,
  };
  const surroundings = { settings, clock, alice, report };
  const begin = async (callId = "c1"): Promise<VoicemailDraft> => {
    const draft = await at.boxes.begin(String(alice), { kind: "message", from: FROM, callId });
    if (draft === "full") throw new Error("the box is full");
    return draft;
  };
  const at = Object.assign(report, await startServer(surroundings), {
    clock,
    alice,
    bob,
    /** Stops the server and starts another one on the same store. */
    restart: async (voicemailOperator?: string): Promise<void> => {
      await at.shutdown.stop();
      Object.assign(at, await startServer(surroundings, voicemailOperator));
    },
    boxOf: async (userId: number): Promise<VoicemailBox> => {
      const box = await at.boxes.boxOfUser(userId);
      if (box === undefined) throw new Error("everybody has a box");
      return box;
    },
    /** Changes settings of Alice's box. */
    set: (change: Partial<BoxSettings>) =>
      at.stores.voicemail.changeBox(alice, (box) => ({ ...box, settings: { ...box.settings, ...change } })),
    /** Begins a message for Alice. */
    begin,
    /** Leaves a message for Alice. */
    leave: async (seconds = 3): Promise<VoicemailDraft> => {
      report.calls += 1;
      const draft = await begin(`call${report.calls}`);
      writeFileSync(draft.path, toneOpus(440, seconds));
      await at.boxes.finish(draft.id, RECORDED);
      return draft;
    },
    /** Alice's new messages. */
    inbox: async (): Promise<readonly VoicemailMessage[]> => at.boxes.messages(String(alice), { kind: "new" }),
    close: async (): Promise<void> => {
      await at.shutdown.stop();
      storage.remove();
    },
  });
  return at;
}

async function writeCompany(
  settings: Surroundings["settings"],
): Promise<{ readonly alice: number; readonly bob: number }> {
  const db = await openDatabase(settings, silentLog);
  const { company, users } = createStores(db);
  await applyCompany(company, parseCompanyFile(COMPANY));
  const idOf = async (username: string): Promise<number> => (await users.byUsername(username))?.id ?? 0;
  const ids = { alice: await idOf("alice"), bob: await idOf("bob") };
  await db.destroy();
  return ids;
}

/** Starts a server on the store, with everything that the one before it left. */
async function startServer({ settings, clock, alice, report }: Surroundings, voicemailOperator?: string) {
  const shutdown = createShutdown();
  const db = await openDatabase(settings, silentLog);
  shutdown.add(() => db.destroy());
  const stores = createStores(db);
  const bus = createBus({ clock, log: silentLog });
  const jobs = createJobs({ store: stores.jobs, bus, clock, random, log: silentLog });
  shutdown.add(jobs.stop);
  const unused = new URL("file:///no-conversion");
  const ownership = await openOwnership({ ...settings, stores, clock, random, log: silentLog, shutdown });
  const opened = await openSounds({
    ...parseSettings({}),
    ...ownership,
    dataDir: settings.dataDir,
    conversionUrl: unused,
    stores,
    clock,
    log: silentLog,
    shutdown,
  });
  // MP3 conversion needs a thread, which these tests do not start.
  const sounds: SoundStore = { ...opened, inFormat: (id) => opened.find(id) };
  const speech: Speech = {
    textToSpeech: undefined,
    speechToText: { engine: "ears", understands: () => true, transcribe: () => report.heard },
    textAnalysis: undefined,
    translation: undefined,
  };
  const { dataDir } = settings;
  const shared = {
    stores,
    sounds,
    speech,
    jobs,
    bus,
    dataDir,
    boxBytes: report.boxBytes,
    timeZone: "America/Toronto",
    clock,
    random,
    log: silentLog,
  };
  const known = await openKnownPlaces({ store: stores.knownPlaces, clock, log: silentLog });
  const voicemail = await openVoicemail({ ...shared, ...ownership, known, shutdown, voicemailOperator });
  const { changed } = voicemail.feed;
  makeMessageTexts({
    jobs,
    speech,
    voicemail: createMessageWords({ store: stores.voicemail, sounds, changed }),
  });
  await ownership.leftovers.start();
  voicemail.feed.subscribe((boxId, { newCount, oldCount }) => report.told.push([boxId, newCount, oldCount]));
  notifyOfMessages({
    ...shared,
    store: stores.voicemail,
    users: stores.users,
    writes: voicemail.writes,
    mailer: { send: async (mail) => void report.mails.push(mail) },
    sendSms: async (page) => {
      report.pages.push(page);
      return { reference: undefined };
    },
  });
  const users = await Promise.all(["alice", "bob"].map(stores.users.byUsername));
  const owners = new Map(users.flatMap((user) => (user === undefined ? [] : [[user.id, user] as const])));
  const boxes: Voicemail = voicemail.boxesFor({
    at: (realm, number) => (realm === "demo" && number === "101" ? alice : undefined),
    byId: (userId) => {
      const user = owners.get(userId);
      return user && { userId, displayName: displayName(user), extension: user.extension };
    },
  });
  return { shutdown, db, stores, sounds, voicemail, boxes };
}
