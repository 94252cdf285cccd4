/** What a machine that talks to a lone caller hears and does. `Ask` is what it may ask for, `Told` what it is answered. */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { DtmfDigit, RecordedSound } from "@callpanel/media";
import type { Sound } from "./playlist.ts";
import type { TakeEnd, TakeLimits } from "./take.ts";

export type IvrEvent<Told> =
  /** All that was to be said is said. */
  | { readonly kind: "said" }
  /** The time that was waited for is over. */
  | { readonly kind: "waited" }
  /** `markMs`: how far a marked file was then. */
  | { readonly kind: "digit"; readonly digit: DtmfDigit; readonly markMs?: number }
  | { readonly kind: "told"; readonly told: Told }
  /** What was asked for cannot be had now. */
  | { readonly kind: "failed" }
  | { readonly kind: "recorded"; readonly how: TakeEnd; readonly sound: RecordedSound }
  /** The caller has hung up, or goes elsewhere. Nothing is heard any more; what was asked for is still answered. */
  | { readonly kind: "gone" };

export type IvrEffect<Ask> =
  /** In place of what is being said; ends waiting. */
  | { readonly kind: "say"; readonly sounds: readonly Sound[] }
  | { readonly kind: "hush" }
  | { readonly kind: "wait"; readonly ms: number }
  /** Digits wait until it is answered. */
  | { readonly kind: "ask"; readonly ask: Ask }
  /** Nothing comes back of it; a failure is logged. */
  | { readonly kind: "tell"; readonly ask: Ask }
  | { readonly kind: "record"; readonly path: string; readonly limits: TakeLimits; readonly warning: SpokenKey }
  | { readonly kind: "stopRecording" }
  /** Hangs up on the caller. */
  | { readonly kind: "leave" }
  /** Puts the caller through. */
  | { readonly kind: "sendOn"; readonly number: string };

export interface IvrStep<State, Ask> {
  readonly state: State;
  readonly effects: readonly IvrEffect<Ask>[];
}
