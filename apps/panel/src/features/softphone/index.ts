/** The softphone's front door. Loaded after sign-in, and only when the viewer has a SIP config. */
import { createStore } from "../../shared/store.ts";
import type { CreateSoftphone, SoftphoneButton } from "../../shared/softphone.ts";

export const createSoftphone: CreateSoftphone = () => ({
  button: createStore<SoftphoneButton, never>({ status: "connecting", call: "idle", missedCount: 0 }, (state) => state),
  Panel: () => null,
  CallBar: () => null,
  dial: () => undefined,
  shortcuts: [],
  stop: () => undefined,
});
