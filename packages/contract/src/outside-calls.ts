import type { ErrorDetails } from "./errors/error-body.ts";
import type { PanelErrorCode } from "./errors/panel-errors.ts";

/** Texts by which the phone system refuses a call outside (TOLL-3, TOLL-7, TOLL-8), and the panel's own texts for them. */
const REFUSALS: ReadonlyArray<readonly [RegExp, PanelErrorCode]> = [
  [/^No right to outside calls$/, "call.outside.inland"],
  [/^No right to calls abroad$/, "call.outside.abroad"],
  [/^No right to premium-rate numbers$/, "call.outside.premium"],
  [/^No right to unknown outside numbers$/, "call.outside.unknown"],
  [/^At most (?<limit>\d{1,6}) outside calls at a time$/, "call.outside.atOnce"],
  [/^At most (?<limit>\d{1,6}) outside calls an hour$/, "call.outside.perHour"],
  [/^At most (?<limit>\d{1,6}) emergency calls at a time$/, "call.emergency.atOnce"],
];

/** TOLL-10: the error for a refusal of an outside call, from its Warning or the reason of a transfer; undefined for any other. */
export function outsideRefusalOf(
  text: string,
  number: string,
): { readonly code: PanelErrorCode; readonly details: ErrorDetails } | undefined {
  for (const [pattern, code] of REFUSALS) {
    const match = pattern.exec(text);
    if (match !== null) return { code, details: { number, limit: Number(match.groups?.["limit"] ?? 0) } };
  }
  return undefined;
}
