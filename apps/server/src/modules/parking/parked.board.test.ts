import { mergePermissions, parkedCallSchema, type Permission } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { createParkedBoard } from "./parked.board.ts";
import type { ParkedChange, ParkedEvent, ParkedPlace } from "./parked.model.ts";
import { parkedSightOf } from "./parked.sight.ts";

const place = (changes: Partial<ParkedPlace> = {}): ParkedPlace => ({
  realm: "demo",
  lot: "Main",
  exten: "700",
  space: "701",
  callid: "c1",
  channel: "leg-1",
  parkee: { number: "102", name: "Bob Brandt", userId: 2 },
  parker: { number: "101", name: "Alice Archer", userId: 1 },
  startedAt: 1_000,
  timeoutSeconds: 45,
  ...changes,
});
const parked = (changes: Partial<ParkedPlace> = {}): ParkedEvent => ({ kind: "parked", place: place(changes) });
const freed = (parts: Partial<Extract<ParkedEvent, { kind: "freed" }>> = {}): ParkedEvent => ({
  kind: "freed",
  how: "unparked",
  realm: "demo",
  space: "701",
  callid: "c1",
  ...parts,
});

function openBoard(...events: readonly ParkedEvent[]) {
  const board = createParkedBoard();
  for (const event of events) board.apply(event);
  const changes: ParkedChange[] = [];
  board.subscribe((change) => changes.push(change));
  return { board, changes, taken: () => [...board.entries.values()].map(({ space, callid }) => `${space} ${callid}`) };
}

describe("slots of parking lots", () => {
  it("RT-31 parked places the call in its slot", () => {
    const { board, changes, taken } = openBoard();
    board.apply(parked());
    expect(changes).toEqual([{ event: "parked", place: place() }]);
    expect(taken()).toEqual(["701 c1"]);
  });

  it.each(["unparked", "giveup", "timeout"] as const)("RT-31 %s frees the slot", (how) => {
    const { board, changes, taken } = openBoard(parked());
    board.apply(freed({ how }));
    expect(changes).toEqual([{ event: how, place: place() }]);
    expect(taken()).toEqual([]);
  });

  it("RT-31 another channel of the same call swaps, and the slot stays taken", () => {
    const { board, changes, taken } = openBoard(parked());
    board.apply(parked({ channel: "leg-9" }));
    expect(changes).toEqual([{ event: "swap", place: place({ channel: "leg-9" }) }]);
    expect(taken()).toEqual(["701 c1"]);
  });

  it("RT-31 a call that appears in another slot has left the earlier one: a swap", () => {
    const { board, changes, taken } = openBoard(parked(), parked({ space: "705", callid: "c5" }));
    board.apply(parked({ space: "702" }));
    expect(changes).toEqual([{ event: "swap", place: place({ space: "702" }) }]);
    expect(taken()).toEqual(["705 c5", "702 c1"]);
  });

  it.each([
    ["a doubled parking", parked()],
    ["a late parking, before the one that is there", parked({ callid: "c0", startedAt: 500 })],
    ["the end of a call that is not there any more", freed({ callid: "c0" })],
    ["the end of an unknown slot", freed({ space: "799" })],
    ["the end in another company", freed({ realm: "other" })],
  ] as const)("RT-31 %s changes nothing", (_, event) => {
    const { board, changes, taken } = openBoard(parked());
    board.apply(event);
    expect(changes).toEqual([]);
    expect(taken()).toEqual(["701 c1"]);
  });

  it("RT-31 a duplicate end changes nothing", () => {
    const { board, changes } = openBoard(parked(), freed());
    board.apply(freed());
    board.apply(freed({ how: "giveup" }));
    expect(changes).toEqual([]);
  });
});

describe("visibility of parked calls", () => {
  const READ: Permission = { module: "parkings", rule: "read" };
  const caller = (targets?: string[]): Permission => ({
    module: "panel_buddies",
    rule: "show_caller_id_info",
    ...(targets === undefined ? {} : { targets }),
  });
  const shown = (permissions: readonly Permission[], userId = 9, of = place()) =>
    parkedSightOf("demo", { userId, rights: mergePermissions(permissions) }).show(of);

  it("RT-30 without parkings read, or in another company, nothing is visible", () => {
    expect(shown([caller()])).toBeUndefined();
    expect(shown([READ, caller()], 9, place({ realm: "other" }))).toBeUndefined();
  });

  it("RT-30 the parked person, who parked them, since when and for how long", () => {
    const call = shown([READ, caller()]);
    expect(parkedCallSchema.parse(call)).toEqual({
      realm: "demo",
      lot: "Main",
      exten: "700",
      space: "701",
      parkee: { name: "Bob Brandt", number: "102", channel: "leg-1", uniqueid: "c1" },
      parker: { name: "Alice Archer", number: "101" },
      timeoutSeconds: 45,
      startedAt: 1_000,
    });
    expect(JSON.stringify(call)).not.toContain("userId");
  });

  it("RT-30 numbers and names are empty without show_caller_id_info, except the user's own", () => {
    const nobody = { number: "", name: "" };
    expect(shown([READ])).toMatchObject({ parkee: nobody, parker: nobody });
    expect(shown([READ], 1)).toMatchObject({ parkee: nobody, parker: { name: "Alice Archer" } });
    expect(shown([READ, caller(["2"])])).toMatchObject({ parkee: { number: "102" }, parker: nobody });
    const stranger = place({ parkee: { number: "5550142", name: "Outside" } });
    expect(shown([READ, caller(["2"])], 9, stranger)).toMatchObject({ parkee: nobody });
    expect(shown([READ, caller()], 9, stranger)).toMatchObject({ parkee: { number: "5550142" } });
  });
});
