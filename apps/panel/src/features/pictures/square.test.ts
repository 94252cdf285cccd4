import { expect, it } from "vitest";
import { turned, turnedSize, wholeArea, type Turn } from "./square.ts";

it("PICTURE-12 four turns to either side give the original", () => {
  const walk = (by: "left" | "right") => {
    const seen: Turn[] = [0];
    for (let step = 0; step < 4; step += 1) seen.push(turned(seen.at(-1) ?? 0, by));
    return seen;
  };
  expect(walk("right")).toEqual([0, 90, 180, 270, 0]);
  expect(walk("left")).toEqual([0, 270, 180, 90, 0]);
});

it("PICTURE-12 a quarter turn swaps the sides", () => {
  expect(turnedSize({ width: 800, height: 400 }, 90)).toEqual({ width: 400, height: 800 });
  expect(turnedSize({ width: 800, height: 400 }, 180)).toEqual({ width: 800, height: 400 });
});

it("PICTURE-12 the whole picture is in the middle of its square", () => {
  expect(wholeArea({ width: 800, height: 400 }, 0)).toEqual({ x: 0, y: -200, width: 800, height: 800 });
  expect(wholeArea({ width: 800, height: 400 }, 270)).toEqual({ x: -200, y: 0, width: 800, height: 800 });
  expect(wholeArea({ width: 1, height: 1 }, 90)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});
