/** A call as seen by routing, transfers and commands, and the actions they may take on it. */
import type { CallLedger, CallView, Came, Clock, DivertedFrom, Log, Party, PhoneEvent } from "@callpanel/phone-port";
import type { AudioCodec, MediaDirection } from "@callpanel/media";
import type { Binding } from "../../registrar/bindings.ts";
import type { PhoneSettings } from "../../settings.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import type { CallerLeg } from "../leg/caller-leg.ts";
import type { GoneCause, LegReason } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { Departure } from "./departure.ts";
import type { RingFollower, RingPlan } from "./ring-plan.port.ts";
import type { ScreenPop } from "./screen-pop.ts";
import type { Service } from "./service.ts";
import type { Opening } from "./sound/sound.ts";

export interface CallDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: PhoneSettings;
  readonly realm: string;
  readonly ledger: CallLedger;
  readonly emit: (event: PhoneEvent) => void;
}

export interface Call {
  readonly id: string;
  /** The caller's leg as it is now (RFC 3891 may have replaced it). */
  readonly caller: Leg;
  /** The person or service that is called. */
  readonly callee: Party;
  readonly screenPop: ScreenPop;
  /** False once it has ended; its legs may still wait for their last response. */
  readonly live: boolean;
  /** The codec of both sides, once they have agreed on one. */
  readonly codec: AudioCodec | undefined;
  /** Refuses the call; `callee` is the person or service that was meant. */
  refuse(callee: Party, reason: LegReason): void;
  /** From now on the caller has this name, here and in the record. */
  nameCaller(name: string): void;
  /** A person's forward has sent the call on. */
  forwardedBy(party: Party): void;
  /** A forward kept the call from a person's phones. Do not disturb is noted when it refuses the call. */
  divertedFrom(of: Omit<DivertedFrom, "caller">): void;
  /** How the call came here, shown to both ends. */
  cameBy(came: Came): void;
  /** Someone other than the caller sent the call to its destination. */
  sentBy(party: Party): void;
  /** The call goes to an outside line. */
  goesOutside(): void;
  /** Hides the caller from others (*67), in this call and in calls that their leg moves to. The record keeps the number. */
  withholdCaller(): void;
  /**
   * Where the caller goes instead of being refused when the call reaches no one or is not answered. Used once; the
   * latest one counts.
   */
  secure(onward: (reason: LegReason) => void): void;
  /** Connects the caller to a service. `company`: the other party there, if that is known before the service begins. */
  put(callee: Party, service: Service, company?: Party): void;
  ring(callee: Party, candidates: readonly CalleeLeg[], how: Ringing): void;
  /** A phone has registered: it rings too if its owner is being rung. */
  phoneCame(binding: Binding): void;
  /** Whether a leg of this call is ringing. */
  rings(leg: Leg): boolean;
  /** At least one phone is ringing. */
  readonly ringing: boolean;
  /** Stops the phones so that the caller can be routed again; returns the caller's end. Only while it rings. */
  reroute(): CallerEnd;
  /** The codecs to offer to the phones that ring; undefined: any. */
  readonly codecs: readonly AudioCodec[] | undefined;
  /** Another person picks up the ringing call, with a leg that is answered here. */
  pickUp(callee: Party, leg: Pick<CalleeLeg, "leg" | "fit">): void;
  /** Whether a leg may now be replaced by another leg of the same person. */
  mayReplace(leg: Leg): boolean;
  /** Replaces `old` by `by`, whose media is already negotiated. False if that is not (or no longer) allowed. */
  replace(old: Leg, by: Leg, direction: MediaDirection): boolean;
  /** The served caller is now at another place: another slot. */
  rename(callee: Party): void;
  /** The dialled number without separators. */
  readonly dialledNumber: string;
  /** No two people talk in it: it is not answered, or a service serves the caller. */
  readonly lone: boolean;
  /** The party that a leg talks to here; undefined when it does not talk. */
  peerOf(leg: Leg): Peer | undefined;
  /** Whether a leg may move to another call now: it is up, and talks or is served here. */
  mayLeave(leg: Leg): boolean;
  /** A leg moves to another call; the leg it talked to waits here. A service ends. */
  part(leg: Leg, departure?: Departure): void;
  /** The leg that moved is back; false when the other leg no longer waits. */
  takeBack(leg: Leg): boolean;
  /** The leg that moved stays where it is; the waiting leg is hung up. */
  settle(): void;
  /** The leg that moved has ended. */
  lose(cause: GoneCause): void;
  /** A leg of another call is joined with the caller, who arrived here first. */
  meet(callee: Peer, codec: AudioCodec | undefined): void;
  giveUp(): void;
  shutDown(): void;
  view(): CallView;
}

export interface Ringing {
  /** For phones that answer automatically. */
  readonly opening?: Opening | undefined;
  readonly more: RingMore;
  /** Adds further phones. Then the plan also decides about phones that register later. */
  readonly plan?: RingPlan | undefined;
  readonly follower?: RingFollower | undefined;
}

/** The legs to ring for a phone that registers while the call rings; empty if the phone belongs to another person. */
export type RingMore = (binding: Binding) => readonly CalleeLeg[];

/** A leg and the party at its far end. */
export interface Peer {
  readonly leg: Leg;
  readonly party: Party;
}

/** The caller's end of a call: the INVITE of a phone, or a leg that was moved here from another call. */
export type CallerEnd = Omit<CallerLeg, "leg"> & { readonly leg: Leg };

/** The part that is responsible for a call whose caller was moved there. */
export interface MoveWatcher {
  rang(): void;
  answered(): void;
  /** The call reached no one. The caller's leg is free again; it may have replaced the one that was moved. */
  handBack(reason: LegReason, leg: Leg): void;
  /** The caller's leg has ended in this call. */
  lost(cause: GoneCause): void;
}

/** For a leg that has nowhere to go back to. */
export const NO_WATCHER: MoveWatcher = {
  rang: () => undefined,
  answered: () => undefined,
  handBack: () => undefined,
  lost: () => undefined,
};
