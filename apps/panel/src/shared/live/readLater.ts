import type { Readable } from "../store.ts";

/** A value of something that comes later; `before` until it is there. */
export function readLater<Owner, State>(
  owner: Readable<Owner | null>,
  pick: (owner: Owner) => Readable<State>,
  before: State,
): Readable<State> {
  const picked = () => {
    const now = owner.get();
    return now === null ? null : pick(now);
  };
  return {
    get() {
      const store = picked();
      return store === null ? before : store.get();
    },
    subscribe(listener) {
      let leave = picked()?.subscribe(listener);
      const stop = owner.subscribe(() => {
        leave?.();
        leave = picked()?.subscribe(listener);
        listener();
      });
      return () => {
        stop();
        leave?.();
      };
    },
  };
}
