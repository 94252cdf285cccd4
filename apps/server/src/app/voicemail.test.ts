import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { heardHz, toneOpus } from "../../test/voicemails.ts";
import { applyCompany } from "../modules/administration/index.ts";
import { messageRetention, NEW_BOX, soundsOfRemoved } from "../modules/voicemail/index.ts";
import { FROM, RECORDED, openBoxes, type OpenBoxes } from "../../test/open-boxes.ts";

describe("boxes for telephones", () => {
  let at: OpenBoxes;
  beforeEach(async () => {
    at = await openBoxes();
  });
  afterEach(() => at.close());

  it("VM-50 VM-51 a caller's message is in the box immediately, is reported, and has the recorded sound", async () => {
    expect(await at.boxes.boxByMailbox("demo", "101")).toMatchObject({ id: String(at.alice), name: "Alice Archer" });
    expect(await at.boxes.boxByMailbox("elsewhere", "101")).toBeUndefined();
    const draft = await at.leave();
    const [message] = await at.inbox();
    expect(message).toMatchObject({ durationMs: 3_000, from: FROM });
    await at.voicemail.feed.settled();
    expect(at.told[0]).toEqual([at.alice, 1, 0]);
    const sound = readFileSync((await at.boxes.messageSound(message?.id ?? "")) ?? "");
    expect(heardHz(sound, { fromMs: 500, untilMs: 2_500 })).toBe(440);
    expect(existsSync(draft.path)).toBe(false);
    await at.boxes.finish(draft.id, RECORDED);
    expect(await at.inbox()).toHaveLength(1);
    const discarded = await at.begin("c2");
    writeFileSync(discarded.path, toneOpus(500, 3));
    await at.boxes.discard(discarded.id);
    expect([existsSync(discarded.path), (await at.inbox()).length]).toEqual([false, 1]);
  });

  it("VM-58 a message that its caller marked as urgent comes first, is counted separately, and stays urgent in a copy", async () => {
    await at.leave();
    const draft = await at.begin("urgent");
    writeFileSync(draft.path, toneOpus(440, 3));
    await at.boxes.finish(draft.id, RECORDED, { urgent: true });
    const [first, second] = await at.inbox();
    expect([first?.urgent, second?.urgent, (await at.inbox()).length]).toEqual([true, false, 2]);
    const counts = (of: number) => at.boxes.counts(String(of));
    expect(await counts(at.alice)).toEqual({ newCount: 2, oldCount: 0, urgentCount: 1 });
    expect(await at.boxes.forward(first?.id ?? "", String(at.bob))).toBe(true);
    expect(await counts(at.bob)).toEqual({ newCount: 1, oldCount: 0, urgentCount: 1 });
    await at.boxes.markHeard(first?.id ?? "");
    expect(await counts(at.alice)).toEqual({ newCount: 1, oldCount: 1, urgentCount: 0 });
    expect(await at.boxes.messages(String(at.alice), { kind: "old" })).toMatchObject([{ urgent: true }]);
  });

  it("VM-44 the number that callers reach by 0 is a setting of the system; without it 0 has no effect", async () => {
    expect(await at.boxOf(at.alice)).not.toHaveProperty("operator");
    await at.restart("600");
    expect(await at.boxOf(at.alice)).toMatchObject({ operator: "600" });
  });

  it("VM-41 wrong PINs of a box count together; five lock it for a minute, each further one for twice as long", async () => {
    const id = String(at.alice);
    const check = (pin: string) => at.boxes.checkPin(id, { pin, caller: "number +14165550199" });
    const own = (pin: string) => at.boxes.checkPin(id, { pin, caller: `user ${id}` });
    expect(await check("2580")).toBe("wrong");
    expect(await at.boxes.changePin(id, "25")).toBe("badLength");
    expect(await at.boxes.changePin(id, "1234")).toBe("tooSimple");
    expect(await at.boxes.changePin(id, "2580")).toBe("changed");
    expect(await check("2580")).toBe("right");
    for (let tries = 0; tries < 5; tries += 1) expect(await check("0000")).toBe("wrong");
    expect([await check("2580"), await at.boxes.checkPin(String(at.bob), { pin: "1", caller: "user 9" })]).toEqual([
      "locked",
      "wrong",
    ]);
    await at.restart();
    expect(await check("2580"), "after a restart").toBe("locked");
    at.clock.leap(60_001);
    expect(await check("0000")).toBe("wrong");
    at.clock.leap(60_001);
    expect(await check("2580")).toBe("locked");
    at.clock.leap(60_001);
    expect(await check("2580")).toBe("right");
    for (let tries = 0; tries < 9; tries += 1) await at.boxes.checkPin(id, { pin: "0000", caller: "user 9" });
    expect(await own("2580"), "strangers do not lock the owner's own telephone").toBe("right");
    for (let tries = 0; tries < 5; tries += 1) expect(await own("0000")).toBe("wrong");
    expect(await own("2580")).toBe("locked");
    expect(await at.boxOf(at.alice)).toMatchObject({ asksOwnerForPin: true, pinDigits: { fewest: 4, most: 10 } });
  });

  it("PEOPLE-3 the PIN of a suspended person opens no mailbox, until they are resumed", async () => {
    const id = String(at.alice);
    await at.boxes.changePin(id, "2580");
    const check = () => at.boxes.checkPin(id, { pin: "2580", caller: "number +14165550199" });
    const suspend = (suspended: boolean) =>
      applyCompany(at.stores.company, {
        realm: "demo",
        groups: [],
        users: [{ username: "alice", suspended }],
        services: [],
      });
    expect(await check()).toBe("right");
    await suspend(true);
    expect(await check()).toBe("wrong");
    await suspend(false);
    expect(await check()).toBe("right");
  });

  it("VM-42 VM-43 a box has its owner's settings; a box without a PIN does not ask its owner for one", async () => {
    expect(NEW_BOX.playcid).toBe(true);
    await at.set({ language: "fr", envelope: false, playcid: false, skip_instruct: true });
    expect(await at.boxOf(at.alice)).toEqual({
      id: String(at.alice),
      mailbox: "101",
      name: "Alice Archer",
      ownerId: at.alice,
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
    await at.leave();
    const id = (await at.inbox())[0]?.id ?? "";
    const counts = () => at.boxes.counts(String(at.alice));
    expect(await counts()).toEqual({ newCount: 1, oldCount: 0, urgentCount: 0 });
    await at.boxes.markHeard(id);
    expect(await counts()).toEqual({ newCount: 0, oldCount: 1, urgentCount: 0 });
    await at.boxes.move(id, { kind: "custom", name: "Family" });
    await at.boxes.markHeard(id);
    expect(await at.boxes.folders(String(at.alice))).toEqual(["Family"]);
    expect(await at.boxes.messages(String(at.alice), { kind: "custom", name: "Family" })).toHaveLength(1);
    await at.boxes.remove(id);
    expect([await counts(), await at.boxes.messageSound(id)]).toEqual([
      { newCount: 0, oldCount: 0, urgentCount: 0 },
      undefined,
    ]);

    const greeting = await at.boxes.begin(String(at.alice), { kind: "greeting", greeting: "busy" });
    if (greeting === "full") throw new Error("a greeting always has room");
    expect(await at.boxes.greetingSound(String(at.alice), "busy")).toBeUndefined();
    writeFileSync(greeting.path, toneOpus(700, 2));
    await at.boxes.finish(greeting.id, RECORDED);
    const path = await at.boxes.greetingSound(String(at.alice), "busy");
    expect(heardHz(readFileSync(path ?? ""), { fromMs: 500, untilMs: 1_500 })).toBe(700);
    await at.boxes.removeGreeting(String(at.alice), "busy");
    expect(await at.boxes.greetingSound(String(at.alice), "busy")).toBeUndefined();
  });

  it("VM-56 a forwarded message is new in the other box, after the spoken introduction", async () => {
    await at.leave();
    const comment = await at.boxes.begin(String(at.alice), { kind: "comment" });
    if (comment === "full") throw new Error("a comment always has room");
    writeFileSync(comment.path, toneOpus(900, 2));
    await at.boxes.finish(comment.id, RECORDED);
    expect(await at.boxes.forward((await at.inbox())[0]?.id ?? "", String(at.bob), comment.id)).toBe(true);
    const [copy] = await at.boxes.messages(String(at.bob), { kind: "new" });
    const sound = readFileSync((await at.boxes.messageSound(copy?.id ?? "")) ?? "");
    expect(heardHz(sound, { fromMs: 500, untilMs: 1_500 })).toBe(900);
    expect(heardHz(sound, { fromMs: 2_500, untilMs: 4_500 })).toBe(440);
    expect(Math.round((copy?.durationMs ?? 0) / 100)).toBe(50);
    expect([(await at.inbox()).length, existsSync(comment.path)]).toEqual([1, false]);
  });

  it("VM-32 a full box takes no message, whether left, transferred or forwarded, but a greeting", async () => {
    await at.leave();
    const [message] = await at.stores.voicemail.byIds([Number((await at.inbox())[0]?.id)]);
    const used = await at.sounds.used(`box:${at.alice}`);
    expect(used).toBe((await at.sounds.find(message?.sound ?? ""))?.bytes);
    at.boxBytes = used;
    await at.restart();
    const id = String(at.alice);
    expect(await at.boxes.begin(id, { kind: "message", from: FROM, callId: "c9" })).toBe("full");
    expect(await at.boxes.begin(id, { kind: "greeting", greeting: "greet" })).not.toBe("full");
    if (message === undefined) throw new Error("it is there");
    const toBob = () => at.voicemail.writes.copy([message], { realmId: 1, extensions: ["102"] });
    expect(await toBob()).toBe(1);
    await expect(toBob()).rejects.toMatchObject({ code: "vmail.box.full" });
    expect(await at.boxes.forward((await at.inbox())[0]?.id ?? "", String(at.bob))).toBe(false);
  });

  it("VM-64 expired messages are removed with their sound, except archived ones and favourites", async () => {
    for (let day = 0; day < 4; day += 1) {
      await at.leave();
      at.clock.leap(86_400_000);
    }
    const [archived = "", favourite = ""] = (await at.inbox()).map(({ id }) => id);
    await at.stores.voicemail.move([Number(archived)], { folder: "archived", name: "Kept" });
    await at.stores.voicemail.favor([Number(favourite)], true);
    const rule = messageRetention({ days: 1, store: at.stores.voicemail, writes: at.voicemail.writes });
    const before = await at.inbox();
    expect(await rule.removeBefore(at.clock.now() - 1.5 * 86_400_000)).toBe(1);
    expect(await rule.removeBefore(at.clock.now() - 1.5 * 86_400_000)).toBe(0);
    expect((await at.inbox()).map(({ id }) => id)).toEqual([favourite, before.at(-1)?.id]);
    expect(await at.stores.voicemail.byIds([Number(archived)])).toHaveLength(1);
    await at.voicemail.feed.settled();
    expect(at.told.at(-1)).toEqual([at.alice, 2, 0]);
  });

  it("VM-65 the sounds of a removed person's messages are deleted, others and copies in another box stay", async () => {
    await at.leave();
    const [first] = await at.inbox();
    await at.leave(4);
    expect(await at.boxes.forward(first?.id ?? "", String(at.bob))).toBe(true);
    const rule = soundsOfRemoved({ store: at.stores.voicemail, sounds: at.sounds });
    expect(await rule.removeBefore(0)).toBe(0);
    const bytes = await at.sounds.used(`box:${at.bob}`);
    await at.stores.company.atomically((company) => company.removeUser(at.alice));
    expect(await at.sounds.used(`box:${at.alice}`)).toBeGreaterThan(bytes);
    expect([await rule.removeBefore(0), await rule.removeBefore(0)]).toEqual([2, 0]);
    expect([await at.sounds.used(`box:${at.alice}`), await at.sounds.used(`box:${at.bob}`)]).toEqual([0, bytes]);
    expect(await at.db.selectFrom("sounds").select("id").execute()).toHaveLength(1);
  });
});
