import { timingSafeEqual } from "node:crypto";
import { smsSegments } from "@callpanel/contract";
import {
  SMS_REPORTS_PATH,
  SmsRefused,
  type SmsGateway,
  type SmsReport,
  type SmsReportedState,
  type SmsReports,
} from "../../modules/sms/index.ts";
import { ANSWER_MS, splitAddress } from "./gateway-address.ts";

export interface KannelSettings {
  /** `kannel://user:password@host:port/cgi-bin/sendsms`; `kannel+http:` without TLS. */
  readonly address: string;
  /** Sender of codes. */
  readonly sender: string;
  /** Origin at which Kannel reaches this server. */
  readonly publicUrl: string;
  /** What Kannel adds to its requests. */
  readonly secret: string;
}

/** Delivered, failed, buffered, taken by the centre, refused by it (Kannel user guide, delivery reports). */
const REPORTED = 1 | 2 | 8 | 16;
const STATES: ReadonlyMap<string, SmsReportedState> = new Map([
  ["1", "delivered"],
  ["2", "failed"],
  ["8", "sent"],
  ["16", "failed"],
]);
/** The message is at fault: an empty or forbidden number. */
const REFUSED = new Set([400, 404]);
const SEVEN_BITS = "0";
const UCS_2 = "2";

/** SMS-60: Kannel, by the HTTP interface of its smsbox. */
export function createKannelGateway({ address, sender, publicUrl, secret }: KannelSettings): SmsGateway {
  const isPlain = address.startsWith("kannel+http:");
  const rest = address.slice(address.indexOf(":") + 1);
  const { url, username, password } = splitAddress(`${isPlain ? "http:" : "https:"}${rest}`);
  // Kannel puts in what it knows: the kind of the report, and the answer of the centre.
  const reportTo = (key: string): string =>
    `${publicUrl}${SMS_REPORTS_PATH}?secret=${encodeURIComponent(secret)}&key=${encodeURIComponent(key)}&state=%d&answer=%A`;
  return {
    reports: createReports(secret),
    send: async ({ from = sender, to, text, key }) => {
      const order = new URL(url);
      order.search = new URLSearchParams({
        username,
        password,
        from,
        to,
        text,
        charset: "UTF-8",
        coding: smsSegments(text).encoding === "gsm7" ? SEVEN_BITS : UCS_2,
        ...(key === undefined ? {} : { "dlr-mask": String(REPORTED), "dlr-url": reportTo(key) }),
      }).toString();
      const answer = await fetch(order, { redirect: "error", signal: AbortSignal.timeout(ANSWER_MS) });
      await answer.body?.cancel();
      if (REFUSED.has(answer.status)) throw new SmsRefused(String(answer.status));
      if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`);
      return { reference: undefined };
    },
  };
}

function createReports(secret: string): SmsReports {
  return {
    method: "GET",
    // Kannel would send a text of this answer to the customer.
    answer: { type: "text/plain", text: "" },
    read: ({ path }) => {
      const query = readQuery(path);
      const given = query.get("secret") ?? Buffer.alloc(0);
      const wanted = Buffer.from(secret);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      return reportOf(query);
    },
  };
}

function reportOf(query: ReadonlyMap<string, Buffer>): SmsReport {
  const word = (name: string): string => query.get(name)?.toString("utf8") ?? "";
  const key = word("key");
  if (key !== "") {
    const state = STATES.get(word("state"));
    if (state === undefined) return { kind: "other" };
    const cause = state === "failed" ? (/^[\w/ .:-]{1,64}/.exec(word("answer"))?.[0] ?? "failed") : "";
    return { kind: "state", reference: undefined, key, state, cause };
  }
  const [reference, from, to] = [word("id"), word("from"), word("to")];
  if (!/^[\w-]{1,64}$/.test(reference) || from === "" || to === "") return { kind: "other" };
  const bytes = query.get("text") ?? Buffer.alloc(0);
  const text = word("coding") === UCS_2 ? utf16(bytes) : bytes.toString("utf8");
  return { kind: "message", reference: `kannel-${reference}`, from, to, text };
}

/** UTF-16, big-endian; half of a last unit is left out. */
const utf16 = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");

/** The parameters as bytes: those of a text in UCS-2 are no UTF-8. */
function readQuery(path: string): ReadonlyMap<string, Buffer> {
  const query = path.slice(path.indexOf("?") + 1);
  return new Map(
    query.split("&").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [name, bytesOf(value.join("="))] as const;
    }),
  );
}

function bytesOf(encoded: string): Buffer {
  const characters = encoded
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(characters, "latin1");
}
