import type { BegunOutside, OutsideCallBook } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";

/** Started outside calls. Changes are durable when a promise resolves. */
export interface OutsideCallStore {
  /** Oldest first. */
  since(at: number): Promise<readonly BegunOutside[]>;
  add(call: BegunOutside): Promise<void>;
  /** Removes calls that began at `before` or earlier. */
  forget(before: number): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** TOLL-7: calls of the last hour before this start still count. Older ones are removed as new ones are added. */
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
