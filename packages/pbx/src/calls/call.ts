/** A call at work: the machine of bridge.model.ts with its legs, its sound, its events and its record. */
import type { PhoneEvent, CallView } from "../events.ts";
import type { AudioCodec, MediaDirection } from "../media/media.port.ts";
import type { CallLedger, Clock, Log, Party } from "../ports.ts";
import type { PhoneSettings } from "../settings.ts";
import {
  bridgeFor,
  legsOf,
  stepBridge,
  type Announcement,
  type BridgeEffect,
  type BridgeEnd,
  type BridgeEvent,
  type BridgeState,
  type JoinTarget,
  type LegId,
  type Service,
} from "./bridge.model.ts";
import { legView } from "./call-view.ts";
import type { CalleeLeg } from "./callee-leg.ts";
import type { CallerLeg } from "./caller-leg.ts";
import type { Leg } from "./leg.ts";
import type { GoneCause, LegReason, LegReport } from "./leg.model.ts";
import { createMachine } from "./machine.ts";
import { fileRecord } from "./record.ts";
import { createCallSound } from "./sound.ts";

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
  readonly caller: Leg;
  /** False once it has ended; legs of it may still wait for their last answer. */
  readonly live: boolean;
  /** The codec both sides speak, once they do. */
  readonly codec: AudioCodec | undefined;
  /** Leads to nobody: `callee` is who or what was meant. */
  refuse(callee: Party, reason: LegReason): void;
  put(callee: Party, service: Service): void;
  ring(callee: Party, candidates: readonly CalleeLeg[]): void;
  /** Takes `by`, which is fitted already, in the place of `old`; false when `old` is not talking here (any more). */
  replace(old: Leg, by: Leg, direction: MediaDirection): boolean;
  /** What was dialled, stripped. */
  readonly dialledNumber: string;
  /** Nobody talks in it yet, or a service does. */
  readonly lone: boolean;
  /** Whom a leg talks to here; undefined when it does not talk. */
  peerOf(leg: Leg): Peer | undefined;
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
  /** Nobody was reached; the caller's leg is free again. */
  handBack(reason: LegReason): void;
  /** The caller's leg has ended here. */
  lost(cause: GoneCause): void;
}

interface CallParts {
  readonly deps: CallDeps;
  readonly id: string;
  readonly caller: CallerEnd;
  readonly dialledNumber: string;
  /** Given for a caller who was moved here. */
  readonly moved?: { readonly codec: AudioCodec | undefined; readonly watcher: MoveWatcher } | undefined;
  /** At the moment it ends. */
  readonly ended: (call: Call) => void;
  /** When its record has been handed over. */
  readonly filed: (call: Call, filing: Promise<void>) => void;
}

