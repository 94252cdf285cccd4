/** Numbers that a caller keys in: up to #, or to a pause (rule VMP-41). Pure. */
import type { IvrEffect, IvrEvent } from "./ivr.port.ts";

export type Keying =
  | { readonly kind: "more"; readonly keyed: string; readonly effects: readonly IvrEffect<never>[] }
  /** Empty: nothing was keyed in, or only #. */
  | { readonly kind: "entered"; readonly digits: string }
  /** * after digits … */
  | { readonly kind: "anew" }
  /** … and before any. */
  | { readonly kind: "back" };

/** For the first digit, and after each: then it counts as if # had been pressed. */
const DIGIT_MS = 5_000;
/** More is no number of anything. */
const MOST_DIGITS = 20;

/** What an event does to a number of which `keyed` is there; undefined: nothing. */
export function stepKeying(keyed: string, event: IvrEvent<unknown>): Keying | undefined {
  switch (event.kind) {
    case "said":
      return { kind: "more", keyed, effects: [{ kind: "wait", ms: DIGIT_MS }] };
    case "waited":
      return { kind: "entered", digits: keyed };
    case "digit": {
      const { digit } = event;
      if (digit === "#") return { kind: "entered", digits: keyed };
      if (digit === "*") return keyed === "" ? { kind: "back" } : { kind: "anew" };
      if (!/[0-9]/.test(digit) || keyed.length >= MOST_DIGITS) return undefined;
      return { kind: "more", keyed: keyed + digit, effects: [{ kind: "hush" }, { kind: "wait", ms: DIGIT_MS }] };
    }
    default:
      return undefined;
  }
}
