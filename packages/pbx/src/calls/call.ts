/** Runs a call: the state machine of bridge.model.ts with its legs, its audio and its service. */
import type { AudioCodec } from "@callpanel/media";
import type { Party } from "@callpanel/phone-port";
import { stepBridge } from "./bridge.model.ts";
import { mayReplace } from "./bridge-replacing.ts";
import {
  bridgeFor,
  legsOf,
  type Announcement,
  type BridgeEffect,
  type BridgeEnd,
  type BridgeEvent,
  type BridgeState,
  type JoinTarget,
  type LegId,
} from "./bridge.state.ts";
import { createCallLegs } from "./call-legs.ts";
import type { CallProgress } from "./call-progress.ts";
import { createCallRinging } from "./call-ringing.ts";
import type { Call, CallDeps, CallerEnd, MoveWatcher, Peer } from "./call.port.ts";
import type { PressedDigit } from "./digits.ts";
import { DO_NOT_DISTURB } from "./refusal.ts";
import type { LegReason } from "./leg.model.ts";
import type { Leg } from "./leg.ts";
import { createMachine } from "./machine.ts";
import { movedEnd } from "./moved-end.ts";
import { takeOver } from "./recording/leg-recorder.ts";
import type { ScreenPop } from "./screen-pop.ts";
import type { Service, ServiceStay } from "./service.ts";
import { facing, isSameParty } from "./facing.ts";
import { createCallSound } from "./sound.ts";

interface CallParts {
  readonly deps: CallDeps;
  readonly caller: CallerEnd;
  readonly dialledNumber: string;
  readonly screenPop: ScreenPop;
  /** What has been published of it so far. */
  readonly progress: CallProgress;
  /** Given for a caller who was moved here from another call. */
  readonly moved?: { readonly codec: AudioCodec | undefined; readonly watcher: MoveWatcher } | undefined;
  /** Handles a digit of a leg that talks; true: the digit is consumed. */
  readonly pressed: (leg: Leg, digit: PressedDigit) => boolean;
  /** Called synchronously when the call ends. */
  readonly ended: (call: Call) => void;
  /** Called at the end; `filing` resolves when the record has been stored. */
  readonly filed: (call: Call, filing: Promise<void>) => void;
}

