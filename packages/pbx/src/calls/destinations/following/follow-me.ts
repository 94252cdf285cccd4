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
import { createEntries, NOBODY, type EntriesDeps } from "./follow-me-entries.ts";
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
  const { clock, register, ownPhones, settings } = deps;
  const entriesOf = createEntries(deps);

  return async (arrival, user, plan) => {
    const { call } = arrival;
    const reaches = await entriesOf(arrival, user, plan);
    if (!call.live) return;
    register.occupy(user.id, call);
    const order: FollowMeOrder = {
      strategy: plan.strategy,
      firstSeconds: plan.firstSeconds,
      totalSeconds: plan.totalSeconds,
      longestSeconds: Math.ceil(settings.noAnswerMs / 1_000),
      secondsOf: plan.numbers.map(({ timeoutSeconds }) => timeoutSeconds),
    };
    /** The place of each leg: the own phones, or a number of the list. */
    const placeOf = new Map<LegId, Entry | "first">();
    const timers = new Map<FollowMeTimer, () => void>();
    let desk: RingDesk | undefined;

    const legsAt = (place: Entry | "first"): readonly LegId[] =>
      [...placeOf].flatMap(([leg, at]) => (at === place ? [leg] : []));
    const seat = (place: Entry | "first", legs: readonly CalleeLeg[]): readonly CalleeLeg[] => {
      for (const { leg } of legs) placeOf.set(leg.id, place);
      return legs;
    };
    const reachOf = (entry: Entry) => reaches[entry] ?? NOBODY;
    const drop = (place: Entry | "first"): void => {
      const legs = legsAt(place);
      for (const leg of legs) placeOf.delete(leg);
      if (place !== "first") reachOf(place).close();
      desk?.withdraw(legs);
    };
    const stopTimer = (timer: FollowMeTimer): void => {
      timers.get(timer)?.();
      timers.delete(timer);
    };

    const perform = (effect: FollowMeEffect): void => {
      switch (effect.kind) {
        case "ringFirst": {
          const legs = seat("first", ownPhones.open(arrival, user));
          if (legs.length === 0) machine.send({ kind: "firstGone", final: false });
          else desk?.ring(legs);
          return;
        }
        case "stopFirst":
          return drop("first");
        case "ring": {
          const { entry } = effect;
          const legs = seat(entry, reachOf(entry).open());
          if (legs.length === 0) machine.send({ kind: "gone", entry });
          else desk?.ring(legs);
          return;
        }
        case "stop":
          return drop(effect.entry);
        case "startTimer": {
          const { timer, seconds } = effect;
          timers.set(
            timer,
            clock.setTimeout(() => machine.send({ kind: "timeUp", timer }), 1_000 * seconds),
          );
          return;
        }
        case "stopTimer":
          return stopTimer(effect.timer);
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

    const firstGone = (leg: LegId, status: number): void => {
      placeOf.delete(leg);
      // A person who declines with a 6xx does not want to be looked for elsewhere (RFC 3261 §21.6).
      const final = status >= 600;
      if (final) drop("first");
      if (legsAt("first").length === 0) machine.send({ kind: "firstGone", final });
    };

    const ringPlan: RingPlan = {
      others: plan.markAnswered ? "told" : "untold",
      limitMs: undefined,
      begin: (given) => {
        desk = given;
        begun.effects.forEach(perform);
      },
      gone: (leg, cause) => {
        const place = placeOf.get(leg);
        if (place === undefined) return;
        if (place === "first") return firstGone(leg, statusOf(cause));
        placeOf.delete(leg);
        const next = seat(place, reachOf(place).after(leg, cause));
        if (next.length > 0) return desk?.ring(next);
        if (legsAt(place).length > 0) return;
        reachOf(place).close();
        machine.send({ kind: "gone", entry: place });
      },
      asks: (leg) => {
        const place = placeOf.get(leg);
        if (!plan.confirm || place === undefined || place === "first") return false;
        machine.send({ kind: "asked", entry: place });
        return true;
      },
      more: (binding) => {
        if (machine.state.phase === "first")
          return binding.user.id === user.id ? seat("first", ownPhones.open(arrival, user, { among: [binding] })) : [];
        for (const place of new Set(placeOf.values())) {
          if (place === "first") continue;
          const legs = seat(place, reachOf(place).more(binding));
          if (legs.length > 0) return legs;
        }
        return [];
      },
      end: (winner) => {
        for (const timer of timers.keys()) stopTimer(timer);
        const place = winner === undefined ? undefined : placeOf.get(winner);
        for (const [entry, reach] of reaches.entries()) if (entry !== place) reach.close();
        // Another person has taken the call instead.
        if (typeof place === "number" && reachOf(place).owner !== user.id) register.vacate(user.id, call);
      },
    };
    call.ring(partyOf(user), [], { more: () => [], plan: ringPlan });
  };
}
