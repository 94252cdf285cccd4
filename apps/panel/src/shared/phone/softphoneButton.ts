import type { SlotOf, Softphone, SoftphoneButton } from "./softphone.ts";
import type { Readable } from "../store.ts";

const always = (state: SoftphoneButton): Readable<SoftphoneButton> => ({ get: () => state, subscribe: () => () => {} });
const NO_PHONE = always({ status: "not-registered", call: "idle", missedCount: 0 });
const LOADING_PHONE = always({ status: "connecting", call: "idle", missedCount: 0 });

/** The state of the phone, also before it is loaded. */
export function buttonOf(slot: SlotOf<Pick<Softphone, "button">>): Readable<SoftphoneButton> {
  switch (slot.kind) {
    case "ready":
      return slot.softphone.button;
    case "loading":
      return LOADING_PHONE;
    case "absent":
    case "failed":
      return NO_PHONE;
  }
}
