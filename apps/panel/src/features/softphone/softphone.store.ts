import type { TextStorage } from "../../shared/storage.ts";
import { createStore } from "../../shared/store.ts";
import type { Store } from "../../shared/store.ts";
import { INITIAL_SOFTPHONE, stepSoftphone } from "./softphone.model.ts";
import type { SoftphoneAction, SoftphoneState } from "./softphone.model.ts";

export type SoftphoneStore = Store<SoftphoneState, SoftphoneAction>;

/** The open pane is stored per person; a log or a contact list is not opened again after a reload. */
export function createSoftphoneStore({
  storage,
  username,
}: {
  readonly storage: TextStorage;
  readonly username: string;
}): SoftphoneStore {
  const key = `softphone_dial_pad_${username}`;
  const store = createStore<SoftphoneState, SoftphoneAction>(
    { ...INITIAL_SOFTPHONE, pane: storage.get(key) === "open" ? "dialPad" : "none" },
    stepSoftphone,
  );
  return {
    ...store,
    dispatch(action) {
      const before = store.get().pane;
      store.dispatch(action);
      const after = store.get().pane;
      if (action.type !== "paneToggled" || before === after) return;
      if (after === "dialPad") storage.set(key, "open");
      else storage.remove(key);
    },
  };
}
