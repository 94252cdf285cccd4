import { parseDigits } from "./chars.ts";
import { MAX_MAX_FORWARDS } from "./limits.ts";
import type { HeaderField } from "./message.ts";
import { parseNameAddr, parseNameAddrList } from "./name-addr.ts";

/** What is wrong with a field, as a sentence; undefined when it is well-formed or not checked here. */
export const checkField = (name: string, value: string, before: readonly HeaderField[]): string | undefined => {
  const check = CHECKS.get(name);
  if (check === undefined) return undefined;
  if (check.single && before.some((field) => field[0] === name)) return `more than one ${name}`;
  return check.accepts(value) ? undefined : `malformed ${name}`;
};

interface Check {
  /** Whether a message may have the field only once. */
  readonly single: boolean;
  readonly accepts: (value: string) => boolean;
}

const once = (accepts: Check["accepts"]): Check => ({ single: true, accepts });
const list = (accepts: Check["accepts"]): Check => ({ single: false, accepts });

const DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const MEDIA_TYPE = /^[\w.!%*+`'~-]+[ \t]*\/[ \t]*[\w.!%*+`'~-]+[ \t]*(?:;.*)?$/;
const digits = (value: string): boolean => /^\d+$/.test(value);
const addresses = (value: string): boolean => parseNameAddrList(value) !== undefined;
const bracketed = (value: string): boolean => value.includes("<") && addresses(value);
const TOKEN_LIST = /^(?:[\w.!%*+`'~-]+[ \t]*(?:,[ \t]*[\w.!%*+`'~-]+[ \t]*)*)?$/;
const tokens = (value: string): boolean => TOKEN_LIST.test(value);

const CHECKS: ReadonlyMap<string, Check> = new Map([
  ["Max-Forwards", once((value) => parseDigits(value, MAX_MAX_FORWARDS) !== undefined)],
  ["Contact", list((value) => value === "*" || addresses(value))],
  ["Route", list(bracketed)],
  ["Record-Route", list(bracketed)],
  ["Path", list(bracketed)],
  ["Service-Route", list(bracketed)],
  ["Date", once((value) => DATE.test(value))],
  ["Content-Type", once((value) => MEDIA_TYPE.test(value))],
  ["Expires", once(digits)],
  ["Min-Expires", once(digits)],
  ["Refer-To", once((value) => parseNameAddr(value) !== undefined)],
  ["Require", list(tokens)],
  ["Proxy-Require", list(tokens)],
  ["Supported", list(tokens)],
  ["Allow", list(tokens)],
]);
