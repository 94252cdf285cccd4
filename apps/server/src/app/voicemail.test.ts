import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Voicemail, VoicemailBox, VoicemailCaller } from "@callpanel/phone-port";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestClock, type TestClock } from "../../test/test-server.ts";
import { silentLog, temporaryStorage } from "../../test/temporary-storage.ts";
import { heardHz, toneOpus } from "../../test/voicemails.ts";
import type { Tables } from "../adapters/database/index.ts";
import { openKnownPlaces } from "../kernel/known-places.ts";
import { createJobs, type Jobs } from "../kernel/jobs.ts";
import type { SoundStore } from "../kernel/sound-store.port.ts";
import { createStopList, type StopList } from "../kernel/stop-list.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";
import type { Mail } from "../modules/mail/index.ts";
import type { Speech } from "../modules/speech/index.ts";
import { messageRetention, tellOfMessages, NEW_BOX, type BoxSettings } from "../modules/voicemail/index.ts";
import { parseSettings } from "./config.ts";
import { openOwnership } from "./ownership.ts";
import { openSounds } from "./sounds.ts";
import { createStores, openDatabase, type Stores } from "./storage.ts";
import { openVoicemail, type OpenVoicemail } from "./voicemail.ts";

const COMPANY = `
realm: demo
groups: [{ name: none, permissions: [] }]
users:
  - { username: alice, first_name: Alice, last_name: Archer, extension: 101, password: callpanel-demo, groups: [none] }
  - { username: bob, first_name: Bob, last_name: Brandt, extension: 102, password: callpanel-demo, groups: [none] }
`;
const FROM: VoicemailCaller = { number: "102", name: "Bob <b>Brandt</b>", userId: 2 };
const RECORDED = { durationMs: 3_000, bytes: 1, marks: [] };
const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

