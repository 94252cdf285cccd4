import type { Listening } from "@callpanel/contract";
import { expect, it } from "vitest";
import type { EventsMessage } from "../../../shared/live/events.ts";
import { createLiveListeners } from "./listeners.board.ts";

const listening = (exten: string, num: string): Listening => ({
  realm: "demo",
  exten,
  name: `Person ${exten}`,
  num,
  legnum: 1,
  mode: "monitor",
});
const SNAPSHOT = { type: "snapshot", buddies: [], parked: [], clockOffsetMs: 0 } as const;

function openListeners() {
  let hear: (message: EventsMessage) => void = () => {};
  let draw = () => {};
  const board = createLiveListeners({
    events: {
      get: () => ({ phase: "open" }),
      subscribe: () => () => {},
      listen: (listener) => {
        hear = listener;
        return () => {};
      },
    },
    nextFrame: (run) => {
      draw = run;
      return () => {};
    },
  });
  board.start();
  return {
    of: (exten: string) => board.of(exten).get(),
    take: (message: EventsMessage) => {
      hear(message);
      draw();
    },
  };
}

it("BUDDIES-39 the listeners of each person come from the snapshot, and a later snapshot replaces them", () => {
  const { of, take } = openListeners();
  expect(of("102")).toBeNull();
  take({ ...SNAPSHOT, listening: [listening("103", "102"), listening("104", "102"), listening("103", "101")] });
  expect(of("102")?.map(({ exten }) => exten)).toEqual(["103", "104"]);
  expect(of("101")?.map(({ exten }) => exten)).toEqual(["103"]);
  take(SNAPSHOT);
  expect([of("102"), of("101")]).toEqual([[], []]);
});

it("BUDDIES-39 when a listener stops, only they are removed; an unknown stop changes nothing", () => {
  const { of, take } = openListeners();
  take({ ...SNAPSHOT, listening: [listening("103", "102"), listening("104", "102")] });
  const stop = (exten: string) =>
    take({ type: "event", event: { action: "CHANSPY", ...listening(exten, "102"), active: false } });
  const before = of("102");
  stop("105");
  expect(of("102")).toBe(before);
  stop("103");
  expect(of("102")).toEqual([listening("104", "102")]);
});
