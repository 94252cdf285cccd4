/** Answers to forwarded e-mails become text messages (docs/spec/sms.md, SMS-44 and following). */
import { createHash } from "node:crypto";
import { canWrite, SMS_LIMITS, smsSegments, type Locale } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import { createTokenBucket, type TokenBucket } from "../../../kernel/guard/token-bucket.ts";
import type { Jobs } from "../../../kernel/jobs/jobs.ts";
import type { Log } from "../../../kernel/log.ts";
import type { Mailer } from "../../mail/index.ts";
import { jobOf, SEND_JOB, type NotifySms } from "../sms-outbox.ts";
import type { SmsConversation, SmsStore } from "../sms.store.ts";
import { emailWords, type ReplyRefusal } from "./email-words.ts";
import { forwardingsOf, type Forwarding, type ForwardingDeps, type ForwardingOwner } from "./forwarding.ts";
import type { ReplyAddresses } from "./reply-address.ts";
import { replyText } from "./reply-text.ts";

/** A mail that came in. */
export interface IncomingMail {
  /** Of the envelope; empty for reports of mail servers. */
  readonly envelopeFrom: string;
  readonly to: string;
  /** The one address of its From header; undefined: none, or several. */
  readonly from: string | undefined;
  readonly messageId: string | undefined;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The plain body; empty if there is none. */
  readonly text: string;
}

/** The answer to the mail server: it has been handled, it is for nobody here, or it should come again. */
export type MailTaken = "taken" | "unknown" | "later";

export interface EmailRepliesDeps extends ForwardingDeps {
  readonly store: SmsStore;
  readonly replyAddresses: ReplyAddresses;
  readonly mailer: Pick<Mailer, "send">;
  readonly localeOf: (userId: number) => Promise<Locale>;
  /** SMS-18: whether this person may write to this number. */
  readonly mayWriteTo: (owner: ForwardingOwner, number: string) => Promise<boolean>;
  readonly tell: NotifySms;
  readonly jobs: Pick<Jobs, "wake">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** SMS-47: answers to one conversation within ten minutes. */
export const EMAIL_REPLIES_MOST = 20;
const BUSY_MS = 600_000;
/** SMS-47: refusals to one conversation by mail. */
const REFUSALS = { perSecond: 3 / 600, burst: 3 };
const REFUSALS_KEPT = 1_000;

export function createEmailReplies(deps: EmailRepliesDeps) {
  const { store, replyAddresses, mailer, clock, log } = deps;
  const refusals = new Map<number, TokenBucket>();

  const refuse = async (mail: IncomingMail, to: Refused, refusal: ReplyRefusal): Promise<MailTaken> => {
    const bucket = refusals.get(to.conversationId) ?? createTokenBucket({ clock, ...REFUSALS });
    if (refusals.size >= REFUSALS_KEPT) refusals.clear();
    refusals.set(to.conversationId, bucket);
    log.info("the answer to an e-mail was not sent as a text message", { conversation: to.conversationId, ...refusal });
    if (!bucket.take()) return "taken";
    const locale = to.owner === undefined ? "en-US" : await deps.localeOf(to.owner.userId);
    const words = emailWords(locale);
    await mailer.send({
      to: { name: "", address: to.address },
      locale,
      subject: words.refusedSubject,
      parts: [{ kind: "text", text: words.refused(refusal) }],
      isPlain: true,
      thread: `sms-${to.conversationId}`,
      answers: mail.messageId ?? "",
    });
    return "taken";
  };

  const write = async (mail: IncomingMail, conversation: SmsConversation, forwarding: Forwarding) => {
    const { owner, address } = forwarding;
    const { id, realmId, did, customer } = conversation;
    const to = { conversationId: id, address, owner };
    if (!canWrite(owner.rights, "chats")) return refuse(mail, to, { why: "right" });
    if (!(await deps.mayWriteTo(owner, customer))) return refuse(mail, to, { why: "number" });
    const text = replyText(mail.text);
    if (text === "") return refuse(mail, to, { why: "empty" });
    const { segments } = smsSegments(text);
    const limit = SMS_LIMITS.segments;
    if (segments > limit) return refuse(mail, to, { why: "tooLong", limit });
    if ((await store.emailedSince(id, clock.now() - BUSY_MS)) >= EMAIL_REPLIES_MOST) {
      log.warn("too many answers by e-mail to one conversation", { conversation: id });
      return "taken";
    }
    const written = await store.write({
      realmId,
      did,
      customer,
      text,
      segments,
      at: clock.now(),
      by: { userId: undefined, email: address, clientId: clientIdOf(mail, id) },
      files: [],
      mostPerMinute: SMS_LIMITS.perMinute,
      job: jobOf(SEND_JOB, clock),
    });
    if (written === "stopped") return refuse(mail, to, { why: "stopped" });
    if (typeof written === "string") return "later";
    deps.jobs.wake();
    await deps.tell(conversation);
    return "taken";
  };

  return {
    /** Whether there may be a receiver at this address; without the sender no more can be said. */
    isKnown: replyAddresses.isOne,

    /** SMS-45: a mail is for a conversation only if it comes from the reader who got the address. */
    take: async (mail: IncomingMail): Promise<MailTaken> => {
      if (isAutomatic(mail)) {
        log.info("an automatic mail was dropped");
        return "taken";
      }
      const { from } = mail;
      const replyTo = from === undefined ? undefined : replyAddresses.read(mail.to, from, clock.now());
      if (from === undefined || replyTo === undefined || replyTo.kind === "none") return "unknown";
      const { conversationId } = replyTo;
      const conversation = await store.conversation(conversationId, 0);
      if (conversation === undefined) return "unknown";
      const known = (await forwardingsOf(deps, conversation)).find(
        ({ address }) => address.toLowerCase() === from.toLowerCase(),
      );
      const to = { conversationId, address: from, owner: known?.owner };
      if (known === undefined) return refuse(mail, to, { why: "gone" });
      if (replyTo.kind === "expired") return refuse(mail, to, { why: "expired" });
      return write(mail, conversation, known);
    },
  };
}

export type EmailReplies = ReturnType<typeof createEmailReplies>;

interface Refused {
  readonly conversationId: number;
  readonly address: string;
  readonly owner: ForwardingOwner | undefined;
}

/** SMS-13: the same mail again, which a mail server may deliver twice, is the same message. */
function clientIdOf({ messageId, text }: IncomingMail, conversationId: number): string {
  const hash = createHash("sha256").update(JSON.stringify([conversationId, messageId ?? text]));
  return `mail-${hash.digest("hex").slice(0, 40)}`;
}

/** SMS-47: what no person wrote (RFC 3834 §2, §5; RFC 5321 §4.5.5; RFC 2919). */
function isAutomatic({ envelopeFrom, headers }: IncomingMail): boolean {
  const submitted = headers.get("auto-submitted")?.trim().toLowerCase() ?? "no";
  const isBulk = /^\s*(bulk|list|junk|auto_reply)\b/i.test(headers.get("precedence") ?? "");
  const marks = ["list-id", "x-autoreply", "x-autorespond", "x-auto-reply-from", "x-failed-recipients"];
  return envelopeFrom === "" || !/^no\b/.test(submitted) || isBulk || marks.some((name) => headers.has(name));
}
