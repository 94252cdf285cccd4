import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import {
  SMS_REPORTS_PATH,
  SmsRefused,
  type SmsGateway,
  type SmsReport,
  type SmsReportedState,
  type SmsReports,
  type SmsWebhook,
} from "../../modules/sms/index.ts";
import { ANSWER_MS, isRefusal, splitAddress } from "./gateway-address.ts";
import { fetchTwilioFile } from "./twilio-media.ts";

export interface TwilioSettings {
  /** `twilio://account:token@host/prefix`; `twilio+http:` without TLS. */
  readonly address: string;
  /** Sender of codes: a number, or the id of a messaging service. */
  readonly sender: string;
  /** Origin at which the service reaches this server. */
  readonly publicUrl: string;
}

const API_VERSION = "2010-04-01";
const takenSchema = z.object({ sid: z.string().check(z.regex(/^\w{1,64}$/)) });
const errorSchema = z.object({ code: z.number() });
/** What people and their numbers cannot change: the account's own troubles are not the message's. */
const ACCOUNT_TROUBLES = new Set([20003, 20005, 20429, 30001, 30002]);

/** SMS-4: Twilio's messaging API, or one that is compatible with it. */
export function createTwilioGateway({ address, sender, publicUrl }: TwilioSettings): SmsGateway {
  const isPlain = address.startsWith("twilio+http:");
  const rest = address.slice(address.indexOf(":") + 1);
  const { url, username: account, password: token, headers } = splitAddress(`${isPlain ? "http:" : "https:"}${rest}`);
  const prefix = url.href.replace(/\/$/, "");
  const messages = `${prefix}/${API_VERSION}/Accounts/${encodeURIComponent(account)}/Messages.json`;
  return {
    reports: createReports({ account, token, publicUrl }),
    sendsFiles: true,
    fetchFile: (file) => fetchTwilioFile(file, { service: url, headers }),
    send: async ({ from = sender, to, text, files = [], key }) => {
      const reportTo = `${publicUrl}${SMS_REPORTS_PATH}${key === undefined ? "" : `?${new URLSearchParams({ key }).toString()}`}`;
      const form = new URLSearchParams({ To: to, Body: text, StatusCallback: reportTo });
      for (const file of files) form.append("MediaUrl", file);
      form.set(from.startsWith("MG") ? "MessagingServiceSid" : "From", from);
      const answer = await fetch(messages, {
        method: "POST",
        headers: { ...headers, ...(key === undefined ? {} : { "i-twilio-idempotency-token": key }) },
        body: form,
        redirect: "error",
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const body: unknown = await answer.json().catch(() => undefined);
      if (answer.ok) return { reference: z.safeParse(takenSchema, body).data?.sid };
      const code = z.safeParse(errorSchema, body).data?.code;
      if (isRefusal(answer.status) && !ACCOUNT_TROUBLES.has(code ?? 0))
        throw new SmsRefused(String(code ?? answer.status));
      throw new Error(`the gateway answered ${answer.status}${code === undefined ? "" : ` (${code})`}`);
    },
  };
}

interface Signing {
  readonly account: string;
  readonly token: string;
  readonly publicUrl: string;
}

/** SMS-5: the signature covers the public URL and every parameter. */
export function twilioSignature(token: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted(byCode);
  const parts = names.flatMap((name) => [...new Set(form.getAll(name))].toSorted(byCode).map((value) => name + value));
  return createHmac("sha1", token)
    .update(`${url}${parts.join("")}`)
    .digest("base64");
}

const byCode = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** TwiML without a verb: the service does nothing more. */
const NOTHING_TO_DO = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

function createReports({ account, token, publicUrl }: Signing): SmsReports {
  return {
    method: "POST",
    answer: { type: "text/xml", text: NOTHING_TO_DO },
    read: ({ path, form, signature = "" }: SmsWebhook) => {
      const wanted = Buffer.from(twilioSignature(token, `${publicUrl}${path}`, form));
      const given = Buffer.from(signature);
      const isSigned = wanted.length === given.length && timingSafeEqual(wanted, given);
      return isSigned && form.get("AccountSid") === account ? reportOf(form, path) : undefined;
    },
  };
}

const STATES: ReadonlyMap<string, SmsReportedState> = new Map([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "delivered"],
  ["undelivered", "failed"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

function reportOf(form: URLSearchParams, path: string): SmsReport {
  const reference = form.get("MessageSid") ?? form.get("SmsSid") ?? "";
  if (!/^\w{1,64}$/.test(reference)) return { kind: "other" };
  const status = form.get("MessageStatus") ?? form.get("SmsStatus") ?? "received";
  const state = STATES.get(status);
  if (state !== undefined) {
    const cause = /^\d{1,8}$/.exec(form.get("ErrorCode") ?? "")?.[0] ?? (state === "failed" ? status : "");
    const key = new URL(path, "http://server").searchParams.get("key") ?? undefined;
    return { kind: "state", reference, key, state, cause };
  }
  const [from, to] = [form.get("From"), form.get("To")];
  if (status !== "received" || from === null || to === null) return { kind: "other" };
  const count = Number(/^\d{1,2}$/.exec(form.get("NumMedia") ?? "")?.[0] ?? 0);
  const media = Array.from({ length: count }, (_, n) => form.get(`MediaUrl${n}`) ?? "").filter((one) => one !== "");
  return { kind: "message", reference, from, to, text: form.get("Body") ?? "", ...(media.length > 0 && { media }) };
}
