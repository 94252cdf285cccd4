import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { expect, it } from "vitest";
import { preloadInTurn, preloadLater } from "./preloading.ts";

function createIdle() {
  const waiting: (() => void)[] = [];
  return {
    whenIdle: (run: () => void) => {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
    waiting,
    /** An idle moment, and its results. */
    async pass() {
      waiting.shift()?.();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

it("SHELL-22 each in a separate idle moment, and a failure does not stop the others", async () => {
  const idle = createIdle();
  const loaded: string[] = [];
  const load = (name: string) => async () => {
    loaded.push(name);
    if (name === "b") throw new Error("gone");
  };
  preloadInTurn(["a", "b", "c"].map(load), idle.whenIdle);
  expect(loaded).toEqual([]);
  await idle.pass();
  expect(loaded).toEqual(["a"]);
  await idle.pass();
  await idle.pass();
  expect(loaded).toEqual(["a", "b", "c"]);
  expect(idle.waiting).toEqual([]);
});

it("SHELL-22 after stop nothing more is loaded", async () => {
  const idle = createIdle();
  const loaded: string[] = [];
  const stop = preloadInTurn([async () => loaded.push("a"), async () => loaded.push("b")], idle.whenIdle);
  await idle.pass();
  stop();
  await idle.pass();
  expect(loaded).toEqual(["a"]);
});

it("SHELL-22 nothing is loaded in the first three seconds, nor after stop", async () => {
  const idle = createIdle();
  const clock = createFakeClock();
  const loaded: string[] = [];
  const loads = ["a", "b"].map((name) => async () => loaded.push(name));
  const stop = preloadLater(loads, { clock, whenIdle: idle.whenIdle });
  await clock.advance(2_999);
  expect(idle.waiting).toEqual([]);
  await clock.advance(1);
  await idle.pass();
  expect(loaded).toEqual(["a"]);
  stop();
  expect(idle.waiting).toEqual([]);
  preloadLater(loads, { clock, whenIdle: idle.whenIdle })();
  await clock.advance(3_000);
  expect(idle.waiting).toEqual([]);
});
