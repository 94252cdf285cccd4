/** What the system itself can be for a single caller: an echo, a room, a mailbox. */
import type { Party } from "@callpanel/phone-port";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";

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
}

export interface ServiceStay {
  /** The caller has hung up or moves to another call. Also called after `dismiss`. */
  stop(): void;
  pressed?(digit: PressedDigit): void;
  /** The caller began or stopped talking; only reported for a caller who is heard in a mix. */
  talking?(talking: boolean): void;
  /** The caller has put the service on hold, or resumed it. */
  held?(): void;
}

/** Music on hold (*86, spec 2 §9), also for parked parties. */
export const MUSIC: Service = {
  serve: ({ leg }) => {
    leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    return { stop: () => undefined };
  },
};
