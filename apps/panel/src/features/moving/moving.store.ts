import type { MoveTarget, Moving, MovingState, TakenCall, Verdict } from "../../shared/phone/moving.ts";
import { createStore } from "../../shared/store.ts";
import { createJourneys } from "./journeys.ts";
import type { JourneyDeps } from "./journeys.ts";
import { canMove, IDLE, mayGo, presentCall, stepMoving, verdictOf } from "./moving.model.ts";
import type { Mover, MovingAction } from "./moving.model.ts";

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
  const verdict = (taken: TakenCall, target: MoveTarget): Verdict =>
    verdictOf(taken, target, { owner: live(taken.from.exten), person: personAt(target), mover: mover() });

  const { move } = createJourneys({ ...deps, verdict });

  /** MOVE-7: when the call ends during the drag, a notice says so, and no target is highlighted any more. */
  const watchEnd = (taken: TakenCall) => {
    stopWatching();
    stopWatching = liveBuddies.of(taken.from.exten).subscribe(() => {
      if (presentCall(live(taken.from.exten), taken) !== undefined) return;
      end();
      notices.error(deps.words.get().error("sipua.error.ended"));
    });
  };
  const end = () => {
    stopWatching();
    stopWatching = () => undefined;
    store.dispatch({ type: "ended" });
  };
  const begin = (action: Extract<MovingAction, { readonly taken: TakenCall }>) => {
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
        const watched = [taken.from.exten, ...(target.kind === "person" ? [target.number] : [])];
        const stops = watched.map((exten) => liveBuddies.of(exten).subscribe(listener));
        return () => {
          for (const stop of stops) stop();
        };
      },
    }),
  };
}
