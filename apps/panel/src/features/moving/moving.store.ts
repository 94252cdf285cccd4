import { mayMoveCaller } from "@callpanel/contract";
import type { MoveTarget, Moving, MovingState, Taken, Verdict } from "../../shared/phone/moving.ts";
import { createStore } from "../../shared/store.ts";
import { createJourneys } from "./journeys.ts";
import type { JourneyDeps } from "./journeys.ts";
import { canMove, IDLE, mayGo, stepMoving, verdictOf } from "./moving.model.ts";
import type { Mover, MovingAction } from "./moving.model.ts";
import { sourceOf } from "./sources.ts";

export interface MovingDeps extends Omit<JourneyDeps, "verdict"> {
  /** The signed-in person; null until loaded. */
  readonly mover: () => Mover | null;
}

/** Every move is one `redirect` of the other party's leg: the same for a colleague's call and an own call (MOVE-2). */
export function createMoving(deps: MovingDeps): Moving {
  const { liveBuddies, notices, mover } = deps;
  const store = createStore<MovingState, MovingAction>(IDLE, stepMoving);
  let stopWatching: () => void = () => undefined;

  const live = (exten: string) => liveBuddies.of(exten).get();
  const personAt = ({ kind, number }: MoveTarget) => (kind === "person" ? live(number) : null);
  const verdict = (taken: Taken, target: MoveTarget): Verdict =>
    verdictOf(target, { source: sourceOf(deps, taken), person: personAt(target), mover: mover() });

  const { move } = createJourneys({ ...deps, verdict });

  /** MOVE-7: when the call ends during the drag, a notice says so, and no target is highlighted any more. */
  const watchEnd = (taken: Taken) => {
    stopWatching();
    const source = sourceOf(deps, taken);
    stopWatching = source.watch(() => {
      if (source.party() !== undefined) return;
      end();
      notices.error(deps.words.get().error("sipua.error.ended"));
    });
  };
  const end = () => {
    stopWatching();
    stopWatching = () => undefined;
    store.dispatch({ type: "ended" });
  };
  const begin = (action: Extract<MovingAction, { readonly taken: Taken }>) => {
    store.dispatch(action);
    watchEnd(action.taken);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    mayMove(call, exten) {
      const by = mover();
      // MOVE-12: a viewer who may move it at all may move it to a person.
      if (by === null || !mayGo(by, { from: { exten, name: "" }, call }, "person")) return false;
      return canMove(call) && liveBuddies.liveness.get().kind === "live";
    },
    mayMoveCallers(queue, to) {
      const by = mover();
      return by !== null && mayMoveCaller(by.rights, queue, { isToSelf: to === "self" });
    },
    pickUp: (taken) => begin({ type: "pickedUp", taken }),
    hover: (number) => store.dispatch({ type: "hovered", number }),
    drop(target) {
      const state = store.get();
      if (state.phase !== "carried") return;
      end();
      if (target !== null) void move(state.taken, target);
    },
    ask: (taken) => begin({ type: "asked", taken }),
    stopAsking: end,
    move(taken, target) {
      end();
      void move(taken, target);
    },
    verdict,
    verdictOn: (taken, target) => ({
      get: () => verdict(taken, target),
      subscribe(listener) {
        const person = target.kind === "person" ? [liveBuddies.of(target.number).subscribe(listener)] : [];
        const stops = [sourceOf(deps, taken).watch(listener), ...person];
        return () => {
          for (const stop of stops) stop();
        };
      },
    }),
  };
}
