import { expect, it } from "vitest";
import { NO_ALLOCATION, allocate } from "./allocate.ts";
import type { Allocation, OfferedLayer, Tile } from "./allocate.ts";
import { VoiceChoice } from "./voice-choice.ts";

const LAYERS: readonly OfferedLayer[] = [
  { index: 0, width: 240, height: 135, rates: [80_000, 150_000] },
  { index: 1, width: 480, height: 270, rates: [300_000, 500_000] },
  { index: 2, width: 960, height: 540, rates: [900_000, 1_500_000] },
];
const SCREEN: readonly OfferedLayer[] = [{ index: 0, width: 1920, height: 1080, rates: [400_000, 1_000_000] }];
const offers = new Map([
  ["ann", LAYERS],
  ["ben", LAYERS],
  ["cay", LAYERS],
  ["screen", SCREEN],
]);

function tile(source: string, height: number, priority: Tile["priority"] = "small"): Tile {
  return { slot: `slot-${source}`, source, width: (height * 16) / 9, height, priority };
}

function given(tiles: readonly Tile[], bandwidth: number, before: Allocation = NO_ALLOCATION, nowMs = 0): Allocation {
  return allocate({ offers, tiles, bandwidth, reserved: 0, before, nowMs });
}

function shown({ choices }: Allocation): Record<string, string> {
  return Object.fromEntries(
    [...choices].map(([slot, choice]) => [
      slot.replace("slot-", ""),
      choice === undefined ? "paused" : `${choice.index}.${choice.temporalLayer}`,
    ]),
  );
}

it("VENG-40 a screen comes first, then everybody's lowest layer, then the large tile, then the others in turn", () => {
  const tiles = [tile("ben", 270), tile("cay", 270), tile("ann", 540, "large"), tile("screen", 1080, "screen")];
  expect(shown(given(tiles, 1_100_000))).toEqual({ screen: "0.3", ann: "0.0", ben: "paused", cay: "paused" });
  expect(shown(given(tiles, 1_300_000))).toEqual({ screen: "0.3", ann: "0.0", ben: "0.0", cay: "0.0" });
  expect(shown(given(tiles, 2_900_000))).toEqual({ screen: "0.3", ann: "2.3", ben: "0.3", cay: "0.3" });
  expect(shown(given(tiles, 3_300_000))).toEqual({ screen: "0.3", ann: "2.3", ben: "1.3", cay: "0.3" });
  expect(shown(given(tiles, 9_000_000))).toEqual({ screen: "0.3", ann: "2.3", ben: "1.3", cay: "1.3" });
});

it("VENG-40 a screen may take 500 kbit/s more than there seems to be", () => {
  expect(shown(given([tile("screen", 1080, "screen")], 550_000))).toEqual({ screen: "0.3" });
  expect(shown(given([tile("screen", 1080, "screen")], 100_000))).toEqual({ screen: "0.0" });
});

it("VENG-41 a tile gets no more than its size needs", () => {
  const at = (height: number): Record<string, string> => shown(given([tile("ann", height, "large")], 9e6));
  expect([at(90), at(135), at(200), at(270), at(540), at(2160)]).toEqual(
    ["0.3", "0.3", "1.3", "1.3", "2.3", "2.3"].map((ann) => ({ ann })),
  );
});

it("VENG-42 steps down happen at once; steps up three seconds after the last step down, and only with bandwidth to spare", () => {
  const tiles = [tile("ann", 540, "large")];
  const high = given(tiles, 2e6, NO_ALLOCATION, 0);
  expect(shown(high)).toEqual({ ann: "2.3" });
  const low = given(tiles, 400_000, high, 1000);
  expect(shown(low)).toEqual({ ann: "0.3" });
  const held = given(tiles, 5e6, low, 3900);
  expect(shown(held)).toEqual({ ann: "0.3" });
  expect(shown(given(tiles, 1_600_000, held, 4000))).toEqual({ ann: "1.3" });
  const up = given(tiles, 1_700_000, held, 4000);
  expect(shown(up)).toEqual({ ann: "2.3" });
  expect(shown(given(tiles, 1_400_000, up, 5000))).toEqual({ ann: "2.3" }); // the rate of a layer swings
  expect(shown(given(tiles, 1_300_000, up, 5000))).toEqual({ ann: "1.3" });
});

