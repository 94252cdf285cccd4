import { AppError, SMS_LIMITS, smsSegments } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import { toE164 } from "../../kernel/text/phone-number.ts";
import { outsideRight } from "../outside-calls/index.ts";
import type { Mailer, MailJobs } from "../mail/index.ts";
import type { OwnEvents } from "../realtime/index.ts";
import type { CompanySettings } from "../realm-settings/index.ts";
import { jobOf, SEND_JOB, workOutbox, type IncomingSms, type SmsOutboxDeps, type NotifySms } from "./sms-outbox.ts";
import { createEmailReplies, type EmailReplies, type EmailRepliesDeps } from "./email/email-replies.ts";
import { workForwards, type ForwarderDeps } from "./email/forwarder.ts";
import type { SmsFiles } from "./sms-files.ts";
import { workMedia, type SmsMediaDeps } from "./sms-media.ts";
import { createReportTaker, type SmsReportsTakerDeps } from "./sms-reports.ts";
import { cleanSms } from "./clean-sms.ts";
import type { ListedSmsConversation, SmsConversation, SmsNumber, SmsStore, StoredSms } from "./sms.store.ts";

export interface SmsServiceDeps
  extends
    SmsOutboxDeps,
    SmsReportsTakerDeps,
    Omit<ForwarderDeps, "store" | "jobs">,
    Omit<SmsMediaDeps, "store" | "jobs" | "gateway"> {
  readonly files: SmsFiles;
  readonly ownEvents: Pick<OwnEvents, "tell">;
  readonly mailer: Mailer & MailJobs;
  readonly company: () => CompanySettings;
  /** Notifications for people without an open page. */
  readonly notices: SmsNotices;
}

export interface SmsNotices {
  textMessage(
    message: IncomingSms & {
      readonly realmId: number;
      readonly conversationId: number;
      /** The other's number. */
      readonly sender: string;
      readonly people: readonly number[];
    },
  ): void;
  /** The person has read up to a place. */
  textRead(userId: number, conversationId: number, n: number): void;
}

/** The person who does something in a conversation. */
export type SmsCaller = Pick<Caller, "userId" | "realm" | "rights">;

export interface SmsOrder {
  readonly conversationId?: number | undefined;
  /** Instead: a number of the company, and the recipient. */
  readonly did?: string | undefined;
  readonly to?: string | undefined;
  readonly text: string;
  /** Ids of uploaded files. */
  readonly files: readonly string[];
  readonly clientId: string;
}

const noConversation = (): AppError => new AppError("chats.sms.gone");

export type SmsService = ReturnType<typeof createSmsService>;

