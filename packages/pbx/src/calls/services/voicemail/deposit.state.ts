/** What leaving a message may be in, hear and ask for: the words of deposit.model.ts. */
import type { RecordedSound } from "@callpanel/media";
import type { GreetingKind, VoicemailBox, VoicemailDraft, VoicemailLimits } from "@callpanel/phone-port";
import type { IvrEffect, IvrEvent, IvrStep } from "../ivr/ivr.port.ts";

/** Of the box, and why the caller comes to it. */
export interface DepositFacts {
  readonly box: Pick<VoicemailBox, "mailbox" | "skipInstruct" | "operator">;
  readonly why: "busy" | "unavailable";
  readonly limits: VoicemailLimits;
}

/** The files that there are. */
export type Greetings = Readonly<Partial<Record<GreetingKind, string>>>;

export type DepositAsk =
  | { readonly kind: "greetings" }
  | { readonly kind: "begin" }
  | { readonly kind: "finish"; readonly draft: VoicemailDraft; readonly sound: RecordedSound; readonly urgent: boolean }
  | { readonly kind: "discard"; readonly draft: VoicemailDraft };

export type DepositTold =
  | { readonly kind: "greetings"; readonly greetings: Greetings }
  | { readonly kind: "begun"; readonly draft: VoicemailDraft }
  | { readonly kind: "full" }
  | { readonly kind: "done" };

/** Where the caller goes when their message is kept; `cut`: it had to end early, which is told. */
export type DepositEnd = "goodbye" | "operator" | "cut";

export type DepositState =
  /** The greetings are looked for … */
  | { readonly phase: "opening" }
  /** … and said. */
  | { readonly phase: "greeting" }
  /** A place for the message is asked for. */
  | { readonly phase: "preparing" }
  /** The tone. */
  | { readonly phase: "signal"; readonly draft: VoicemailDraft }
  /** `pressed`: which digit has ended it. */
  | { readonly phase: "recording"; readonly draft: VoicemailDraft; readonly pressed?: "#" | "0" }
  /** The caller chooses what becomes of the message; the menu has been said `times`. */
  | {
      readonly phase: "review";
      readonly draft: VoicemailDraft;
      readonly sound: RecordedSound;
      readonly urgent: boolean;
      readonly times: number;
    }
  | { readonly phase: "sending"; readonly end: DepositEnd }
  /** The caller is the box's owner, or says so: what comes now is not the deposit's any more. */
  | { readonly phase: "signingIn" }
  /** The last words. */
  | { readonly phase: "leaving" }
  /** The caller is gone. A recording, or a place for one, may still come back. */
  | { readonly phase: "gone"; readonly draft?: VoicemailDraft };

export type DepositEvent = IvrEvent<DepositTold>;
export type DepositEffect = IvrEffect<DepositAsk>;
export type DepositStep = IvrStep<DepositState, DepositAsk>;
