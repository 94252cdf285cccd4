/** Phones that are not registered and can be woken by a push notification, as RFC 8599 §5 does it for telephones. */
import type { MaybePromise, Party } from "./ports.ts";

/** A call that rings a person. */
export interface WakingCall {
  /** The id of the call in events. */
  readonly id: string;
  readonly userId: number;
  /** The caller as the person's phones show them; hostile text. */
  readonly from: Pick<Party, "name" | "number">;
  /** Whether registered phones of theirs ring too. False: the call waits for one that is woken. */
  readonly rings: boolean;
  /** The person does not take the call: it goes on as if all their phones had refused it with 486. Nothing after the ringing. */
  decline(): void;
  /** No phone can be woken after all: a call that waits ends as one to a person without a phone, unless one has registered. */
  giveUp(): void;
}

/** The call rings at the person's sleeping phones. */
export interface Woken {
  /** Called once. `handled`: it was answered by any phone, or the person has refused it. */
  over(end: "handled" | "missed"): void;
}

export interface Waking {
  /**
   * Wakes the phones of a person. Undefined: no phone can be woken. The caller waits for the answer, so it does not wait for
   * a push service.
   */
  wake(call: WakingCall): MaybePromise<Woken | undefined>;
}
