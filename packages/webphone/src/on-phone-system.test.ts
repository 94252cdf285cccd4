import { detailText, outsideRefusalOf } from "@callpanel/contract";
import type { OutsideRight } from "@callpanel/phone-port";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakePeer } from "../test/fake-peer.ts";
import type { Office } from "../test/office.ts";
import { createMapStore } from "../test/fake-ports.ts";
import { createOffice, rest } from "../test/office.ts";

let office: Office;

beforeEach(() => {
  office = createOffice();
});
afterEach(async () => {
  const stopped = office.system.stop({ graceMs: 0 });
  await office.clock.advance(60_000);
  await stopped;
  vi.unstubAllGlobals();
});

/** What the server lets each peer connection hear, in the order they were made. */
const hears = (): readonly string[] =>
  FakePeer.made
    .filter(({ closed }) => !closed)
    .map((peer) => office.media.portOf(peer.remote.at(-1)?.sdp ?? "").hearsNow.kind);

test("PHONE-3 it registers at the phone system from the HA1", async () => {
  const alice = await office.phone("alice");
  expect(alice.getSnapshot()).toMatchObject({ status: 3, state: "registered" });
  expect(office.system.snapshot().counts.registrations).toBe(1);
});

test("PHONE-130 SECRET-16 with another secret it registers again by itself, and its call goes on", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  office.directory.setPassword("alice", "another secret");
  await rest();
  expect(alice.getSnapshot().state).not.toBe("registered");
  await office.clock.advance(10_000);
  await rest();
  expect(alice.getSnapshot()).toMatchObject({ status: 3, state: "registered" });
  expect(office.system.snapshot().calls).toMatchObject([{ legs: [{ detached: false }, { detached: false }] }]);
  expect([alice.visuals(), bob.visuals()]).toEqual([["102 on-call"], ["101 on-call"]]);
  await office.clock.advance(100_000);
  await rest();
  expect(office.system.snapshot().calls).toHaveLength(1);
  bob.hangUp(bob.newest());
  await rest();
  expect(alice.visuals()).toEqual([]);
  expect(alice.events.filter(({ kind }) => kind === "failure")).toEqual([]);
});

test("PHONE-14 two phones talk, hold, take a third and hang up; nothing is left over", async () => {
  const [alice, bob, carol] = [await office.phone("alice"), await office.phone("bob"), await office.phone("carol")];
  await office.talk(alice, "102", bob);
  expect(alice.visuals()).toEqual(["102 on-call"]);
  expect(bob.getSnapshot().calls[0]).toMatchObject({ number: "101", name: "Alice Archer", visual: "on-call" });
  expect(hears()).toEqual(["peer", "peer"]);

  await alice.setHold(alice.newest(), "hold");
  await rest();
  expect(alice.visuals()).toEqual(["102 on-hold"]);
  expect(hears()[1]).toBe("prompt");
  await alice.setHold(alice.newest(), "unhold");
  await rest();
  expect(hears()).toEqual(["peer", "peer"]);

  await office.talk(carol, "101", alice);
  expect(alice.visuals()).toEqual(["103 on-call", "102 on-hold"]);
  for (const { id } of alice.getSnapshot().calls) alice.hangUp(id);
  await rest();
  expect([alice.visuals(), bob.visuals(), carol.visuals()]).toEqual([[], [], []]);
  expect(bob.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "remote" });
  expect(office.system.snapshot().counts).toMatchObject({ calls: 0, legs: 0, mediaPorts: 0 });
});

test("PHONE-23 the phone system's reason for a failed call", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  const endOf = async (number: string): Promise<unknown> => {
    await alice.call(number);
    await rest();
    return alice.events.at(-1);
  };
  expect(await endOf("999")).toMatchObject({ kind: "callEnded", reason: "not-found" });
  expect(await endOf("103")).toMatchObject({ kind: "callEnded", reason: "unavailable" });
  await alice.call("102");
  await rest();
  expect(alice.visuals()).toEqual(["102 ringing"]);
  bob.reject(bob.newest());
  await rest();
  expect(alice.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "busy" });
});

