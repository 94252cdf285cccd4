import type { Webphone } from "@callpanel/webphone";
import type { Clock } from "../../shared/clock.ts";
import type { Page } from "./page.ts";

/** The part of the page that is watched. */
export type PageLife = Pick<Page, "guardLeaving" | "onLeaving" | "onAwake" | "onGesture">;

export const CLOCK_LOOK_MS = 10_000;
/** A timer that comes this late tells that the computer slept. */
export const SLEEP_MS = 5_000;

/**
 * Joins the phone to the life of the page: closing asks while calls are up, leaving ends the phone (spec 1 §2) but
 * not the calls, which the page after a reload has back, and after
 * sleep or a change of network the connection is proved rather than believed.
 * @returns how to stop
 */
export function watchPage({
  phone,
  page,
  clock,
}: {
  readonly phone: Webphone;
  readonly page: PageLife;
  readonly clock: Clock;
}): () => void {
  const stops = [
    page.guardLeaving(() => phone.getSnapshot().needsCloseConfirmation),
    page.onLeaving((what) => {
      if (what === "left") return phone.leave();
      phone.start();
      phone.probe();
    }),
    page.onAwake(() => phone.probe()),
    page.onGesture(() => {
      if (phone.getSnapshot().audioLocked) void phone.unlockAudio();
    }),
    watchClock(clock, () => phone.probe()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function watchClock(clock: Clock, onJump: () => void): () => void {
  let cancel: () => void = () => undefined;
  const arm = () => {
    const due = clock.now() + CLOCK_LOOK_MS;
    cancel = clock.setTimeout(() => {
      if (clock.now() - due > SLEEP_MS) onJump();
      arm();
    }, CLOCK_LOOK_MS);
  };
  arm();
  return () => cancel();
}
