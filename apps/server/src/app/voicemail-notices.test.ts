import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyCompany } from "../modules/administration/index.ts";
import { heardHz } from "../../test/voicemails.ts";
import { RECORDED, openBoxes, type OpenBoxes } from "../../test/open-boxes.ts";

describe("notices of a new voicemail message", () => {
  let at: OpenBoxes;
  beforeEach(async () => {
    at = await openBoxes();
  });
  afterEach(() => at.close());

  it("PUSH-7 notifications get each new message once", async () => {
    const left: string[] = [];
    at.voicemail.feed.onLeft(({ boxId, callId, from }) => left.push(`${callId} of ${from.number} to ${boxId}`));
    const draft = await at.leave();
    await at.boxes.finish(draft.id, RECORDED);
    expect(left).toEqual([`call${at.calls} of 102 to ${at.alice}`]);
  });

  it("VM-52 transcription, summary and translation are made afterwards, and each is reported", async () => {
    let say = (_words: string): void => undefined;
    at.heard = new Promise((resolve) => {
      say = resolve;
    });
    await at.leave();
    const texts = async () => (await at.stores.voicemail.byIds([Number((await at.inbox())[0]?.id)]))[0]?.texts;
    expect(await texts()).toMatchObject({ transcription: { state: "pending" }, summary: { state: "unavailable" } });
    await at.voicemail.feed.settled();
    at.told = [];
    say("the doctor called");
    await expect.poll(texts).toMatchObject({ transcription: { state: "done", text: "the doctor called" } });
    await expect.poll(() => at.told).toEqual([[at.alice, 1, 0]]);
    await at.set({ transcript: false });
    await at.leave();
    expect((await at.stores.voicemail.byIds([Number((await at.inbox())[1]?.id)]))[0]?.texts.transcription.state).toBe(
      "off",
    );
  });

  it("VM-53 VM-54 a mail contains the sound and the words, once they exist; the pager mail is sent immediately", async () => {
    let say = (_words: string): void => undefined;
    at.heard = new Promise((resolve) => {
      say = resolve;
    });
    await at.set({ email: "alice@example.com", attach: true, pager: "+1 416 555-0100" });
    await at.leave();
    await expect
      .poll(() => at.pages)
      .toEqual([{ to: "+14165550100", text: "Voicemail 0:03 from Bob <b>Brandt</b> (102)" }]);
    expect(at.mails).toEqual([]);
    say("call me back");
    await expect
      .poll(async () => {
        await at.clock.advance(3_000);
        return at.mails.length;
      })
      .toBe(1);
    const [mail] = at.mails;
    expect(mail).toMatchObject({ to: { address: "alice@example.com" }, locale: "en-US" });
    expect(mail?.parts.map((part) => part.kind === "text" && part.text)).toContain("call me back");
    const bytes = mail?.attachments?.[0]?.bytes ?? new Uint8Array();
    expect(heardHz(bytes, { fromMs: 500, untilMs: 2_500 })).toBe(440);
    expect([at.pages.length, (await at.inbox()).length]).toEqual([1, 1]);
  });

  it("VM-54 a mail waits two minutes for words, not longer", async () => {
    let say = (_words: string): void => undefined;
    at.heard = new Promise((resolve) => {
      say = resolve;
    });
    await at.set({ email: "alice@example.com", language: "fr" });
    await at.leave();
    await at.clock.advance(110_000);
    expect(at.mails).toEqual([]);
    await expect
      .poll(async () => {
        await at.clock.advance(3_000);
        return at.mails.length;
      })
      .toBe(1);
    expect(at.mails[0]).toMatchObject({ locale: "fr-CA" });
    expect(at.mails[0]?.subject).toContain("Nouveau message vocal");
    expect(at.mails[0]?.attachments).toBeUndefined();
    say("too late");
  });

  it("PEOPLE-3 a suspended person gets neither mail nor pager message; the message waits in the mailbox", async () => {
    await at.set({
      email: "alice@example.com",
      attach: true,
      deletevm: true,
      transcript: false,
      pager: "+14165550100",
    });
    const users = [{ username: "alice", suspended: true }];
    await applyCompany(at.stores.company, { realm: "demo", groups: [], users, services: [] });
    await at.leave();
    await expect
      .poll(() => at.db.selectFrom("jobs").select("kind").where("kind", "=", "voicemail.notice").execute())
      .toEqual([]);
    expect([at.mails, at.pages]).toEqual([[], []]);
    expect(await at.inbox()).toHaveLength(1);
  });

  it("VM-55 a message is deleted after it was sent by mail", async () => {
    await at.set({ email: "alice@example.com", attach: true, deletevm: true, transcript: false });
    await at.leave();
    await expect.poll(() => at.mails.length).toBe(1);
    await expect.poll(at.inbox).toEqual([]);
    await expect.poll(() => at.sounds.used(`box:${at.alice}`)).toBe(0);
  });
});
