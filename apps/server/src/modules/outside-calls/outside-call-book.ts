import type { BegunOutside, OutsideCallBook } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";

/** Outside calls that began. Every method is durable when its promise resolves. */
export interface OutsideCallStore {
  since(at: number): Promise<readonly BegunOutside[]>;
  add(call: BegunOutside): Promise<void>;
  /** Those that began at `before` or earlier. */
  forget(before: number): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** TOLL-7: what began in the hour before this start counts on. What is older is forgotten as new ones come. */
export async function openOutsideCallBook({
  store,
  clock,
  log,
}: {
  readonly store: OutsideCallStore;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}): Promise<OutsideCallBook> {
  let forgottenAt = clock.now();
  await store.forget(forgottenAt - HOUR_MS);
  const failed = (error: unknown): void => log.warn("an outside call could not be counted", { err: error });
  return {
    begun: await store.since(forgottenAt - HOUR_MS),
    begin: (call) => {
      store.add(call).catch(failed);
      if (call.at - forgottenAt < HOUR_MS) return;
      forgottenAt = call.at;
      store.forget(call.at - HOUR_MS).catch(failed);
    },
  };
}
