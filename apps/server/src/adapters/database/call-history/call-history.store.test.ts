import type { CallKindFilter } from "@callpanel/contract";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callRecord } from "../../../../test/call-records.ts";
import { HUNG_UP, writeCalls } from "../../../../test/many-calls.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { createStores, openDatabase, type Stores } from "../../../app/services/storage.ts";
import type { CallOrder, CallScope, CallSearch } from "../../../modules/call-history/index.ts";
import type { Tables } from "../index.ts";

const HOUR_MS = 3_600_000;
const BEGIN = Date.UTC(2026, 2, 1);
/** One call every seven hours, so that each day has three or four. */
const CALLS = 200;
const PEOPLE = 5;
const startOf = (call: number): number => BEGIN + call * 7 * HOUR_MS;
const callerOf = (call: number): number => 1 + (call % PEOPLE);
/** Sometimes an outside number, sometimes the caller. */
const calleeOf = (call: number): number | null => (call % 7 === 0 ? null : 1 + (call % 4));
const all = Array.from({ length: CALLS }, (_, call) => call);
const isIn = (scope: CallScope, call: number): boolean =>
  scope === "realm" ||
  scope.userIds.some((id) => id === callerOf(call) || id === calleeOf(call) || (call % 50 === 3 && id === 9));

