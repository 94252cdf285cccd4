/** Listeners to one kind of fact, called in the order in which they subscribed. */
export interface Listeners<Fact extends readonly unknown[]> {
  tell(...fact: Fact): void;
  /** @returns unsubscribes */
  subscribe(listener: (...fact: Fact) => void): () => void;
}

/** For facts inside one module; facts between modules have a topic on the bus. */
export function createListeners<Fact extends readonly unknown[]>(): Listeners<Fact> {
  const listeners = new Set<(...fact: Fact) => void>();
  return {
    tell: (...fact) => {
      for (const listener of listeners) listener(...fact);
    },
    subscribe: (listener) => {
      // A function that subscribes twice is called twice.
      const own = (...fact: Fact): void => listener(...fact);
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
