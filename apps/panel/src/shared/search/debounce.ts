import type { Clock } from "../clock.ts";
import type { Readable } from "../store.ts";

/** A debounced text: searches follow this and not each letter. An empty text takes effect immediately. */
export function createDebounced(
  source: Readable<string>,
  { clock, afterMs }: { readonly clock: Clock; readonly afterMs: number },
): Readable<string> {
  const listeners = new Set<() => void>();
  let settled = source.get();
  let cancel: () => void = () => undefined;
  let leave: () => void = () => undefined;
  const settle = () => {
    settled = source.get();
    for (const listener of listeners) listener();
  };
  const changed = () => {
    cancel();
    if (source.get() === settled) return;
    if (source.get() === "") settle();
    else cancel = clock.setTimeout(settle, afterMs);
  };
  return {
    get: () => settled,
    subscribe(listener) {
      if (listeners.size === 0) leave = source.subscribe(changed);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        cancel();
        leave();
      };
    },
  };
}
