import { SMS_LIMITS, smsSegments } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { JobKind } from "../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { Log } from "../../kernel/log.ts";
import { toE164 } from "../../kernel/text/phone-number.ts";
import type { SmsFiles } from "./sms-files.ts";
import { SmsRefused, type SmsGateway } from "./sms-gateway.port.ts";
import { smsAnswer, smsKeyword } from "./sms-keywords.ts";
import type { SmsConversation, SmsStore } from "./sms.store.ts";

export interface SmsOutboxDeps {
  readonly store: SmsStore;
  /** Undefined: there are no text messages. */
  readonly gateway: SmsGateway | undefined;
  readonly jobs: Pick<Jobs, "add" | "work" | "wake">;
  readonly files: Pick<SmsFiles, "links">;
  readonly platformName: () => string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** Notifies the people of a conversation that it changed; never rejects. */
export type NotifySms = (conversation: SmsConversation, came?: IncomingSms) => Promise<void>;

/** A message that came in, at the place `n` of its conversation. */
export interface IncomingSms {
  readonly n: number;
  readonly text: string;
}

export const SEND_JOB: JobKind<{ messageId: number }> = { name: "sms.send", payload: z.object({ messageId: z.int() }) };
/** SMS-30: answers to keywords; a job, so that a restart between the message and the answer loses none. */
export const ANSWER_JOB: JobKind<{ messageId: number }> = {
  name: "sms.answer",
  payload: z.object({ messageId: z.int() }),
};
const SENDING_AT_ONCE = 8;
const MINUTE_MS = 60_000;
/** SMS-31: automatic answers in a conversation within ten minutes. */
const ANSWERS_MOST = 3;
const BUSY_MS = 10 * MINUTE_MS;

/** The job of a message, for the transaction that stores it. */
export const jobOf = (kind: JobKind<{ messageId: number }>, clock: Pick<Clock, "now">) => (messageId: number) => ({
  kind: kind.name,
  payload: JSON.stringify({ messageId }),
  runAt: clock.now(),
});

const keyOf = (messageId: number): string => `sms-${messageId}`;
export function messageIdOf(key: string | undefined): number | undefined {
  const id = /^sms-([1-9]\d{0,14})$/.exec(key ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

/** SMS-14: the kernel's jobs are the outbox: durable, one server at a time, tried again with growing waits. */
export function workOutbox(deps: SmsOutboxDeps, tell: NotifySms): void {
  workSending(deps, tell);
  workAnswers(deps, tell);
}

function workSending({ jobs, store, gateway, files: { links }, log }: SmsOutboxDeps, tell: NotifySms): void {
  const settle: SmsStore["settle"] = async (of, to) => {
    const changed = await store.settle(of, to);
    if (changed !== undefined && changed !== "unknown") await tell(changed);
    return changed;
  };
  jobs.work(
    SEND_JOB,
    async ({ messageId }) => {
      const found = await store.message(messageId);
      if (found?.message.state !== "queued") return;
      const { message, conversation } = found;
      // SMS-30: STOP may have come while it waited; the answer to STOP itself goes.
      if (conversation.isStopped && !message.isAutomatic) {
        await settle({ messageId }, { state: "failed", cause: "stopped" });
        return;
      }
      if (gateway === undefined) throw new Error("there is no gateway for text messages");
      try {
        const { did: from, customer: to } = conversation;
        const files = message.files.length === 0 ? {} : { files: links(message) };
        const { reference, parts } = await gateway.send({
          from,
          to,
          text: message.text,
          ...files,
          key: keyOf(messageId),
        });
        await settle({ messageId }, { state: "sent", cause: "", reference, parts });
      } catch (error) {
        if (!(error instanceof SmsRefused)) throw error;
        log.warn("a text message was refused", { messageId, cause: error.code });
        await settle({ messageId }, { state: "failed", cause: error.code });
      }
    },
    {
      concurrency: SENDING_AT_ONCE,
      failed: async ({ messageId }) => void (await settle({ messageId }, { state: "failed", cause: "unreachable" })),
    },
  );
}

/** SMS-30, SMS-31: answers to keywords. */
function workAnswers({ jobs, store, clock, platformName }: SmsOutboxDeps, tell: NotifySms): void {
  jobs.work(ANSWER_JOB, async ({ messageId }) => {
    const found = await store.message(messageId);
    const keyword = found && smsKeyword(found.message.text);
    if (found === undefined || keyword === undefined) return;
    const { did, customer, realmId, id } = found.conversation;
    // A short code or a name cannot be answered, and two of the company's numbers do not talk to each other.
    if (toE164(customer) === undefined || (await store.realmsOf(customer)).length > 0) return;
    const text = smsAnswer(keyword, platformName());
    if ((await store.automaticSince(id, clock.now() - BUSY_MS)) >= ANSWERS_MOST) return;
    const written = await store.write({
      realmId,
      did,
      customer,
      text,
      segments: smsSegments(text).segments,
      at: clock.now(),
      by: { userId: undefined, clientId: `answer-${messageId}` },
      files: [],
      mostPerMinute: SMS_LIMITS.perMinute,
      job: jobOf(SEND_JOB, clock),
    });
    if (typeof written === "string") return;
    jobs.wake();
    await tell(found.conversation);
  });
}
