/** Detects a code that is pressed digit by digit during a call (*1). */
import type { Clock } from "@callpanel/phone-port";

/** Digits with a longer pause between them are not one code. */
const BETWEEN_DIGITS_MS = 2_000;

/** Returns a function that says whether a digit completes the code; an empty code is none. */
export function createKeyedCode(code: string, clock: Clock): (digit: string) => boolean {
  if (code === "") return () => false;
  let keyed = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  return (digit) => {
    const now = clock.now();
    if (now - lastAt > BETWEEN_DIGITS_MS) keyed = "";
    lastAt = now;
    keyed = (keyed + digit).slice(-code.length);
    if (keyed !== code) return false;
    keyed = "";
    return true;
  };
}
