/** The phones that ring for a call: the first ones, those that register later, those that a plan adds. */
import type { Binding } from "../../registrar/bindings.ts";
import type { BridgeEvent, BridgeState, LegId, RingingEnd } from "../bridge/bridge.state.ts";
import type { CallDeps, CallerEnd, Ringing, RingMore } from "./call.port.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import { createConfirmation, type Confirmation } from "./confirmation.ts";
import { createEarlySound, type EarlySound } from "./sound/early-sound.ts";
import type { PressedDigit } from "../../signalling/digits.ts";
import type { GoneCause } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { RingDesk, RingEnd, RingFollower, RingPlan } from "./ring-plan.port.ts";
import { createRingingTimes, type RingingTimes } from "./ringing-times.ts";
import type { CallSound, Opening } from "./sound/sound.ts";

type Seat = Pick<CalleeLeg, "leg" | "fit">;

export interface CallRinging {
  /** Adds the candidates and rings them; `begun` is called in between. */
  ring(candidates: readonly CalleeLeg[], how: Ringing, begun: () => void): void;
  phoneCame(binding: Binding): void;
  /** More phones ring. */
  offer(candidates: readonly CalleeLeg[]): void;
  /** Adds the leg of a person who picked up the call; it has already answered. */
  take(seat: Seat): void;
  fit(leg: LegId): ReturnType<CalleeLeg["fit"]> | undefined;
  /** A phone has answered. */
  answered(leg: Leg): void;
  /** The person has answered, and is asked whether they take the call. */
  isAsked(leg: LegId): boolean;
  /** True: the digit answers the question whether the person takes the call. */
  pressed(leg: Leg, digit: PressedDigit): boolean;
  gone(leg: Leg, cause: GoneCause): void;
  readonly times: RingingTimes;
  readonly earlySound: EarlySound;
  /** Ringing has ended. */
  over(state: BridgeState, how: RingingEnd): void;
}

interface RingingParts {
  readonly deps: CallDeps;
  readonly state: () => BridgeState;
  readonly send: (event: BridgeEvent) => void;
  readonly join: (leg: Leg) => void;
  readonly sound: Pick<CallSound, "hear" | "open">;
  /** The codecs of the caller are offered to the phones that ring. */
  readonly caller: () => CallerEnd;
}

export function createCallRinging({ deps, state, send, join, sound, caller }: RingingParts): CallRinging {
  const { clock, log, settings } = deps;
  const seats = new Map<LegId, Seat>();
  const asked = new Map<LegId, Confirmation>();
  let more: RingMore = () => [];
  let plan: RingPlan | undefined;
  let followers: readonly RingFollower[] = [];
  let limitMs: number | undefined = settings.noAnswerMs;

  const earlySound = createEarlySound({ state, caller, hear: (heard) => sound.hear(caller().leg.id, heard) });
  const times = createRingingTimes({ clock, noAnswerMs: () => limitMs, send });

  const seat = (candidates: readonly CalleeLeg[], opening?: Opening): void => {
    for (const candidate of candidates) {
      seats.set(candidate.leg.id, candidate);
      if (opening !== undefined) sound.open(candidate.leg.id, opening);
      join(candidate.leg);
    }
  };
  const offer = (candidates: readonly CalleeLeg[]): void => {
    seat(candidates);
    send({ kind: "offered", candidates: candidates.map(({ leg }) => leg.id) });
    for (const candidate of candidates) void candidate.ring(caller().codecs);
  };

  const forget = (leg: LegId): void => {
    asked.get(leg)?.stop();
    asked.delete(leg);
  };
  const withdraw = (legs: readonly LegId[]): void => {
    legs.forEach(forget);
    send({ kind: "withdrawn", legs });
  };
  const desk: RingDesk = {
    ring: offer,
    withdraw,
    declineAt: (legs) => {
      legs.forEach(forget);
      send({ kind: "declinedAt", legs });
    },
    exhausted: (rangOut) => send({ kind: "exhausted", rangOut }),
    decline: (reason) => send({ kind: "declined", reason }),
  };

  /** The SDP answer in the 200 is applied before the call is theirs, so that they can hear the question. */
  const ask = (one: Seat): void => {
    const { id } = one.leg;
    const fitted = one.fit();
    seats.set(id, { leg: one.leg, fit: () => fitted });
    fitted.catch((error: unknown) => {
      log.warn("a phone that was to be asked does not fit", { leg: id, error: String(error) });
      declined(id);
    });
    const accepted = (): void => {
      forget(id);
      send({ kind: "answered", leg: id });
    };
    asked.set(id, createConfirmation({ clock, leg: one.leg, accepted, declined: () => declined(id) }));
    const { far } = one.leg;
    if (far !== undefined) one.leg.face({ ...far, doing: "asking" });
  };
  const declined = (leg: LegId): void => {
    if (!asked.has(leg)) return;
    withdraw([leg]);
    plan?.gone(leg, { kind: "hungUp" });
  };

  return {
    times,
    earlySound,
    offer,
    ring: (candidates, how, begun) => {
      ({ more, plan } = how);
      followers = [how.plan, how.follower].filter((one) => one !== undefined);
      limitMs = plan === undefined ? settings.noAnswerMs : plan.limitMs;
      seat(candidates, how.opening);
      begun();
      send({ kind: "dialled", candidates: candidates.map(({ leg }) => leg.id), plan });
      for (const candidate of candidates) void candidate.ring(caller().codecs);
      plan?.begin(desk);
      if (state().phase === "ringing") how.follower?.begin(desk);
    },
    phoneCame: (binding) => {
      if (state().phase === "ringing") offer(plan === undefined ? more(binding) : plan.more(binding));
    },
    take: (one) => {
      seats.set(one.leg.id, one);
      join(one.leg);
    },
    fit: (leg) => seats.get(leg)?.fit(),
    answered: (leg) => {
      const one = seats.get(leg.id);
      const now = state();
      const rung = now.phase === "ringing" && now.candidates.includes(leg.id);
      if (one !== undefined && rung && plan?.asks(leg.id) === true) ask(one);
      else send({ kind: "answered", leg: leg.id });
    },
    isAsked: (leg) => asked.has(leg),
    pressed: (leg, digit) => asked.get(leg.id)?.pressed(digit) ?? false,
    gone: (leg, cause) => {
      forget(leg.id);
      plan?.gone(leg.id, cause);
    },
    over: (now, how) => {
      times.stopNoAnswer();
      for (const leg of asked.keys()) forget(leg);
      const ended = followers;
      plan = undefined;
      followers = [];
      more = () => [];
      for (const one of ended) one.end(endOf(now, how));
    },
  };
}

const endOf = (now: BridgeState, how: RingingEnd): RingEnd => {
  if (how !== "taken") return { how };
  return now.phase === "joining" && now.target.kind === "leg" ? { how, leg: now.target.leg } : { how: "over" };
};
