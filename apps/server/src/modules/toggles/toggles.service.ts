import { createListeners } from "../../kernel/bus/listeners.ts";
import type { Revisions } from "../../kernel/bus/revisions.ts";
import type { ToggleOption, ToggleStore } from "./toggles.store.ts";

export interface TogglesDeps {
  readonly store: ToggleStore;
  readonly revisions: Pick<Revisions, "follow" | "changed">;
}

/** The active option of each toggle destination. In memory, because calls need it immediately. */
export interface Toggles {
  activeOf(realm: string, number: string): ToggleOption;
  /** Stored and in effect when it resolves. */
  choose(realm: string, number: string, active: ToggleOption): Promise<ToggleOption>;
  flip(realm: string, number: string): Promise<ToggleOption>;
  /** Called for every toggle that was switched, from any source. @returns unsubscribes */
  subscribe(listener: (realm: string, number: string) => void): () => void;
  stop(): void;
}

/** Resolves when the stored state is read. */
export async function createToggles({ store, revisions }: TogglesDeps): Promise<Toggles> {
  const keyOf = (realm: string, number: string): string => `${realm} ${number}`;
  const states = new Map((await store.all()).map(({ realm, number, active }) => [keyOf(realm, number), active]));
  const listeners = createListeners<[realm: string, number: string]>();

  const activeOf = (realm: string, number: string): ToggleOption => states.get(keyOf(realm, number)) ?? "A";
  const put = (realm: string, number: string, active: ToggleOption): void => {
    const changed = activeOf(realm, number) !== active;
    states.set(keyOf(realm, number), active);
    if (changed) listeners.tell(realm, number);
  };
  const refresh = async (): Promise<void> => {
    for (const { realm, number, active } of await store.all()) put(realm, number, active);
  };
  const set = async (realm: string, number: string, step: (before: ToggleOption) => ToggleOption) => {
    const active = await store.set(realm, number, step);
    put(realm, number, active);
    revisions.changed();
    return active;
  };

  return {
    activeOf,
    choose: (realm, number, active) => set(realm, number, () => active),
    flip: (realm, number) => set(realm, number, (before) => (before === "A" ? "B" : "A")),
    subscribe: listeners.subscribe,
    stop: revisions.follow("toggles", refresh),
  };
}
