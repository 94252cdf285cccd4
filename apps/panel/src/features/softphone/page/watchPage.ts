import type { Webphone } from "@callpanel/webphone";
import type { Clock } from "../../../shared/clock.ts";
import type { Page } from "./browserPage.ts";

/** The parts of the page that are watched. */
export type PageLife = Pick<Page, "guardLeaving" | "onLeaving" | "onAwake" | "onGesture">;

export const CLOCK_LOOK_MS = 10_000;
/** A timer that fires this late means that the computer slept. */
export const SLEEP_MS = 5_000;

/**
 * Connects the phone to the page's lifecycle: closing the page asks while there are calls; leaving it stops the phone
 * (spec 1 §2) but not the calls, which the page gets back after a reload; and after sleep or a change of network the
 * connection is checked.
 * @returns a stop function
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
