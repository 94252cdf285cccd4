import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { announcementDraft } from "../../../../test/announcements.ts";
import { openFreshStore } from "../../../../test/store-file.ts";
import { silentLog, temporaryStorage } from "../../../../test/temporary-storage.ts";
import { createStores } from "../../../app/services/storage.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import { createRevisions, REVISIONS_EVERY_MS } from "../../../kernel/bus/revisions.ts";
import { applyCompany, parseCompanyFile } from "../../../modules/administration/index.ts";
import { createCompanyCopy } from "../../../kernel/bus/company-copy.ts";
import { createQueueBook } from "./index.ts";

const ACME = `
realm: acme
users: [{ username: ann, first_name: Ann, last_name: Ames, extension: 101, password: a-good-password }]
queues: [{ number: 600, name: Support, members: [{ user: ann }] }]
`;

const storage = temporaryStorage();
const clock = createFakeClock();
let open: Awaited<ReturnType<typeof openBook>>;

async function openBook() {
  const db = await openFreshStore(storage);
  const stores = createStores(db);
  await applyCompany(stores.company, parseCompanyFile(ACME));
  const revisions = createRevisions({
    bus: createBus({ clock, log: silentLog }),
    store: stores.revisions,
    clock,
    log: silentLog,
  });
  const queues = await createCompanyCopy({ read: stores.queues.queuesOf, realm: "acme", revisions });
  const files = new Map([["s640", "/sounds/640"]]);
  const book = createQueueBook({
    queues,
    announcements: {
      byNumber: async (realm, number) => {
        const found = await stores.announcements.byNumber(realm, number);
        return found && { ...found, sound: { id: `s${number}`, durationMs: 1 } };
      },
    },
    sounds: { localPath: async (id) => files.get(id) },
  });
  const close = async (): Promise<void> => {
    queues.stop();
    await revisions.stop();
    await db.destroy();
  };
  return { stores, revisions, book, close };
}

beforeEach(async () => {
  open = await openBook();
});
afterEach(async () => {
  await open.close();
  storage.remove();
});

/** The first look of the revisions reads everything once. */
const look = async () => {
  await clock.advance(REVISIONS_EVERY_MS);
  await open.revisions.stop();
};

it("QUEUESET-8 the phone system gets the settings of each queue of its realm, and none of another realm", async () => {
  const { book, stores } = open;
  const ann = (await stores.users.byUsername("ann"))?.id;
  expect(await book.queues("elsewhere")).toEqual([]);
  expect(await book.queues("acme")).toEqual([
    {
      id: "600",
      number: "600",
      name: "Support",
      strategy: "ringAll",
      members: [{ agentId: ann, penalty: 0, login: "always" }],
      agentRingSeconds: 15,
      retrySeconds: 5,
      wrapUpSeconds: 0,
      joinWhenEmpty: "never",
      leaveWhenEmpty: "never",
      callbacks: { key: undefined, attempts: 3, retrySeconds: 600, expireSeconds: 86_400, most: 20 },
      weight: 0,
      ringInUse: false,
      autoPauseScope: "queue",
      announce: { position: false, wait: false, firstSeconds: 30, everySeconds: 60 },
      language: "en",
      records: false,
    },
  ]);
});

it("QUEUESET-8 a change by another process is noticed; announcements are files, and one without a file is not played", async () => {
  const { book, stores } = open;
  let changes = 0;
  const stop = book.subscribe(() => void (changes += 1));
  const [realm] = await stores.company.read((company) => company.realms());
  for (const number of ["640", "641"]) await stores.announcements.add(realm?.id ?? 0, announcementDraft({ number }));
  const settings = "callback_key: 2, exit_key: 1, exit_to: 101, max_waiting: 3, greeting: 640, music: 641";
  await applyCompany(
    stores.company,
    parseCompanyFile(`realm: acme\nqueues: [{ number: 600, name: S, ${settings} }]\n`),
  );
  await look();
  expect(changes).toBe(1);
  const [queue] = await book.queues("acme");
  expect(queue?.callbacks).toMatchObject({ key: "2" });
  expect(queue).toMatchObject({ name: "S", exit: { key: "1", to: "101" }, maxWaiting: 3, greeting: "/sounds/640" });
  expect(queue?.music).toBeUndefined();
  stop();
});
