import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import { HEADSETS, readHidDescriptor } from "@callpanel/testkit/hid";
import { expect, it } from "vitest";
import { createFakeHeadset, createFakeHeadsets } from "../../test/fake-headset.ts";
import type { FakeHeadset, FakeName } from "../../test/fake-headset.ts";
import { createHeadsetButtons } from "./headset-buttons.ts";
import { readLayout } from "./layout.ts";

async function connected(headset: FakeHeadset = createFakeHeadset("Jabra BIZ 2400 II")) {
  const clock = createFakeClock();
  const phone = createFakeWebphone({ now: clock.now });
  const refusals: unknown[] = [];
  const headsets = createFakeHeadsets(headset);
  const buttons = createHeadsetButtons({ phone, headsets, clock, onRefusal: (result) => refusals.push(result) });
  await settle();
  return {
    clock,
    phone,
    headset,
    headsets,
    buttons,
    refusals,
    /** What the buttons asked the phone for since the last look. */
    asked: taker(phone.asked),
    call: () => phone.getSnapshot().calls[0],
  };
}
function taker(list: readonly string[]) {
  let seen = 0;
  return async () => {
    await settle();
    const news = list.slice(seen);
    seen = list.length;
    return news;
  };
}
const NAMES: FakeName[] = ["Jabra BIZ 2400 II", "Poly Voyager Base CD", "EPOS 00a2", "Yealink b02b"];

it("HEADSET-1 a device with volume keys alone is no headset", () => {
  expect(readLayout({ collections: readHidDescriptor(HEADSETS["Logitech G535"]) })).toBeUndefined();
});

it.each(NAMES)("HEADSET-1, HEADSET-2, HEADSET-3 a call from ringing to its end with %s", async (name) => {
  const { phone, headset, asked, call } = await connected(createFakeHeadset(name));
  expect(headset.lit()).toBe("");
  const id = phone.far.calls({ number: "1002" });
  await settle();
  expect(headset.lit()).toBe("ring");
  headset.lifts();
  expect(await asked()).toEqual([`answer ${id}`]);
  expect(headset.lit()).toBe("offHook");
  headset.presses("mute");
  expect(await asked()).toEqual([`setMute ${id} mute`]);
  expect(headset.lit()).toBe("mute offHook");
  headset.presses("mute");
  expect(await asked()).toEqual([`setMute ${id} unmute`]);
  headset.presses("flash");
  expect(await asked()).toEqual([`setHold ${id} hold`]);
  expect(headset.lit()).toBe("hold offHook");
  headset.presses("flash");
  expect(await asked()).toEqual([`setHold ${id} unhold`]);
  headset.hangsUp();
  expect(await asked()).toEqual([`hangUp ${id}`]);
  expect(call()).toBeUndefined();
  expect(headset.lit()).toBe("");
});

it("HEADSET-2 the buttons to reject; nothing to act on sets the headset back", async () => {
  const { phone, headset, asked } = await connected();
  const id = phone.far.calls({ number: "1002" });
  await settle();
  headset.presses("reject");
  expect(await asked()).toEqual([`reject ${id}`]);
  headset.presses("reject");
  headset.presses("mute");
  const before = headset.sent.length;
  headset.lifts();
  expect(await asked()).toEqual([]);
  expect(headset.sent.slice(before)).toEqual([[2, "0000"]]);
});

it("HEADSET-2 a second call: hanging up leaves it ringing, flash answers it, drop rejects it", async () => {
  const { phone, headset, asked } = await connected(createFakeHeadset("EPOS 00a2"));
  const { callId: first = "" } = await phone.call("1002");
  phone.far.answers(first);
  const second = phone.far.calls({ number: "1003" });
  await settle();
  expect(headset.lit()).toBe("offHook ring");
  await asked();
  headset.presses("drop");
  expect(await asked()).toEqual([`reject ${second}`]);
  const third = phone.far.calls({ number: "1004" });
  headset.presses("flash");
  expect(await asked()).toEqual([`answer ${third}`]);
  await phone.setHold(first, "hold");
  await asked();
  headset.presses("flash");
  expect(await asked()).toEqual([`setHold ${first} unhold`]);
});

it("HEADSET-3 the lights follow clicks and the far end", async () => {
  const { phone, headset } = await connected();
  const { callId = "" } = await phone.call("1002");
  await settle();
  expect(headset.lit()).toBe("offHook");
  phone.far.answers(callId);
  phone.setMute(callId, "mute");
  await settle();
  expect(headset.lit()).toBe("mute offHook");
  await phone.setHold(callId, "hold");
  await settle();
  expect(headset.lit()).toBe("hold mute offHook");
  phone.far.ends(callId);
  await settle();
  expect(headset.lit()).toBe("");
});

it("HEADSET-3 changes while a report is being sent become one report", async () => {
  const base = createFakeHeadset("Jabra BIZ 2400 II");
  let free: () => void = () => undefined;
  const slow: FakeHeadset = {
    ...base,
    send: async (reportId, data) => {
      await new Promise<void>((resolve) => (free = resolve));
      await base.send(reportId, data);
    },
  };
  const { phone } = await connected(slow);
  free();
  await settle();
  const before = base.sent.length;
  const { callId = "" } = await phone.call("1002");
  phone.far.answers(callId);
  phone.setMute(callId, "mute");
  phone.setMute(callId, "unmute");
  phone.setMute(callId, "mute");
  await settle();
  free();
  await settle();
  free();
  await settle();
  expect(base.sent.slice(before)).toEqual([
    [2, "0100"],
    [2, "0300"],
  ]);
});

