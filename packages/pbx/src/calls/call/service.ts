/** What the system itself can be for a single caller: an echo, a room, a mailbox. */
import type { Party } from "@callpanel/phone-port";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { BridgeEnd, LegId } from "../bridge/bridge.state.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import type { GoneCause, LegReason } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { RecordingStep, SharedRecording } from "../leg/leg-recorder.ts";
import type { Binding } from "../../registrar/bindings.ts";
import type { Departure } from "./departure.ts";

export interface Service {
  /** Takes the caller's leg, which is up. Called again if another leg of the same person replaces it (RFC 3891). */
  serve(caller: ServedCaller): ServiceStay;
}

export interface ServedCaller {
  readonly callId: string;
  readonly leg: Leg;
  /** Hangs up the caller. */
  dismiss(reason: LegReason): void;
  /** Sets the party that the caller's phone shows; until then it shows the service. */
  meet(company: Party): void;
  /** A recording of what they are in belongs to their call. */
  recorded(step: RecordingStep | SharedRecording): void;
  readonly phones: ServedPhones;
}

/** Phones that a service rings for a caller that it serves meanwhile. */
export interface ServedPhones {
  ring(candidates: readonly CalleeLeg[]): void;
  /** They stop ringing, or are hung up. */
  withdraw(legs: readonly LegId[], reason: LegReason): void;
  /** Joins the caller with a phone that has answered; `joined` or `notJoined` follows. */
  take(leg: LegId): void;
}

/** What happens to a phone that the service rings. */
export type ServedPhoneEvent =
  | { readonly kind: "answered"; readonly leg: Leg }
  | { readonly kind: "gone"; readonly leg: Leg; readonly cause: GoneCause }
  /** Caller and phone hear each other; the service plays nothing any more. */
  | { readonly kind: "joined"; readonly leg: Leg }
  | { readonly kind: "notJoined"; readonly leg: Leg; readonly why: "gone" | "unfit" }
  | { readonly kind: "pressed"; readonly leg: Leg; readonly digit: PressedDigit }
  /** A phone has registered. */
  | { readonly kind: "registered"; readonly binding: Binding };

export interface ServiceStay {
  /** The caller has hung up or moves to another call. Also called after `dismiss`. */
  stop(): void;
  pressed?(digit: PressedDigit): void;
  /** The caller began or stopped talking; only reported for a caller who is heard in a mix. */
  talking?(talking: boolean): void;
  /** The caller has put the service on hold, or resumed it. */
  held?(): void;
  phone?(event: ServedPhoneEvent): void;
  /** The whole call has ended, also after the caller was joined with a phone; `departure` if a leg was sent elsewhere. */
  over?(end: BridgeEnd, departure: Departure | undefined): void;
}

/** Music on hold (*86, spec 2 §9), also for parked parties. */
export const MUSIC: Service = {
  serve: ({ leg }) => {
    leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    return { stop: () => undefined };
  },
};
