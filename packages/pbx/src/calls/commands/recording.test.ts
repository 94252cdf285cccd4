import {
  createFakeClock,
  createFakeMedia,
  SHORT_RECORDING,
  settle,
  type FakePort,
  type PhoneCall,
} from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, REALM, type TestPbx } from "../../../test/test-pbx.ts";
import { createKeyedCode } from "./keyed-code.ts";
import { createLegRecorder } from "../leg/leg-recorder.ts";

const OK = { ok: true, value: undefined };

async function talking() {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  return { pbx, out, incoming, legId: pbx.legOf(out), port: pbx.media.portOf(out.remoteSdp) };
}

const stateOf = (pbx: TestPbx, legId: string): string | undefined =>
  pbx.system
    .snapshot()
    .calls.flatMap(({ legs }) => legs)
    .find(({ id }) => id === legId)?.recording;

const press = (port: FakePort, digits: string): void => {
  for (const digit of digits) if (digit === "*" || digit === "1") port.emit({ kind: "digit", digit, durationMs: 100 });
};

async function hangUp(call: PhoneCall): Promise<void> {
  call.hangUp();
  await settle();
}

test("REC-20 a leg is recorded by command, paused, resumed and stopped, and each step is reported", async () => {
  const { pbx, legId, port } = await talking();
  const { startRecording, pauseRecording, stopRecording } = pbx.system.commands;
  expect(stateOf(pbx, legId)).toBe("off");
  expect(await startRecording({ by: "carol", legId })).toEqual(OK);
  expect(port.recordings.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^\/recordings\/[a-z2-7]{16}\.opus$/),
  ]);
  expect(stateOf(pbx, legId)).toBe("on");
  expect(await pauseRecording({ legId, paused: true })).toEqual(OK);
  expect([port.recordings[0]?.paused, stateOf(pbx, legId)]).toEqual([true, "paused"]);
  expect(await pauseRecording({ legId, paused: false })).toEqual(OK);
  expect([port.recordings[0]?.paused, stateOf(pbx, legId)]).toEqual([false, "on"]);
  expect(await stopRecording({ legId })).toEqual(OK);
  await settle();
  expect([port.recordings[0]?.stopped, stateOf(pbx, legId)]).toEqual([true, "off"]);
  const told = pbx.events.filter(({ kind }) => kind.startsWith("recording"));
  expect(told.map(({ kind }) => kind)).toEqual([
    "recordingStarted",
    "recordingPaused",
    "recordingResumed",
    "recordingStopped",
    "recordingEnded",
  ]);
  expect(told[0]).toMatchObject({ legId, recording: { by: "carol", of: { userId: 1 } }, call: { realm: REALM } });
  expect(pbx.eventsOf("recordingEnded")[0]?.sound).toEqual(SHORT_RECORDING);
});

test("REC-20 starting is idempotent, also from the other side; without a recording there is nothing to pause", async () => {
  const { pbx, incoming, legId, port } = await talking();
  const { startRecording, pauseRecording, stopRecording } = pbx.system.commands;
  const far = pbx.legOf(incoming);
  expect(await pauseRecording({ legId, paused: true })).toEqual({ ok: false, why: "wrongState" });
  expect(await stopRecording({ legId })).toEqual({ ok: false, why: "wrongState" });
  expect(await startRecording({ by: "carol", legId })).toEqual(OK);
  expect(await startRecording({ by: "carol", legId })).toEqual(OK);
  expect(await startRecording({ by: "dave", legId: far })).toEqual(OK);
  expect(await pauseRecording({ legId: far, paused: true })).toEqual(OK);
  expect(await pauseRecording({ legId: far, paused: true })).toEqual(OK);
  expect(pbx.eventsOf("recordingStarted")).toHaveLength(1);
  expect(pbx.eventsOf("recordingPaused")).toHaveLength(1);
  expect(await stopRecording({ legId: far })).toEqual(OK);
  expect(port.recordings).toHaveLength(1);
  expect(port.recordings[0]?.stopped).toBe(true);
});

