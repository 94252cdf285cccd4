import { moveBuddy, unwatchBuddy, watchBuddy } from "@callpanel/contract";
import type { Api } from "../../../shared/api/api.ts";
import { createStore } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import { inOrder, sortOfMove, stepWatched } from "./watched.model.ts";
import type { Watched, WatchStep } from "./watched.model.ts";

/** The last list from the server. */
export interface WatchedTruth {
  get(): Watched;
  /** Null: it was changed elsewhere and must be loaded again. */
  set(list: Watched | null): Promise<void>;
}

export interface WatchQueueDeps {
  readonly api: Api;
  readonly truth: WatchedTruth;
  readonly onFailed: (step: WatchStep, error: unknown) => void;
}

/** Steps without a response yet, in order: the panel shows the server's list with these applied. */
export interface WatchQueue extends Readable<readonly WatchStep[]> {
  give(step: WatchStep): void;
}

/** BUDDIES-20: a change shows immediately; changes are sent one at a time. A failed change is removed with its effect. */
export function createWatchQueue({ api, truth, onFailed }: WatchQueueDeps): WatchQueue {
  const waiting = createStore<readonly WatchStep[], { type: "given" | "settled"; step: WatchStep }>(
    [],
    (steps, { type, step }) => (type === "given" ? [...steps, step] : steps.filter((one) => one !== step)),
  );
  let last = Promise.resolve();

  const settle = async (step: WatchStep) => {
    try {
      await truth.set(await send(api, step, truth.get()));
    } catch (error) {
      onFailed(step, error);
      await truth.set(null);
    }
    waiting.dispatch({ type: "settled", step });
  };

  return {
    get: waiting.get,
    subscribe: waiting.subscribe,
    give(step) {
      waiting.dispatch({ type: "given", step });
      last = last.then(() => settle(step));
    },
  };
}

async function send(api: Api, step: WatchStep, list: Watched): Promise<Watched | null> {
  const { username, exten } = step.buddy;
  const after = stepWatched(list, step);
  switch (step.type) {
    case "watch": {
      const { buddy, order } = await api.call(watchBuddy, { body: { username } });
      return inOrder([...list.filter((one) => one.exten !== exten), buddy], order);
    }
    case "unwatch":
      return inOrder(after, (await api.call(unwatchBuddy, { params: { exten } })).order);
    case "move": {
      const body = { sort: sortOfMove(list, step) };
      return inOrder(after, (await api.call(moveBuddy, { params: { exten }, body })).order);
    }
  }
}
