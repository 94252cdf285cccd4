/** Runs a follow-me plan: the state machine of follow-me.model.ts with its phones, lines and timers. */
import type { Clock, DirectoryUser, FollowMePlan } from "@callpanel/phone-port";
import type { PhoneSettings } from "../../../settings.ts";
import type { Arrival } from "../../call/arrival.ts";
import type { LegId } from "../../bridge/bridge.state.ts";
import type { CalleeLeg } from "../../leg/callee-leg.ts";
import { statusOf } from "../../leg/gone-cause.ts";
import { partyOf } from "../../leg/leg.ts";
import { createMachine } from "../../../machine.ts";
import type { RingDesk, RingPlan } from "../../call/ring-plan.port.ts";
import { createEntries, NOBODY, type EntriesDeps, type EntryReach } from "./follow-me-entries.ts";
import {
  beginFollowMe,
  stepFollowMe,
  type Entry,
  type FollowMeEffect,
  type FollowMeEvent,
  type FollowMeOrder,
  type FollowMeState,
  type FollowMeTimer,
} from "./follow-me.model.ts";

/** Looks for a person as their plan says. */
export type FollowMe = (arrival: Arrival, user: DirectoryUser, plan: FollowMePlan) => Promise<void>;

export interface FollowMeDeps extends EntriesDeps {
  readonly clock: Clock;
  readonly settings: Pick<PhoneSettings, "noAnswerMs">;
}

export function createFollowMe(deps: FollowMeDeps): FollowMe {
  const entriesOf = createEntries(deps);

  return async (arrival, user, plan) => {
    const { call } = arrival;
    const reaches = await entriesOf(arrival, user, plan);
    if (!call.live) return;
    deps.register.occupy(user.id, call);
    call.ring(partyOf(user), [], { more: () => [], plan: createSearch({ deps, arrival, user, plan, reaches }) });
  };
}

interface SearchParts {
  readonly deps: FollowMeDeps;
  readonly arrival: Arrival;
  readonly user: DirectoryUser;
  readonly plan: FollowMePlan;
  /** How each entry of the plan is reached. */
  readonly reaches: readonly EntryReach[];
}

function createSearch({ deps, arrival, user, plan, reaches }: SearchParts): RingPlan {
  const { clock, register, ownPhones, settings } = deps;
  const order: FollowMeOrder = {
    strategy: plan.strategy,
    firstSeconds: plan.firstSeconds,
    totalSeconds: plan.totalSeconds,
    longestSeconds: Math.ceil(settings.noAnswerMs / 1_000),
    secondsOf: plan.numbers.map(({ timeoutSeconds }) => timeoutSeconds),
  };
  const places = createPlaces();
  const timers = createTimers(clock, (timer) => machine.send({ kind: "timeUp", timer }));
  let desk: RingDesk | undefined;

  const reachOf = (entry: Entry) => reaches[entry] ?? NOBODY;
  const drop = (place: Place): void => {
    const legs = places.clear(place);
    if (place !== "first") reachOf(place).close();
    desk?.withdraw(legs);
  };

  const perform = (effect: FollowMeEffect): void => {
    switch (effect.kind) {
      case "ringFirst": {
        const legs = places.seat("first", ownPhones.open(arrival, user));
        if (legs.length === 0) machine.send({ kind: "firstGone", final: false });
        else desk?.ring(legs);
        return;
      }
      case "stopFirst":
        return drop("first");
      case "ring": {
        const { entry } = effect;
        const legs = places.seat(entry, reachOf(entry).open());
        if (legs.length === 0) machine.send({ kind: "gone", entry });
        else desk?.ring(legs);
        return;
      }
      case "stop":
        return drop(effect.entry);
      case "startTimer":
        return timers.start(effect.timer, effect.seconds);
      case "stopTimer":
        return timers.stop(effect.timer);
      case "exhausted":
        return desk?.exhausted(effect.rangOut);
    }
  };

  const begun = beginFollowMe(order);
  const machine = createMachine<FollowMeState, FollowMeEvent, FollowMeEffect>({
    initial: begun.state,
    step: (state, event) => stepFollowMe(order, state, event),
    perform,
  });

  const firstGone = (status: number): void => {
    // A person who declines with a 6xx does not want to be looked for elsewhere (RFC 3261 §21.6).
    const final = status >= 600;
    if (final) drop("first");
    if (places.isEmpty("first")) machine.send({ kind: "firstGone", final });
  };

  return {
    others: plan.markAnswered ? "told" : "untold",
    limitMs: undefined,
    begin: (given) => {
      desk = given;
      begun.effects.forEach(perform);
    },
    gone: (leg, cause) => {
      const place = places.of(leg);
      if (place === undefined) return;
      places.remove(leg);
      if (place === "first") return firstGone(statusOf(cause));
      const next = places.seat(place, reachOf(place).after(leg, cause));
      if (next.length > 0) return desk?.ring(next);
      if (!places.isEmpty(place)) return;
      reachOf(place).close();
      machine.send({ kind: "gone", entry: place });
    },
    asks: (leg) => {
      const place = places.of(leg);
      if (!plan.confirm || place === undefined || place === "first") return false;
      machine.send({ kind: "asked", entry: place });
      return true;
    },
    more: (binding) => {
      if (machine.state.phase === "first")
        return binding.user.id === user.id
          ? places.seat("first", ownPhones.open(arrival, user, { among: [binding] }))
          : [];
      for (const place of places.taken()) {
        if (place === "first") continue;
        const legs = places.seat(place, reachOf(place).more(binding));
        if (legs.length > 0) return legs;
      }
      return [];
    },
    end: (winner) => {
      timers.stopAll();
      const place = winner === undefined ? undefined : places.of(winner);
      for (const [entry, reach] of reaches.entries()) if (entry !== place) reach.close();
      // Another person has taken the call instead.
      if (typeof place === "number" && reachOf(place).owner !== user.id) register.vacate(user.id, arrival.call);
    },
  };
}

/** Where a leg rings: at the own phones, or at a number of the list. */
type Place = Entry | "first";

/** The place of each leg that rings. */
function createPlaces() {
  const placeOf = new Map<LegId, Place>();
  const legsAt = (place: Place): readonly LegId[] => [...placeOf].flatMap(([leg, at]) => (at === place ? [leg] : []));
  return {
    of: (leg: LegId): Place | undefined => placeOf.get(leg),
    isEmpty: (place: Place): boolean => legsAt(place).length === 0,
    taken: (): ReadonlySet<Place> => new Set(placeOf.values()),
    seat: (place: Place, legs: readonly CalleeLeg[]): readonly CalleeLeg[] => {
      for (const { leg } of legs) placeOf.set(leg.id, place);
      return legs;
    },
    remove: (leg: LegId): void => void placeOf.delete(leg),
    /** Returns the legs that were there. */
    clear: (place: Place): readonly LegId[] => {
      const legs = legsAt(place);
      for (const leg of legs) placeOf.delete(leg);
      return legs;
    },
  };
}

function createTimers(clock: Clock, timeUp: (timer: FollowMeTimer) => void) {
  const running = new Map<FollowMeTimer, () => void>();
  const stop = (timer: FollowMeTimer): void => {
    running.get(timer)?.();
    running.delete(timer);
  };
  return {
    start: (timer: FollowMeTimer, seconds: number): void => {
      running.set(
        timer,
        clock.setTimeout(() => timeUp(timer), 1_000 * seconds),
      );
    },
    stop,
    stopAll: (): void => {
      for (const timer of running.keys()) stop(timer);
    },
  };
}