test("TOLL-10 panels know the phone system's reason for an outside call that the user may not make", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  const said = async (right: OutsideRight, number = "+16045550199"): Promise<string | undefined> => {
    office.directory.allowOutside(() => right);
    await alice.call(number);
    await rest();
    const event = alice.events.at(-1);
    const warning = event?.kind === "callEnded" ? event.warning : undefined;
    return outsideRefusalOf(warning ?? "", number)?.code;
  };
  for (const numberClass of ["inland", "abroad", "premium", "unknown"] as const)
    expect(await said({ may: false, numberClass })).toBe(`call.outside.${numberClass}`);
  expect(await said({ may: true, atOnce: 0, perHour: 60 })).toBe("call.outside.atOnce");
  expect(await said({ may: true, atOnce: 5, perHour: 0 })).toBe("call.outside.perHour");
  office.directory.allowOutside(() => ({ may: false, numberClass: "premium" }));
  await office.talk(alice, "102", bob);
  bob.transfer(bob.newest(), "+19005551234");
  await rest();
  const failed = bob.events.find(({ kind }) => kind === "transferFailed");
  const fail = failed?.kind === "transferFailed" ? detailText(failed.details, "fail") : "";
  expect(outsideRefusalOf(fail, "")?.code).toBe("call.outside.premium");
});

test("PHONE-40 a caller who gives up is missed", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  await alice.call("102");
  await rest();
  alice.hangUp(alice.newest());
  await rest();
  expect(bob.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "canceled" });
  expect(bob.getSnapshot()).toMatchObject({ missedCount: 1, log: [{ num: "101", name: "Alice Archer", dir: "mis" }] });
  expect(alice.getSnapshot()).toMatchObject({ missedCount: 0, log: [{ num: "102", dir: "out" }] });
});

test("PHONE-41 of two phones of a person one answers and the other misses nothing", async () => {
  const [alice, desk, mobile] = [await office.phone("alice"), await office.phone("bob"), await office.phone("bob")];
  await office.talk(alice, "102", desk);
  expect(mobile.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "answered-elsewhere" });
  expect(mobile.getSnapshot()).toMatchObject({ missedCount: 0, log: [], calls: [] });
});

test("PHONE-7 a call outlives a broken connection, and its end is heard over the new one", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  await alice.breaks();
  expect(alice.getSnapshot()).toMatchObject({ status: 0, state: "connecting" });
  expect(alice.visuals()).toEqual(["102 on-call"]);
  await office.clock.advance(5_000);
  await rest();
  expect(alice.getSnapshot().status).toBe(3);
  bob.hangUp(bob.newest());
  await rest();
  expect(alice.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "remote" });
});

test("PHONE-8 a probe comes back without waiting", async () => {
  const alice = await office.phone("alice");
  await alice.breaks();
  alice.probe();
  await rest();
  expect(alice.getSnapshot().status).toBe(3);
});

test("PHONE-21 digits go by INFO where RFC 4733 cannot be sent, and reach the other side's port", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  const [mine, theirs] = FakePeer.made;
  const dtmf = mine?.getSenders()[0]?.dtmf;
  if (dtmf) dtmf.canInsertDTMF = false;
  expect(alice.sendDigit(alice.newest(), "5")).toEqual({ ok: true });
  await rest();
  expect(office.media.portOf(theirs?.remote.at(-1)?.sdp ?? "").digits).toEqual(["5"]);
});

test("PHONE-9 stopping leaves nothing at the phone system", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  const stopped = alice.stop();
  await rest();
  expect(bob.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "remote" });
  await office.clock.advance(6_000);
  await stopped;
  expect(office.system.snapshot().counts).toMatchObject({ registrations: 1, calls: 0, legs: 0, mediaPorts: 0 });
});

test("PHONE-62 over the new connection the call restores its media path within its dialog", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  const peer = FakePeer.made[0];
  const before = peer?.remote.length ?? 0;
  await alice.breaks();
  expect(alice.getSnapshot().calls[0]).toMatchObject({ isReconnecting: true });
  await office.clock.advance(500);
  await rest();
  expect(peer?.remote.length).toBe(before + 1);
  expect(peer?.restarts).toBe(1);
  expect(alice.getSnapshot().calls[0]?.isReconnecting).toBeUndefined();
  expect(hears()).toEqual(["peer", "peer"]);
  await office.clock.advance(120_000);
  expect([alice.visuals(), bob.visuals()]).toEqual([["102 on-call"], ["101 on-call"]]);
});

test("PHONE-65 hanging up without a connection is sent when it is back", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  await alice.breaks();
  alice.hangUp(alice.newest());
  await rest();
  expect(bob.visuals()).toEqual(["101 on-call"]);
  await office.clock.advance(500);
  await rest();
  expect(bob.visuals()).toEqual([]);
  expect(bob.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "remote" });
  expect(office.system.snapshot().counts).toMatchObject({ calls: 0, legs: 0, mediaPorts: 0 });
});

