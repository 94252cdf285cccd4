/** A call as routing, transfers and orders see it, and what it asks of them. */
import type { CallLedger, CallView, Came, Clock, DivertedFrom, Log, Party, PhoneEvent } from "@callpanel/phone-port";
import type { AudioCodec, MediaDirection } from "@callpanel/media";
import type { Binding } from "../registrar/bindings.ts";
import type { PhoneSettings } from "../settings.ts";
import type { CalleeLeg } from "./callee-leg.ts";
import type { CallerLeg } from "./caller-leg.ts";
import type { GoneCause, LegReason } from "./leg.model.ts";
import type { Leg } from "./leg.ts";
import type { RingPlan } from "./ring-plan.port.ts";
import type { ScreenPop } from "./screen-pop.ts";
import type { Service } from "./service.ts";
import type { Opening } from "./sound.ts";

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
  /** The caller's leg as it is now (RFC 3891 may have put another in its place). */
  readonly caller: Leg;
  /** Whom or what it is for. */
  readonly callee: Party;
  readonly screenPop: ScreenPop;
  /** False once it has ended; legs of it may still wait for their last answer. */
  readonly live: boolean;
  /** The codec both sides speak, once they do. */
  readonly codec: AudioCodec | undefined;
  /** Leads to nobody: `callee` is who or what was meant. */
  refuse(callee: Party, reason: LegReason): void;
  /** What the caller is called from now on, here and in the record. */
  nameCaller(name: string): void;
  /** Somebody has sent it on by their forward. */
  forwardedBy(party: Party): void;
  /** A forward keeps it from somebody's phones; do not disturb says so as it refuses. */
  divertedFrom(of: Omit<DivertedFrom, "caller">): void;
  /** How it came to where it is, for both ends. */
  cameBy(came: Came): void;
  /** Somebody other than the caller has sent it where it goes. */
  sentBy(party: Party): void;
  /** It leads to an outside line. */
  goesOutside(): void;
  /** Nobody is told who calls (*67), in this call and in those to which their leg goes; the record says it. */
  withholdCaller(): void;
  /** Where the caller goes in place of being refused, when nobody is reached or nobody answers; once, and the latest counts. */
  secure(onward: (reason: LegReason) => void): void;
  /** `company`: whom the caller is with there, where that is known before it has begun. */
  put(callee: Party, service: Service, company?: Party): void;
  ring(callee: Party, candidates: readonly CalleeLeg[], how: Ringing): void;
  /** A phone has registered: while its owner is rung, it is as well. */
  phoneCame(binding: Binding): void;
  /** A leg of it is being rung. */
  rings(leg: Leg): boolean;
  /** Somebody is being rung in it. */
  readonly ringing: boolean;
  /** The phones stop, and the caller may be routed anew; answers their end. Only while it rings. */
  reroute(): CallerEnd;
  /** What whoever is rung may choose from; undefined: anything. */
  readonly codecs: readonly AudioCodec[] | undefined;
  /** Somebody else takes the call that rings, with a leg that answers here. */
  pickUp(callee: Party, leg: Pick<CalleeLeg, "leg" | "fit">): void;
  /** Whether a leg may be replaced by another of the same person now. */
  mayReplace(leg: Leg): boolean;
  /** Takes `by`, which is fitted already, in the place of `old`; false when that may not be (any more). */
  replace(old: Leg, by: Leg, direction: MediaDirection): boolean;
  /** The one who is served is somewhere else now: another slot. */
  rename(callee: Party): void;
  /** What was dialled, stripped. */
  readonly dialledNumber: string;
  /** Nobody talks in it yet, or a service does. */
  readonly lone: boolean;
  /** Whom a leg talks to here; undefined when it does not talk. */
  peerOf(leg: Leg): Peer | undefined;
  /** Whether a leg may go to another call now: it is up, and talks or is served here. */
  mayLeave(leg: Leg): boolean;
  /** A leg goes to another call; whoever it talked to waits here. A service ends. */
  part(leg: Leg): void;
  /** The leg that had gone is back; false when nobody waits for it any more. */
  takeBack(leg: Leg): boolean;
  /** The leg that had gone stays where it is: the one who waits is hung up. */
  settle(): void;
  /** The leg that had gone has ended. */
  lose(cause: GoneCause): void;
  /** A leg of another call comes to talk with the caller, who came before it. */
  meet(callee: Peer, codec: AudioCodec | undefined): void;
  giveUp(): void;
  shutDown(): void;
  view(): CallView;
}

export interface Ringing {
  /** For phones that answer by themselves. */
  readonly opening?: Opening | undefined;
  readonly more: RingMore;
  /** Brings further phones; then phones that come are its affair as well. */
  readonly plan?: RingPlan | undefined;
}

/** The leg for a phone that came while the call rings; none where it is somebody else's. */
export type RingMore = (binding: Binding) => readonly CalleeLeg[];

/** A leg and the party at its far end. */
export interface Peer {
  readonly leg: Leg;
  readonly party: Party;
}

/** The caller's end of a call: a phone's INVITE, or a leg that was moved here from another call. */
export type CallerEnd = Omit<CallerLeg, "leg"> & { readonly leg: Leg };

/** Who looks after a call whose caller was moved there. */
export interface MoveWatcher {
  rang(): void;
  answered(): void;
  /** Nobody was reached; the caller's leg, which may have taken the place of the one that was moved, is free again. */
  handBack(reason: LegReason, leg: Leg): void;
  /** The caller's leg has ended here. */
  lost(cause: GoneCause): void;
}

/** For a leg that has nowhere to go back to. */
export const NO_WATCHER: MoveWatcher = {
  rang: () => undefined,
  answered: () => undefined,
  handBack: () => undefined,
  lost: () => undefined,
};