onEachDatabase((kind, create) => {
  describe(`call history on ${kind}`, () => {
    let database: TestDatabase;
    let db: Kysely<Tables>;
    let stores: Stores;
    beforeEach(async () => {
      database = await create();
      db = await openDatabase(database.settings, silentLog);
      stores = createStores(db);
      for (const call of all) {
        const record = callRecord({
          callId: `c${call}`,
          startedAt: startOf(call),
          endedAt: startOf(call) + 1_000 * ((call * 37) % 101),
          from: { number: `10${callerOf(call)}`, userId: callerOf(call) },
          to: { number: String(500 + ((call * 13) % 89)), userId: calleeOf(call) },
          forwarderIds: call % 50 === 3 ? [9] : [],
          continues: call === 5 ? ["c3", "c4"] : call === 6 ? ["c5"] : [],
        });
        await stores.callRecords.write(record);
        if (call % 3 === 0) await stores.callRecords.write(record);
      }
      await stores.callRecords.write(callRecord({ callId: "other", realm: "other", from: { userId: 77 } }));
    });
    afterEach(async () => {
      await db.destroy();
      await database.remove();
    });

    const SCOPES: readonly CallScope[] = [
      "realm",
      ...[[1], [4], [9], [99], [1, 2], [5, 4, 1, 9]].map((userIds) => ({ userIds })),
    ];
    const PERIODS = [
      [0, 8e12],
      [BEGIN + 50 * HOUR_MS, BEGIN + 500 * HOUR_MS],
      [BEGIN + 49.5 * HOUR_MS, BEGIN + 50 * HOUR_MS],
      [BEGIN + 48 * HOUR_MS, BEGIN + 72 * HOUR_MS],
      [BEGIN, BEGIN],
      [BEGIN + 9e9, BEGIN],
    ] as const;

    it("CDR-1 CDR-6 every page of every filter equals what counting one by one gives, in both directions", async () => {
      for (const scope of SCOPES)
        for (const [from, until] of PERIODS) {
          const search = { realm: "demo", scope, from, until };
          const expected = all.filter((call) => isIn(scope, call) && startOf(call) >= from && startOf(call) < until);
          const total = expected.length;
          for (const ascending of [true, false]) {
            const ordered = (ascending ? expected : expected.toReversed()).map((call) => `c${call}`);
            for (const start of [0, 1, 17, 18, Math.max(0, total - 1), total, total + 5]) {
              const found = await stores.callHistory.page(search, { ascending, start, limit: 18 });
              expect(found.total, JSON.stringify(search)).toBe(total);
              expect(found.calls.map(({ callId }) => callId)).toEqual(ordered.slice(start, start + 18));
            }
            expect(await readOn(search, ascending)).toEqual(ordered);
          }
        }
    });

    /** Page by page. */
    async function readOn(search: CallSearch, ascending: boolean): Promise<readonly string[]> {
      const read: string[] = [];
      for (let last: { id: number; startedAt: number } | undefined; ;) {
        const calls = await stores.callHistory.after(search, { last, ascending, limit: 40 });
        read.push(...calls.map(({ callId }) => callId));
        last = calls.at(-1);
        if (calls.length < 40) return read;
      }
    }

    it("CDR-5 sorts by length or by number; among equals, the latest comes first", async () => {
      const search = { realm: "demo", scope: { userIds: [1, 3] }, from: 0, until: 8e12 };
      const length = (call: number) => (call * 37) % 101;
      const expected = all
        .filter((call) => isIn(search.scope, call))
        .toSorted((a, b) => length(b) - length(a) || b - a);
      const calls = await ordered(search, { sort: "duration", ascending: false, words: [], kind: undefined });
      expect(calls.map(({ callId }) => callId)).toEqual(expected.map((call) => `c${call}`));
      const byNumber = await ordered(search, { sort: "to", ascending: true, words: [], kind: undefined });
      const numbers = byNumber.map(({ to }) => to.number);
      expect(numbers).toEqual(numbers.toSorted());
    });

    const ordered = async (search: CallSearch, order: CallOrder) =>
      stores.callHistory.listed((await stores.callHistory.ordered(search, order, { start: 0, limit: 500 })).ids);

    it("CDR-13 a search finds parts of numbers and names; it needs every word, and takes words literally", async () => {
      await stores.callRecords.write(
        callRecord({ callId: "named", startedAt: BEGIN, from: { number: "+14165550199", name: "Zoë 100%_Ök" } }),
      );
      const search = { realm: "demo", scope: "realm" as const, from: 0, until: 8e12 };
      const found = async (...words: readonly string[]) =>
        (await ordered(search, { sort: "calldate", ascending: true, words, kind: undefined })).map(
          ({ callId }) => callId,
        );
      expect(await found("zoe")).toEqual(["named"]);
      expect(await found("5550199", "ok")).toEqual(["named"]);
      expect(await found("0%_o")).toEqual(["named"]);
      expect(await found("1__%")).toEqual([]);
      expect(await found("zoe", "nobody")).toEqual([]);
      expect(await found("588")).toEqual(all.filter((call) => (call * 13) % 89 === 88).map((call) => `c${call}`));
    });

    it("CDR-5 CDR-13 of more than 10,000 calls the latest 10,000 are searched and sorted, and the result says so", async () => {
      const [older, most] = [100, 10_000];
      // The oldest is the longest.
      await writeCalls(db, older + most, (call) => manyCall(call, { seconds: 20_000 - call }));
      const scopes: readonly CallScope[] = ["realm", { userIds: [31] }, { userIds: [31, 32] }];
      for (const scope of scopes) {
        const search = { realm: "demo", scope, from: 0, until: 8e12 };
        const page = { start: 0, limit: 3 };
        const longest = async (from: number, ...words: readonly string[]) => {
          const order = { sort: "duration", ascending: false, words, kind: undefined } as const;
          const { ids, ...rest } = await stores.callHistory.ordered({ ...search, from }, order, page);
          return { ...rest, calls: (await stores.callHistory.listed(ids)).map(({ callId }) => callId) };
        };
        expect(await longest(0, "even", "call")).toEqual({
          total: most / 2,
          isComplete: false,
          calls: ["many100", "many102", "many104"],
        });
        expect(await longest(0)).toEqual({ total: most, isComplete: false, calls: ["many100", "many101", "many102"] });
        const fewer = BEGIN + 1_000 * older;
        expect(await longest(fewer, "odd")).toEqual({
          total: most / 2,
          isComplete: true,
          calls: ["many101", "many103", "many105"],
        });
      }
    });

    it("CDR-60 calls are narrowed to a kind, as seen by the people of the search", async () => {
      const at = BEGIN - HOUR_MS;
      const [ann, ben] = [
        { number: "201", name: "Ann", userId: 21 },
        { number: "202", name: 'Ben "userId":23}', userId: 22 },
      ];
      const outside = { number: "+14165550199" };
      const onward = { userId: 21, why: "forward" as const, to: "202", number: "202", name: "Ben" };
      const box = { to: { number: "*98201" }, destination: "voicemail", forwarderIds: [21] } as const;
      const answers = (agent: typeof ann) => ({ answeredBy: agent, forwarderIds: [agent.userId] });
      const queue = { from: outside, to: { number: "600" }, destination: "queue" } as const;
      const sentOn = { from: outside, to: ben, forwarderIds: [21] };
      const records = [
        callRecord({ callId: "called", startedAt: at, from: ann, to: ben }),
        callRecord({ callId: "unanswered", startedAt: at + 1, from: ben, to: ann, answeredAt: null }),
        callRecord({ callId: "box", startedAt: at + 2, from: ben, ...box, forwardedBy: JSON.stringify([ann]) }),
        callRecord({
          callId: "own box",
          startedAt: at + 3,
          from: ann,
          to: { number: "*97" },
          destination: "voicemail",
        }),
        callRecord({ callId: "agent", startedAt: at + 4, ...queue, ...answers(ann) }),
        callRecord({ callId: "agent ben", startedAt: at + 5, ...queue, ...answers(ben) }),
        callRecord({
          callId: "sent on",
          startedAt: at + 6,
          ...sentOn,
          divertedFrom: [{ ...onward, isAnswered: true }],
        }),
        callRecord({
          callId: "sent in vain",
          startedAt: at + 7,
          ...sentOn,
          answeredAt: null,
          divertedFrom: [{ ...onward, isAnswered: false }],
        }),
      ];
      for (const record of records) await stores.callRecords.write(record);
      const begun = { owner: "s1", realm: "demo", callId: "called", userId: 21, startedBy: "ann", startedAt: at };
      await stores.recordings.begin({ ...begun, id: "heard" });
      await stores.recordings.end("heard", { durationMs: 900, bytes: 70, marks: [], failure: null });
      const found = async (name: CallKindFilter, scope: CallScope) =>
        (
          await ordered(
            { realm: "demo", scope, from: at, until: BEGIN },
            { sort: "calldate", ascending: true, words: [], kind: { name, viewerId: 22 } },
          )
        ).map(({ callId }) => callId);
      const [ofAnn, ofBen] = [{ userIds: [21] }, { userIds: [22] }];
      expect(await found("missed", ofAnn)).toEqual(["unanswered", "box", "sent in vain"]);
      expect(await found("incoming", ofAnn)).toEqual(["agent"]);
      expect(await found("outgoing", ofAnn)).toEqual(["called", "own box"]);
      expect(await found("voicemail", ofAnn)).toEqual(["box", "own box"]);
      expect(await found("recorded", ofAnn)).toEqual(["called"]);
      expect(await found("incoming", ofBen)).toEqual(["called", "agent ben", "sent on"]);
      expect(await found("incoming", { userIds: [21, 22] })).toEqual(["agent", "agent ben", "sent on"]);
      // Ben's own calls are outgoing, also where he sees those of the company.
      expect(await found("outgoing", "realm")).toEqual(["unanswered", "box"]);
      expect(await found("missed", "realm")).toEqual(["sent in vain"]);
      expect(await found("incoming", { userIds: [23] })).toEqual([]);
      const search = { realm: "demo", scope: ofAnn, from: at, until: BEGIN };
      const recorded = await stores.callHistory.recorded(search, {
        words: [],
        kind: { name: "outgoing", viewerId: 21 },
        after: undefined,
      });
      expect(recorded.calls.map(({ callId }) => callId)).toEqual(["called"]);
      const missed = await stores.callHistory.recorded(search, {
        words: [],
        kind: { name: "missed", viewerId: 21 },
        after: undefined,
      });
      expect(missed.calls).toEqual([]);
    });

    it("CDR-64 XFER-11 a consultation given up for a transfer is in its caller's history only, and is nobody's missed call", async () => {
      const at = BEGIN - HOUR_MS;
      const [ann, ben] = [
        { number: "201", name: "Ann", userId: 21 },
        { number: "202", name: "Ben", userId: 22 },
      ];
      const call = { startedAt: at, from: ann, to: ben };
      const end = { answeredAt: null, disposition: "transferred" };
      await stores.callRecords.write(callRecord({ ...call, ...end, callId: "given up" }));
      const idsOf = async (scope: CallScope, kind?: CallKindFilter) => {
        const search = { realm: "demo", scope, from: at, until: BEGIN };
        if (kind === undefined) {
          const { total, calls } = await stores.callHistory.page(search, { ascending: true, start: 0, limit: 18 });
          expect(total).toBe(calls.length);
          return calls.map(({ callId }) => callId);
        }
        const order = { sort: "calldate", ascending: true, words: [], kind: { name: kind, viewerId: 22 } } as const;
        return (await ordered(search, order)).map(({ callId }) => callId);
      };
      const [ofAnn, ofBen] = [{ userIds: [21] }, { userIds: [22] }];
      expect(await idsOf(ofBen)).toEqual([]);
      expect(await idsOf(ofBen, "missed")).toEqual([]);
      expect(await idsOf(ofAnn, "outgoing")).toEqual(["given up"]);
      expect(await idsOf({ userIds: [21, 22] })).toEqual(["given up"]);
      expect(await idsOf("realm", "missed")).toEqual([]);
      await stores.callRecords.write(callRecord({ ...call, callId: "answered", startedAt: at + 1 }));
      expect(await idsOf(ofBen)).toEqual(["answered"]);
    });

    it("CDR-7 CDR-8 a call is found by its id in its own realm, with the calls before and after it", async () => {
      const { id } = await db.selectFrom("cdrs").where("call_id", "=", "c4").select("id").executeTakeFirstOrThrow();
      expect(await stores.callHistory.byId("demo", id)).toMatchObject({ callId: "c4", from: { number: "105" } });
      expect(await stores.callHistory.byId("other", id)).toBeUndefined();
      expect(await stores.callHistory.byId("demo", 999_999)).toBeUndefined();
      const chain = await stores.callHistory.chainOf("demo", "c4");
      expect(chain.map(({ callId }) => callId)).toEqual(["c3", "c4", "c5", "c6"]);
      expect(await stores.callHistory.chainOf("demo", "c9")).toHaveLength(1);
    });

    it("CDR-62 calls of one conversation are found among others, also by a call that is not among them", async () => {
      const found = async (...calls: readonly string[]) =>
        (await stores.callHistory.linked(calls)).map((one) => [...one].toSorted());
      expect(await found("c9", "c6", "c3", "c1")).toEqual([["c3", "c6"]]);
      expect(await found("c6")).toEqual([]);
      expect(await found()).toEqual([]);
    });

    it("CDR-8 a call includes its recordings, once they have ended: those that began in it and those that came into it with a leg", async () => {
      const begun = { owner: "s1", realm: "demo", callId: "c1", userId: 1, startedBy: "ann", startedAt: 5 };
      for (const one of ["r2", "r1", "r3"]) await stores.recordings.begin({ ...begun, id: one });
      for (const one of ["r1", "r2"])
        await stores.recordings.end(one, { durationMs: 900, bytes: 70, marks: [], failure: null });
      await stores.recordings.attach("c1", [{ recordingId: "r1", offsetMs: 0, durationMs: 400 }]);
      await stores.recordings.attach("c2", [{ recordingId: "r1", offsetMs: 400, durationMs: 500 }]);
      const search = { realm: "demo", scope: "realm" as const, from: 0, until: startOf(2) + 1 };
      const listed = await stores.callHistory.after(search, { last: undefined, ascending: true, limit: 9 });
      expect(listed.map(({ isRecorded }) => isRecorded)).toEqual([false, true, true]);
      const calls = await stores.callHistory.byIds(listed.map(({ id }) => id));
      const ids = calls.map(({ recordings }) => recordings.map(({ id }) => id).toSorted());
      expect(ids).toEqual([[], ["r1", "r2"], ["r1"]]);
    });
  });
});

/** One each second, between the same two people. */
function manyCall(call: number, { seconds }: { readonly seconds: number }) {
  const startedAt = BEGIN + 1_000 * call;
  return {
    call_id: `many${call}`,
    started_at: startedAt,
    answered_at: startedAt,
    ended_at: startedAt + 1_000 * seconds,
    from_number: "131",
    from_name: "",
    from_user_id: 31,
    to_number: "132",
    to_name: "",
    to_user_id: 32,
    dialled_number: "132",
    direction: "internal",
    disposition: "answered",
    failed: 0 as const,
    ...HUNG_UP,
    words: call % 2 === 0 ? "call even" : "call odd",
  };
}
