import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { CLAIM_MS, createTabElection } from "./tabElection.ts";

/** The tabs of a browser, in which every message reaches the others at once; `asleep` ones hear nothing. */
function browserOf(names: readonly string[]) {
  const clock = createFakeClock();
  const listeners = new Map<string, (message: unknown) => void>();
  const asleep = new Set<string>();
  const tabs = names.map((name) =>
    createTabElection({
      clock,
      newId: () => name,
      channel: {
        post: (message) => {
          for (const [other, hear] of listeners) if (other !== name && !asleep.has(other)) hear(message);
        },
        listen: (listener) => {
          listeners.set(name, listener);
          return () => void listeners.delete(name);
        },
      },
    }),
  );
  return { clock, tabs, asleep, say: (message: unknown) => listeners.forEach((hear) => hear(message)) };
}

test("CHATN-2 of several tabs the nearest one notifies, and of equal ones exactly one", async () => {
  const { clock, tabs } = browserOf(["c", "a", "b"]);
  const near = Promise.all(tabs.map((tab, at) => tab.wins("m1", at === 2 ? 1 : 0)));
  await clock.advance(CLAIM_MS);
  expect(await near).toEqual([false, false, true]);
  const equal = Promise.all(tabs.map((tab) => tab.wins("m2", 0)));
  await clock.advance(CLAIM_MS);
  expect(await equal).toEqual([false, true, false]);
});

test("CHATN-2 a single tab notifies, and a tab that gets the message later does not notify again", async () => {
  const { clock, tabs, asleep, say } = browserOf(["a", "b"]);
  const [one, other] = tabs;
  asleep.add("b");
  for (const bad of [null, 7, {}, { version: 9, kind: "told", key: "m", rank: 9, tab: "z" }, { version: 1, key: "m" }])
    say(bad);
  const first = one?.wins("m", 0);
  await clock.advance(CLAIM_MS);
  expect(await first).toBe(true);
  asleep.clear();
  const late = other?.wins("m", 3);
  await clock.advance(CLAIM_MS);
  expect(await late).toBe(false);
  one?.stop();
  await clock.advance(60_000);
  expect(clock.timerCount).toBe(0);
});

test("CHATN-2 a user who signs out while the tabs agree gets no notice", async () => {
  const { clock, tabs } = browserOf(["a"]);
  const [tab] = tabs;
  const waiting = tab?.wins("m", 0);
  tab?.stop();
  await clock.advance(CLAIM_MS);
  expect(await waiting).toBe(false);
});
