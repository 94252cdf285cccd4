import { mergePermissions } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import type { PresenceBoardEvent } from "./presence-board.ts";
import { presenceEvents, presenceSightOf } from "./presence.sight.ts";
import { show, ALL, ALICE, call, registered, called, ended, switched, RECEIVER, openBoard } from "./test/open-board.ts";

describe("visibility", () => {
  const history: readonly PresenceBoardEvent[] = [
    registered,
    switched({ dnd: true }),
    called(call()),
    called(call({ state: "answered" })),
    ended(),
  ];

  it("RT-5 without show_call_state there are no calls, and presence is as without calls", () => {
    const { apply, told } = openBoard(mergePermissions([show("read"), show("show_caller_id_info")]));
    apply(...history);
    expect(told).toEqual([
      { action: "REGISTER", realm: "demo", exten: "102", expires: 600, userAgent: "desk" },
      { action: "PRESENCE", realm: "demo", exten: "102", presence: "online" },
      { action: "PRESENCE", realm: "demo", exten: "102", presence: "busy" },
    ]);
  });

  it("RT-5 without show_caller_id_info a call has no number and no name", () => {
    const { apply, told } = openBoard(mergePermissions([show("read"), show("show_call_state")]));
    apply(...history);
    expect(JSON.stringify(told)).not.toMatch(/Alice|"101"/);
    expect(told).toContainEqual(expect.objectContaining({ action: "INITIATE", call: call({ user: "", name: "" }) }));
  });

  it("RT-46 without show_caller_id_info the owner of the far end's leg is not visible", () => {
    const { apply, told } = openBoard(mergePermissions([show("read"), show("show_call_state")]));
    apply(registered, called(call({ state: "answered", peerChannel: "leg-2", peerOwners: [1] })));
    expect(JSON.stringify(told)).toContain("leg-2");
    expect(JSON.stringify(told)).not.toContain("peerOwners");
  });

  it("RT-5 without reading buddies, or in another realm, there are no events", () => {
    const blind = openBoard(mergePermissions([show("show_call_state"), show("show_dnd")]));
    blind.apply(...history);
    expect(blind.told).toEqual([]);
    const elsewhere = presenceSightOf("other", { userId: RECEIVER, rights: ALL });
    const { presenceBoard, apply } = openBoard();
    const told: object[] = [];
    presenceBoard.subscribe((change) => told.push(...presenceEvents(change, elsewhere)));
    apply(...history);
    expect(told).toEqual([]);
  });

  it("RT-5 rules limited to some ids apply only to those users", () => {
    const { apply, told, presence } = openBoard(
      mergePermissions([show("read_for", ["1", "2"]), show("show_call_state", ["2"])]),
    );
    apply(registered, called(call()));
    apply({ kind: "called", callid: "c2", sides: [{ ...ALICE, call: call({ callid: "c2" }) }] });
    apply({ kind: "registered", realm: "demo", userId: 3, exten: "103", userAgent: "x", expiresSeconds: 1 });
    expect(told.map((event) => JSON.stringify(event)).join()).not.toMatch(/"exten":"10[13]"/);
    expect([presence(2), presence(1), presence(3)]).toEqual(["ringing", "offline", "unknown"]);
  });

  it.each([[], [show("read")], [show("read_for", ["1"]), show("show_call_state", ["1"])]])(
    "RT-32 everyone sees themselves completely, and others no better because of it: %o",
    (...rights) => {
      const { apply, told, presenceBoard } = openBoard(mergePermissions(rights), 2);
      apply(...history);
      expect(told).toContainEqual({ action: "INITIATE", realm: "demo", exten: "102", call: call() });
      expect(told).toContainEqual(expect.objectContaining({ action: "PRESENCE_FEATURE", feature: "dnd" }));
      told.splice(0);
      apply({
        kind: "called",
        callid: "c2",
        sides: [{ ...ALICE, userId: 5, exten: "105", call: call({ callid: "c2" }) }],
      });
      expect(JSON.stringify(told)).not.toContain("INITIATE");
      expect(presenceBoard.stateOf("demo", 2, { userId: 2, rights: mergePermissions(rights) }).dnd).toBe(true);
    },
  );

  it("RT-32 people who may see all of themselves anyway share a class with the others", () => {
    const key = (userId: number, rights = ALL) => presenceSightOf("demo", { userId, rights }).key;
    expect(key(1)).toBe(key(2));
    const limited = mergePermissions([show("read")]);
    expect(key(1, limited)).not.toBe(key(2, limited));
  });
});
