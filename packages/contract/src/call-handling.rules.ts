/**
 * Validity of the call-handling settings, used by the form and by the server (spec 1 §5). Each check returns
 * the catalogue code of the first error with its details. What only the server can know (does the number exist, does it lead
 * in a circle, is it in the list in another spelling) is checked there.
 */
import type { ErrorDetails } from "./errors/error-body.ts";
import type { PanelErrorCode } from "./errors/panel-errors.ts";
import { stripNumber } from "./feature-codes.ts";
import {
  BLACKLIST_NAME_CHARS,
  FOLLOW_ME_MAX_NUMBERS,
  FOLLOW_ME_MAX_TIMEOUT_SECONDS,
  FOLLOW_ME_PREFIX_CHARS,
} from "./limits.ts";

export interface SettingFault {
  readonly code: PanelErrorCode;
  readonly details: ErrorDetails;
}
const fault = (code: PanelErrorCode, details: ErrorDetails = {}): SettingFault => ({ code, details });

/** Call forward: required, digits, * and # only. */
export function forwardFault(to: string): SettingFault | undefined {
  if (to === "") return fault("settings.forward.required");
  return /^[0-9*#]{1,64}$/.test(to) ? undefined : fault("settings.forward.invalid");
}

/** A number as it is dialled outside or inside, not a feature code: an optional +, digits, spaces, dashes, dots, parentheses. */
export const isPlainNumber = (number: string): boolean => /^\+?[0-9 \-.()]{1,64}$/.test(number) && /\d/.test(number);

/** The fields of follow-me that have rules. */
export interface FollowMeFields {
  readonly prefix: string;
  readonly externCIDNum: string;
  readonly toutall: number;
  readonly toutfirst: number;
  readonly numbers: ReadonlyArray<{ readonly number: string; readonly timeout: number }>;
}

const isTimeout = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= 0 && seconds <= FOLLOW_ME_MAX_TIMEOUT_SECONDS;

/** Follow-me: at most 5 valid numbers without duplicates; timeouts 0 to 100 s; a prefix of at most 10 characters. */
export function followMeFault(fields: Partial<FollowMeFields>): SettingFault | undefined {
  const { prefix = "", externCIDNum = "", toutall = 0, toutfirst = 0, numbers = [] } = fields;
  if (prefix.length > FOLLOW_ME_PREFIX_CHARS)
    return fault("settings.followMe.prefix", { limit: FOLLOW_ME_PREFIX_CHARS });
  if (externCIDNum !== "" && !isPlainNumber(externCIDNum)) return fault("settings.followMe.callerId");
  if (numbers.length > FOLLOW_ME_MAX_NUMBERS)
    return fault("settings.followMe.tooMany", { limit: FOLLOW_ME_MAX_NUMBERS });
  const wrong = numbers.find(({ number }) => !isPlainNumber(number));
  if (wrong !== undefined) return fault("settings.followMe.number", { number: wrong.number });
  const seen = new Set<string>();
  for (const { number } of numbers) {
    const stripped = stripNumber(number);
    if (seen.has(stripped)) return fault("settings.followMe.duplicate", { number });
    seen.add(stripped);
  }
  const timeouts = [toutall, toutfirst, ...numbers.map(({ timeout }) => timeout)];
  if (!timeouts.every(isTimeout)) return fault("settings.followMe.timeout", { limit: FOLLOW_ME_MAX_TIMEOUT_SECONDS });
  return undefined;
}

/** Blacklist: the number is required and valid. */
export function blacklistFault(entry: { readonly name: string; readonly number: string }): SettingFault | undefined {
  const number = entry.number.trim();
  if (number === "") return fault("settings.blacklist.required");
  if (!isPlainNumber(number)) return fault("settings.blacklist.invalid", { number });
  if (entry.name.trim().length > BLACKLIST_NAME_CHARS)
    return fault("settings.blacklist.name", { limit: BLACKLIST_NAME_CHARS });
  return undefined;
}