it("VENG-42 each time that a step up does not last, the next one waits twice as long; one that lasted resets this", () => {
  const tiles = [tile("ann", 540, "large")];
  let now = 0;
  let allocation = given(tiles, 2e6);
  const waits: number[] = [];
  const fallAndRise = (): void => {
    allocation = given(tiles, 400_000, allocation, now);
    const fell = now;
    while (shown(allocation)["ann"] !== "2.3") allocation = given(tiles, 5e6, allocation, (now += 500));
    waits.push(now - fell);
  };
  for (let at = 0; at < 6; at += 1) {
    fallAndRise();
    now += 1000;
  }
  now += 20_000;
  fallAndRise();
  expect(waits).toEqual([3000, 6000, 12_000, 24_000, 48_000, 60_000, 3000]);
});

it("VENG-42 layers that become larger than the bandwidth hold a tile back for two seconds only", () => {
  const tiles = [tile("ann", 540, "large")];
  const before = given(tiles, 1_700_000);
  const larger = new Map([
    ["ann", LAYERS.map((layer) => ({ ...layer, rates: layer.rates.map((rate) => rate * 1.5) }))],
  ]);
  const low = allocate({ offers: larger, tiles, bandwidth: 1_700_000, reserved: 0, before, nowMs: 1000 });
  expect(shown(low)).toEqual({ ann: "1.3" });
  expect(shown(given(tiles, 1_700_000, low, 2900))).toEqual({ ann: "1.3" });
  expect(shown(given(tiles, 1_700_000, low, 3000))).toEqual({ ann: "2.3" });
});

it("VENG-42 sound has priority, and new voices do not count as a loss of bandwidth", () => {
  const tiles = [tile("ann", 540, "large")];
  const before = given(tiles, 1_700_000);
  const talked = allocate({ offers, tiles, bandwidth: 1_700_000, reserved: 400_000, before, nowMs: 1000 });
  expect(shown(talked)).toEqual({ ann: "1.3" });
  expect(talked.heldUntil).toBe(3000);
});

it("VENG-42 a smaller tile, or another person in a slot, is no step down", () => {
  const before = given([tile("ann", 540, "large")], 3e6);
  const smaller = given([tile("ann", 135)], 3e6, before, 1000);
  expect(shown(given([tile("ann", 540, "large")], 3e6, smaller, 1100))).toEqual({ ann: "2.3" });
  const other = { ...tile("ben", 540, "large"), slot: "slot-ann" };
  expect(shown(given([other], 3e6, given([other], 3e6, smaller, 1100), 1200))).toEqual({ ann: "2.3" });
});

it("VENG-44 the lowest layer loses pictures before it is paused", () => {
  const tiles = [tile("ann", 135), tile("ben", 135)];
  expect(shown(given(tiles, 240_000))).toEqual({ ann: "0.3", ben: "0.0" });
  expect(shown(given(tiles, 100_000))).toEqual({ ann: "0.0", ben: "paused" });
  expect(shown(given(tiles, 0))).toEqual({ ann: "paused", ben: "paused" });
});

it("VENG-44 small pictures continue when the estimate is below the rate of sound", () => {
  const tiny = new Map(
    ["ann", "ben", "cay"].map((name) => [name, [{ index: 0, width: 80, height: 45, rates: [12_000] }]]),
  );
  const tiles = [tile("ann", 45), tile("ben", 45), tile("cay", 45)];
  const choose = (bandwidth: number) =>
    shown(allocate({ offers: tiny, tiles, bandwidth, reserved: 100_000, before: NO_ALLOCATION, nowMs: 0 }));
  expect(choose(100_000)).toEqual({ ann: "0.3", ben: "0.3", cay: "paused" });
  expect(choose(60_000)).toEqual({ ann: "paused", ben: "paused", cay: "paused" });
});

