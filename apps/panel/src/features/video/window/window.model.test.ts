import { expect, it } from "vitest";
import { FIRST_PLACE, fitted, stepPlace } from "./window.model.ts";
import type { PlaceStep } from "./window.model.ts";

const SCREEN = { width: 1_440, height: 900 };
const after = (...steps: readonly PlaceStep[]) =>
  steps.reduce((place, step) => stepPlace(place, step, SCREEN), FIRST_PLACE);

it("VROOM-11 docked, minimized, full screen and expanded exclude each other; choosing a layout again leaves it", () => {
  expect(FIRST_PLACE.layout).toBe("docked");
  expect(after({ type: "toggled", layout: "minimized" }).layout).toBe("minimized");
  expect(after({ type: "toggled", layout: "fullscreen" }, { type: "toggled", layout: "docked" }).layout).toBe("docked");
  expect(after({ type: "toggled", layout: "docked" }).layout).toBe("expanded");
});

it("VROOM-11 an expanded window has at least 300x400 and stays on the screen", () => {
  expect(after({ type: "sized", width: 10, height: 10 }).box).toMatchObject({ width: 300, height: 400 });
  expect(after({ type: "sized", width: 9_000, height: 9_000 }).box).toMatchObject({ width: 1_440, height: 900 });
  expect(after({ type: "moved", x: 5_000, y: 5_000 }).box).toMatchObject({ x: 1_320, y: 856 });
  expect(after({ type: "moved", x: -5_000, y: -50 }).box).toMatchObject({ x: -600, y: 0 });
  expect(after({ type: "moved", x: 30, y: 40 }).layout).toBe("expanded");
  expect(fitted({ x: 1_300, y: 800, width: 720, height: 560 }, { width: 800, height: 600 })).toEqual({
    x: 680,
    y: 556,
    width: 720,
    height: 560,
  });
});
