/** Numbers that a caller enters: up to #, or up to a pause (rule VMP-41). Pure. */
import type { IvrEffect, IvrEvent } from "./ivr.port.ts";

export type Keying =
  | { readonly kind: "more"; readonly keyed: string; readonly effects: readonly IvrEffect<never>[] }
  /** Empty: only # or nothing was pressed. */
  | { readonly kind: "entered"; readonly digits: string }
  /** * after digits: start again … */
  | { readonly kind: "again" }
  /** … and before any digit: go back. */
  | { readonly kind: "back" };

/** Time for the first digit and after each digit; then the input ends as with #. */
const DIGIT_MS = 5_000;
/** No number is longer. */
const MOST_DIGITS = 20;

/** The effect of an event on the digits entered so far (`keyed`); undefined: no effect. */
export function stepKeying(keyed: string, event: IvrEvent<unknown>): Keying | undefined {
  switch (event.kind) {
    case "said":
      return { kind: "more", keyed, effects: [{ kind: "wait", ms: DIGIT_MS }] };
    case "waited":
      return { kind: "entered", digits: keyed };
    case "digit": {
      const { digit } = event;
      if (digit === "#") return { kind: "entered", digits: keyed };
      if (digit === "*") return keyed === "" ? { kind: "back" } : { kind: "again" };
      if (!/[0-9]/.test(digit) || keyed.length >= MOST_DIGITS) return undefined;
      return { kind: "more", keyed: keyed + digit, effects: [{ kind: "hush" }, { kind: "wait", ms: DIGIT_MS }] };
    }
    default:
      return undefined;
  }
}
