import { smsSegments } from "@callpanel/contract";
import { toE164 } from "../../kernel/text/phone-number.ts";
import type { SmsReport } from "./sms-gateway.port.ts";
import { FORWARD_JOB } from "./email/forwarder.ts";
import { ANSWER_JOB, jobOf, messageIdOf, type SmsOutboxDeps, type TellSms } from "./sms-outbox.ts";
import { cleanSms, smsKeyword } from "./sms-text.ts";

export interface SmsReportsTakerDeps extends Pick<SmsOutboxDeps, "store" | "jobs" | "clock" | "log"> {
  /** The company that the phone system serves. */
  readonly realm: string;
}

const INCOMING_MOST_CHARS = 10_000;
/** A sender: a number, a short code or a name (3GPP TS 23.040 §9.1.2.5). */
const SENDER = /^(\+?\d{3,15}|[\w .&-]{1,11})$/;

/** Takes what a gateway reports (SMS-15, SMS-16). */
export function createReportTaker(deps: SmsReportsTakerDeps, tell: TellSms) {
  const { store, jobs, clock, log } = deps;
  const receive = async ({ reference, from, to, text }: Extract<SmsReport, { kind: "message" }>): Promise<void> => {
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
      jobs: [jobOf(ANSWER_JOB, clock), jobOf(FORWARD_JOB, clock)],
    });
    if (received === undefined) return;
    jobs.wake();
    await tell(received, { n: received.n, text: cleaned });
  };

  return async (report: SmsReport): Promise<void> => {
    if (report.kind === "message") await receive(report);
    if (report.kind !== "state") return;
    const { state, cause, reference, key } = report;
    const messageId = messageIdOf(key);
    const of = messageId !== undefined ? { messageId } : reference === undefined ? undefined : { reference };
    if (of === undefined) return;
    const changed = await store.settle(of, { state, cause, reference });
    if (changed !== undefined) await tell(changed);
  };
}
