import type { Participant } from "@callpanel/contract";
import { expect, it } from "vitest";
import { columnsOf, keyOf, stageOf, wantedTiles } from "./stage.model.ts";
import type { StageInput } from "./stage.model.ts";

const person = (id: string, change: Partial<Participant> = {}): Participant => ({
  id,
  name: id,
  role: "guest",
  user_id: null,
  telephone: false,
  microphone: true,
  camera: true,
  screen: false,
  hand: null,
  away: false,
  ...change,
});
const ME = person("me");
const ANN = person("ann");
const BEN = person("ben");
const stage = (change: Partial<StageInput>) => {
  const input = { participants: [ME, ANN, BEN], self: "me", view: "gallery", pinned: null, speaker: null } as const;
  const { large, small } = stageOf({ ...input, ...change });
  return [large === null ? null : keyOf(large), small.map(keyOf)];
};

it("VROOM-2 in the gallery all tiles have one size; in the speaker view the last speaker is large, never the user", () => {
  expect(stage({})).toEqual([null, ["me camera", "ann camera", "ben camera"]]);
  expect(stage({ view: "speaker" })).toEqual(["ann camera", ["me camera", "ben camera"]]);
  expect(stage({ view: "speaker", speaker: "ben" })).toEqual(["ben camera", ["me camera", "ann camera"]]);
  expect(stage({ view: "speaker", speaker: "me" })[0]).toBe("ann camera");
  expect(stage({ view: "speaker", participants: [ME] })).toEqual([null, ["me camera"]]);
});

it("VROOM-2 a minimized window shows one tile: the large one, or the user's own when alone", () => {
  expect(stage({ view: "single", speaker: "ben" })).toEqual(["ben camera", []]);
  expect(stage({ view: "single", participants: [ME, person("ann", { screen: true })] })).toEqual(["ann screen", []]);
  expect(stage({ view: "single", participants: [ME] })).toEqual(["me camera", []]);
});

it("VROOM-2 another participant's screen is large, a pinned tile comes before it; the user's own screen is not large", () => {
  const participants = [ME, ANN, person("ben", { screen: true })];
  expect(stage({ participants })).toEqual(["ben screen", ["me camera", "ann camera", "ben camera"]]);
  expect(stage({ participants, pinned: { participant: "ann", kind: "camera" } })[0]).toBe("ann camera");
  expect(stage({ participants, pinned: { participant: "gone", kind: "camera" } })[0]).toBe("ben screen");
  expect(stage({ participants: [person("me", { screen: true }), ANN] })[0]).toBe(null);
});

it("VROOM-3 tiles are as large as the box allows", () => {
  expect([1, 2, 3, 4, 9].map((count) => columnsOf(count, 1_280, 720))).toEqual([1, 2, 2, 2, 3]);
  expect([1, 2, 3, 4].map((count) => columnsOf(count, 390, 700))).toEqual([1, 1, 1, 1]);
  expect(columnsOf(8, 390, 700)).toBe(2);
});

it("VROOM-4 only pictures that are seen and sent are requested, the large one first", () => {
  const participants = [ME, ANN, person("ben", { screen: true }), person("cam", { camera: false })];
  const input = { participants, self: "me", view: "gallery", pinned: null, speaker: null } as const;
  const size = { width: 320, height: 180 };
  const seen = new Map(
    ["me", "ann", "cam"].map((participant) => {
      const tile = { participant, kind: "camera" } as const;
      return [keyOf(tile), { tile, ...size }];
    }),
  );
  seen.set("ben screen", { tile: { participant: "ben", kind: "camera" }, width: 1_280, height: 720 });
  const rest = { participants, self: "me" };
  expect(wantedTiles(seen, { ...rest, stage: stageOf(input) })).toEqual([
    { participant: "ben", kind: "screen", width: 1_280, height: 720, priority: "screen" },
    { participant: "ann", kind: "camera", ...size, priority: "small" },
  ]);
  const pinned = stageOf({ ...input, pinned: { participant: "ann", kind: "camera" } });
  expect(wantedTiles(seen, { ...rest, stage: pinned })[0]).toMatchObject({ participant: "ann", priority: "large" });
});
