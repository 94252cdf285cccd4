import { settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { createFakeBrowser } from "../../test/fake-tabs.ts";
import { last } from "../../test/fake-network.ts";
import { createBench } from "../../test/bench.ts";
import { HEARD_WAIT_MS } from "./following.ts";
import { readMessage, TABS_VERSION, writeMessage } from "./message.ts";
import { YIELD_WAIT_MS } from "./tabbed-webphone.ts";

/** The first tab has the phone, the second follows. */
async function twoTabs() {
  const browser = createFakeBrowser();
  const tabs = [browser.tab(), browser.tab()] as const;
  const owner = createBench({}, { tabs: tabs[0] });
  const { clock, callStorage } = owner;
  const other = createBench({}, { tabs: tabs[1], clock, callStorage });
  owner.phone.start();
  await settle();
  other.phone.start();
  await settle();
  owner.network.says({ kind: "connected" });
  owner.network.says({ kind: "registered" });
  await settle();
  return { browser, tabs, owner, other, clock };
}
const calls = ({ phone }: ReturnType<typeof createBench>) =>
  phone.getSnapshot().calls.map(({ number, visual }) => `${number} ${visual}`);

test("PHONE-70 one tab registers; the other reads the same and opens nothing", async () => {
  const { owner, other } = await twoTabs();
  expect(owner.phone.getSnapshot()).toMatchObject({ state: "registered", canCall: true, place: "here" });
  expect(other.phone.getSnapshot()).toMatchObject({ state: "registered", canCall: true, place: "other-tab" });
  expect(other.network.settings()).toBeUndefined();
});

test("PHONE-71 a call is answered, held, muted and hung up from the tab that has no phone", async () => {
  const { owner, other } = await twoTabs();
  const far = owner.network.rings("102");
  await settle();
  expect(other.events).toMatchObject([{ kind: "incomingCall", call: { number: "102" } }]);
  const id = other.phone.getSnapshot().calls[0]?.id ?? "";
  const answered = other.phone.answer(id);
  await settle();
  far.says({ kind: "accepted" });
  expect(await answered).toEqual({ ok: true });
  expect(await other.phone.setHold(id, "hold")).toEqual({ ok: true });
  await settle();
  expect([calls(owner), calls(other)]).toEqual([["102 on-hold"], ["102 on-hold"]]);
  await other.phone.setHold(id, "unhold");
  other.phone.setMute(id, "mute");
  await settle();
  expect(calls(other)).toEqual(["102 muted"]);
  other.phone.hangUp(id);
  await settle();
  expect(far.asked).toContain("terminate");
  expect([calls(owner), calls(other)]).toEqual([[], []]);
});

test("PHONE-71 a call dialled in the other tab is placed by the owner, and a refusal comes back", async () => {
  const { owner, other } = await twoTabs();
  const dialled = other.phone.call("102");
  await settle();
  expect(await dialled).toEqual({ ok: true, callId: owner.phone.getSnapshot().calls[0]?.id });
  expect(await other.phone.call("1x")).toMatchObject({ ok: false, code: "sipua.error.invalidNumber" });
  other.phone.hangUp("nothing");
  await settle();
  expect(other.events.at(-1)).toMatchObject({ kind: "failure", code: "sipua.error.ended" });
});

test("PHONE-72 sound, ringing and the microphone are the owner's alone", async () => {
  const { owner, other } = await twoTabs();
  owner.network.rings("102");
  owner.sound.locked = true;
  await settle();
  expect([[...owner.sound.tones], [...other.sound.tones]]).toEqual([["ringing"], []]);
  expect(other.phone.getSnapshot()).toMatchObject({ audioLocked: false, needsCloseConfirmation: false });
  expect(other.microphones.opened).toEqual([]);
});

test("PHONE-73 when the owner's tab closes in a call the next tab registers and has the call back", async () => {
  const { owner, other, tabs } = await twoTabs();
  const dialled = owner.phone.call("102");
  await settle();
  last(owner.network).says({ kind: "accepted" });
  await dialled;
  owner.phone.leave();
  tabs[0].closes();
  await settle();
  expect(other.phone.getSnapshot()).toMatchObject({ place: "here", state: "connecting" });
  expect(other.phone.getSnapshot().calls).toMatchObject([{ number: "102", isReconnecting: true }]);
  other.network.says({ kind: "connected" });
  other.network.says({ kind: "registered" });
  await settle();
  const far = last(other.network);
  expect(far.asked).toContain("replaces sip-1");
  far.says({ kind: "accepted" });
  far.says({ kind: "path", path: "up" });
  await settle();
  expect(calls(other)).toEqual(["102 on-call"]);
  expect(other.phone.getSnapshot().calls[0]?.isReconnecting).toBeUndefined();
});

test("PHONE-74 an owner that does not answer within 3 s loses the phone, and lets its own go when it wakes", async () => {
  const { owner, other, tabs, clock } = await twoTabs();
  tabs[0].hangs();
  const asked = other.phone.call("102");
  await clock.advance(HEARD_WAIT_MS);
  expect(await asked).toMatchObject({ ok: false, code: "sipua.hint.notReady" });
  expect(other.phone.getSnapshot().place).toBe("here");
  expect(other.network.settings()).toBeDefined();
  tabs[0].wakes();
  await clock.advance(YIELD_WAIT_MS);
  expect(owner.network.asked).toContain("unregister");
  expect(owner.phone.getSnapshot().place).toBe("other-tab");
});

test("PHONE-74 an owner that is slow to act but has heard keeps the phone", async () => {
  const { owner, other, clock } = await twoTabs();
  const far = owner.network.rings("102");
  await settle();
  const answered = other.phone.answer(other.phone.getSnapshot().calls[0]?.id ?? "");
  await clock.advance(HEARD_WAIT_MS * 3);
  expect(owner.phone.getSnapshot().place).toBe("here");
  far.says({ kind: "accepted" });
  await settle();
  expect(await answered).toEqual({ ok: true });
});

test("PHONE-75 signing out in one tab ends the phone in all", async () => {
  const { owner, other, clock } = await twoTabs();
  const stopped = other.phone.stop();
  await clock.advance(12_000);
  await stopped;
  expect(owner.network.asked).toContain("unregister");
  for (const { phone } of [owner, other])
    expect(phone.getSnapshot()).toMatchObject({ state: "not-registered", calls: [], canCall: false });
});

test("PHONE-75 signing out in a call leaves nothing of it for the next sign-in", async () => {
  const { owner, other, clock } = await twoTabs();
  const far = owner.network.rings("102");
  await settle();
  const answered = owner.phone.answer(owner.phone.getSnapshot().calls[0]?.id ?? "");
  far.says({ kind: "accepted" });
  await answered;
  const isKept = () => [...owner.callStorage.map.keys()].some((key) => key.endsWith(".calls"));
  expect(isKept()).toBe(true);
  const stopped = other.phone.stop();
  await clock.advance(12_000);
  await stopped;
  expect(isKept()).toBe(false);
});

test("PHONE-76 data that is not a message of this version is dropped", async () => {
  const { browser, owner, other } = await twoTabs();
  const before = [owner.phone.getSnapshot(), other.phone.getSnapshot()];
  const hostile = [
    null,
    "end",
    { kind: "end" },
    { version: TABS_VERSION + 1, kind: "end" },
    { version: TABS_VERSION, kind: "ask", id: "1", action: "stop", args: [] },
    { version: TABS_VERSION, kind: "ask", id: "1", action: "call", args: [{}] },
    { version: TABS_VERSION, kind: "state", owner: "x", part: { calls: [{ id: 1 }] } },
    { version: TABS_VERSION, kind: "event", event: { kind: "callEnded" } },
    { version: TABS_VERSION, kind: "answer", id: "1", answer: {} },
  ];
  for (const message of hostile) browser.say(message);
  await settle();
  expect([owner.phone.getSnapshot(), other.phone.getSnapshot()]).toEqual(before);
  expect(hostile.map(readMessage)).toEqual(hostile.map(() => undefined));
  expect(readMessage(writeMessage({ kind: "hello" }))).toEqual({ kind: "hello" });
});

test("PHONE-77 only changed parts are sent: a mute does not carry the log", async () => {
  const { browser, owner } = await twoTabs();
  const heard: unknown[] = [];
  browser.tab().listen((message) => heard.push(message));
  owner.phone.setVolume(0.5);
  await settle();
  expect(heard).toMatchObject([{ kind: "state", part: { volume: 0.5 } }]);
  expect(JSON.stringify(heard)).not.toContain("log");
});
