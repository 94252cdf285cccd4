/** Sign-in to a box by telephone: the box number and its PIN (rules VMP-40 to VMP-43). Pure. */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { VoicemailBox } from "@callpanel/phone-port";
import type { IvrEffect, IvrEvent, IvrStep } from "../ivr/ivr.port.ts";
import { stepKeying } from "../ivr/keying.ts";
import { words } from "../ivr/words.ts";

export type SignInAsk =
  | { readonly kind: "box"; readonly mailbox: string }
  | { readonly kind: "pin"; readonly boxId: string; readonly pin: string };

export type SignInResult =
  | { readonly kind: "box"; readonly box: VoicemailBox | undefined }
  | { readonly kind: "pin"; readonly result: "right" | "wrong" | "locked" };

/** `tries`: number of failed attempts. */
export type SignInState =
  | { readonly phase: "mailbox"; readonly keyed: string; readonly tries: number }
  | { readonly phase: "finding"; readonly tries: number }
  /** `box` is undefined if there is no box with that number; the caller does not learn this before the PIN. */
  | { readonly phase: "pin"; readonly box: VoicemailBox | undefined; readonly keyed: string; readonly tries: number }
  | { readonly phase: "checking"; readonly box: VoicemailBox; readonly tries: number }
  | { readonly phase: "signedIn"; readonly box: VoicemailBox }
  | { readonly phase: "leaving" };

type SignInEvent = IvrEvent<SignInResult>;
type SignInEffect = IvrEffect<SignInAsk>;
type SignInStep = IvrStep<SignInState, SignInAsk>;
type Keying = Extract<SignInState, { phase: "mailbox" | "pin" }>;

const TRIES = 3;

/** `own`: the caller's own box, if it is already known. */
export function beginSignIn(own: VoicemailBox | undefined): SignInStep {
  if (own === undefined) return askMailbox(0);
  return own.asksOwnerForPin ? askPin(own, 0) : go({ phase: "signedIn", box: own });
}

export function stepSignIn(state: SignInState, event: SignInEvent): SignInStep {
  if (event.kind === "failed") return leave("not-possible", "goodbye");
  switch (state.phase) {
    case "mailbox":
    case "pin":
      return stepNumber(state, event);
    case "finding":
      return event.kind === "told" && event.told.kind === "box" ? askPin(event.told.box, state.tries) : stay(state);
    case "checking":
      return event.kind === "told" && event.told.kind === "pin" ? checked(state, event.told.result) : stay(state);
    case "leaving":
      return event.kind === "said" ? go(state, { kind: "leave" }) : stay(state);
    case "signedIn":
      return stay(state);
  }
}

function stepNumber(state: Keying, event: SignInEvent): SignInStep {
  const step = stepKeying(state.keyed, event);
  switch (step?.kind) {
    case "more":
      return go({ ...state, keyed: step.keyed }, ...step.effects);
    case "entered":
      return entered(state);
    case "again":
    case "back":
      return state.phase === "mailbox" ? askMailbox(state.tries) : askPin(state.box, state.tries);
    default:
      return stay(state);
  }
}

function entered(state: Keying): SignInStep {
  if (state.keyed === "") return wrong(state, "try-again");
  if (state.phase === "mailbox")
    return go({ phase: "finding", tries: state.tries }, { kind: "ask", ask: { kind: "box", mailbox: state.keyed } });
  const { box, tries } = state;
  if (box === undefined) return wrong(state, "wrong-pin");
  return go({ phase: "checking", box, tries }, { kind: "ask", ask: { kind: "pin", boxId: box.id, pin: state.keyed } });
}

function checked(
  { box, tries }: Extract<SignInState, { phase: "checking" }>,
  result: "right" | "wrong" | "locked",
): SignInStep {
  if (result === "right") return go({ phase: "signedIn", box });
  if (result === "locked") return leave("locked", "goodbye");
  return wrong({ phase: "pin", box, keyed: "", tries }, "wrong-pin");
}

/** The next question is the same whether the box exists or not. */
function wrong(state: Keying, why: SpokenKey): SignInStep {
  const tries = state.tries + 1;
  if (tries >= TRIES) return leave(why, "goodbye");
  return state.phase === "pin" ? askPin(state.box, tries, why) : askMailbox(tries, why);
}

function askMailbox(tries: number, ...before: readonly SpokenKey[]): SignInStep {
  return go({ phase: "mailbox", keyed: "", tries }, { kind: "say", sounds: words(...before, "enter-mailbox") });
}

function askPin(box: VoicemailBox | undefined, tries: number, ...before: readonly SpokenKey[]): SignInStep {
  return go({ phase: "pin", box, keyed: "", tries }, { kind: "say", sounds: words(...before, "enter-pin") });
}

function leave(...keys: readonly SpokenKey[]): SignInStep {
  return go({ phase: "leaving" }, { kind: "say", sounds: words(...keys) });
}

function stay(state: SignInState): SignInStep {
  return { state, effects: [] };
}

function go(state: SignInState, ...effects: readonly SignInEffect[]): SignInStep {
  return { state, effects };
}