describe("boxes for telephones", () => {
  const storage = temporaryStorage();
  let settings: ReturnType<typeof storage.fresh>;
  let clock: TestClock;
  let db: Kysely<Tables>;
  let stores: Stores;
  let sounds: SoundStore;
  let jobs: Jobs;
  let stopList: StopList;
  let voicemail: OpenVoicemail;
  let boxes: Voicemail;
  let told: Array<readonly [boxId: number, newCount: number, oldCount: number]>;
  let mails: Mail[];
  let pages: Array<{ readonly to: string; readonly text: string }>;
  let alice: number;
  let bob: number;
  let boxBytes: number;
  /** The transcription; a promise that a test resolves. */
  let heard: Promise<string>;

  /** Starts a server on the same store, with everything that the one before it left. */
  const open = async (voicemailOperator?: string): Promise<void> => {
    stopList = createStopList();
    db = await openDatabase(settings, silentLog);
    stopList.add(() => db.destroy());
    stores = createStores(db);
    jobs = createJobs({ store: stores.jobs, clock, random, log: silentLog });
    stopList.add(jobs.stop);
    const unused = new URL("file:///no-conversion");
    const ownership = await openOwnership({ ...settings, stores, clock, random, log: silentLog, stopList });
    const opened = await openSounds({
      ...parseSettings({}),
      ...ownership,
      dataDir: settings.dataDir,
      conversionUrl: unused,
      stores,
      clock,
      log: silentLog,
      stopList,
    });
    // MP3 conversion needs a thread, which these tests do not start.
    sounds = { ...opened, inFormat: (id) => opened.find(id) };
    const speech: Speech = {
      textToSpeech: undefined,
      speechToText: { engine: "ears", understands: () => true, transcribe: () => heard },
      textAnalysis: undefined,
      translation: undefined,
    };
    const { dataDir } = settings;
    const shared = {
      stores,
      sounds,
      speech,
      jobs,
      dataDir,
      boxBytes,
      timeZone: "America/Toronto",
      clock,
      random,
      log: silentLog,
    };
    const known = await openKnownPlaces({ store: stores.knownPlaces, clock, log: silentLog });
    voicemail = await openVoicemail({ ...shared, ...ownership, known, stopList, voicemailOperator });
    await ownership.leftovers.start();
    voicemail.feed.subscribe((boxId, { newCount, oldCount }) => told.push([boxId, newCount, oldCount]));
    tellOfMessages({
      ...shared,
      store: stores.voicemail,
      users: stores.users,
      writes: voicemail.writes,
      mailer: { send: async (mail) => void mails.push(mail) },
      sendSms: async (page) => void pages.push(page),
    });
    boxes = voicemail.boxesFor((realm, number) => (realm === "demo" && number === "101" ? alice : undefined));
  };
  beforeEach(async () => {
    settings = storage.fresh();
    clock = createTestClock();
    boxBytes = 1_000_000_000;
    [told, mails, pages, heard] = [[], [], [], Promise.resolve("call me back")];
    const first = await openDatabase(settings, silentLog);
    const company = createStores(first);
    await applyCompany(company.company, parseCompanyFile(COMPANY));
    alice = (await company.users.byUsername("alice"))?.id ?? 0;
    bob = (await company.users.byUsername("bob"))?.id ?? 0;
    await first.destroy();
    await open();
  });
  afterEach(async () => {
    await stopList.stop();
    storage.remove();
  });

  const boxOf = async (userId: number): Promise<VoicemailBox> => {
    const box = await boxes.boxOfUser(userId);
    if (box === undefined) throw new Error("everybody has a box");
    return box;
  };
  const set = (change: Partial<BoxSettings>) =>
    stores.voicemail.changeBox(alice, (box) => ({ ...box, settings: { ...box.settings, ...change } }));
  const begin = async (callId = "c1") => {
    const draft = await boxes.begin(String(alice), { kind: "message", from: FROM, callId });
    if (draft === "full") throw new Error("the box is full");
    return draft;
  };
  let calls = 0;
  const leave = async (seconds = 3) => {
    calls += 1;
    const draft = await begin(`call${calls}`);
    writeFileSync(draft.path, toneOpus(440, seconds));
    await boxes.finish(draft.id, RECORDED);
    return draft;
  };
  const inbox = () => boxes.messages(String(alice), { kind: "new" });

  it("VM-50 VM-51 a caller's message is in the box immediately, is reported, and has the recorded sound", async () => {
    expect(await boxes.boxByMailbox("demo", "101")).toMatchObject({ id: String(alice), name: "Alice Archer" });
    expect(await boxes.boxByMailbox("elsewhere", "101")).toBeUndefined();
    const draft = await leave();
    const [message] = await inbox();
    expect(message).toMatchObject({ durationMs: 3_000, from: FROM });
    await voicemail.feed.settled();
    expect(told[0]).toEqual([alice, 1, 0]);
    const sound = readFileSync((await boxes.messageSound(message?.id ?? "")) ?? "");
    expect(heardHz(sound, { fromMs: 500, untilMs: 2_500 })).toBe(440);
    expect(existsSync(draft.path)).toBe(false);
    await boxes.finish(draft.id, RECORDED);
    expect(await inbox()).toHaveLength(1);
    const discarded = await begin("c2");
    writeFileSync(discarded.path, toneOpus(500, 3));
    await boxes.discard(discarded.id);
    expect([existsSync(discarded.path), (await inbox()).length]).toEqual([false, 1]);
  });

  it("VM-58 a message that its caller marked as urgent comes first, is counted separately, and stays urgent in a copy", async () => {
    await leave();
    const draft = await begin("urgent");
    writeFileSync(draft.path, toneOpus(440, 3));
    await boxes.finish(draft.id, RECORDED, { urgent: true });
    const [first, second] = await inbox();
    expect([first?.urgent, second?.urgent, (await inbox()).length]).toEqual([true, false, 2]);
    const counts = (of: number) => boxes.counts(String(of));
    expect(await counts(alice)).toEqual({ newCount: 2, oldCount: 0, urgentCount: 1 });
    expect(await boxes.forward(first?.id ?? "", String(bob))).toBe(true);
    expect(await counts(bob)).toEqual({ newCount: 1, oldCount: 0, urgentCount: 1 });
    await boxes.markHeard(first?.id ?? "");
    expect(await counts(alice)).toEqual({ newCount: 1, oldCount: 1, urgentCount: 0 });
    expect(await boxes.messages(String(alice), { kind: "old" })).toMatchObject([{ urgent: true }]);
  });

  it("VM-44 the number that callers reach by 0 is a setting of the system; without it 0 has no effect", async () => {
    expect(await boxOf(alice)).not.toHaveProperty("operator");
    await stopList.stop();
    await open("600");
    expect(await boxOf(alice)).toMatchObject({ operator: "600" });
  });

  it("PUSH-7 notifications get each new message once", async () => {
    const left: string[] = [];
    voicemail.feed.onLeft(({ boxId, callId, from }) => left.push(`${callId} of ${from.number} to ${boxId}`));
    const draft = await leave();
    await boxes.finish(draft.id, RECORDED);
    expect(left).toEqual([`call${calls} of 102 to ${alice}`]);
  });

  it("VM-52 transcription, summary and translation are made afterwards, and each is reported", async () => {
    let say = (_words: string): void => undefined;
    heard = new Promise((resolve) => {
      say = resolve;
    });
    await leave();
    const texts = async () => (await stores.voicemail.byIds([Number((await inbox())[0]?.id)]))[0]?.texts;
    expect(await texts()).toMatchObject({ transcription: { state: "pending" }, summary: { state: "unavailable" } });
    await voicemail.feed.settled();
    told = [];
    say("the doctor called");
    await expect.poll(texts).toMatchObject({ transcription: { state: "done", text: "the doctor called" } });
    await expect.poll(() => told).toEqual([[alice, 1, 0]]);
    await set({ transcript: false });
    await leave();
    expect((await stores.voicemail.byIds([Number((await inbox())[1]?.id)]))[0]?.texts.transcription.state).toBe("off");
  });

  it("VM-53 VM-54 a mail contains the sound and the words, once they exist; the pager mail is sent immediately", async () => {
    let say = (_words: string): void => undefined;
    heard = new Promise((resolve) => {
      say = resolve;
    });
    await set({ email: "alice@example.com", attach: true, pager: "+1 416 555-0100" });
    await leave();
    await expect
      .poll(() => pages)
      .toEqual([{ to: "+14165550100", text: "Voicemail 0:03 from Bob <b>Brandt</b> (102)" }]);
    expect(mails).toEqual([]);
    say("call me back");
    await expect
      .poll(async () => {
        await clock.advance(3_000);
        return mails.length;
      })
      .toBe(1);
    const [mail] = mails;
    expect(mail).toMatchObject({ to: { address: "alice@example.com" }, locale: "en-US" });
    expect(mail?.parts.map((part) => part.kind === "text" && part.text)).toContain("call me back");
    const bytes = mail?.attachments?.[0]?.bytes ?? new Uint8Array();
    expect(heardHz(bytes, { fromMs: 500, untilMs: 2_500 })).toBe(440);
    expect([pages.length, (await inbox()).length]).toEqual([1, 1]);
  });

  it("VM-54 a mail waits two minutes for words, not longer", async () => {
    let say = (_words: string): void => undefined;
    heard = new Promise((resolve) => {
      say = resolve;
    });
    await set({ email: "alice@example.com", language: "fr" });
    await leave();
    await clock.advance(110_000);
    expect(mails).toEqual([]);
    await expect
      .poll(async () => {
        await clock.advance(3_000);
        return mails.length;
      })
      .toBe(1);
    expect(mails[0]).toMatchObject({ locale: "fr-CA" });
    expect(mails[0]?.subject).toContain("Nouveau message vocal");
    expect(mails[0]?.attachments).toBeUndefined();
    say("too late");
  });

  it("VM-55 a message is deleted after it was sent by mail", async () => {
    await set({ email: "alice@example.com", attach: true, deletevm: true, transcript: false });
    await leave();
    await expect.poll(() => mails.length).toBe(1);
    await expect.poll(inbox).toEqual([]);
    expect(await sounds.used(`box:${alice}`)).toBe(0);
  });

  it("VM-41 wrong PINs of a box count together; five lock it for a minute, each further one for twice as long", async () => {
    const id = String(alice);
    const check = (pin: string) => boxes.checkPin(id, { pin, caller: "number +14165550199" });
    const own = (pin: string) => boxes.checkPin(id, { pin, caller: `user ${id}` });
    expect(await check("2580")).toBe("wrong");
    expect(await boxes.changePin(id, "25")).toBe("badLength");
    expect(await boxes.changePin(id, "1234")).toBe("tooSimple");
    expect(await boxes.changePin(id, "2580")).toBe("changed");
    expect(await check("2580")).toBe("right");
    for (let tries = 0; tries < 5; tries += 1) expect(await check("0000")).toBe("wrong");
    expect([await check("2580"), await boxes.checkPin(String(bob), { pin: "1", caller: "user 9" })]).toEqual([
      "locked",
      "wrong",
    ]);
    await stopList.stop();
    await open();
    expect(await check("2580"), "after a restart").toBe("locked");
    clock.leap(60_001);
    expect(await check("0000")).toBe("wrong");
    clock.leap(60_001);
    expect(await check("2580")).toBe("locked");
    clock.leap(60_001);
    expect(await check("2580")).toBe("right");
    for (let tries = 0; tries < 9; tries += 1) await boxes.checkPin(id, { pin: "0000", caller: "user 9" });
    expect(await own("2580"), "strangers do not lock the owner's own telephone").toBe("right");
    for (let tries = 0; tries < 5; tries += 1) expect(await own("0000")).toBe("wrong");
    expect(await own("2580")).toBe("locked");
    expect(await boxOf(alice)).toMatchObject({ asksOwnerForPin: true, pinDigits: { fewest: 4, most: 10 } });
  });

  it("VM-42 VM-43 a box has its owner's settings; a box without a PIN does not ask its owner for one", async () => {
    expect(NEW_BOX.playcid).toBe(true);
    await set({ language: "fr", envelope: false, playcid: false, skip_instruct: true });
    expect(await boxOf(alice)).toEqual({
      id: String(alice),
      mailbox: "101",
      name: "Alice Archer",
      ownerId: alice,
      language: "fr",
      timeZone: "America/Toronto",
      skipInstruct: true,
      envelope: false,
      playCallerId: false,
      asksOwnerForPin: false,
      pinDigits: { fewest: 4, most: 10 },
    });
  });

  it("VM-57 a telephone can mark, move and remove messages, and record and remove greetings", async () => {
    await leave();
    const id = (await inbox())[0]?.id ?? "";
    const counts = () => boxes.counts(String(alice));
    expect(await counts()).toEqual({ newCount: 1, oldCount: 0, urgentCount: 0 });
    await boxes.markHeard(id);
    expect(await counts()).toEqual({ newCount: 0, oldCount: 1, urgentCount: 0 });
    await boxes.move(id, { kind: "custom", name: "Family" });
    await boxes.markHeard(id);
    expect(await boxes.folders(String(alice))).toEqual(["Family"]);
    expect(await boxes.messages(String(alice), { kind: "custom", name: "Family" })).toHaveLength(1);
    await boxes.remove(id);
    expect([await counts(), await boxes.messageSound(id)]).toEqual([
      { newCount: 0, oldCount: 0, urgentCount: 0 },
      undefined,
    ]);

    const greeting = await boxes.begin(String(alice), { kind: "greeting", greeting: "busy" });
    if (greeting === "full") throw new Error("a greeting always has room");
    expect(await boxes.greetingSound(String(alice), "busy")).toBeUndefined();
    writeFileSync(greeting.path, toneOpus(700, 2));
    await boxes.finish(greeting.id, RECORDED);
    const path = await boxes.greetingSound(String(alice), "busy");
    expect(heardHz(readFileSync(path ?? ""), { fromMs: 500, untilMs: 1_500 })).toBe(700);
    await boxes.removeGreeting(String(alice), "busy");
    expect(await boxes.greetingSound(String(alice), "busy")).toBeUndefined();
  });

  it("VM-56 a forwarded message is new in the other box, after the spoken introduction", async () => {
    await leave();
    const comment = await boxes.begin(String(alice), { kind: "comment" });
    if (comment === "full") throw new Error("a comment always has room");
    writeFileSync(comment.path, toneOpus(900, 2));
    await boxes.finish(comment.id, RECORDED);
    expect(await boxes.forward((await inbox())[0]?.id ?? "", String(bob), comment.id)).toBe(true);
    const [copy] = await boxes.messages(String(bob), { kind: "new" });
    const sound = readFileSync((await boxes.messageSound(copy?.id ?? "")) ?? "");
    expect(heardHz(sound, { fromMs: 500, untilMs: 1_500 })).toBe(900);
    expect(heardHz(sound, { fromMs: 2_500, untilMs: 4_500 })).toBe(440);
    expect(Math.round((copy?.durationMs ?? 0) / 100)).toBe(50);
    expect([(await inbox()).length, existsSync(comment.path)]).toEqual([1, false]);
  });

  it("VM-60 a message that a kill interrupted is delivered once at the next start; other drafts are removed", async () => {
    const [cut, short, silent] = [await begin("c1"), await begin("c2"), await begin("c3")];
    writeFileSync(cut.path, toneOpus(440, 3));
    writeFileSync(short.path, toneOpus(440, 1));
    const greeting = await boxes.begin(String(alice), { kind: "greeting", greeting: "temp" });
    // Killed after the store took the sound, before the message was added.
    const taken = await begin("c4");
    writeFileSync(taken.path, toneOpus(600, 4));
    await sounds.take(taken.path, { type: "audio/ogg", holder: { kind: "voicemail", id: `draft-${taken.id}` } });
    await stopList.stop();
    await open();
    expect((await inbox()).map(({ durationMs }) => durationMs).toSorted((a, b) => a - b)).toEqual([3_000, 4_000]);
    for (const draft of [cut, short, silent, taken, ...(greeting === "full" ? [] : [greeting])])
      expect([existsSync(draft.path), existsSync(draft.path.replace(".opus", ".json"))]).toEqual([false, false]);
    await stopList.stop();
    await open();
    expect(await inbox()).toHaveLength(2);
  });

  it("VM-60 after a kill between storing the message and removing its draft, the message is there once", async () => {
    const draft = await begin();
    writeFileSync(draft.path, toneOpus(440, 3));
    const note = draft.path.replace(".opus", ".json");
    const text = readFileSync(note);
    await boxes.finish(draft.id, RECORDED);
    writeFileSync(note, text);
    writeFileSync(draft.path, toneOpus(440, 3));
    await stopList.stop();
    await open();
    expect(await inbox()).toHaveLength(1);
    expect([existsSync(draft.path), existsSync(note)]).toEqual([false, false]);
  });

  it("VM-32 a full box takes no message, whether left, transferred or forwarded, but a greeting", async () => {
    await leave();
    const [message] = await stores.voicemail.byIds([Number((await inbox())[0]?.id)]);
    const used = await sounds.used(`box:${alice}`);
    expect(used).toBe((await sounds.find(message?.sound ?? ""))?.bytes);
    await stopList.stop();
    boxBytes = used;
    await open();
    const id = String(alice);
    expect(await boxes.begin(id, { kind: "message", from: FROM, callId: "c9" })).toBe("full");
    expect(await boxes.begin(id, { kind: "greeting", greeting: "greet" })).not.toBe("full");
    if (message === undefined) throw new Error("it is there");
    const toBob = () => voicemail.writes.copy([message], { realmId: 1, extensions: ["102"] });
    expect(await toBob()).toBe(1);
    await expect(toBob()).rejects.toMatchObject({ code: "vmail.box.full" });
    expect(await boxes.forward((await inbox())[0]?.id ?? "", String(bob))).toBe(false);
  });

  it("VM-63 a message that the store cannot take is delivered as soon as it can", async () => {
    const draft = await begin();
    writeFileSync(draft.path, toneOpus(440, 3));
    await db.schema.alterTable("sounds").renameTo("sounds_away").execute();
    await expect(boxes.finish(draft.id, RECORDED)).rejects.toThrow();
    await clock.advance(60_000);
    expect(await inbox()).toEqual([]);
    await db.schema.alterTable("sounds_away").renameTo("sounds").execute();
    await expect
      .poll(async () => {
        await clock.advance(60_000);
        return (await inbox()).length;
      })
      .toBe(1);
    await clock.advance(120_000);
    expect([await inbox(), existsSync(draft.path)]).toEqual([[expect.objectContaining({ durationMs: 3_000 })], false]);
  });

  it("VM-64 expired messages are removed with their sound, except archived ones and favourites", async () => {
    for (let day = 0; day < 4; day += 1) {
      await leave();
      clock.leap(86_400_000);
    }
    const [archived = "", favourite = ""] = (await inbox()).map(({ id }) => id);
    await stores.voicemail.move([Number(archived)], { folder: "archived", name: "Kept" });
    await stores.voicemail.favor([Number(favourite)], true);
    const rule = messageRetention({ days: 1, store: stores.voicemail, writes: voicemail.writes });
    const before = await inbox();
    expect(await rule.removeBefore(clock.now() - 1.5 * 86_400_000)).toBe(1);
    expect(await rule.removeBefore(clock.now() - 1.5 * 86_400_000)).toBe(0);
    expect((await inbox()).map(({ id }) => id)).toEqual([favourite, before.at(-1)?.id]);
    expect(await stores.voicemail.byIds([Number(archived)])).toHaveLength(1);
    await voicemail.feed.settled();
    expect(told.at(-1)).toEqual([alice, 2, 0]);
  });
});