it("VENG-45 a layer that does not arrive is not chosen, and the next lower one is used", () => {
  const some = new Map([
    ["ann", LAYERS.slice(0, 2)],
    ["ben", []],
    ["cay", LAYERS.slice(1)],
  ]);
  const tiles = [tile("ann", 540, "large"), tile("ben", 135), tile("cay", 135)];
  expect(
    shown(allocate({ offers: some, tiles, bandwidth: 9e6, reserved: 0, before: NO_ALLOCATION, nowMs: 0 })),
  ).toEqual({
    ann: "1.3",
    ben: "paused",
    cay: "1.3",
  });
});

it("VENG-32 missing bandwidth is the part that would let more through; a layer that only waits does not count", () => {
  const tiles = [tile("ann", 540, "large")];
  expect(given(tiles, 2e6).missing).toBe(0);
  const low = given(tiles, 400_000, given(tiles, 2e6), 1000);
  expect(low.missing).toBeCloseTo(1_500_000 / 0.9 - 150_000);
  expect(given(tiles, 5e6, low, 2000).missing).toBe(0);
});

/** Voices that send a level each 20 ms. */
function createVoices(): {
  talking: string[];
  choice: VoiceChoice;
  run: (beats: number, levels: Record<string, number>) => void;
} {
  const talking: string[] = [];
  const choice = new VoiceChoice((id, isTalking) => talking.push(`${id} ${isTalking}`));
  return {
    talking,
    choice,
    run: (beats, levels) => {
      for (let beat = 0; beat < beats; beat += 1) {
        for (const [id, level] of Object.entries(levels)) choice.hear(id, level);
        choice.beat();
      }
    },
  };
}
const everybody = (): boolean => false;

it("VENG-50 the three loudest are heard; a person is not heard by themselves, and hears a fourth instead", () => {
  const { choice, run } = createVoices();
  run(50, { ann: 20, ben: 25, cay: 30, dan: 35, eve: 40, fay: 90 });
  expect(choice.heardBy(everybody)).toEqual(["ann", "ben", "cay"]);
  expect(choice.heardBy((id) => id === "ben")).toEqual(["ann", "cay", "dan"]);
  expect(choice.heardBy((id) => id === "fay")).toEqual(["ann", "ben", "cay"]);
  expect([choice.isHeard("dan"), choice.isHeard("eve")]).toEqual([true, false]);
});

it("VENG-51 a place is kept until another is clearly louder for 300 ms, or is needed after its voice fell silent", () => {
  const { choice, run } = createVoices();
  const three = { ann: 30, ben: 30, cay: 33 };
  run(50, three);
  run(100, { ...three, dan: 29 });
  expect(choice.heardBy(everybody)).toEqual(["ann", "ben", "cay"]); // louder, but not clearly
  run(10, { ...three, dan: 5 });
  expect(choice.heardBy(everybody)).toEqual(["ann", "ben", "cay"]); // a cough
  run(30, { ...three, dan: 5 });
  expect(choice.heardBy(everybody)).toEqual(["ann", "ben", "dan"]);
  run(60, { ann: 90, ben: 90, cay: 90, dan: 90 });
  expect(choice.heardBy(everybody)).toEqual(["ann", "ben", "dan"]); // nobody needs their places
  run(10, { ann: 90, ben: 30, dan: 30, eve: 48 });
  expect(choice.heardBy(everybody)).toEqual(["eve", "ben", "dan"]);
  choice.remove("ben");
  expect(choice.heardBy(everybody)).toEqual(["eve", "dan", "cay"]); // the fourth moves up
});

it("VENG-52 a person who talks is reported after 60 ms, and the end after 600 ms of silence or when they leave", () => {
  const { choice, talking, run } = createVoices();
  run(2, { ann: 30 });
  run(5, { ann: 80 });
  expect(talking).toEqual([]);
  run(3, { ann: 30 });
  expect(talking).toEqual(["ann true"]);
  run(40, { ann: 80 });
  run(5, { ann: 30 });
  choice.remove("ann");
  expect(talking).toEqual(["ann true", "ann false", "ann true", "ann false"]);
});