it("HEADSET-4 a headset that repeats a mute as a press does not undo it; the next press is the person's", async () => {
  const { phone, headset, clock, asked, call } = await connected();
  const { callId = "" } = await phone.call("1002");
  phone.far.answers(callId);
  headset.reports("hook");
  await settle();
  phone.setMute(callId, "mute");
  await asked();
  headset.reports("mute", "hook");
  headset.reports("hook");
  expect(await asked()).toEqual([]);
  expect(call()?.isMuted).toBe(true);
  headset.reports("mute", "hook");
  headset.reports("hook");
  expect(await asked()).toEqual([`setMute ${callId} unmute`]);
  // Its own press owes nothing: pressing again at once acts.
  headset.reports("mute", "hook");
  headset.reports("hook");
  expect(await asked()).toEqual([`setMute ${callId} mute`]);
  // A headset that never repeats: only for a moment is a press taken for the repetition.
  phone.setMute(callId, "unmute");
  await asked();
  await clock.advance(401);
  headset.reports("mute", "hook");
  expect(await asked()).toEqual([`setMute ${callId} mute`]);
});

it("HEADSET-4 the late echo of an ended call does not end the next one", async () => {
  const { phone, headset, asked, call } = await connected();
  const { callId: first = "" } = await phone.call("1002");
  await settle();
  headset.lifts();
  phone.far.ends(first);
  await settle();
  const { callId: second = "" } = await phone.call("1003");
  await settle();
  await asked();
  headset.hangsUp();
  headset.lifts();
  expect(await asked()).toEqual([]);
  expect(call()?.id).toBe(second);
  headset.hangsUp();
  expect(await asked()).toEqual([`hangUp ${second}`]);
});

it("HEADSET-5 by its flags a mute field is a state or a press", () => {
  // Telephony, Headset, report 1: Phone Mute of one bit, with the flags in question.
  const flagsOf = (flags: string) =>
    readLayout({ collections: readHidDescriptor(`050b0905a101850115002501092f75019501${flags}c0`) })?.buttons[0]?.form;
  expect([flagsOf("8106"), flagsOf("8102"), flagsOf("8122")]).toEqual(["pulse", "pulse", "level"]);
});

it("HEADSET-5 a mute that says its state sets that state, and its echoes act on nothing in any order", async () => {
  const base = createFakeHeadset("Yealink b02b");
  const collections = readHidDescriptor("050b0905a1018502150025010920092f750195028122050809170909750195029122c0");
  let tell: (value: number) => void = () => undefined;
  const headset: FakeHeadset = {
    ...base,
    collections,
    onReport: (listener) => {
      tell = (value) => listener(2, new DataView(new Uint8Array([value]).buffer));
      return () => undefined;
    },
  };
  const { phone, asked, call } = await connected(headset);
  const { callId = "" } = await phone.call("1002");
  phone.far.answers(callId);
  await settle();
  tell(0b01);
  tell(0b11);
  expect(await asked()).toEqual([`call 1002`, `setMute ${callId} mute`]);
  phone.setMute(callId, "unmute");
  await settle();
  phone.setMute(callId, "mute");
  await asked();
  tell(0b01);
  tell(0b11);
  expect(await asked()).toEqual([]);
  expect(call()?.isMuted).toBe(true);
  tell(0b01);
  expect(await asked()).toEqual([`setMute ${callId} unmute`]);
});

it("HEADSET-6 a call that cannot be answered rings on, and the headset is set back", async () => {
  const { phone, headset, refusals } = await connected();
  const id = phone.far.calls({ number: "1002" });
  await settle();
  phone.far.refusesNext("answer", "sipua.error.micDenied");
  const before = headset.sent.length;
  headset.lifts();
  await settle();
  expect(refusals).toMatchObject([{ code: "sipua.error.micDenied" }]);
  expect(headset.sent.slice(before)).toEqual([[2, "0400"]]);
  headset.hangsUp();
  headset.lifts();
  await settle();
  expect(phone.asked.filter((one) => one === `answer ${id}`)).toHaveLength(2);
});

it("HEADSET-7 only the tab with the phone opens the headset, and darkens it when it goes", async () => {
  const { phone, headset, buttons } = await connected();
  expect([headset.opened(), buttons.get()]).toEqual([true, [{ id: 1, name: "Jabra BIZ 2400 II", use: "ready" }]]);
  await phone.call("1002");
  await settle();
  phone.far.shows({ place: "other-tab" });
  await settle();
  expect([headset.opened(), headset.lit(), buttons.get()[0]?.use]).toEqual([false, "", "elsewhere"]);
  headset.hangsUp();
  phone.far.shows({ place: "here" });
  await settle();
  expect([headset.opened(), headset.lit()]).toEqual([true, "offHook"]);
  buttons.stop();
  await settle();
  expect([headset.opened(), headset.lit()]).toEqual([false, ""]);
});

it("HEADSET-7 headsets come, go and are kept by another program", async () => {
  const { phone, headset, headsets, buttons } = await connected();
  await phone.call("1002");
  headsets.unplug(headset);
  await settle();
  expect(buttons.get()).toEqual([]);
  const other = createFakeHeadset("Yealink b02b");
  headsets.plug(other);
  headsets.plug(createFakeHeadset("EPOS 00a2", { isTaken: true }));
  await settle();
  expect(buttons.get().map(({ name, use }) => `${name}: ${use}`)).toEqual([
    "Yealink b02b: ready",
    "EPOS 00a2: blocked",
  ]);
  expect(other.lit()).toBe("offHook");
  headsets.chooses = createFakeHeadset("Poly Voyager Base CD");
  await buttons.connect();
  await settle();
  expect(buttons.get()[2]).toEqual({ id: 4, name: "Poly Voyager Base CD", use: "ready" });
});
