/** Text messages that come in go by e-mail to those who asked for it (docs/spec/sms.md, SMS-40 and following). */
import type { Locale } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { JobKind } from "../../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../../kernel/jobs/jobs.ts";
import type { Log } from "../../../kernel/log.ts";
import type { Mail, MailJobs } from "../../mail/index.ts";
import { smsKeyword } from "../sms-keywords.ts";
import type { SmsConversation, SmsStore, StoredSms } from "../sms.store.ts";
import { emailWords } from "./email-words.ts";
import { forwardingsOf, type Forwarding, type ForwardingDeps, type ForwardingOwner } from "./forwarding.ts";
import type { ReplyAddresses } from "./reply-address.ts";

export interface ForwarderDeps extends ForwardingDeps {
  readonly store: SmsStore;
  readonly jobs: Pick<Jobs, "work" | "wake">;
  readonly mailer: MailJobs;
  /** The name of a number among the contacts that the owner may read. */
  readonly contactName: (owner: ForwardingOwner, number: string) => Promise<string | undefined>;
  readonly localeOf: (userId: number) => Promise<Locale>;
  /** Undefined: e-mails cannot be answered. */
  readonly replyAddresses: ReplyAddresses | undefined;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export const FORWARD_JOB: JobKind<{ messageId: number }> = {
  name: "sms.forward",
  payload: z.object({ messageId: z.int() }),
};
/** SMS-42: messages of one number to one address. */
export const FORWARDS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

export function workForwards(deps: ForwarderDeps): void {
  const { jobs, store, mailer, clock, log } = deps;
  jobs.work(FORWARD_JOB, async ({ messageId }) => {
    const found = await store.message(messageId);
    if (found === undefined) return;
    const { message, conversation } = found;
    for (const forwarding of await forwardingsOf(deps, conversation)) {
      const { did, realmId } = conversation;
      const address = forwarding.address.toLowerCase();
      const since = clock.now() - HOUR_MS;
      const isLast = (await store.forwardedSince({ did, address, since })) === FORWARDS_PER_HOUR - 1;
      const job = await mailer.jobOf(await mailOf(deps, { message, conversation, forwarding, isLast }));
      const forward = { messageId, realmId, did, address, at: clock.now() };
      const stored = await store.forward({ ...forward, job, most: FORWARDS_PER_HOUR, since });
      if (stored === "tooMany") log.warn("a text message was not sent by e-mail: too many in an hour", { messageId });
    }
    jobs.wake();
  });
}

interface Forwarded {
  readonly message: StoredSms;
  readonly conversation: SmsConversation;
  readonly forwarding: Forwarding;
  readonly isLast: boolean;
}

async function mailOf(
  { contactName, localeOf, replyAddresses, clock }: ForwarderDeps,
  { message, conversation, forwarding: { owner, address }, isLast }: Forwarded,
): Promise<Mail> {
  const { id, did, customer } = conversation;
  const locale = await localeOf(owner.userId);
  const words = emailWords(locale);
  const name = await contactName(owner, customer);
  const keyword = smsKeyword(message.text)?.kind;
  const lines = [
    ...(replyAddresses === undefined ? [] : [words.marker]),
    words.about(name === undefined ? customer : `${name} (${customer})`, did),
    message.text === "" ? words.empty : message.text,
    ...(keyword === undefined ? [] : [words.keywords[keyword]]),
    ...(isLast ? [words.more] : []),
  ];
  return {
    to: { name: "", address },
    locale,
    subject: words.subject(name ?? customer, did),
    parts: lines.map((text) => ({ kind: "text", text })),
    isPlain: true,
    thread: `sms-${id}`,
    ...(replyAddresses === undefined ? {} : { replyTo: replyAddresses.create(id, address, clock.now()) }),
  };
}
