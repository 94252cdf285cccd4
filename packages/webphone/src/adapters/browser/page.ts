/** Ties the phone to the page it lives in. */
import type { Webphone } from "../../webphone.ts";

const TICK_MS = 5_000;
const JUMP_MS = 15_000; // a hidden tab's timers may run once a second; nothing but sleep stops them this long

/**
 * Probes the line when the network is back, the page becomes visible or the machine has slept, and stops the phone
 * when the page goes away (spec 1 §2). Returns detach.
 */
export function attachToPage(phone: Webphone): () => void {
  const probe = (): void => phone.probe();
  const onVisible = (): void => {
    if (document.visibilityState === "visible") phone.probe();
  };
  const onHide = (): void => void phone.stop();
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted) phone.start(); // back from the back-forward cache
  };
  let last = Date.now();
  const ticks = setInterval(() => {
    const now = Date.now();
    if (now - last > JUMP_MS) phone.probe();
    last = now;
  }, TICK_MS);
  window.addEventListener("online", probe);
  window.addEventListener("pagehide", onHide);
  window.addEventListener("pageshow", onShow);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(ticks);
    window.removeEventListener("online", probe);
    window.removeEventListener("pagehide", onHide);
    window.removeEventListener("pageshow", onShow);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
