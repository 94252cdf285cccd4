/** Blind transfer by digits during a call: `##`, then a number (rules XFER-30 to XFER-32). */
import { NUMBER_LENGTH, type Clock, type FeatureCode } from "@callpanel/phone-port";
import type { CallRegister } from "../call/call-register.ts";
import type { Call } from "../call/call.port.ts";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { PassOn } from "./passing-on.ts";

export interface DigitTransfer {
  /** Handles a digit of a leg that talks; true: it belongs to a number that is being typed here and is consumed. */
  pressed(leg: Leg, digit: PressedDigit): boolean;
  /** Discards what the call's legs have typed. */
  ended(call: Call): void;
}

/** After this time without a digit the number, or half a code, is complete. */
const PAUSE_MS = 3_000;

interface Typing {
  readonly kind: "code" | "number";
  readonly text: string;
  readonly stop: () => void;
}

export function createDigitTransfer(deps: {
  readonly clock: Clock;
  readonly featureCodes: () => readonly FeatureCode[];
  readonly register: Pick<CallRegister, "callOf">;
  readonly passOn: PassOn;
}): DigitTransfer {
  const { clock, register, passOn } = deps;
  const codeNow = () => deps.featureCodes().find(({ name }) => name === "blindtransfer")?.code;
  const typing = new Map<Leg, Typing>();

  const forget = (leg: Leg): void => {
    typing.get(leg)?.stop();
    typing.delete(leg);
  };
  const note = (leg: Leg, kind: Typing["kind"], text: string): void => {
    forget(leg);
    typing.set(leg, { kind, text, stop: clock.setTimeout(() => finish(leg), PAUSE_MS) });
  };
  const finish = (leg: Leg): void => {
    const typed = typing.get(leg);
    forget(leg);
    const call = register.callOf(leg);
    const other = call?.peerOf(leg);
    if (typed?.kind !== "number" || typed.text === "" || call === undefined || other === undefined) return;
    passOn({ call, leg: other.leg, by: leg.user }, typed.text, () => undefined);
  };

  return {
    pressed: (leg, { digit }) => {
      const code = codeNow();
      // A caller from outside may not transfer anyone.
      if (code === undefined || leg.user.trunk === true) return false;
      const typed = typing.get(leg);
      if (typed?.kind === "number") {
        if (digit === "#") finish(leg);
        else note(leg, "number", `${typed.text}${digit}`.slice(0, NUMBER_LENGTH + 1));
        return true;
      }
      const text = `${typed?.text ?? ""}${digit}`.slice(-code.length);
      if (text === code) note(leg, "number", "");
      else note(leg, "code", text);
      return text === code;
    },
    ended: (call) => {
      for (const leg of typing.keys()) {
        const now = register.callOf(leg);
        if (now === undefined || now === call) forget(leg);
      }
    },
  };
}
