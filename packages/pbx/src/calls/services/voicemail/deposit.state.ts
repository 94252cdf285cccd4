/** States, events and questions of leaving a message: the types of deposit.model.ts. */
import type { RecordedSound } from "@callpanel/media";
import type { GreetingKind, VoicemailBox, VoicemailDraft, VoicemailLimits } from "@callpanel/phone-port";
import type { IvrEffect, IvrEvent, IvrStep } from "../ivr/ivr.port.ts";

/** The box, and why the caller comes to it. */
export interface DepositFacts {
  readonly box: Pick<VoicemailBox, "mailbox" | "skipInstruct" | "operator">;
  readonly why: "busy" | "unavailable";
  readonly limits: VoicemailLimits;
}

/** The greeting files that exist. */
export type Greetings = Readonly<Partial<Record<GreetingKind, string>>>;

export type DepositAsk =
  | { readonly kind: "greetings" }
  | { readonly kind: "begin" }
  | { readonly kind: "finish"; readonly draft: VoicemailDraft; readonly sound: RecordedSound; readonly urgent: boolean }
  | { readonly kind: "discard"; readonly draft: VoicemailDraft };

export type DepositResult =
  | { readonly kind: "greetings"; readonly greetings: Greetings }
  | { readonly kind: "begun"; readonly draft: VoicemailDraft }
  | { readonly kind: "full" }
  | { readonly kind: "done" };

/** What happens when the message is stored; `cut`: it had to end early, and the caller hears so. */
export type DepositEnd = "goodbye" | "operator" | "cut";

export type DepositState =
  /** The greetings are being looked up … */
  | { readonly phase: "opening" }
  /** … and played. */
  | { readonly phase: "greeting" }
  /** A draft for the message is being created. */
  | { readonly phase: "preparing" }
  /** The tone is played. */
  | { readonly phase: "signal"; readonly draft: VoicemailDraft }
  /** `pressed`: the digit that ended it. */
  | { readonly phase: "recording"; readonly draft: VoicemailDraft; readonly pressed?: "#" | "0" }
  /** The caller chooses what happens with the message; the menu has been played `times`. */
  | {
      readonly phase: "review";
      readonly draft: VoicemailDraft;
      readonly sound: RecordedSound;
      readonly urgent: boolean;
      readonly times: number;
    }
  | { readonly phase: "sending"; readonly end: DepositEnd }
  /** The caller is the box's owner, or claims to be: further events belong to the sign-in. */
  | { readonly phase: "signingIn" }
  /** The last prompts are played. */
  | { readonly phase: "leaving" }
  /** The caller has hung up. A recording or a draft may still arrive. */
  | { readonly phase: "gone"; readonly draft?: VoicemailDraft };

export type DepositEvent = IvrEvent<DepositResult>;
export type DepositEffect = IvrEffect<DepositAsk>;
export type DepositStep = IvrStep<DepositState, DepositAsk>;
