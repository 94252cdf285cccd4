/** A code that is keyed in while people talk, digit by digit (*1). */
import type { Clock } from "@callpanel/phone-port";

/** Longer between two digits, and they belong to something else. */
const BETWEEN_DIGITS_MS = 2_000;

/** Says whether a digit was the last one of the code. */
export function createKeyedCode(code: string, clock: Clock): (digit: string) => boolean {
  let keyed = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  return (digit) => {
    const now = clock.now();
    if (now - lastAt > BETWEEN_DIGITS_MS) keyed = "";
    lastAt = now;
    keyed = (keyed + digit).slice(-code.length);
    if (code === "" || keyed !== code) return false;
    keyed = "";
    return true;
  };
}
