import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import type { EventsState } from "../shared/live/events.ts";
import { createStore } from "../shared/store.ts";
import { joinNewVersion, VERSION_CHECK_MS } from "./newVersion.ts";

const OPEN: EventsState = { phase: "open" };

function openPage() {
  const clock = createFakeClock();
  const visible = createStore<boolean, boolean>(true, (_, next) => next);
  const events = createStore<EventsState, EventsState>(OPEN, (_, next) => next);
  let isNew = false;
  let checks = 0;
  let notices = 0;
  const stop = joinNewVersion({
    clock,
    visible,
    events,
    hasNewBuild: async () => {
      checks += 1;
      return isNew;
    },
    tell: () => (notices += 1),
  });
  return {
    clock,
    stop,
    show: visible.dispatch,
    release: () => (isNew = true),
    async restart() {
      events.dispatch({ phase: "closed", heardAt: null });
      events.dispatch({ phase: "connecting" });
      events.dispatch(OPEN);
      await clock.advance(0);
    },
    checks: () => checks,
    notices: () => notices,
  };
}

it("SHELL-43 a server that is back with a new version is noticed, once", async () => {
  const page = openPage();
  await page.restart();
  expect(page.notices()).toBe(0);
  page.release();
  await page.restart();
  expect(page.notices()).toBe(1);
  await page.restart();
  expect(page.notices()).toBe(1);
});

it("SHELL-43 a page that is shown again asks at most once in ten minutes", async () => {
  const page = openPage();
  page.release();
  await page.clock.advance(VERSION_CHECK_MS - 1);
  page.show(false);
  page.show(true);
  expect(page.checks()).toBe(0);
  await page.clock.advance(1);
  page.show(false);
  expect(page.checks()).toBe(0);
  page.show(true);
  await page.clock.advance(0);
  expect(page.notices()).toBe(1);
});

it("SHELL-43 after the sign-out no message is shown, even if the answer comes then", async () => {
  const page = openPage();
  page.release();
  const restarted = page.restart();
  page.stop();
  await restarted;
  await page.restart();
  expect(page.checks()).toBe(1);
  expect(page.notices()).toBe(0);
});
