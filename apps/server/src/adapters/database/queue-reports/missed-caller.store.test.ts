import type { QueueLogEvent, QueueLogRow } from "@callpanel/phone-port";
import { describe, expect, it } from "vitest";
import { callRecord } from "../../../../test/call-records.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";

const ACME = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Archer, extension: 101, password: a-good-password }
  - { username: bea, first_name: Bea, last_name: Baker, extension: 102, password: a-good-password }
`;
const ZOE = "+14165550100";
const START = Date.UTC(2026, 2, 8);
const MINUTE = 60_000;
type Of = Pick<Partial<QueueLogRow>, "realm" | "queueId" | "agentId">;

onEachDatabase((kind, create) => {
  describe(`missed callers on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    let calls = 0;

    const row = (event: QueueLogEvent, at: number, callId: string, of: Of = {}): QueueLogRow => ({
      ...event,
      at: START + at * MINUTE,
      realm: "acme",
      queueId: "600",
      callId,
      ...of,
    });
    const place = { position: 1, originalPosition: 1 };
    /** A caller joins at a minute and leaves a minute later. */
    const wait = async (
      at: number,
      how: "ABANDON" | "EXITWITHTIMEOUT" | "EXITEMPTY" | "WITHDRAW" | "EXITWITHKEY" | "CONNECT",
      number = ZOE,
      of: Of = {},
    ) => {
      const callId = `call-${(calls += 1)}`;
      const waitMs = MINUTE;
      const left = {
        WITHDRAW: { event: "WITHDRAW", why: "to 104", ...place, waitMs },
        EXITWITHKEY: { event: "EXITWITHKEY", key: "0", ...place, waitMs },
        CONNECT: { event: "CONNECT", waitMs, agentLegId: "l", ringMs: 1_000 },
        ABANDON: { event: "ABANDON", ...place, waitMs },
        EXITWITHTIMEOUT: { event: "EXITWITHTIMEOUT", ...place, waitMs },
        EXITEMPTY: { event: "EXITEMPTY", ...place, waitMs },
      } as const satisfies Record<typeof how, QueueLogEvent>;
      await on.stores.queueLog.append("server", [
        row({ event: "ENTERQUEUE", number, name: "Zoe", position: 1 }, at, callId, of),
        row(left[how], at + 1, callId, how === "CONNECT" ? { ...of, agentId: 1 } : of),
      ]);
      return callId;
    };
    const missed = (queueIds = ["600"], since = 0) =>
      on.stores.missedCallers.missed({ realm: "acme", queueIds, since: START + since * MINUTE, limit: 100 });
    const numbers = async (...queueIds: string[]) =>
      (await missed(queueIds.length === 0 ? undefined : queueIds)).map(({ number }) => number);
    const talk = (at: number, parts: Partial<Parameters<typeof callRecord>[0]>) =>
      on.stores.callRecords.write(
        callRecord({ callId: `talk-${(calls += 1)}`, realm: "acme", startedAt: START + at * MINUTE, ...parts }),
      );

    it("QMISS-1 a caller who gave up, waited too long or was in a queue that became empty is missed, each number once with its last call", async () => {
      await wait(0, "ABANDON");
      await wait(10, "EXITWITHTIMEOUT");
      await wait(5, "EXITEMPTY", "+14165550199");
      expect(await missed()).toEqual([
        expect.objectContaining({
          queueId: "600",
          number: ZOE,
          name: "Zoe",
          times: 2,
          firstAt: START + MINUTE,
          lastAt: START + 11 * MINUTE,
          end: "EXITWITHTIMEOUT",
          waitMs: MINUTE,
          taken: undefined,
        }),
        expect.objectContaining({ number: "+14165550199", times: 1, end: "EXITEMPTY" }),
      ]);
      expect(await numbers("601")).toEqual([]);
      expect(await missed(["600"], 12)).toEqual([]);
    });

    it("QMISS-1 a caller who was moved or left by the exit key is not missed, and neither is one who withholds their number", async () => {
      await wait(0, "WITHDRAW");
      await wait(2, "EXITWITHKEY");
      await wait(4, "ABANDON", "anonymous");
      await wait(6, "ABANDON", "");
      expect(await missed()).toEqual([]);
    });

    it("QMISS-2 each queue and realm has its own", async () => {
      await wait(0, "ABANDON", ZOE, { queueId: "601" });
      await wait(0, "ABANDON", ZOE, { realm: "other" });
      expect([await numbers("600"), await numbers("601")]).toEqual([[], [ZOE]]);
    });

    it("QMISS-3 an agent's answer in any queue is the end, and a later miss a new beginning", async () => {
      await wait(0, "ABANDON");
      await wait(10, "CONNECT", ZOE, { queueId: "601" });
      expect(await missed()).toEqual([]);
      await wait(20, "ABANDON");
      expect(await missed()).toMatchObject([{ times: 1, firstAt: START + 21 * MINUTE }]);
    });

    it("QMISS-3 an answered call to the number by anybody of the company is the end, and so is an answer to the caller", async () => {
      await wait(0, "ABANDON");
      await talk(-10, { from: { number: "101", userId: 1 }, to: { number: ZOE } });
      await talk(2, {
        from: { number: "101", userId: 1 },
        to: { number: ZOE },
        disposition: "noAnswer",
        answeredAt: null,
      });
      await talk(3, { from: { number: ZOE }, to: { number: "600" }, destination: "queue" });
      await talk(4, { from: { number: ZOE }, to: { number: "102" }, destination: "voicemail" });
      expect(await numbers()).toEqual([ZOE]);
      await talk(5, { from: { number: "101", userId: 1 }, to: { number: ZOE } });
      expect(await numbers()).toEqual([]);
      // A record of an earlier call that is written late.
      await wait(10, "ABANDON");
      await talk(12, { from: { number: ZOE }, to: { number: "102", userId: 2 } });
      await talk(6, { from: { number: ZOE }, to: { number: "102", userId: 2 } });
      expect(await numbers()).toEqual([]);
    });

    it("QMISS-3 a number is the same in every notation", async () => {
      await wait(0, "ABANDON", "4165550100");
      await wait(2, "ABANDON", ZOE);
      expect(await missed()).toMatchObject([{ number: ZOE, key: ZOE, times: 2 }]);
      await talk(5, { from: { number: "101", userId: 1 }, to: { number: "14165550100" }, direction: "outbound" });
      expect(await numbers()).toEqual([]);
      await wait(10, "ABANDON", ZOE);
      await wait(12, "CONNECT", "14165550100");
      expect(await numbers()).toEqual([]);
    });

    it("QMISS-4 if two people take a caller, one of them has the caller, until they give the caller back or the time is over", async () => {
      await wait(0, "ABANDON");
      const [ann, bea] = [
        (await on.stores.users.byUsername("ann"))?.id ?? 0,
        (await on.stores.users.byUsername("bea"))?.id ?? 0,
      ];
      const { missedCallers } = on.stores;
      const key = { realm: "acme", queueId: "600", key: ZOE };
      const take = (userId: number, at: number, validFrom = 0) => missedCallers.take(key, { userId, at, validFrom });
      const taker = async () => (await missed())[0]?.taken;
      await Promise.all([take(ann, 100), take(bea, 100)]);
      const winner = (await taker())?.userId ?? 0;
      const other = winner === ann ? bea : ann;
      await take(other, 150, 100);
      await missedCallers.giveBack(key, other);
      expect(await taker()).toEqual({ userId: winner, at: 100 });
      await take(other, 200, 101);
      expect(await taker()).toEqual({ userId: other, at: 200 });
      await missedCallers.giveBack(key, other);
      expect(await taker()).toBeUndefined();
    });

    it("QMISS-6 the queues that missed a number are known, whether it was answered later or not", async () => {
      const callId = await wait(0, "ABANDON");
      await wait(5, "CONNECT");
      const queuesOf = on.stores.missedCallers.queuesOf;
      expect(await queuesOf("acme", ["+14165550199", ZOE], START)).toEqual(["600"]);
      expect(await queuesOf("acme", [ZOE], START + 2 * MINUTE)).toEqual([]);
      expect(await queuesOf("acme", ["+14165550199"], START)).toEqual([]);
      expect(await queuesOf("acme", [], START)).toEqual([]);
      expect(await on.stores.missedCallers.callerOf("acme", callId)).toBe(ZOE);
      expect(await on.stores.missedCallers.callerOf("other", callId)).toBeUndefined();
    });

    it("QMISS-8 the name of the person who calls back is deleted with the calls", async () => {
      await wait(0, "ABANDON");
      const ann = (await on.stores.users.byUsername("ann"))?.id ?? 0;
      await on.stores.missedCallers.take(
        { realm: "acme", queueId: "600", key: ZOE },
        { userId: ann, at: 100, validFrom: 0 },
      );
      await talk(-10, { from: { number: "101", userId: 1 }, to: { number: ZOE } });
      await on.stores.missedCallers.removeBefore(101);
      expect((await missed())[0]?.taken).toBeUndefined();
      expect(await on.db.selectFrom("last_talks").selectAll().execute()).toHaveLength(1);
      await on.stores.missedCallers.removeBefore(START);
      expect(await on.db.selectFrom("last_talks").selectAll().execute()).toEqual([]);
    });
  });
});
