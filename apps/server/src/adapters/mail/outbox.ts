import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { MailSpool } from "./mail-spool.ts";
import type { Message } from "./message.ts";
import type { Deliver } from "./smtp-delivery.ts";

export interface OutboxDeps {
  readonly spool: MailSpool;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Outbox {
  /** Resolves when the message is kept. */
  post(message: Message): Promise<void>;
  readonly waitingCount: number;
  /** Waits for deliveries under way; what still waits is tried by the next run. */
  stop(): Promise<void>;
}

/** Between the tries of one message; the last holds for all that follow. */
const RETRY_MS = [10_000, 60_000, 300_000, 900_000, 3_600_000] as const;
const DELIVERIES_AT_ONCE = 4;

/** Tries kept messages until each was taken, refused for good or has expired. What an earlier run left is tried first. */
export async function startOutbox({ spool, deliver, clock, log }: OutboxDeps): Promise<Outbox> {
  const queue: Array<{ readonly message: Message; readonly tries: number }> = [];
  const timers = new Map<string, () => void>();
  const underWay = new Set<Promise<void>>();
  let stopped = false;

  const tryOne = async (message: Message, tries: number): Promise<void> => {
    const { id } = message;
    if (message.expiresAt <= clock.now()) {
      log.error("a mail was not sent in time", { id, tries });
      return spool.gaveUp(message);
    }
    const delivery = await deliver(message);
    if (delivery.result === "taken") {
      log.info("a mail was sent", { id, tries: tries + 1 });
      return spool.taken(id);
    }
    if (delivery.result === "never") {
      log.error("a mail was refused", { id, reason: delivery.reason });
      return spool.gaveUp(message);
    }
    log.warn("a mail could not be sent yet", { id, tries: tries + 1, reason: delivery.reason });
    if (!stopped) waitFor(message, tries + 1);
  };
  const waitFor = (message: Message, tries: number): void => {
    const again = (): void => {
      timers.delete(message.id);
      enqueue(message, tries);
    };
    timers.set(message.id, clock.setTimeout(again, RETRY_MS[Math.min(tries, RETRY_MS.length) - 1] ?? RETRY_MS[0]));
  };
  const enqueue = (message: Message, tries: number): void => {
    queue.push({ message, tries });
    pump();
  };
  const pump = (): void => {
    while (!stopped && underWay.size < DELIVERIES_AT_ONCE) {
      const next = queue.shift();
      if (next === undefined) return;
      const run = tryOne(next.message, next.tries)
        .catch((error: unknown) => log.error("a mail could not be put away", { id: next.message.id, err: error }))
        .finally(() => {
          underWay.delete(run);
          pump();
        });
      underWay.add(run);
    }
  };

  for (const message of await spool.waiting()) enqueue(message, 0);
  return {
    post: async (message) => {
      await spool.keep(message);
      enqueue(message, 0);
    },
    get waitingCount() {
      return queue.length + timers.size + underWay.size;
    },
    stop: async () => {
      stopped = true;
      for (const cancel of timers.values()) cancel();
      timers.clear();
      await Promise.all(underWay);
    },
  };
}
