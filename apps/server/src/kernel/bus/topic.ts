import type * as z from "zod/mini";

/** One kind of fact that servers send each other. */
export interface Topic<Fact> {
  /** Its name on the wire. */
  readonly name: string;
  /** Facts of other servers are trusted only as far as this. */
  readonly schema: z.ZodMiniType<Fact>;
  /** Its listeners on one bus. */
  listenersOn(bus: object): Set<(fact: Fact) => void>;
}

export function topic<Fact>(name: string, schema: z.ZodMiniType<Fact>): Topic<Fact> {
  const byBus = new WeakMap<object, Set<(fact: Fact) => void>>();
  return {
    name,
    schema,
    listenersOn: (bus) => {
      const listeners = byBus.get(bus) ?? new Set();
      byBus.set(bus, listeners);
      return listeners;
    },
  };
}
