import type { Clock } from "../shared/clock.ts";
import type { Readable } from "../shared/store.ts";

export interface FocusReloadDeps {
  readonly clock: Clock;
  /** Whether the page can be seen. */
  readonly visible: Readable<boolean>;
  readonly timeoutMs: number;
  readonly reload: () => void;
}

/**
 * SHELL-19: a page that is seen again after having been hidden longer than the focus timeout asks for its lists anew. Timers
 * of hidden pages are slowed down and computers sleep: the times of hiding and showing are compared. @returns how to stop
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