test("PHONE-64 a far end that does not come back ends the call as lost", async () => {
  const [alice, bob] = [await office.phone("alice"), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  await bob.breaks();
  await bob.stop();
  await office.clock.advance(90_000);
  await rest();
  expect(alice.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "lost" });
});

test("PHONE-66 after a reload the call is taken back from the phone system, and the far end never hears it end", async () => {
  const kept = createMapStore();
  const [alice, bob] = [await office.phone("alice", kept), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  await alice.setHold(alice.newest(), "hold");
  await rest();
  const before = bob.events.length;
  alice.leave();
  await alice.breaks();
  const reloaded = await office.phone("alice", kept);
  await rest();
  FakePeer.made.at(-1)?.finds();
  await rest();
  expect(reloaded.visuals()).toEqual(["102 on-hold"]);
  expect(reloaded.getSnapshot().calls[0]?.isReconnecting).toBeUndefined();
  await reloaded.setHold(reloaded.newest(), "unhold");
  await rest();
  expect(reloaded.visuals()).toEqual(["102 on-call"]);
  expect(bob.visuals()).toEqual(["101 on-call"]);
  expect(bob.events.slice(before)).toEqual([]);
  expect(office.system.snapshot().counts).toMatchObject({ calls: 1, legs: 2 });
});

test("PHONE-65 a microphone that is refused after a reload ends the call for the far end at once", async () => {
  const kept = createMapStore();
  const [alice, bob] = [await office.phone("alice", kept), await office.phone("bob")];
  await office.talk(alice, "102", bob);
  alice.leave();
  await alice.breaks();
  await office.phone("alice", kept, { microphone: "denied" });
  await rest();
  expect(bob.visuals()).toEqual([]);
  expect(bob.events.at(-1)).toMatchObject({ kind: "callEnded", reason: "remote" });
  expect(office.system.snapshot().counts).toMatchObject({ calls: 0, legs: 0, mediaPorts: 0 });
});

test("PUBLISH-1 PUBLISH-5 the phone system takes presence and lights with the phone's credentials, changes them and lets them go", async () => {
  const published: string[] = [];
  office.system.subscribe((event) => {
    if (event.kind === "published") published.push(`${event.eventPackage} ${event.expiresSeconds} ${event.body}`);
  });
  const alice = await office.phone("alice");
  const settings = { doNotDisturb: true, forward: { isOn: true, number: "104" }, followMe: null };
  alice.publish(settings);
  await rest();
  expect(published).toEqual([
    expect.stringMatching(/^presence 2592000 .*entity="sip:alice@demo".*<basic>closed<\/basic>/s),
    expect.stringMatching(/^dialog 2592000 .*entity="sip:\*76101@demo".*confirmed/s),
    expect.stringMatching(/^dialog 2592000 .*entity="sip:\*96101@demo".*confirmed.*sip:104/s),
  ]);
  published.length = 0;
  alice.publish({ ...settings, forward: { isOn: false, number: "104" } });
  await rest();
  expect(published).toEqual([expect.stringMatching(/^dialog 2592000 .*\*96101@demo.*terminated/s)]);
  published.length = 0;
  void alice.stop();
  await rest();
  expect(published).toEqual(["presence 0 ", "dialog 0 ", "dialog 0 "]);
  expect(alice.events).toEqual([]);
});

test("PUBLISH-4 a phone system that does not know the page before hears it as for the first time", async () => {
  const storage = createMapStore();
  storage.set("webphone.alice.publication.presence", "gone\n<presence/>");
  const published: string[] = [];
  office.system.subscribe((event) => {
    if (event.kind === "published") published.push(event.eventPackage);
  });
  const alice = await office.phone("alice", createMapStore(), { storage });
  alice.publish({ doNotDisturb: true, forward: null, followMe: null });
  await rest();
  expect(published).toEqual(["dialog", "presence"]);
  expect(storage.get("webphone.alice.publication.presence")).toMatch(/^[a-z2-7]{12}\n.*closed/s);
  expect(alice.events).toEqual([]);
});

test("PHONE-93 the phone system's message waiting is heard", async () => {
  const alice = await office.phone("alice");
  office.system.notifyMailbox({ userId: 1, newCount: 3, oldCount: 4, urgentCount: 0 });
  await rest();
  expect(alice.events).toEqual([{ kind: "messageWaiting", newCount: 3, oldCount: 4 }]);
});
