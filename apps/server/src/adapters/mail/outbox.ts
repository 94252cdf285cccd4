import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { NewJob } from "../../kernel/jobs/job-store.port.ts";
import type { JobKind } from "../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { Log } from "../../kernel/log.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import type { Tally } from "../../kernel/tally.ts";
import type { Message } from "./message.ts";
import type { Deliver } from "./smtp-delivery.ts";

export interface OutboxDeps {
  readonly jobs: Pick<Jobs, "add" | "work" | "waiting">;
  /** Mails contain sign-in links and codes, so they are stored encrypted: a copy of the database must not reveal them. */
  readonly box: SecretBox;
  readonly files: { readonly putAside: (message: Message) => Promise<void> };
  readonly deliver: Deliver;
  readonly tally: Pick<Tally, "count">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export interface Outbox {
  /** Resolves when the message is stored. */
  post(message: Message): Promise<void>;
  /** The job that sends the message, for a transaction. */
  jobOf(message: Message): NewJob;
  /** The number of waiting messages, over all servers of the database. */
  waiting(): Promise<number>;
}

/** Waits between the tries of one message; the last one repeats. */
const RETRY_MS = [10_000, 60_000, 300_000, 900_000, 3_600_000] as const;
const DELIVERIES_AT_ONCE = 4;

const SEND: JobKind<{ id: string; from: string; to: string; writtenAt: number; expiresAt: number; sealed: string }> = {
  name: "mail.send",
  payload: z.object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    writtenAt: z.number(),
    expiresAt: z.number(),
    sealed: z.string(),
  }),
};
const boundTo = (id: string): string => `mail ${id}`;

/**
 * MAIL-4: tries each message until it is accepted, refused permanently or expired; any server of the database may send
 * it.
 */
export function startOutbox({ jobs, box, files, deliver, tally, clock, log }: OutboxDeps): Outbox {
  jobs.work(
    SEND,
    async ({ sealed, ...envelope }, { tries }) => {
      const { id, expiresAt } = envelope;
      const message = { ...envelope, raw: Buffer.from(box.open(sealed, boundTo(id)), "latin1") };
      if (expiresAt <= clock.now()) {
        log.error("a mail was not sent in time", { id, tries: tries - 1 });
        tally.count("mail", "failed");
        return files.putAside(message);
      }
      const delivery = await deliver(message);
      if (delivery.result !== "later") tally.count("mail", delivery.result === "taken" ? "sent" : "failed");
      if (delivery.result === "taken") return log.info("a mail was sent", { id, tries });
      if (delivery.result === "never") {
        log.error("a mail was refused", { id, reason: delivery.reason });
        return files.putAside(message);
      }
      log.warn("a mail could not be sent yet", { id, tries, reason: delivery.reason });
      return { later: delivery.reason };
    },
    {
      concurrency: DELIVERIES_AT_ONCE,
      mostTries: Number.POSITIVE_INFINITY,
      retryDelayMs: (tries) => RETRY_MS[Math.min(tries, RETRY_MS.length) - 1] ?? RETRY_MS[0],
    },
  );
  const payloadOf = ({ raw, ...envelope }: Message) => ({
    ...envelope,
    sealed: box.seal(raw.toString("latin1"), boundTo(envelope.id)),
  });
  return {
    post: (message) => jobs.add(SEND, payloadOf(message)),
    jobOf: (message) => ({ kind: SEND.name, payload: JSON.stringify(payloadOf(message)), runAt: clock.now() }),
    waiting: () => jobs.waiting(SEND),
  };
}
