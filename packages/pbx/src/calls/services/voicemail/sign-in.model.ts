/** Signing in to a box by telephone: which box, and its PIN (rules VMP-40 to VMP-43). Pure. */
import type { DtmfDigit } from "../../../media/media.port.ts";
import type { SpokenKey } from "../../../media/prompt/spoken/spoken.ts";
import type { VoicemailBox } from "../../../voicemail.port.ts";
import type { IvrEffect, IvrEvent, IvrStep } from "../ivr/ivr.port.ts";
import type { Sound } from "../ivr/playlist.ts";

export type SignInAsk =
  | { readonly kind: "box"; readonly mailbox: string }
  | { readonly kind: "pin"; readonly boxId: string; readonly pin: string };

export type SignInTold =
  | { readonly kind: "box"; readonly box: VoicemailBox | undefined }
  | { readonly kind: "pin"; readonly result: "right" | "wrong" | "locked" };

/** `tries`: how often it went wrong. */
export type SignInState =
  | { readonly phase: "mailbox"; readonly keyed: string; readonly tries: number }
  | { readonly phase: "finding"; readonly tries: number }
  /** No box: there is none of that number, which is not told before the PIN. */
  | { readonly phase: "pin"; readonly box: VoicemailBox | undefined; readonly keyed: string; readonly tries: number }
  | { readonly phase: "checking"; readonly box: VoicemailBox; readonly tries: number }
  | { readonly phase: "signedIn"; readonly box: VoicemailBox }
  | { readonly phase: "leaving" };

type SignInEvent = IvrEvent<SignInTold>;
type SignInEffect = IvrEffect<SignInAsk>;
type SignInStep = IvrStep<SignInState, SignInAsk>;
type Keying = Extract<SignInState, { phase: "mailbox" | "pin" }>;

const TRIES = 3;
/** For the first digit, and after each: then it counts as if # had been pressed. */
const DIGIT_MS = 5_000;
/** More is no number of anything. */
const MOST_DIGITS = 20;

/** `own`: the caller's box, which is known already. */
export function beginSignIn(own: VoicemailBox | undefined): SignInStep {
  if (own === undefined) return askMailbox(0);
  return own.asksOwnerForPin ? askPin(own, 0) : go({ phase: "signedIn", box: own });
}

export function stepSignIn(state: SignInState, event: SignInEvent): SignInStep {
  if (event.kind === "failed") return leave("not-possible", "goodbye");
  switch (state.phase) {
    case "mailbox":
    case "pin":
      return stepKeying(state, event);
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

function stepKeying(state: Keying, event: SignInEvent): SignInStep {
  switch (event.kind) {
    case "said":
      return go(state, { kind: "wait", ms: DIGIT_MS });
    case "waited":
      return keyed(state);
    case "digit":
      return press(state, event.digit);
    default:
      return stay(state);
  }
}

function press(state: Keying, digit: DtmfDigit): SignInStep {
  if (digit === "#") return keyed(state);
  if (digit === "*") return state.phase === "mailbox" ? askMailbox(state.tries) : askPin(state.box, state.tries);
  if (!/[0-9]/.test(digit) || state.keyed.length >= MOST_DIGITS) return stay(state);
  return go({ ...state, keyed: state.keyed + digit }, { kind: "hush" }, { kind: "wait", ms: DIGIT_MS });
}

function keyed(state: Keying): SignInStep {
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

/** What is asked again is the same whether there is such a box or not. */
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

function words(...keys: readonly SpokenKey[]): readonly Sound[] {
  return keys.map((key) => ({ kind: "spoken", key }));
}

function stay(state: SignInState): SignInStep {
  return { state, effects: [] };
}

function go(state: SignInState, ...effects: readonly SignInEffect[]): SignInStep {
  return { state, effects };
}
