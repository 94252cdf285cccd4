/** Runs a follow-me plan: the state machine of follow-me.model.ts with its phones, lines and timers. */
import type { Clock, DirectoryUser, FollowMePlan } from "@callpanel/phone-port";
import type { PhoneSettings } from "../../../settings.ts";
import type { Arrival } from "../../call/arrival.ts";
import type { LegId } from "../../bridge/bridge.state.ts";
import type { CalleeLeg } from "../../leg/callee-leg.ts";
import { statusOf } from "../../leg/gone-cause.ts";
import type { GoneCause } from "../../leg/leg.model.ts";
import { partyOf } from "../../leg/leg.ts";
import { createMachine } from "../../../machine.ts";
import type { RingDesk, RingEnd, RingPlan } from "../../call/ring-plan.port.ts";
import { isByHand } from "../../leg/refusal.ts";
import type { Notified, NotifyPerson } from "../../ringing/notified.ts";
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
    notices.over(place, "missed");
    desk?.withdraw(legs);
  };
  const isEmptyNow = (place: Place): void =>
    machine.send(place === "first" ? { kind: "firstGone", final: false } : { kind: "gone", entry: place });
  const notices = createNotices({
    arrival,
    notify: ownPhones.notify,
    declined: (place) => {
      desk?.declineAt(places.clear(place));
      if (place !== "first") reachOf(place).close();
      isEmptyNow(place);
    },
  });
  const ringAt = (place: Place, opened: readonly CalleeLeg[], { owner, named }: Partial<EntryReach>): void => {
    const legs = places.seat(place, opened);
    if (legs.length === 0) return isEmptyNow(place);
    desk?.ring(legs);
    if (owner !== undefined && !places.isEmpty(place)) notices.begin(place, owner, named);
  };

  const perform = (effect: FollowMeEffect): void => {
    switch (effect.kind) {
      case "ringFirst":
        return ringAt("first", ownPhones.open(arrival, user), { owner: user });
      case "stopFirst":
        return drop("first");
      case "ring":
        return ringAt(effect.entry, reachOf(effect.entry).open(), reachOf(effect.entry));
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

  const firstGone = (cause: GoneCause): void => {
    // A person who declines with a 6xx does not want to be looked for elsewhere (RFC 3261 §21.6).
    const final = statusOf(cause) >= 600;
    if (final || places.isEmpty("first")) notices.over("first", isByHand(statusOf(cause)) ? "handled" : "missed");
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
      if (place === "first") return firstGone(cause);
      const next = places.seat(place, reachOf(place).after(leg, cause));
      if (next.length > 0) return desk?.ring(next);
      if (!places.isEmpty(place)) return;
      notices.over(place, isByHand(statusOf(cause)) ? "handled" : "missed");
      reachOf(place).close();
      isEmptyNow(place);
    },
    asks: (leg) => {
      const place = places.of(leg);
      if (!plan.confirm || place === undefined || place === "first") return false;
      machine.send({ kind: "asked", entry: place });
      return true;
    },
    more: (binding) => {
      if (machine.state.phase === "first")
        return binding.user.id === user.id ? places.seat("first", ownPhones.openLate(arrival, binding, { user })) : [];
      for (const place of places.taken()) {
        if (place === "first") continue;
        const legs = places.seat(place, reachOf(place).more(binding));
        if (legs.length > 0) return legs;
      }
      return [];
    },
    end: (end) => {
      timers.stopAll();
      const place = end.how === "taken" ? places.of(end.leg) : undefined;
      notices.end(end, { winner: place, others: plan.markAnswered ? "told" : "untold" });
      for (const [entry, reach] of reaches.entries()) if (entry !== place) reach.close();
      // Another person has taken the call instead.
      if (typeof place === "number" && reachOf(place).owner?.id !== user.id) register.vacate(user.id, arrival.call);
    },
  };
}

/** Where a leg rings: at the own phones, or at a number of the list. */
type Place = Entry | "first";

interface NoticesParts {
  readonly arrival: Arrival;
  readonly notify: NotifyPerson;
  /** The person refuses at a place whose phones ring. */
  readonly declined: (place: Place) => void;
}

/** The data for people whose phones ring, by place: their phones show it with the call. */
function createNotices({ arrival, notify, declined }: NoticesParts) {
  const notices = new Map<Place, Notified>();
  const over = (place: Place, how: "handled" | "missed"): void => {
    notices.get(place)?.over(how);
    notices.delete(place);
  };
  return {
    begin: (place: Place, user: DirectoryUser, named: string | undefined): void => {
      const { name, number } = arrival.caller.leg.shown;
      const decline = (): void => {
        over(place, "handled");
        declined(place);
      };
      notices.set(place, notify({ callId: arrival.call.id, user, from: { name: named ?? name, number }, decline }));
    },
    over,
    end: ({ how }: RingEnd, { winner, others }: { winner: Place | undefined; others: "told" | "untold" }): void => {
      for (const place of notices.keys()) {
        const isHandled = how === "taken" ? others === "told" || place === winner : how !== "over";
        over(place, isHandled ? "handled" : "missed");
      }
    },
  };
}

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