test("REC-20 a leg that does not talk yet, or no longer, is not recorded", async () => {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const out = alice.call("102");
  await bob.incoming();
  const legId = pbx.legOf(out);
  const { startRecording } = pbx.system.commands;
  expect(await startRecording({ by: "carol", legId })).toEqual({ ok: false, why: "wrongState" });
  expect(await startRecording({ by: "carol", legId: "nobody" })).toEqual({ ok: false, why: "unknownLeg" });
  await hangUp(out);
  expect(await startRecording({ by: "carol", legId })).toEqual({ ok: false, why: "unknownLeg" });
});

test("REC-21 the call's record has its recordings: leg, requester, start, length, marks", async () => {
  const { pbx, out, legId, port } = await talking();
  const startedAt = pbx.clock.now();
  await pbx.clock.advance(3_000);
  await pbx.system.commands.startRecording({ by: "carol", legId });
  await pbx.clock.advance(5_000);
  const marks = [{ offsetMs: 1_000, durationMs: 500 }];
  port.recordings[0]?.end({ durationMs: 5_000, bytes: 9, marks });
  await settle();
  await pbx.system.commands.startRecording({ by: "carol", legId });
  await pbx.clock.advance(2_000);
  await hangUp(out);
  const [record] = pbx.records;
  expect(record?.recordings).toEqual([
    {
      id: expect.any(String),
      by: "carol",
      of: { number: "101", name: "Alice Archer", userId: 1 },
      startedAt: startedAt + 3_000,
      offsetMs: 0,
      durationMs: 5_000,
      marks,
    },
    expect.objectContaining({ startedAt: startedAt + 8_000, durationMs: SHORT_RECORDING.durationMs }),
  ]);
  expect(pbx.eventsOf("callEnded")[0]?.record).toEqual(record);
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("REC-21 a recorded leg that is sent on keeps its recording, and both calls have their part", async () => {
  const pbx = createTestPbx();
  const [alice, bob, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  const port = pbx.media.portOf(out.remoteSdp);
  await pbx.system.commands.startRecording({ by: "carol", legId: pbx.legOf(out) });
  await pbx.clock.advance(4_000);
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  const target = await carol.incoming();
  await pbx.clock.advance(1_000);
  await target.answer();
  await pbx.clock.advance(6_000);
  expect(port.recordings.map(({ stopped }) => stopped)).toEqual([false]);
  port.recordings[0]?.end({ durationMs: 11_000, bytes: 9, marks: [] });
  await settle();
  out.hangUp();
  await settle();
  const parts = pbx.records.flatMap(({ recordings }) => recordings);
  expect(parts).toMatchObject([
    { offsetMs: 0, durationMs: 4_000 },
    { offsetMs: 4_000, durationMs: 7_000 },
  ]);
  expect(new Set(parts.map(({ id }) => id)).size).toBe(1);
});

test("REC-21 a phone that comes back on another leg is still recorded, into another file", async () => {
  const { pbx, out, legId, port } = await talking();
  const { startRecording, pauseRecording } = pbx.system.commands;
  await startRecording({ by: "carol", legId });
  await pauseRecording({ legId, paused: true });
  const second = await pbx.registered("alice");
  const { dialog } = out;
  const replaces = `${dialog?.callId};to-tag=${dialog?.remoteTag};from-tag=${dialog?.localTag}`;
  const back = second.call("102", { headers: [["Replaces", replaces]] });
  await back.until("talking");
  await settle();
  expect(port.recordings.map(({ stopped }) => stopped)).toEqual([true]);
  const again = pbx.media.portOf(back.remoteSdp).recordings;
  expect(again.map(({ paused, stopped }) => [paused, stopped])).toEqual([[true, false]]);
  const byCarol = { recording: { by: "carol" } };
  expect(pbx.eventsOf("recordingStarted")).toMatchObject([byCarol, byCarol]);
});

test("REC-22 *1 during a call starts and stops, for people with the right", async () => {
  const pbx = createTestPbx();
  const asked: object[] = [];
  pbx.directory.permit((by, act) => {
    asked.push({ by: by.sipUsername, ...act });
    return act.kind === "record" && act.owners.every((id) => id === 3);
  });
  const [carol, alice] = [await pbx.registered("carol"), await pbx.registered("alice")];
  const { out, in: incoming } = await pbx.talk(carol, "101", alice);
  const port = pbx.media.portOf(out.remoteSdp);
  press(pbx.media.portOf(incoming.remoteSdp), "*1");
  expect(pbx.eventsOf("recordingStarted")).toEqual([]);
  press(port, "*1");
  expect(pbx.eventsOf("recordingStarted")).toMatchObject([{ recording: { by: "carol", of: { userId: 3 } } }]);
  press(port, "*1");
  expect(pbx.eventsOf("recordingStopped")).toHaveLength(1);
  await out.request("INFO", { headers: [["Content-Type", "application/dtmf-relay"]], body: "Signal=*\r\n" });
  await out.request("INFO", { headers: [["Content-Type", "application/dtmf-relay"]], body: "Signal=1\r\n" });
  expect(pbx.eventsOf("recordingStarted")).toHaveLength(2);
  expect(asked.slice(0, 2)).toEqual([
    { by: "alice", kind: "record", owners: [1] },
    { by: "carol", kind: "record", owners: [3] },
  ]);
});

test("REC-22 two seconds between the digits are too long, and after a wrong digit the code starts again", async () => {
  const clock = createFakeClock();
  const keyed = createKeyedCode("*1", clock);
  const press = (digits: string): boolean[] => digits.split("").map(keyed);
  expect(press("*1")).toEqual([false, true]);
  expect(press("1*21**1")).toEqual([false, false, false, false, false, false, true]);
  keyed("*");
  await clock.advance(2_001);
  expect(keyed("1")).toBe(false);
  expect(createKeyedCode("", clock)("1")).toBe(false);
});

test("REC-23 a failed recording is reported, and the call continues", async () => {
  const { pbx, out, incoming, legId, port } = await talking();
  await pbx.system.commands.startRecording({ by: "carol", legId });
  const failed = { durationMs: 0, bytes: 0, marks: [], failure: "ENOSPC: no space left on device" };
  port.recordings[0]?.end(failed);
  await settle();
  expect(stateOf(pbx, legId)).toBe("off");
  expect(pbx.eventsOf("recordingStopped")).toHaveLength(1);
  expect(pbx.eventsOf("recordingEnded")[0]?.sound).toEqual(failed);
  expect(pbx.logged).toContain("error a recording ended early");
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  expect(await pbx.system.commands.startRecording({ by: "carol", legId })).toEqual(OK);
});

test("REC-23 a system without a place for recordings refuses them", () => {
  const recorder = createLegRecorder({
    clock: createFakeClock(),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    randomText: () => "id",
    recordings: undefined,
    port: createFakeMedia().open(),
    of: () => ({ number: "101", name: "Alice Archer" }),
    told: () => undefined,
  });
  expect(recorder.start("carol")).toBe(false);
  expect(recorder.current).toBeUndefined();
});

test("REC-24 *1 on a listening leg starts nothing, even if the listener may record their own calls", async () => {
  const pbx = createTestPbx();
  pbx.directory.permit(() => true);
  const [carol, alice] = [await pbx.registered("carol"), await pbx.registered("alice")];
  await pbx.talk(alice, "102", await pbx.registered("bob"));
  const ear = carol.call("***102");
  await ear.until("talking");
  await settle();
  press(pbx.media.portOf(ear.remoteSdp), "*1");
  expect(pbx.eventsOf("recordingStarted")).toEqual([]);
});
