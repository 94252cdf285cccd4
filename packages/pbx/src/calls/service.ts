/** What the system itself can be to a lone caller: an echo, a room, a mailbox. */
import type { Party } from "@callpanel/phone-port";
import type { PressedDigit } from "./digits.ts";
import type { LegReason } from "./leg.model.ts";
import type { Leg } from "./leg.ts";

export interface Service {
  /** Takes the caller's leg, which is up. It may come again with another leg of the same person (RFC 3891). */
  serve(caller: ServedCaller): ServiceStay;
}

export interface ServedCaller {
  readonly callId: string;
  readonly leg: Leg;
  /** Hangs up on the caller. */
  dismiss(reason: LegReason): void;
  /** Whom they are with by this service, as their phone is told; until then it is the service. */
  meet(company: Party): void;
}

export interface ServiceStay {
  /** The caller has hung up or goes to another call. Never after `dismiss` only: it is called then as well. */
  stop(): void;
  pressed?(digit: PressedDigit): void;
  /** It began or stopped to speak; told of whoever is heard in a mix. */
  talking?(talking: boolean): void;
  /** The caller has put the service on hold, or takes it up again. */
  held?(): void;
}

/** Music on hold (*86, spec 2 §9), and what a parked party hears. */
export const MUSIC: Service = {
  serve: ({ leg }) => {
    leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    return { stop: () => undefined };
  },
};
