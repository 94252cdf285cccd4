import { expect, it } from "vitest";
import { callOf } from "../../../test/fakeCalls.ts";
import { ANY_TIME } from "../../shared/list/period.model.ts";
import { kindOf, peerOf } from "../../shared/phone/pastCall.ts";
import { firstView, gradeOf, groupCalls, queryOf, stepCallView } from "./call-history.model.ts";

const AT = Date.parse("2026-03-09T02:30:00Z");

it("CDR-41 people, days, zone, order and search are sent to the server", () => {
  const view = stepCallView(firstView("America/Toronto"), {
    type: "filtered",
    change: { people: ["101", "102"], period: { ...ANY_TIME, choice: "today" }, order: "longest" },
  });
  expect(queryOf(view, "ada", AT)).toEqual({
    sort_column: "duration",
    sort_direction: "DESC",
    time_zone: "America/Toronto",
    search: "ada",
    filter_by_extension: "101,102",
    date_from: "2026-03-08",
    date_to: "2026-03-08",
  });
});

it("CDR-41 a change of filter or search goes to the first page", () => {
  const turned = stepCallView(firstView("UTC"), { type: "pageTurned", page: 4 });
  expect(turned.page).toBe(4);
  expect(stepCallView(turned, { type: "searched" }).page).toBe(0);
  expect(stepCallView(turned, { type: "filtered", change: { people: ["101"] } })).toMatchObject({
    page: 0,
    people: ["101"],
  });
});

it("CDR-43 a call is incoming, outgoing, missed or not reached for its parties, and between others for the rest", () => {
  const call = callOf({ caller_id: 1, callee_id: 2 });
  expect(kindOf(call, 1)).toBe("outgoing");
  expect(kindOf(call, 2)).toBe("incoming");
  expect(kindOf(call, 3)).toBe("between");
  const agent = { number: "104", name: "Dave", user_id: 4 };
  const queued = { ...call, callee_id: null, destination: "queue" as const, answered_by: agent };
  expect([kindOf(queued, 4), kindOf(queued, 3)]).toEqual(["incoming", "between"]);
  const missed = callOf({ caller_id: 1, callee_id: 2, talk_duration: null, failed: true });
  expect([kindOf(missed, 1), kindOf(missed, 2)]).toEqual(["failed", "missed"]);
  const givenUp = { ...missed, failed: false, disposition: "transferred" };
  expect([kindOf(givenUp, 1), kindOf(givenUp, 2)]).toEqual(["outgoing", "between"]); // CDR-64
});

it("DIVERT-5 a diverted call is missed, or forwarded if it was answered there", () => {
  const to = { caller_id: 2, callee_id: 3 };
  const missed = callOf({ ...to, diverted: { why: "doNotDisturb", to: "", missed: true } });
  const forwarded = callOf({ ...to, diverted: { why: "forward", to: "103", missed: false } });
  expect([kindOf(missed, 1), kindOf(forwarded, 1), kindOf(forwarded, 2)]).toEqual(["missed", "forwarded", "outgoing"]);
  expect(peerOf({ ...missed, from: "102" }, 1)?.number).toBe("102");
});

it("CDR-43 the other end can be called back, if it has a number", () => {
  const call = callOf({ caller_id: 1, from: "101", callee_id: 2, to: "102" });
  expect(peerOf(call, 1)?.number).toBe("102");
  expect(peerOf(call, 2)?.number).toBe("101");
  expect(peerOf(callOf({ from: "" }), 9)).toBeNull();
});

it.each([
  [4.4, "good"],
  [3.9, "fair"],
  [2.9, "poor"],
] as const)("CDR-48 a MOS of %s is %s", (mos, grade) => {
  expect(gradeOf(mos)).toBe(grade);
});

it("CDR-62 calls of one conversation are at the place of its first", () => {
  const calls = [
    callOf({ id: 4, conversation: "a" }),
    callOf({ id: 3 }),
    callOf({ id: 2, conversation: "a" }),
    callOf({ id: 1, conversation: "b" }),
  ];
  const ids = groupCalls(calls).map(({ call, others }) => [call.id, others.map(({ id }) => id)]);
  expect(ids).toEqual([
    [4, [2]],
    [3, []],
    [1, []],
  ]);
});
