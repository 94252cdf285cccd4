import type { Clock } from "../shared/clock.ts";
import type { Readable } from "../shared/store.ts";

export interface FocusReloadDeps {
  readonly clock: Clock;
  /** Whether the page is visible. */
  readonly visible: Readable<boolean>;
  readonly timeoutMs: number;
  readonly reload: () => void;
}

/**
 * SHELL-19: a page that was hidden longer than the focus timeout loads its lists again when it is visible. Timers of hidden
 * pages are slow and computers sleep, so the times of hiding and showing are compared. @returns a stop function
 */
export function joinFocusReload({ clock, visible, timeoutMs, reload }: FocusReloadDeps): () => void {
  let hiddenAt = visible.get() ? null : clock.now();
  return visible.subscribe(() => {
    if (!visible.get()) {
      hiddenAt ??= clock.now();
      return;
    }
    const awayMs = hiddenAt === null ? null : clock.now() - hiddenAt;
    hiddenAt = null;
    if (awayMs !== null && awayMs > timeoutMs) reload();
  });
}
