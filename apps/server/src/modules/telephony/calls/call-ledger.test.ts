import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import type { CallRecord } from "@callpanel/phone-port";
import { createFakeClock, settle } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import type { CallDetailRecord } from "../../calls/index.ts";
import { createCallLedger } from "./call-ledger.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";

const RECORD: CallRecord = {
  id: "call-1",
  realm: "demo",
  startedAt: 1_000,
  answeredAt: 3_000,
  endedAt: 9_000,
  from: { number: "101", name: "Alice", userId: 1 },
  to: { number: "5550100", name: '"; drop table cdrs; --' },
  dialledNumber: "5550100",
  direction: "internal",
  disposition: "answered",
  failed: false,
  endedBy: "caller",
  endReason: "hangup",
  sipStatus: 200,
  quality: {
    caller: { codec: "opus", packetsReceived: 100, packetsSent: 99, packetsLost: 1, jitterMs: 2 },
  },
  recordings: [],
  legIds: ["l1", "l2"],
  forwardedBy: [{ number: "102", name: "Bob", userId: 2 }],
  sentBy: { number: "103", name: "Carol", userId: 3 },
};

describe("call ledger", () => {
  const createLedger = () => {
    const clock = createFakeClock();
    const written: CallDetailRecord[] = [];
    const store = { away: false };
    const ledger = createCallLedger({
      clock,
      log: silentLog,
      people: { find: () => undefined, featureCodes: () => DEFAULT_FEATURE_CODES },
      store: {
        write: async (record) => {
          if (store.away) throw new Error("the store is away");
          written.push(record);
        },
      },
    });
    return { clock, written, store, ...ledger, ledger };
  };

  it("SERVER-23 a record is written unchanged", async () => {
    const { ledger, written } = createLedger();
    await ledger.ledger.callEnded(RECORD);
    expect(written).toEqual([
      {
        callId: "call-1",
        realm: "demo",
        startedAt: 1_000,
        answeredAt: 3_000,
        endedAt: 9_000,
        from: { number: "101", name: "Alice", userId: 1 },
        to: { number: "5550100", name: '"; drop table cdrs; --', userId: null },
        dialledNumber: "5550100",
        direction: "internal",
        disposition: "answered",
        failed: false,
        endedBy: "caller",
        endReason: "hangup",
        sipStatus: 200,
        quality: JSON.stringify(RECORD.quality),
        forwardedBy: JSON.stringify([{ number: "102", name: "Bob", userId: 2 }]),
        listenedBy: null,
        sentBy: JSON.stringify({ number: "103", name: "Carol", userId: 3 }),
        forwarderIds: [2],
        destination: undefined,
        continues: [],
      },
    ]);
    expect(ledger.pendingCount).toBe(0);
  });

  it("SERVER-23 while the store is unreachable, records wait and are tried again", async () => {
    const { ledger, written, store, clock } = createLedger();
    store.away = true;
    await ledger.ledger.callEnded(RECORD);
    await ledger.ledger.callEnded({ ...RECORD, id: "call-2" });
    await clock.advance(3_000);
    expect(ledger.pendingCount).toBe(2);
    store.away = false;
    await clock.advance(1_000);
    expect(written.map(({ callId }) => callId)).toEqual(["call-1", "call-2"]);
    expect(ledger.pendingCount).toBe(0);
    expect(clock.timerCount).toBe(0);
  });

  it("SERVER-23 flush waits for pending records, but not longer than its limit", async () => {
    const { ledger, store, clock } = createLedger();
    expect(await ledger.flush(1_000)).toBe(0);
    store.away = true;
    await ledger.ledger.callEnded(RECORD);
    let lost: number | undefined;
    void ledger.flush(2_500).then((count) => (lost = count));
    await clock.advance(1_500);
    expect(lost).toBeUndefined();
    store.away = false;
    await clock.advance(500);
    expect(lost).toBe(0);

    store.away = true;
    await ledger.ledger.callEnded({ ...RECORD, id: "call-2" });
    void ledger.flush(2_500).then((count) => (lost = count));
    await clock.advance(2_500);
    await settle();
    expect(lost).toBe(1);
    expect(clock.timerCount).toBe(0);
  });
});
