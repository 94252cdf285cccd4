import { SMS_LIMITS, smsSegments } from "@callpanel/contract";
import { toE164 } from "../../kernel/text/phone-number.ts";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { JobKind } from "../../kernel/jobs/job.model.ts";
import type { SmsReport, SmsReportedState } from "./sms-gateway.port.ts";
import { FORWARD_JOB } from "./email/forwarder.ts";
import { ANSWER_JOB, jobOf, messageIdOf, type SmsOutboxDeps, type NotifySms } from "./sms-outbox.ts";
import { createSmsParts, type SmsPartsDeps } from "./sms-parts.ts";
import { MEDIA_JOB } from "./sms-media.ts";
import { cleanSms } from "./clean-sms.ts";
import { smsKeyword } from "./sms-keywords.ts";

export interface SmsReportsTakerDeps extends Pick<SmsOutboxDeps, "store" | "jobs" | "clock" | "log"> {
  readonly parts: SmsPartsDeps["parts"];
  /** The company that the phone system serves. */
  readonly realm: string;
}

const INCOMING_MOST_CHARS = 10_000;
/** A sender: a number, a short code or a name (3GPP TS 23.040 §9.1.2.5). */
const SENDER = /^(\+?\d{3,15}|[\w .&-]{1,11})$/;

/** Takes what a gateway reports (SMS-15, SMS-16). */
export function createReportTaker(deps: SmsReportsTakerDeps, tell: NotifySms) {
  const { store, jobs, clock, log } = deps;
  const receive = async ({
    reference,
    from,
    to,
    text,
    media = [],
  }: Extract<SmsReport, { kind: "message" }>): Promise<void> => {
    const realms = await store.realmsOf(to);
    const realm = realms.find(({ name }) => name === deps.realm) ?? realms[0];
    const customer = toE164(from) ?? from.trim();
    if (realm === undefined || !SENDER.test(customer)) {
      log.warn("a text message to no number of a company was dropped", { reference });
      return;
    }
    const cleaned = cleanSms(text).slice(0, INCOMING_MOST_CHARS);
    const keyword = smsKeyword(cleaned)?.kind;
    const received = await store.receive({
      realmId: realm.id,
      did: toE164(to) ?? to,
      customer,
      reference,
      text: cleaned,
      segments: smsSegments(cleaned).segments,
      at: clock.now(),
      isStopped: keyword === "stop" ? true : keyword === "start" ? false : undefined,
      jobs: [
        jobOf(ANSWER_JOB, clock),
        jobOf(FORWARD_JOB, clock),
        ...(media.length === 0 ? [] : [mediaJobOf(media.slice(0, SMS_LIMITS.filesPerMessage), clock)]),
      ],
    });
    if (received === undefined) return;
    jobs.wake();
    await tell(received, { n: received.n, text: cleaned });
  };

  const parts = createSmsParts(deps, receive);

  const settle = async (report: StateReport): Promise<"known" | "unknown"> => {
    const { state, cause, reference, key, spellings, between } = report;
    const messageId = messageIdOf(key);
    if (messageId === undefined && reference === undefined) return "known";
    const of = messageId === undefined ? { references: spellings ?? [reference ?? ""], between } : { messageId };
    const changed = await store.settle(of, { state, cause, reference });
    if (changed === "unknown") return "unknown";
    if (changed !== undefined) await tell(changed);
    return "known";
  };

  return {
    take: async (report: SmsReport): Promise<void> => {
      if (report.kind === "message") await receive(report);
      if (report.kind === "part") await parts.take(report);
      if (report.kind !== "state" || (await settle(report)) === "known" || report.mayBeEarly !== true) return;
      const { reference = "", spellings = [], between, state, cause } = report;
      const runAt = clock.now() + EARLY_MS;
      await jobs.add(RECEIPT_JOB, { reference, spellings: [...spellings], between, state, cause }, { runAt });
    },
    work: (): void => {
      parts.work();
      jobs.work(RECEIPT_JOB, async (receipt, { tries }) => {
        const found = await settle({ kind: "state", key: undefined, ...receipt });
        if (found === "known") return undefined;
        return tries < EARLY_TRIES ? { later: "its message is not known" } : { never: "its message is not known" };
      });
    },
  };
}

const mediaJobOf = (urls: readonly string[], clock: Pick<Clock, "now">) => (messageId: number) => ({
  kind: MEDIA_JOB.name,
  payload: JSON.stringify({ messageId, urls }),
  runAt: clock.now(),
});

type StateReport = Extract<SmsReport, { readonly kind: "state" }>;

/** SMS-64: a receipt that is faster than the note of the answer. */
const RECEIPT_JOB: JobKind<{
  reference: string;
  spellings: string[];
  between?: { did: string; customer: string } | undefined;
  state: SmsReportedState;
  cause: string;
}> = {
  name: "sms.receipt",
  payload: z.object({
    reference: z.string(),
    spellings: z.array(z.string()),
    between: z.optional(z.object({ did: z.string(), customer: z.string() })),
    state: z.enum(["sent", "delivered", "failed"]),
    cause: z.string(),
  }),
};
const EARLY_MS = 5_000;
const EARLY_TRIES = 3;