/** Conversations with customers (docs/spec/sms.md). Every right is checked here. */
export function createSmsService(deps: SmsServiceDeps) {
  const { store, gateway, jobs, clock, log } = deps;
  const numbersOf = async ({ userId, realm }: SmsCaller): Promise<readonly SmsNumber[]> =>
    (await store.numbers(realm.id)).filter(({ people }) => people.has(userId));

  /** SMS-11: of another company, or of a number that the user does not share: it does not exist. */
  const see = async (caller: SmsCaller, id: number): Promise<ListedSmsConversation> => {
    const found = await store.conversation(id, caller.userId);
    if (found === undefined || found.realmId !== caller.realm.id) throw noConversation();
    if (!(await numbersOf(caller)).some(({ number }) => number === found.did)) throw noConversation();
    return found;
  };

  const tellOf = async (conversation: SmsConversation, came?: IncomingSms): Promise<void> => {
    const { id, did, realmId, claimedBy, customer } = conversation;
    const sharing = (await store.numbers(realmId)).find(({ number }) => number === did);
    const people = [...(sharing?.people ?? [])];
    const received = came === undefined ? {} : { received: came.n };
    for (const userId of people) deps.ownEvents.tell(userId, { action: "SMS", conversation: String(id), ...received });
    if (came === undefined) return;
    // CHATN-20: only the person who takes care of it is notified, for as long as they share the number.
    const concerned = people.filter((userId) => userId === claimedBy?.id);
    deps.notices.textMessage({
      ...came,
      realmId,
      conversationId: id,
      sender: customer,
      people: concerned.length > 0 ? concerned : people,
    });
  };
  /** The change is stored; a panel that missed the notice catches up when it reads again. */
  const tell: NotifySms = (conversation, came) =>
    tellOf(conversation, came).catch((error: unknown) => log.warn("a text message could not be told", { err: error }));

  const destination = async (caller: SmsCaller, to: string): Promise<string> => {
    const number = await destinationOf(deps, caller, to);
    if (number === undefined) throw new AppError("chats.sms.number", { number: to.slice(0, 32) });
    return number;
  };

  const pairOf = async (caller: SmsCaller, { conversationId, did, to }: SmsOrder) => {
    if (conversationId !== undefined) {
      const { did: from, customer } = await see(caller, conversationId);
      return { did: from, customer: await destination(caller, customer) };
    }
    const from = did === undefined ? undefined : (toE164(did) ?? did);
    const shared = (await numbersOf(caller)).find(({ number }) => number === from);
    if (shared === undefined) throw new AppError("chats.sms.did");
    return { did: shared.number, customer: await destination(caller, to ?? "") };
  };

  /** SMS-80: the demo carrier serves the demo company alone. */
  const carrierOf = ({ realm }: Pick<SmsCaller, "realm">): "none" | "demo" | "gateway" => {
    if (gateway?.demoOf === undefined) return gateway === undefined ? "none" : "gateway";
    return gateway.demoOf === realm.name ? "demo" : "none";
  };

  const send = async (caller: SmsCaller, order: SmsOrder): Promise<StoredSms> => {
    if (carrierOf(caller) === "none") throw new AppError("chats.sms");
    const pair = await pairOf(caller, order);
    const text = cleanSms(order.text);
    if (text === "" && order.files.length === 0) throw new AppError("chats.message.empty");
    const { segments } = smsSegments(text);
    if (segments > SMS_LIMITS.segments) throw new AppError("chats.sms.tooLong", { limit: SMS_LIMITS.segments });
    const files = await deps.files.sendable(caller, order.files, pair);
    const written = await store.write({
      ...pair,
      realmId: caller.realm.id,
      text,
      segments,
      at: clock.now(),
      by: { userId: caller.userId, clientId: order.clientId },
      files: files.ids,
      mostPerMinute: SMS_LIMITS.perMinute,
      job: jobOf(SEND_JOB, clock),
    });
    await files.dropUnused(typeof written === "string" ? [] : written.files);
    if (written === "stopped") throw new AppError("chats.sms.stopped");
    if (written === "tooMany") throw new AppError("chats.tooFast");
    if (written === "noFiles") throw new AppError("chats.file.gone");
    jobs.wake();
    const outgoing = await store.message(written.id);
    if (outgoing !== undefined) await tell(outgoing.conversation);
    return written;
  };

  const reports = createReportTaker(deps, tell);
  return {
    numbersOf,
    see,
    carrierOf,
    send,
    files: deps.files,
    /** Whether messages can have files. */
    sendsFiles: gateway?.sendsFiles === true,
    list: async (caller: SmsCaller, query: Omit<Parameters<SmsStore["page"]>[0], "realmId" | "dids" | "userId">) => {
      const dids = (await numbersOf(caller)).map(({ number }) => number);
      return store.page({ ...query, realmId: caller.realm.id, dids, userId: caller.userId });
    },

    history: async (caller: SmsCaller, { id, ...page }: { id: number; before: number | undefined; limit: number }) => {
      await see(caller, id);
      return store.history({ conversationId: id, ...page });
    },

    read: async (caller: SmsCaller, id: number, n: number): Promise<void> => {
      const { n: last } = await see(caller, id);
      await store.read(id, caller.userId, Math.min(n, last));
      deps.notices.textRead(caller.userId, id, n);
      deps.ownEvents.tell(caller.userId, { action: "SMS", conversation: String(id) });
    },

    /** SMS-19 */
    take: async (caller: SmsCaller, id: number, taken: boolean): Promise<void> => {
      const conversation = await see(caller, id);
      const holder = conversation.claimedBy;
      const sharing = (await store.numbers(caller.realm.id)).find(({ number }) => number === conversation.did);
      const isHeld = holder !== undefined && holder.id !== caller.userId && sharing?.people.has(holder.id) === true;
      if (isHeld) throw new AppError("chats.sms.taken", { name: holder.name });
      const userId = taken ? caller.userId : undefined;
      if (!(await store.claim(id, { holder: holder?.id, userId, at: clock.now() })))
        throw new AppError("chats.sms.taken", { name: (await see(caller, id)).claimedBy?.name ?? "" });
      await tell(conversation);
    },

    report: reports.take,

    /** Takes answers to forwarded e-mails; undefined: they have no addresses. */
    emailReplies: repliesOf(deps, {
      tell,
      mayWriteTo: async (owner, number) =>
        carrierOf(owner) !== "none" && (await destinationOf(deps, owner, number)) !== undefined,
    }),

    work: (): void => workAll(deps, { tell, workReports: reports.work }),
  };
}

/** SMS-18: the number in E.164; undefined: this person cannot write to it. */
async function destinationOf(
  { store, company }: Pick<SmsServiceDeps, "store" | "company">,
  { rights }: Pick<SmsCaller, "rights">,
  to: string,
): Promise<string | undefined> {
  const number = toE164(to);
  if (number === undefined || !outsideRight(rights, number, company()).may) return undefined;
  return (await store.realmsOf(number)).length > 0 ? undefined : number;
}

const repliesOf = (
  deps: SmsServiceDeps,
  more: Pick<EmailRepliesDeps, "tell" | "mayWriteTo">,
): EmailReplies | undefined => {
  const { gateway, replyAddresses } = deps;
  return replyAddresses && gateway && createEmailReplies({ ...deps, ...more, replyAddresses });
};

function workAll(deps: SmsServiceDeps, { tell, workReports }: { tell: NotifySms; workReports: () => void }): void {
  workReports();
  workForwards(deps);
  workMedia(deps, tell);
  workOutbox(deps, tell);
}
