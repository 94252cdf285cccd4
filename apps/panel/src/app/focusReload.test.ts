import { FOCUS_TIMEOUT_MS } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createStore } from "../shared/store.ts";
import { joinFocusReload } from "./focusReload.ts";

function openPage(seen = true) {
  const clock = createFakeClock();
  const visible = createStore<boolean, boolean>(seen, (_, next) => next);
  let reloadCount = 0;
  const stop = joinFocusReload({
    clock,
    visible,
    timeoutMs: FOCUS_TIMEOUT_MS,
    reload: () => (reloadCount += 1),
  });
  return { clock, show: visible.dispatch, stop, reloads: () => reloadCount };
}

it("SHELL-19 hidden for more than half an hour, the lists are loaded again, once", async () => {
  const { clock, show, reloads } = openPage();
  show(false);
  await clock.advance(FOCUS_TIMEOUT_MS + 1);
  expect(reloads()).toBe(0);
  show(true);
  expect(reloads()).toBe(1);
  await clock.advance(FOCUS_TIMEOUT_MS + 1);
  show(false);
  show(true);
  expect(reloads()).toBe(1);
});

it("SHELL-19 hidden for at most half an hour, nothing is loaded", async () => {
  const { clock, show, reloads } = openPage();
  show(false);
  await clock.advance(FOCUS_TIMEOUT_MS);
  show(true);
  expect(reloads()).toBe(0);
});

it("SHELL-19 a page opened in the background counts from there", async () => {
  const { clock, show, reloads } = openPage(false);
  await clock.advance(FOCUS_TIMEOUT_MS + 1);
  show(true);
  expect(reloads()).toBe(1);
});

it("SHELL-19 after stop it loads nothing", async () => {
  const { clock, show, stop, reloads } = openPage();
  show(false);
  stop();
  await clock.advance(FOCUS_TIMEOUT_MS + 1);
  show(true);
  expect(reloads()).toBe(0);
});
