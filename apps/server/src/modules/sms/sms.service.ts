import { AppError, SMS_LIMITS, smsSegments } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { JobKind } from "../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { OwnEvents } from "../realtime/index.ts";
import { toE164 } from "../../kernel/text/phone-number.ts";
import type { Log } from "../../kernel/log.ts";
import { outsideRight } from "../outside-calls/index.ts";
import type { CompanySettings } from "../realm-settings/index.ts";
import { SmsRefused, type SmsGateway, type SmsReport } from "./sms-gateway.port.ts";
import { cleanSms, smsAnswer, smsKeyword } from "./sms-text.ts";
import type { ListedSmsConversation, SmsConversation, SmsNumber, SmsStore, StoredSms } from "./sms.store.ts";

export interface SmsServiceDeps {
  readonly store: SmsStore;
  /** Undefined: there are no text messages. */
  readonly gateway: SmsGateway | undefined;
  readonly jobs: Pick<Jobs, "work" | "wake">;
  readonly ownEvents: Pick<OwnEvents, "tell">;
  readonly company: () => CompanySettings;
  /** The company that the phone system serves. */
  readonly realm: string;
  readonly platformName: () => string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** Who does something in a conversation. */
export type SmsCaller = Pick<Caller, "userId" | "realm" | "rights">;

export interface SmsOrder {
  readonly conversationId?: number | undefined;
  /** Instead: a number of the company, and whom to write to. */
  readonly did?: string | undefined;
  readonly to?: string | undefined;
  readonly text: string;
  readonly clientId: string;
}

const SEND_JOB: JobKind<{ messageId: number }> = { name: "sms.send", payload: z.object({ messageId: z.int() }) };
/** SMS-30: answers to keywords; a job, so that a restart between the message and the answer loses none. */
const ANSWER_JOB: JobKind<{ messageId: number }> = { name: "sms.answer", payload: z.object({ messageId: z.int() }) };
const SENDING_AT_ONCE = 8;
const MINUTE_MS = 60_000;
/** SMS-31: automatic answers in a conversation within ten minutes. */
const ANSWERS_MOST = 3;
const BUSY_MS = 10 * MINUTE_MS;
const INCOMING_MOST_CHARS = 10_000;
/** A sender: a number, a short code or a name (3GPP TS 23.040 §9.1.2.5). */
const SENDER = /^(\+?\d{3,15}|[\w .&-]{1,11})$/;

export const noConversation = (): AppError => new AppError("chats.sms.gone");

export type SmsService = ReturnType<typeof createSmsService>;

/** Conversations with customers (docs/spec/sms.md). Every right is checked here. */
export function createSmsService(deps: SmsServiceDeps) {
  const { store, gateway, jobs, clock, log } = deps;
  const numbersOf = async ({ userId, realm }: SmsCaller): Promise<readonly SmsNumber[]> =>
    (await store.numbers(realm.id)).filter(({ people }) => people.has(userId));

  /** SMS-11: of another company, or of a number that one does not share: it does not exist. */
  const see = async (caller: SmsCaller, id: number): Promise<ListedSmsConversation> => {
    const found = await store.conversation(id, caller.userId);
    if (found === undefined || found.realmId !== caller.realm.id) throw noConversation();
    if (!(await numbersOf(caller)).some(({ number }) => number === found.did)) throw noConversation();
    return found;
  };

  const tellOf = async ({ id, did, realmId }: SmsConversation): Promise<void> => {
    const sharing = (await store.numbers(realmId)).find(({ number }) => number === did);
    for (const userId of sharing?.people ?? [])
      deps.ownEvents.tell(userId, { action: "SMS", conversation: String(id) });
  };
  /** The change is stored; what was told is made up for when a panel reads again. */
  const tell = (conversation: SmsConversation): Promise<void> =>
    tellOf(conversation).catch((error: unknown) => log.warn("a text message could not be told", { err: error }));

  /** SMS-18 */
  const destination = async (caller: SmsCaller, to: string): Promise<string> => {
    const number = toE164(to);
    if (number === undefined || !outsideRight(caller.rights, number, deps.company()).may)
      throw new AppError("chats.sms.number", { number: to.slice(0, 32) });
    if ((await store.realmsOf(number)).length > 0) throw new AppError("chats.sms.number", { number });
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

  const send = async (caller: SmsCaller, order: SmsOrder): Promise<StoredSms> => {
    if (gateway === undefined) throw new AppError("chats.sms");
    const pair = await pairOf(caller, order);
    const text = cleanSms(order.text);
    if (text === "") throw new AppError("chats.message.empty");
    const { segments } = smsSegments(text);
    if (segments > SMS_LIMITS.segments) throw new AppError("chats.sms.tooLong", { limit: SMS_LIMITS.segments });
    const written = await store.write({
      ...pair,
      realmId: caller.realm.id,
      text,
      segments,
      at: clock.now(),
      by: { userId: caller.userId, clientId: order.clientId },
      mostPerMinute: SMS_LIMITS.perMinute,
      job: jobOf(SEND_JOB, clock),
    });
    if (written === "stopped") throw new AppError("chats.sms.stopped");
    if (written === "tooMany") throw new AppError("chats.tooFast");
    jobs.wake();
    const outgoing = await store.message(written.id);
    if (outgoing !== undefined) await tell(outgoing.conversation);
    return written;
  };

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
      job: jobOf(ANSWER_JOB, clock),
    });
    if (received === undefined) return;
    jobs.wake();
    await tell(received);
  };

  return {
    numbersOf,
    see,
    send,

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

    /** What a gateway reports. */
    report: async (report: SmsReport): Promise<void> => {
      if (report.kind === "message") await receive(report);
      if (report.kind !== "state") return;
      const { state, cause, reference, key } = report;
      const messageId = messageIdOf(key);
      const changed = await store.settle(messageId === undefined ? { reference } : { messageId }, {
        state,
        cause,
        reference,
      });
      if (changed !== undefined) await tell(changed);
    },

    work: (): void => {
      workOutbox(deps, tell);
      workAnswers(deps, tell);
    },
  };
}

const jobOf = (kind: JobKind<{ messageId: number }>, clock: Pick<Clock, "now">) => (messageId: number) => ({
  kind: kind.name,
  payload: JSON.stringify({ messageId }),
  runAt: clock.now(),
});

const keyOf = (messageId: number): string => `sms-${messageId}`;
function messageIdOf(key: string | undefined): number | undefined {
  const id = /^sms-([1-9]\d{0,14})$/.exec(key ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

type Tell = (conversation: SmsConversation) => Promise<void>;

/** SMS-14: the kernel's jobs are the outbox: durable, one server at a time, tried again with growing waits. */
function workOutbox({ jobs, store, gateway, log }: SmsServiceDeps, tell: Tell): void {
  const settle: SmsStore["settle"] = async (of, to) => {
    const changed = await store.settle(of, to);
    if (changed !== undefined) await tell(changed);
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
        const { reference } = await gateway.send({ from, to, text: message.text, key: keyOf(messageId) });
        await settle({ messageId }, { state: "sent", cause: "", reference });
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
function workAnswers({ jobs, store, clock, platformName }: SmsServiceDeps, tell: Tell): void {
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
      mostPerMinute: SMS_LIMITS.perMinute,
      job: jobOf(SEND_JOB, clock),
    });
    if (typeof written === "string") return;
    jobs.wake();
    await tell(found.conversation);
  });
}
