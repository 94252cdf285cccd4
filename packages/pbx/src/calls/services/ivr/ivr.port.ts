/**
 * Events and effects of a state machine that talks to a single caller. `Ask` is the type of its questions, `Told` that
 * of the replies.
 */
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { DtmfDigit, RecordedSound } from "@callpanel/media";
import type { Sound } from "./playlist.ts";
import type { TakeEnd, TakeLimits } from "./take.ts";

export type IvrEvent<Told> =
  /** All prompts have been played. */
  | { readonly kind: "said" }
  /** The waiting time is over. */
  | { readonly kind: "waited" }
  /** `markMs`: the position in a marked file at that moment. */
  | { readonly kind: "digit"; readonly digit: DtmfDigit; readonly markMs?: number }
  | { readonly kind: "told"; readonly told: Told }
  /** The request failed. */
  | { readonly kind: "failed" }
  | { readonly kind: "recorded"; readonly how: TakeEnd; readonly sound: RecordedSound }
  /** The caller has hung up or moved. No audio is heard any more; the replies to open questions still come. */
  | { readonly kind: "gone" };

export type IvrEffect<Ask> =
  /** Replaces what is being played; ends waiting. */
  | { readonly kind: "say"; readonly sounds: readonly Sound[] }
  | { readonly kind: "hush" }
  | { readonly kind: "wait"; readonly ms: number }
  /** Digits are kept until the reply comes. */
  | { readonly kind: "ask"; readonly ask: Ask }
  /** A request without a reply; a failure is logged. */
  | { readonly kind: "tell"; readonly ask: Ask }
  | { readonly kind: "record"; readonly path: string; readonly limits: TakeLimits; readonly warning: SpokenKey }
  | { readonly kind: "stopRecording" }
  /** Hangs up the caller. */
  | { readonly kind: "leave" }
  /** Sends the caller to a number. */
  | { readonly kind: "sendOn"; readonly number: string };

export interface IvrStep<State, Ask> {
  readonly state: State;
  readonly effects: readonly IvrEffect<Ask>[];
}
