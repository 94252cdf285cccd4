/**
 * A person who answers at a number of a follow-me list must accept the call: they hear a prompt and press 1 (rule
 * REACH-26).
 */
import type { Clock } from "@callpanel/phone-port";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { Leg } from "../leg/leg.port.ts";

export interface Confirmation {
  /** True: the digit was for this question. */
  pressed(digit: PressedDigit): boolean;
  stop(): void;
}

/** Long enough to hear the prompt five times. */
export const CONFIRM_MS = 15_000;

export function createConfirmation(parts: {
  readonly clock: Clock;
  readonly leg: Leg;
  readonly accepted: () => void;
  readonly declined: () => void;
}): Confirmation {
  const { clock, leg, accepted, declined } = parts;
  const stop = clock.setTimeout(declined, CONFIRM_MS);
  leg.port.hear({ kind: "prompt", prompt: { kind: "tone", tone: "confirm" } });
  return {
    stop,
    pressed: ({ digit }) => {
      if (digit === "1") accepted();
      else if (digit === "2") declined();
      return true;
    },
  };
}