export function createCall(parts: CallParts): Call {
  const { deps, dialledNumber, moved, progress } = parts;
  const { clock, log, settings } = deps;
  const { id, legs } = progress;
  const sound = createCallSound({ clock, legs });
  let caller = parts.caller;
  let codec = moved?.codec;
  let service: Service | undefined;
  let stay: ServiceStay | undefined;
  let company: Party | undefined;
  let onward: (reason: LegReason) => void = () => undefined;

  const start = (callee: Party): void => {
    progress.start(callee);
    follow();
  };

  const follow = (): void => {
    const { state } = machine;
    if (state.phase === "ended") return;
    const members = legsOf(state);
    progress.follow(members.map((leg) => ({ id: leg, side: leg === state.caller ? "caller" : "callee" })));
    if (!progress.started) return;
    const { caller: shown, callee, came } = progress;
    const faced = { state, legs, caller: shown, callee, came, company };
    for (const id of members) legs.get(id)?.face(facing(id, faced));
  };

  const send = (event: BridgeEvent): void => {
    machine.send(event);
    follow();
  };

  /** A leg that comes from another call may be on hold already. */
  const noteHolds = (): void => {
    for (const member of legsOf(machine.state)) {
      const state = legs.get(member)?.state;
      if (state !== undefined && "held" in state && state.held) send({ kind: "holding", leg: member, held: true });
    }
  };

  /** Both sides get the same codec, so that RTP passes without transcoding. */
  const fit = async (target: JoinTarget): Promise<void> => {
    const unfit = (error: unknown): void => {
      // A call that ended meanwhile has closed its own ports.
      if (machine.state.phase === "joining") log.warn("no common media for a call", { call: id, error: String(error) });
      send({ kind: "unfit" });
    };
    const giveUp = (): void => unfit(`the media engine has not answered for ${settings.mediaSetupMs} ms`);
    const stopWaiting = clock.setTimeout(giveUp, settings.mediaSetupMs);
    try {
      const far = target.kind === "leg" ? await ringing.fit(target.leg) : undefined;
      const own = await caller.fit(far === undefined ? undefined : [far.codec]);
      codec = far?.codec ?? own.codec ?? codec;
      send({ kind: "fitted" });
      caller.leg.noteDirection(own.direction);
      if (target.kind === "leg" && far !== undefined) legs.get(target.leg)?.noteDirection(far.direction);
      noteHolds();
    } catch (error) {
      unfit(error);
    } finally {
      stopWaiting();
    }
  };

  const announce = (what: Announcement, legId: LegId): void => {
    if (machine.state.phase === "ended") progress.follow([]);
    follow();
    progress.announce(what, legId);
    if (what === "ringing") moved?.watcher.rang();
    if (what === "answered") moved?.watcher.answered();
  };

  const finish = (end: BridgeEnd): void => {
    stay?.stop();
    sound.stop();
    ringing.times.stop();
    parts.ended(call);
    parts.filed(call, progress.finish(end, caller.leg));
  };

  /** A replacing leg enters the service before the old one leaves, so that a room is not empty in between. */
  const serve = (leg: Leg): void => {
    const before = stay;
    stay = service?.serve({ callId: id, leg, dismiss: (reason) => send({ kind: "dismissed", reason }), meet });
    before?.stop();
  };

  const meet = (party: Party): void => {
    if (company !== undefined && isSameParty(company, party)) return;
    company = party;
    follow();
    if (progress.started && machine.state.phase === "serving") progress.announce("met", caller.leg.id);
  };

  const perform = (effect: BridgeEffect): void => {
    switch (effect.kind) {
      case "order":
        // The 200 says who has answered.
        if (effect.command.kind === "answer") follow();
        legs.get(effect.leg)?.send(effect.command);
        return;
      case "fit":
        void fit(effect.target);
        return;
      case "startNoAnswer":
      case "awaitReturn":
        ringing.times[effect.kind]();
        return;
      case "stopNoAnswer":
        ringing.over(machine.state);
        return;
      case "hear":
        sound.hear(effect.leg, effect.sound);
        return;
      case "serve": {
        const leg = legs.get(effect.leg);
        if (leg !== undefined) serve(leg);
        return;
      }
      case "announce":
        announce(effect.what, effect.leg);
        return;
      case "finish":
        finish(effect.end);
        return;
      case "goOnward":
        onward(effect.reason);
        return;
      case "handBack":
        moved?.watcher.handBack({ status: effect.end.status, text: effect.end.reason }, caller.leg);
    }
  };

  const machine = createMachine<BridgeState, BridgeEvent, BridgeEffect>({
    initial: bridgeFor(caller.leg.id, moved === undefined ? "placed" : "moved"),
    step: stepBridge,
    perform,
  });

  const join = createCallLegs({
    deps,
    progress,
    send,
    state: () => machine.state,
    takes: (leg, digit) => {
      if (machine.state.phase === "serving") stay?.pressed?.(digit);
      if (ringing.pressed(leg, digit)) return true;
      return machine.state.phase === "talking" && parts.pressed(leg, digit);
    },
    answered: (leg) => ringing.answered(leg),
    gone: (leg, cause) => {
      ringing.gone(leg, cause);
      if (leg === caller.leg) moved?.watcher.lost(cause);
    },
    talking: (on) => stay?.talking?.(on),
    follow,
    held: () => stay?.held?.(),
  });
  const ringing = createCallRinging({
    deps,
    state: () => machine.state,
    send,
    join,
    open: sound.open,
    codecs: () => caller.codecs,
  });
  join(caller.leg);
  follow();

  const peer = (id: LegId): Peer | undefined => {
    const leg = legs.get(id);
    return leg === undefined ? undefined : { leg, party: leg.shown };
  };

  const call: Call = {
    id,
    get caller() {
      return caller.leg;
    },
    get callee() {
      return progress.callee;
    },
    screenPop: parts.screenPop,
    get live() {
      return machine.state.phase !== "ended";
    },
    get codec() {
      return codec;
    },
    refuse: (party, reason) => {
      if (machine.state.phase === "ended") return;
      // DIVERT-1: a call to oneself is not a diverted call.
      if (reason === DO_NOT_DISTURB && party.userId !== caller.leg.user.id)
        progress.divertedFrom({ party, why: "doNotDisturb", to: "" });
      start(party);
      send({ kind: "refused", reason });
    },
    nameCaller: (name) => {
      caller.leg.rename(name);
      progress.nameCaller(name);
    },
    forwardedBy: progress.forwardedBy,
    divertedFrom: progress.divertedFrom,
    cameBy: progress.cameBy,
    sentBy: progress.sentBy,
    goesOutside: progress.goesOutside,
    withholdCaller: () => {
      caller.leg.withhold();
      progress.withholdCaller();
    },
    secure: (go) => {
      // The watcher of a moved caller takes them back and gets the reason (VMP-21).
      if (moved !== undefined) return;
      onward = go;
      send({ kind: "secured" });
    },
    put: (party, wanted, met) => {
      if (machine.state.phase === "ended") return;
      service = wanted;
      company = met;
      start(party);
      send({ kind: "put" });
    },
    ring: (party, candidates, how) => ringing.ring(candidates, how, () => start(party)),
    phoneCame: ringing.phoneCame,
    rings: (leg) => machine.state.phase === "ringing" && machine.state.candidates.includes(leg.id),
    get ringing() {
      return machine.state.phase === "ringing";
    },
    reroute: () => {
      send({ kind: "rerouted" });
      return caller;
    },
    get codecs() {
      return caller.codecs;
    },
    mayReplace: (leg) => mayReplace(machine.state, leg.id),
    pickUp: (party, picker) => {
      ringing.take(picker);
      progress.start(party);
      send({ kind: "picked", leg: picker.leg.id });
    },
    replace: (old, by, direction) => {
      if (!mayReplace(machine.state, old.id)) return false;
      join(by);
      if (caller.leg === old) caller = movedEnd(by, codec);
      sound.replaced(old.id, by.id);
      takeOver(old.recorder, by.recorder);
      send({ kind: "replaced", old: old.id, by: by.id, held: direction === "sendonly" || direction === "inactive" });
      legs.delete(old.id);
      by.noteDirection(direction);
      return true;
    },
    rename: start,
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
    mayLeave: (leg) => {
      const { state } = machine;
      if (leg.state.phase !== "up") return false;
      if (state.phase === "serving") return leg.id === state.caller;
      return state.phase === "talking" && (leg.id === state.caller || leg.id === state.callee);
    },
    part: (leg) => {
      send({ kind: "left", leg: leg.id });
      progress.parted(leg);
      legs.delete(leg.id);
    },
    takeBack: (leg) => {
      const { state } = machine;
      if (state.phase !== "parted") return false;
      if (state.away === "caller" && caller.leg !== leg) caller = movedEnd(leg, codec);
      join(leg);
      send({ kind: "returned", leg: leg.id });
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
      noteHolds();
    },
    giveUp: () => send({ kind: "givenUp" }),
    shutDown: () => send({ kind: "shutDown" }),
    view: progress.view,
  };
  return call;
}
