/** The page that opens with a call (spec 1 §4, spec 2 §7): which one, and its address with the variables filled in. */
import { isScreenPopUrl, SCREEN_POP_TRIGGERS } from "@callpanel/contract";
import type { ScreenPop } from "@callpanel/contract";

/** The known values of a call, for the variables of an address. */
export interface PoppedCall {
  readonly number: string;
  readonly name: string;
  readonly extension: string;
  readonly callId: string;
  /** X-Screen-Pop-Conf and -Vars by lower-case name; untrusted text. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The variables of an address, for example `{number}`; a call can add others. */
export const SCREEN_POP_VARIABLES = ["number", "name", "extension", "callid"] as const;

/** POP-1, POP-2: the pop for a call; null when none opens. An unknown `trigger` is reported to `onFault`. */
export function popOf(
  own: ScreenPop | null,
  call: PoppedCall,
  onFault: (trigger: string) => void,
): Pick<ScreenPop, "trigger" | "url"> | null {
  const sent = sentPop(call.headers["x-screen-pop-conf"], onFault);
  const ownHolds = own !== null && own.type === "url" && own.url !== "";
  if (sent !== null && !(ownHolds && own.allow_override && sent.mayOverride)) return sent.type === "url" ? sent : null;
  return ownHolds ? own : null;
}

interface SentPop extends Pick<ScreenPop, "type" | "trigger" | "url"> {
  readonly mayOverride: boolean;
}

/** `type=url&trigger=answered&url=https%3A…&allow_override=1`: fields as in a query string, in any order. */
function sentPop(header: string | undefined, onFault: (trigger: string) => void): SentPop | null {
  if (header === undefined || header.trim() === "") return null;
  const fields = new URLSearchParams(header.replaceAll(";", "&"));
  const url = fields.get("url") ?? "";
  const asked = fields.get("trigger") ?? "ringing";
  const trigger = SCREEN_POP_TRIGGERS.find((one) => one === asked);
  if (trigger === undefined) onFault(asked.slice(0, 40));
  const type = fields.get("type") ?? (url === "" ? "none" : "url");
  if (trigger === undefined || (type === "url" && url === "")) return null;
  return { type: type === "url" ? "url" : "none", trigger, url, mayOverride: fields.get("allow_override") !== "0" };
}

/** A lone surrogate cannot be encoded. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** POP-3: the address with its variables filled in, percent-encoded; null when it may not be opened. */
export function filledUrl(template: string, call: PoppedCall): string | null {
  if (!isScreenPopUrl(template)) return null;
  const values = new Map<string, string>(new URLSearchParams(call.headers["x-screen-pop-vars"] ?? ""));
  const known = { number: call.number, name: call.name, extension: call.extension, callid: call.callId };
  for (const [name, value] of Object.entries(known)) values.set(name, value);
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values.get(name) ?? "").replace(LONE_SURROGATE, "\uFFFD")),
  );
  if (!URL.canParse(filled)) return null;
  const { protocol, href } = new URL(filled);
  return protocol === "https:" || protocol === "http:" ? href : null;
}

/** POP-7: whether the company lets an address open with a call; `origins` null: any. */
export const isAllowedPopUrl = (url: string, origins: readonly string[] | null): boolean =>
  origins === null || origins.includes(new URL(url).origin);
