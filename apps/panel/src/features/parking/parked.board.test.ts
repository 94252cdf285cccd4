import type { ParkedCall, RealtimeEvent } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import type { EventsMessage } from "../../shared/live/events.ts";
import { leftMs, shownLots } from "./parking.model.ts";
import { createLiveParking } from "./parked.board.ts";

type ParkingEvent = Extract<RealtimeEvent, { readonly action: "PARKING" }>;

const call = (space: string, uniqueid = `c${space}`, changes: Partial<ParkedCall> = {}): ParkedCall => ({
  realm: "demo",
  lot: "Main",
  exten: "700",
  space,
  parkee: { name: "Bob Brandt", number: "102", channel: "ch1", uniqueid },
  parker: { name: "Alice Archer", number: "101" },
  timeoutSeconds: 45,
  startedAt: 10_000,
  ...changes,
});
const told = (event: ParkingEvent["event"], about: ParkedCall): EventsMessage => ({
  type: "event",
  event: { action: "PARKING", event, ...about },
});
const snapshot = (...parked: readonly ParkedCall[]): EventsMessage => ({
  type: "snapshot",
  buddies: [],
  parked,
  clockOffsetMs: 500,
});

function openParking(...before: readonly EventsMessage[]) {
  let hear: (message: EventsMessage) => void = () => undefined;
  const live = createLiveParking({
    events: {
      listen: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
  });
  live.start();
  for (const message of before) hear(message);
  return {
    live,
    hear: (message: EventsMessage) => hear(message),
    taken: () => [...(live.get()?.values() ?? [])].map(({ space, parkee }) => `${space} ${parkee.uniqueid}`),
  };
}

describe("parked callers", () => {
  it("PARKING-1 nothing is known before the first snapshot; times are converted to this computer's clock", () => {
    const { live, hear } = openParking();
    hear(told("parked", call("701")));
    expect([live.get(), live.count.get()]).toEqual([null, 0]);
    hear(snapshot(call("702")));
    expect(live.count.get()).toBe(1);
    expect(live.get()?.get("702")?.startedAt).toBe(10_500);
    hear(told("parked", call("701")));
    expect(live.get()?.get("701")?.startedAt).toBe(10_500);
    hear(snapshot());
    expect(live.count.get()).toBe(0);
  });

  it.each(["unparked", "giveup", "timeout"] as const)("PARKING-2 %s frees the slot of that call", (event) => {
    const { hear, taken } = openParking(snapshot(call("701"), call("702")));
    hear(told(event, call("701")));
    expect(taken()).toEqual(["702 c702"]);
  });

  it("PARKING-2 a swap moves the call, and replaces the data of its channel", () => {
    const { hear, taken, live } = openParking(snapshot(call("701", "c1"), call("702", "c2")));
    const parkee = { name: "Bob Brandt", number: "102", channel: "ch9", uniqueid: "c1" };
    hear(told("swap", call("705", "c1", { parkee })));
    expect(taken()).toEqual(["702 c2", "705 c1"]);
    expect(live.get()?.get("705")?.parkee.channel).toBe("ch9");
  });

  it.each([
    ["the end of another call", told("unparked", call("701", "c9"))],
    ["the end of a slot nobody knows", told("timeout", call("799"))],
    ["a swap of a call nobody knows", told("swap", call("705", "c9"))],
    ["a doubled parking", told("parked", call("701"))],
    ["an older parking", told("parked", call("701", "c0", { startedAt: 5_000 }))],
    ["another event", { type: "event", event: { action: "ERROR", message: "x" } }],
  ] as const satisfies ReadonlyArray<readonly [string, EventsMessage]>)(
    "PARKING-2 %s changes nothing",
    (_, message) => {
      const { hear, taken, live } = openParking(snapshot(call("701")));
      const before = live.get();
      hear(message);
      expect(live.get()).toBe(before);
      expect(taken()).toEqual(["701 c701"]);
    },
  );
});

describe("slots that are shown", () => {
  const LOT = { name: "Main", extension: "700", slots: ["701", "702", "703"] };
  const parked = new Map([
    ["702", call("702", "c2", { parkee: { name: "Zoé Ortiz", number: "5550142", channel: "", uniqueid: "c2" } })],
  ]);
  const numbers = (search: string, takenOnly = false) =>
    shownLots([LOT], parked, { search, takenOnly }).map(({ slots }) => slots.map(({ number }) => number));

  it("PARKING-4 the taken slots come first, each in order; or only the taken ones", () => {
    expect(numbers("")).toEqual([["702", "701", "703"]]);
    expect(numbers("", true)).toEqual([["702"]]);
    expect(shownLots([LOT], parked, { search: "", takenOnly: false })[0]?.takenCount).toBe(1);
  });

  it.each(["zoe", "ORTIZ zoé", "555014", "alice", "702"])("PARKING-4 %s is found", (search) => {
    expect(numbers(search)).toEqual([["702"]]);
  });

  it("PARKING-4 a lot without a match is left out", () => {
    expect(numbers("nobody")).toEqual([]);
    expect(numbers("703", true)).toEqual([]);
  });

  it("PARKING-3 the remaining time is never negative", () => {
    expect(leftMs(call("701"), 12_000)).toBe(43_000);
    expect(leftMs(call("701"), 99_000)).toBe(0);
  });
});
