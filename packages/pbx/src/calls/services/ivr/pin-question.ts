/** Asks a single caller for a PIN, three times at most; the caller of these functions checks it. Pure. */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { IvrEffect, IvrEvent } from "./ivr.port.ts";
import { stepKeying } from "./keying.ts";
import { words } from "./words.ts";

/** `tries`: number of wrong PINs. */
export type PinQuestion =
  | { readonly phase: "pin"; readonly keyed: string; readonly tries: number }
  | { readonly phase: "checking"; readonly tries: number };

export interface PinAsk {
  readonly kind: "pin";
  readonly pin: string;
}

export type PinStep =
  | { readonly kind: "on"; readonly state: PinQuestion; readonly effects: readonly IvrEffect<PinAsk>[] }
  /** Only # or nothing was pressed. */
  | { readonly kind: "nothing"; readonly tries: number };

const TRIES = 3;

/** `before` is said first, then the question. */
export function askPin(tries: number, question: SpokenKey, ...before: readonly SpokenKey[]): PinStep & { kind: "on" } {
  const say = { kind: "say", sounds: words(...before, question) } as const;
  return { kind: "on", state: { phase: "pin", keyed: "", tries }, effects: [say] };
}

export function stepPinQuestion(state: PinQuestion, event: IvrEvent<unknown>, question: SpokenKey): PinStep {
  const stay: PinStep = { kind: "on", state, effects: [] };
  if (state.phase === "checking") return stay;
  const step = stepKeying(state.keyed, event);
  switch (step?.kind) {
    case "more":
      return { kind: "on", state: { ...state, keyed: step.keyed }, effects: step.effects };
    case "entered":
      if (step.digits === "") return { kind: "nothing", tries: state.tries };
      return {
        kind: "on",
        state: { phase: "checking", tries: state.tries },
        effects: [{ kind: "ask", ask: { kind: "pin", pin: step.digits } }],
      };
    case "again":
    case "back":
      return askPin(state.tries, question);
    case undefined:
      return stay;
  }
}

/** After a wrong PIN, or none: the question again; undefined after the last time. */
export function askPinAgain(
  { tries }: { readonly tries: number },
  question: SpokenKey,
): (PinStep & { kind: "on" }) | undefined {
  return tries + 1 >= TRIES ? undefined : askPin(tries + 1, question, "wrong-pin");
}
