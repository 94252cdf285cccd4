import type { SoftphoneSlot } from "../../../shared/phone/softphone.ts";
import { buttonOf } from "../../../shared/phone/softphoneButton.ts";
import type { Readable } from "../../../shared/store.ts";

/** Whether the softphone of this page has a call. */
export function callOf(slot: Readable<SoftphoneSlot>): Readable<boolean> {
  const isUp = () => buttonOf(slot.get()).get().call !== "idle";
  return {
    get: isUp,
    subscribe(listener) {
      let known = isUp();
      const changed = () => {
        if (known === isUp()) return;
        known = isUp();
        listener();
      };
      let leave = buttonOf(slot.get()).subscribe(changed);
      const stop = slot.subscribe(() => {
        leave();
        leave = buttonOf(slot.get()).subscribe(changed);
        changed();
      });
      return () => {
        stop();
        leave();
      };
    },
  };
}