export function createCall(parts: CallParts): Call {
  const { deps, id, caller, dialledNumber, moved } = parts;
  const { clock, log, realm, settings, emit } = deps;
  const startedAt = clock.now();
  const legs = new Map<LegId, Leg>([[caller.leg.id, caller.leg]]);
  const sound = createCallSound({ clock, legs });
  const calleeLegs = new Map<LegId, CalleeLeg>();
  let callerId = caller.leg.id;
  let callee: Party = { number: dialledNumber, name: "" };
  let members: readonly LegId[] = [caller.leg.id];
  let answeredAt: number | undefined;
  let codec = moved?.codec;
  let started = false;
  let stopNoAnswer: () => void = () => undefined;

  const start = (party: Party): void => {
    if (started) return;
    started = true;
    callee = party;
    caller.connectedTo(party);
    emit({ kind: "callStarted", at: clock.now(), call: view() });
  };

  const view = (): CallView => ({
    id,
    realm,
    state: answeredAt === undefined ? "ringing" : "answered",
    startedAt,
    answeredAt,
    caller: caller.leg.party,
    callee,
    dialledNumber,
    legs: members.flatMap((member) => {
      const leg = legs.get(member);
      return leg === undefined ? [] : [legView(leg, member === callerId ? "caller" : "callee")];
    }),
  });

  const send = (event: BridgeEvent): void => {
    machine.send(event);
    const { state } = machine;
    if (state.phase === "ended") return;
    members = legsOf(state);
    callerId = state.caller;
  };

  /** A leg that comes from elsewhere may have been holding for long. */
  const noteHolds = (): void => {
    for (const member of legsOf(machine.state)) {
      const state = legs.get(member)?.state;
      if (state !== undefined && "held" in state && state.held) send({ kind: "holding", leg: member, held: true });
    }
  };

  /** Both sides get the one codec, so that sound passes untouched. */
  const fit = async (target: JoinTarget): Promise<void> => {
    try {
      const far = target.kind === "leg" ? await calleeLegs.get(target.leg)?.fit() : undefined;
      const direction = await caller.fit(far === undefined ? undefined : [far.codec]);
      codec = far?.codec ?? codec;
      send({ kind: "fitted" });
      caller.leg.noteDirection(direction);
      if (target.kind === "leg" && far !== undefined) legs.get(target.leg)?.noteDirection(far.direction);
      noteHolds();
    } catch (error) {
      log.warn("the sides of a call do not fit", { call: id, error: String(error) });
      send({ kind: "unfit" });
    }
  };

  const announce = (what: Announcement, legId: LegId): void => {
    const { state } = machine;
    if (what === "answered") answeredAt = clock.now();
    members = legsOf(state);
    if (state.phase !== "ended") callerId = state.caller;
    emit({ kind: EVENT_OF[what], at: clock.now(), call: view(), legId });
    if (what === "ringing") moved?.watcher.rang();
    if (what === "answered") {
      if (moved !== undefined) caller.leg.tellPeer(callee);
      moved?.watcher.answered();
    }
  };

  const finish = (end: BridgeEnd): void => {
    sound.stop();
    if (!started) start(callee);
    const endedAt = clock.now();
    const sides = { caller: caller.leg, callee: legs.get(members.find((one) => one !== caller.leg.id) ?? "") };
    parts.ended(call);
    const facts = { id, realm, startedAt, answeredAt, endedAt, from: caller.leg.party, to: callee, dialledNumber, end };
    parts.filed(call, fileRecord({ deps, facts, sides, view }));
  };

  const perform = (effect: BridgeEffect): void => {
    switch (effect.kind) {
      case "order":
        legs.get(effect.leg)?.send(effect.command);
        return;
      case "fit":
        void fit(effect.target);
        return;
      case "startNoAnswer":
        stopNoAnswer = clock.setTimeout(() => send({ kind: "noAnswer" }), settings.noAnswerMs);
        return;
      case "stopNoAnswer":
        stopNoAnswer();
        return;
      case "hear":
        sound.hear(effect.leg, effect.sound);
        return;
      case "announce":
        announce(effect.what, effect.leg);
        return;
      case "finish":
        finish(effect.end);
        return;
      case "handBack":
        moved?.watcher.handBack({ status: effect.end.status, text: effect.end.reason });
    }
  };

  const machine = createMachine<BridgeState, BridgeEvent, BridgeEffect>({
    initial: bridgeFor(caller.leg.id, moved === undefined ? "placed" : "moved"),
    step: stepBridge,
    perform,
  });

  const reported = (leg: Leg, report: LegReport): void => {
    switch (report.kind) {
      case "ringing":
        return send({ kind: "rang", leg: leg.id });
      case "answered":
        return send({ kind: "answered", leg: leg.id });
      case "holding":
        return send({ kind: "holding", leg: leg.id, held: report.held });
      case "gone":
        send({ kind: "gone", leg: leg.id, cause: report.cause });
        if (leg === caller.leg) moved?.watcher.lost(report.cause);
        return;
      case "detached":
      case "reattached":
        emit({
          kind: report.kind === "detached" ? "legDetached" : "legReattached",
          at: clock.now(),
          call: view(),
          legId: leg.id,
        });
    }
  };

  const join = (leg: Leg): void => {
    legs.set(leg.id, leg);
    leg.listen({
      reported,
      pressed: (from, pressed, how) => {
        const { state } = machine;
        emit({ kind: "digit", at: clock.now(), callId: id, legId: from.id, digit: pressed.digit });
        if (state.phase !== "talking") return;
        const other = legs.get(from.id === state.caller ? state.callee : state.caller);
        // Digits in RTP pass with the sound to a side that takes them.
        if (other !== undefined && (how === "info" || !other.hearsEvents)) other.sendDigit(pressed);
      },
    });
  };
  join(caller.leg);

  const peer = (id: LegId): Peer | undefined => {
    const leg = legs.get(id);
    return leg === undefined ? undefined : { leg, party: leg.party };
  };

  const call: Call = {
    id,
    caller: caller.leg,
    get live() {
      return machine.state.phase !== "ended";
    },
    get codec() {
      return codec;
    },
    refuse: (party, reason) => {
      if (machine.state.phase === "ended") return;
      start(party);
      send({ kind: "refused", reason });
    },
    put: (party, service) => {
      if (machine.state.phase === "ended") return;
      start(party);
      send({ kind: "put", service });
    },
    ring: (party, candidates) => {
      for (const candidate of candidates) {
        calleeLegs.set(candidate.leg.id, candidate);
        join(candidate.leg);
      }
      start(party);
      send({ kind: "dialled", candidates: candidates.map(({ leg }) => leg.id) });
      for (const candidate of candidates) void candidate.ring(caller.codecs);
    },
    replace: (old, by, direction) => {
      const { state } = machine;
      if (state.phase !== "talking" || (old.id !== state.caller && old.id !== state.callee)) return false;
      join(by);
      send({ kind: "replaced", old: old.id, by: by.id });
      legs.delete(old.id);
      by.noteDirection(direction);
      return true;
    },
    dialledNumber,
    get lone() {
      return ["routing", "ringing", "serving"].includes(machine.state.phase);
    },
    peerOf: (leg) => {
      const { state } = machine;
      if (state.phase !== "talking") return undefined;
      if (leg.id === state.caller) return peer(state.callee);
      return leg.id === state.callee ? peer(state.caller) : undefined;
    },
    part: (leg) => {
      send({ kind: "left", leg: leg.id });
      legs.delete(leg.id);
    },
    takeBack: (leg) => {
      if (machine.state.phase !== "parted") return false;
      join(leg);
      send({ kind: "returned" });
      noteHolds();
      return true;
    },
    settle: () => send({ kind: "settled" }),
    lose: (cause) => send({ kind: "lost", cause }),
    meet: ({ leg, party }, spoken) => {
      codec = spoken;
      join(leg);
      start(party);
      send({ kind: "met", leg: leg.id });
      leg.tellPeer(caller.leg.party);
      noteHolds();
    },
    giveUp: () => send({ kind: "givenUp" }),
    shutDown: () => send({ kind: "shutDown" }),
    view,
  };
  return call;
}

const EVENT_OF = {
  ringing: "callRinging",
  answered: "callAnswered",
  held: "callHeld",
  resumed: "callResumed",
  left: "legLeft",
  returned: "legReturned",
} as const;
