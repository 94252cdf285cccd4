import { createFakeClock } from "@callpanel/testkit";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { openMemorySite } from "../../../../test/test-buses.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { createStores, openDatabase, type Stores } from "../../../app/services/storage.ts";
import { applyCompany, createDemoCompany } from "../../../modules/administration/index.ts";
import type { MessageTexts } from "../../../modules/speech/index.ts";
import {
  NEW_BOX,
  shareWrittenMessages,
  type FolderFilter,
  type MessagePage,
  type NewMessage,
  type VoicemailStore,
} from "../../../modules/voicemail/index.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import type { Tables } from "../index.ts";

const HOUR_MS = 3_600_000;
const BEGIN = Date.UTC(2026, 2, 1);
const NO_TEXTS: MessageTexts = {
  transcription: { state: "pending" },
  summary: { state: "pending" },
  category: { state: "pending" },
  translation: { state: "off" },
};
const EVERYTHING = { folder: { folder: "all" }, category: undefined, from: 0, until: Infinity, words: [] } as const;

onEachDatabase((kind, create) => {
  describe(`voicemail on ${kind}`, () => {
    let database: TestDatabase;
    let db: Kysely<Tables>;
    let stores: Stores;
    let alice: number;
    let bob: number;
    beforeEach(async () => {
      database = await create();
      db = await openDatabase(database.settings, silentLog);
      stores = createStores(db);
      await applyCompany(stores.company, createDemoCompany());
      alice = (await stores.users.byUsername("alice"))?.id ?? 0;
      bob = (await stores.users.byUsername("bob"))?.id ?? 0;
    });
    afterEach(async () => {
      await db.destroy();
      await database.remove();
    });

    const message = (boxId: number, over: Partial<NewMessage> = {}): NewMessage => ({
      boxId,
      at: BEGIN,
      durationMs: 4_000,
      from: { number: "102", name: "Bob", userId: null },
      callId: "c1",
      sound: "0".repeat(64),
      texts: NO_TEXTS,
      translationLanguage: "",
      ...over,
    });
    const idsOf = async (boxIds: readonly number[], folder: FolderFilter) =>
      (
        await stores.voicemail.list({
          ...EVERYTHING,
          boxIds,
          folder,
          sort: "origtime",
          ascending: true,
          start: 0,
          limit: 99,
        })
      ).messages.map(({ id }) => id);

    it("VM-3 every page, in both directions, is the same as sorting all messages", async () => {
      const all = [];
      for (let n = 0; n < 40; n += 1) {
        const from = { number: String(100 + ((n * 7) % 9)), name: "", userId: null };
        const durationMs = 1_000 * ((n * 13) % 11);
        const at = BEGIN + ((n * 17) % 40) * HOUR_MS;
        all.push(await stores.voicemail.add(message(n % 3 === 0 ? bob : alice, { at, durationMs, from })));
      }
      const keys = {
        origtime: ({ at }: NewMessage) => at,
        duration: ({ durationMs }: NewMessage) => durationMs,
        callerid: ({ from }: NewMessage) => Number(from.number),
        category: () => 0,
      };
      for (const boxIds of [[alice], [bob], [alice, bob]])
        for (const sort of ["origtime", "callerid", "duration", "category"] as const)
          for (const ascending of [true, false]) {
            const sorted = all
              .filter(({ boxId }) => boxIds.includes(boxId))
              .toSorted((one, other) => keys[sort](one) - keys[sort](other) || one.id - other.id)
              .map(({ id }) => id);
            const expected = ascending ? sorted : sorted.toReversed();
            for (const start of [0, 1, 18, expected.length - 1, expected.length]) {
              const page = { ...EVERYTHING, boxIds, sort, ascending, start, limit: 18 };
              const { total, messages } = await stores.voicemail.list(page);
              expect([total, messages.map(({ id }) => id)]).toEqual([
                expected.length,
                expected.slice(start, start + 18),
              ]);
            }
          }
    });

    it("VM-58 urgent messages of the inbox are listed and counted separately, oldest first", async () => {
      const add = (over: Partial<NewMessage>) => stores.voicemail.add(message(alice, over));
      await add({});
      const late = await add({ at: BEGIN + HOUR_MS, urgent: true });
      const early = await add({ urgent: true });
      await stores.voicemail.add(message(bob, {}));
      expect((await stores.voicemail.urgent(alice)).map(({ id }) => id)).toEqual([early.id, late.id]);
      const counts = async () =>
        [...(await stores.voicemail.counts()).entries()].toSorted(([one], [other]) => one - other);
      const ofBob = [bob, { newCount: 1, oldCount: 0, urgentCount: 0 }];
      expect(await counts()).toEqual([[alice, { newCount: 3, oldCount: 0, urgentCount: 2 }], ofBob]);
      await stores.voicemail.move([early.id], { folder: "old" });
      expect(await counts()).toEqual([[alice, { newCount: 2, oldCount: 1, urgentCount: 1 }], ofBob]);
      expect((await stores.voicemail.byIds([early.id]))[0]).toMatchObject({ urgent: true });
    });

    it("VM-7 the folder of all messages leaves out archived messages; a user's own folder is found by its name", async () => {
      const ids = [];
      for (let n = 0; n < 5; n += 1) ids.push((await stores.voicemail.add(message(alice))).id);
      const [inbox = 0, old = 0, family = 0, work = 0, kept = 0] = ids;
      await stores.voicemail.move([old], { folder: "old" });
      await stores.voicemail.move([family], { folder: "custom", name: "Family" });
      await stores.voicemail.move([work], { folder: "custom", name: "Work" });
      await stores.voicemail.move([kept], { folder: "archived", name: "Grandma" });
      await stores.voicemail.favor([work, kept], true);
      const of = (folder: FolderFilter) => idsOf([alice], folder);
      expect(await of({ folder: "all" })).toEqual([inbox, old, family, work]);
      expect(await of({ folder: "inbox" })).toEqual([inbox]);
      expect(await of({ folder: "old" })).toEqual([old]);
      expect(await of({ folder: "custom" })).toEqual([family, work]);
      expect(await of({ folder: "own", name: "Family" })).toEqual([family]);
      expect(await of({ folder: "favorite" })).toEqual([work]);
      expect(await of({ folder: "archived" })).toEqual([kept]);
      expect((await stores.voicemail.byIds([kept]))[0]?.place).toEqual({ folder: "archived", name: "Grandma" });
      expect(await stores.voicemail.unread([alice, bob])).toEqual(new Map([[alice, 1]]));
      expect(await stores.voicemail.heldBy(alice)).toBe(4);
      expect(await stores.voicemail.customFolders([alice])).toEqual([
        { name: "Family", messages: 1 },
        { name: "Work", messages: 1 },
      ]);
    });

    it("VM-6 a message is found by its caller and by its words, without accents; its category counts too", async () => {
      const { id } = await stores.voicemail.add(
        message(alice, { from: { number: "+14165550111", name: "Zoë 100%", userId: null } }),
      );
      await stores.voicemail.add(message(alice));
      await stores.voicemail.saveTexts(id, { transcription: { state: "done", text: "Rendez-vous à l’hôpital" } });
      await stores.voicemail.saveTexts(id, { category: { state: "done", text: "medical" } });
      const find = async (words: readonly string[], category?: "medical" | "fraud") => {
        const asked = { ...EVERYTHING, boxIds: [alice], words, category };
        const { messages } = await stores.voicemail.list({
          ...asked,
          sort: "origtime",
          ascending: true,
          start: 0,
          limit: 9,
        });
        return messages.map((one) => one.id);
      };
      for (const words of [["zoe"], ["hopital"], ["5550111"], ["100%"], ["zoe", "rendez"]])
        expect(await find(words), words.join(" ")).toEqual([id]);
      for (const words of [["zoe", "bob"], ["_00%"], ["nobody"]])
        expect(await find(words), words.join(" ")).toEqual([]);
      expect(await find([], "medical")).toEqual([id]);
      expect(await find([], "fraud")).toEqual([]);
      expect((await stores.voicemail.categories([alice])).get("medical")).toBe(1);
      await stores.voicemail.remove([id]);
      expect(await stores.voicemail.saveTexts(id, NO_TEXTS)).toBe(false);
    });

    it("VM-6 a message written after a search is found by the next one, in every sort order", async () => {
      const left = [];
      for (const [n, name] of ["Dora", "Anna", "Cora", "Bella"].entries())
        left.push(
          (await stores.voicemail.add(message(n === 3 ? bob : alice, { from: { number: "1", name, userId: null } })))
            .id,
        );
      const [dora = 0, anna = 0, cora = 0, bella = 0] = left;
      const find = async (search: Partial<MessagePage>) => {
        const page = {
          ...EVERYTHING,
          boxIds: [alice, bob],
          sort: "callerid",
          ascending: true,
          start: 0,
          limit: 9,
        } as const;
        return (await stores.voicemail.list({ ...page, ...search })).messages.map(({ id }) => id);
      };
      const words = ["a"];
      expect(await find({ words })).toEqual([anna, bella, cora, dora]);
      expect(await find({ words, sort: "origtime", ascending: false, boxIds: [alice] })).toEqual([cora, anna, dora]);
      const berta = await stores.voicemail.add(message(bob, { from: { number: "1", name: "Berta", userId: null } }));
      await stores.voicemail.move([cora], { folder: "custom", name: "Family" });
      await stores.voicemail.favor([bella], true);
      await stores.voicemail.saveTexts(dora, { summary: { state: "done", text: "Zebra crossing" } });
      await stores.voicemail.remove([anna]);
      expect(await find({ words })).toEqual([bella, berta.id, cora, dora]);
      expect(await find({ words, ascending: false, start: 1, limit: 2 })).toEqual([cora, berta.id]);
      expect(await find({ words, start: 4 })).toEqual([]);
      expect(await find({ words: ["zebra"] })).toEqual([dora]);
      expect(await find({ words, folder: { folder: "own", name: "Family" } })).toEqual([cora]);
      expect(await find({ folder: { folder: "favorite" } })).toEqual([bella]);
    });

    it("VM-3 VM-6 a search finds messages of another server, and after a gap those that it may have written", async () => {
      const site = openMemorySite();
      const onBus = (voicemail: VoicemailStore) => {
        const bus = createBus({ clock: createFakeClock(), log: silentLog, connect: site.connect });
        return shareWrittenMessages({ store: voicemail, bus });
      };
      const { voicemail: elsewhere } = createStores(db);
      const stops = [stores.voicemail, elsewhere].map(onBus);
      const find = async (name: string) => {
        const page = {
          ...EVERYTHING,
          boxIds: [alice],
          sort: "origtime",
          ascending: true,
          start: 0,
          limit: 999,
        } as const;
        const { total, messages } = await stores.voicemail.list({ ...page, words: [name] });
        return [total, messages.length];
      };
      const leave = async (name: string) =>
        (await elsewhere.add(message(alice, { from: { number: "1", name, userId: null } }))).id;
      expect(await find("zoe")).toEqual([0, 0]);
      const ids = [];
      for (let n = 0; n < 402; n += 1) ids.push(await leave("Zoe"));
      expect(await find("zoe")).toEqual([402, 402]);
      await elsewhere.remove(ids);
      expect(await find("zoe")).toEqual([0, 0]);

      await site.cut();
      await leave("Yves");
      expect(await find("yves")).toEqual([0, 0]);
      await site.mend();
      expect(await find("yves")).toEqual([1, 1]);
      for (const stop of stops) stop();
      await leave("Xena");
      expect(await find("xena")).toEqual([0, 0]);
    });

    it("VM-64 older messages are found in all boxes, except archived ones and favourites", async () => {
      const left = [];
      for (const [n, boxId] of [alice, bob, alice, bob, alice].entries())
        left.push((await stores.voicemail.add(message(boxId, { at: BEGIN + n * HOUR_MS }))).id);
      const [first = 0, second = 0, third = 0, fourth = 0] = left;
      await stores.voicemail.move([first], { folder: "archived", name: "Kept" });
      await stores.voicemail.favor([third], true);
      const before = async (limit: number) =>
        (await stores.voicemail.leftBefore(BEGIN + 4 * HOUR_MS, limit)).map(({ id }) => id);
      expect(await before(9)).toEqual([second, fourth]);
      expect(await before(1)).toEqual([second]);
    });

    it("VM-65 sounds of boxes without an owner are found, whatever else has an account", async () => {
      const hold = (kind: string, holder: string, account: string | null) =>
        db.insertInto("sound_holders").values({ sound_id: "s", kind, holder, account }).execute();
      await db.insertInto("sounds").values({ id: "s", type: "audio/ogg", bytes: 1, duration_ms: 1 }).execute();
      await hold("voicemail", "1", `box:${alice}`);
      await hold("greeting", "2", "box:987654");
      await hold("voicemail", "3", "box:987655");
      await hold("recording", "4", null);
      await hold("chat", "5", "room:a");
      const found = await stores.voicemail.holdersOfRemoved(9);
      expect(found.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
        { kind: "greeting", id: "2" },
        { kind: "voicemail", id: "3" },
      ]);
      expect(await stores.voicemail.holdersOfRemoved(1)).toHaveLength(1);
    });

    it("VM-31 a box with default settings has no row, and a new greeting replaces the one in use", async () => {
      expect(await stores.voicemail.box(alice)).toBeUndefined();
      const change = stores.voicemail.changeBox;
      await Promise.all([
        change(alice, (box) => ({ ...box, pinHash: "h" })),
        change(alice, (box) => ({ ...box, settings: { ...box.settings, deletevm: true } })),
      ]);
      expect(await stores.voicemail.box(alice)).toEqual({ settings: { ...NEW_BOX, deletevm: true }, pinHash: "h" });
      const made = { boxId: alice, type: "busy", durationMs: 900, madeAt: BEGIN, spoken: null } as const;
      const first = await stores.voicemail.useGreeting({ ...made, sound: "a" });
      expect(first.replaced).toBeUndefined();
      await stores.voicemail.archiveGreeting(first.greeting.id, "Holidays");
      const second = await stores.voicemail.useGreeting({ ...made, sound: "b" });
      expect(second.replaced).toBeUndefined();
      const third = await stores.voicemail.useGreeting({ ...made, sound: "c", spoken: { text: "Hi", voice: "en" } });
      expect(third.replaced?.sound).toBe("b");
      const kept = await stores.voicemail.greetings(alice, "busy");
      expect(kept.map(({ sound, archiveName }) => [sound, archiveName])).toEqual([
        ["c", null],
        ["a", "Holidays"],
      ]);
    });
  });
});
