import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import type { CallView, PhoneEvent } from "@callpanel/phone-port";
import { createFakeClock, settle } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/temporary-storage.ts";
import type { OpenCallChanges } from "../../calls/index.ts";
import { createOpenCallJournal } from "./open-calls.ts";

const ALICE = { number: "101", name: "Alice Archer", userId: 1 };
const BOB = { number: "102", name: "Bob Brandt", userId: 2 };
const call = (id: string, recordingId?: string): CallView => ({
  id,
  realm: "demo",
  state: "answered",
  startedAt: 1_000,
  answeredAt: 3_000,
  caller: ALICE,
  callee: BOB,
  dialledNumber: "102",
  direction: "internal",
  legs: [
    {
      id: `${id}-leg`,
      side: "caller",
      party: ALICE,
      sipCallId: "x",
      state: "answered",
      held: false,
      recording: recordingId === undefined ? "off" : "on",
      ...(recordingId === undefined ? {} : { recordingId }),
      detached: false,
    },
  ],
});
const answered = (id: string): PhoneEvent => ({ kind: "callAnswered", at: 3_000, call: call(id), legId: `${id}-leg` });

describe("the journal of calls in progress", () => {
  const open = () => {
    const clock = createFakeClock();
    const saved: OpenCallChanges[] = [];
    const store = { away: false };
    const journal = createOpenCallJournal({
      owner: () => "s1",
      clock,
      log: silentLog,
      people: { find: () => undefined, featureCodes: () => DEFAULT_FEATURE_CODES },
      store: {
        save: async (changes) => {
          if (store.away) throw new Error("the store is away");
          saved.push(changes);
        },
      },
    });
    const pass = async (ms: number) => {
      await clock.advance(ms);
      await settle();
    };
    const said = () =>
      saved.splice(0).map(({ changed, ended }) => [changed.map(({ record }) => record.callId), ended] as const);
    return { clock, saved, store, journal, pass, said };
  };

  it("CDR-14 calls that are answered at about the same time are written together, as call records so far", async () => {
    const { journal, saved, pass } = open();
    journal.take(answered("c1"));
    journal.take(answered("c2"));
    expect(saved).toEqual([]);
    await pass(200);
    expect(saved).toHaveLength(1);
    expect(saved[0]?.changed.map(({ record }) => record.callId)).toEqual(["c1", "c2"]);
    expect(saved[0]?.changed[0]?.record).toMatchObject({
      realm: "demo",
      startedAt: 1_000,
      answeredAt: 3_000,
      from: ALICE,
      to: BOB,
      disposition: "answered",
      failed: false,
      endedBy: "restart",
    });
  });

  it("CDR-14 a call that ends before it was written causes no write; a written one is removed only after its record is stored", async () => {
    const { journal, said, pass } = open();
    journal.take(answered("c1"));
    journal.recorded("c1");
    await pass(200);
    expect(said()).toEqual([]);
    journal.take(answered("c2"));
    await pass(200);
    expect(said()).toEqual([[["c2"], []]]);
    journal.recorded("c2");
    await pass(200);
    expect(said()).toEqual([[[], ["c2"]]]);
    await pass(60_000);
    expect(said()).toEqual([]);
  });

  it("CDR-14 during calls, the store is updated every 5 s with the time; a recording is included", async () => {
    const { journal, saved, clock, pass } = open();
    journal.take(answered("c1"));
    await pass(200);
    journal.take({
      kind: "recordingStarted",
      at: 4_000,
      call: call("c1", "r1"),
      legId: "c1-leg",
      recording: { id: "r1", by: "alice", of: ALICE, startedAt: 4_000 },
    });
    await pass(200);
    expect(saved[1]?.changed[0]?.recordingIds).toEqual(["r1"]);
    const before = saved.length;
    await pass(5_000);
    await pass(5_000);
    expect(saved.slice(before).map(({ changed, ended }) => [changed, ended])).toEqual([
      [[], []],
      [[], []],
    ]);
    expect(saved.at(-1)?.at).toBeGreaterThan(clock.now() - 5_000);
  });

  it("CDR-14 failed writes are repeated when the store is back, and at the stop", async () => {
    const { journal, store, said, pass } = open();
    store.away = true;
    journal.take(answered("c1"));
    await pass(200);
    store.away = false;
    await pass(5_000);
    expect(said()).toEqual([[["c1"], []]]);
    store.away = true;
    journal.recorded("c1");
    await pass(200);
    store.away = false;
    await journal.stop();
    expect(said()).toEqual([[[], ["c1"]]]);
  });
});
