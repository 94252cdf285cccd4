import type { CallRecord, PhoneEvent } from "@callpanel/phone-port";
import { createFakeClock, createFakeMedia } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import { createMeetingRecordings } from "./meeting-recordings.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

function setUp({ records = true } = {}) {
  const media = createFakeMedia();
  const clock = createFakeClock();
  const journal: string[] = [];
  const open: PhoneEvent[] = [];
  const stored: CallRecord[] = [];
  let ids = 0;
  const recordings = createMeetingRecordings({
    files: records ? { pathOf: (id) => `/recordings/${id}.opus` } : undefined,
    openInner: () => media.openInner(),
    journal: {
      take: ({ kind }) => void journal.push(kind),
      end: (id, sound, chapters) =>
        void journal.push(
          `end ${id} ${sound.durationMs} ${chapters.map(({ name, kind }) => `${name} ${kind}`).join()}`,
        ),
    },
    openCalls: { take: (event) => void open.push(event) },
    ledger: { callEnded: (record) => void stored.push(record) },
    newId: () => `id${(ids += 1)}`,
    clock,
    log: silentLog,
  });
  const lost: string[] = [];
  const begin = () =>
    recordings.begin({
      realm: "demo",
      room: { number: "850", name: "Daily" },
      by: { number: "101", name: "Alice Archer", userId: 1 },
      username: "alice",
      lost: () => void lost.push("lost"),
    });
  return { media, clock, journal, open, stored, lost, begin };
}

it("VREC-5 VREC-6 a recording is in the journals from its start, so that a crash keeps it, and is a call to the room when it ends", async () => {
  const { media, clock, journal, open, stored, lost, begin } = setUp();
  const recording = begin();
  expect(journal).toEqual(["recordingStarted"]);
  const [event] = open;
  expect(event?.kind === "recordingStarted" && event.call).toMatchObject({
    id: "meeting-id2",
    state: "answered",
    answeredAt: clock.now(),
    callee: { number: "850", name: "Daily", kind: "videoRoom" },
    legs: [{ recordingId: "id1" }],
  });
  recording?.mark({ kind: "came", name: "Alice" });
  await clock.advance(4_000);
  recording?.mark({ kind: "left", name: "Alice" });
  recording?.stop();
  await settled();
  expect(journal).toEqual(["recordingStarted", "end id1 1000 Alice came,Alice left", "callEnded"]);
  expect(stored).toMatchObject([
    {
      id: "meeting-id2",
      from: { userId: 1 },
      to: { kind: "videoRoom" },
      disposition: "answered",
      recordings: [{ id: "id1" }],
    },
  ]);
  expect([media.innerPorts.length, lost]).toEqual([0, []]);
});

it("VREC-4 a recording that the disk ends is kept, and the meeting is notified", async () => {
  const { media, stored, lost, begin } = setUp();
  begin();
  media.innerPorts[0]?.recordings[0]?.end({ durationMs: 500, bytes: 9, marks: [], failure: "the disk is full" });
  await settled();
  expect([stored.length, lost, media.innerPorts.length]).toEqual([1, ["lost"], 0]);
});

it("VREC-7 a server that does not record begins none", () => {
  const { media, journal, begin } = setUp({ records: false });
  expect([begin(), journal, media.innerPorts]).toEqual([undefined, [], []]);
});
