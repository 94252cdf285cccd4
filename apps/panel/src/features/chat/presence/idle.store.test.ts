import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { expect, it } from "vitest";
import type { TextStorage } from "../../../shared/storage.ts";
import { createStore } from "../../../shared/store.ts";
import { createIdle, IDLE_AFTER_MS } from "./idle.store.ts";

/** The tabs of one browser: one storage, which notifies the other tabs. */
function openBrowser() {
  const clock = createFakeClock();
  const kept = new Map<string, string>();
  const watchers = new Map<number, (key: string | null) => void>();
  let tabs = 0;
  const openTab = () => {
    const id = (tabs += 1);
    let input = () => {};
    const onCall = createStore<boolean, boolean>(false, (_, next) => next);
    const changed = (key: string) => {
      for (const [other, listener] of watchers) if (other !== id) listener(key);
    };
    const storage: TextStorage = {
      get: (key) => kept.get(key) ?? null,
      set: (key, value) => {
        kept.set(key, value);
        changed(key);
      },
      remove: (key) => {
        kept.delete(key);
        changed(key);
      },
      watch: (listener) => {
        watchers.set(id, listener);
        return () => watchers.delete(id);
      },
    };
    const onInput = (listener: () => void) => {
      input = listener;
      return () => (input = () => {});
    };
    const idle = createIdle({ clock, storage, onInput, onCall });
    const told: boolean[] = [];
    idle.subscribe(() => told.push(idle.get()));
    return { idle, told, input: () => input(), call: onCall.dispatch, stop: idle.start() };
  };
  return { clock, openTab, kept };
}

it("CHATUI-33 away after ten minutes without input, and back at the first one", async () => {
  const { clock, openTab } = openBrowser();
  const tab = openTab();
  await clock.advance(IDLE_AFTER_MS - 1_000);
  tab.input();
  await clock.advance(IDLE_AFTER_MS - 1);
  expect(tab.told).toEqual([]);
  await clock.advance(1);
  expect(tab.told).toEqual([true]);
  tab.input();
  expect(tab.told).toEqual([true, false]);
  tab.stop();
  expect(clock.timerCount).toBe(0);
});

it("CHATUI-33 the tabs of a browser agree: input in one counts for all", async () => {
  const { clock, openTab } = openBrowser();
  const [one, other] = [openTab(), openTab()];
  for (let minute = 0; minute < 15; minute += 1) {
    await clock.advance(60_000);
    one.input();
  }
  expect([one.told, other.told]).toEqual([[], []]);
  await clock.advance(IDLE_AFTER_MS);
  expect([one.idle.get(), other.idle.get()]).toEqual([true, true]);
  other.input();
  expect([one.idle.get(), other.idle.get()]).toEqual([false, false]);
});

it("CHATUI-33 a call is activity as long as it lasts; when it ends the time starts again", async () => {
  const { clock, openTab } = openBrowser();
  const tab = openTab();
  tab.call(true);
  await clock.advance(3 * IDLE_AFTER_MS);
  expect(tab.idle.get()).toBe(false);
  tab.call(false);
  await clock.advance(IDLE_AFTER_MS - 1);
  expect(tab.idle.get()).toBe(false);
  await clock.advance(1);
  expect(tab.idle.get()).toBe(true);
  tab.call(true);
  expect(tab.idle.get()).toBe(false);
});

it("CHATUI-33 after a sleep of the computer the user is idle at once, and a clock that was set back does not keep them busy", async () => {
  const { clock, openTab, kept } = openBrowser();
  const tab = openTab();
  await clock.skip(8 * 3_600_000);
  expect(tab.told).toEqual([true]);
  tab.input();
  kept.set("active_at", String(clock.now() + 86_400_000));
  await clock.advance(IDLE_AFTER_MS);
  await clock.advance(IDLE_AFTER_MS);
  expect(tab.idle.get()).toBe(true);
});
