import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { REACHABILITY } from "../../shared/phone/reachability.ts";
import { whenSignedIn } from "../../shared/viewer.ts";
import { NotReachable } from "./NotReachable.tsx";
import { createReachability } from "./reachability.store.ts";

export { reachabilityMessages } from "./reachability.messages.ts";
export { REACH_TONES, reachStatusId } from "./reachability.view.ts";

/** Whether calls reach the person (docs/spec/reachability.md). */
export const reachability: PanelFeature = {
  Layer: NotReachable,
  provides: [provide(REACHABILITY, createReachability, (run, { signedIn }) => whenSignedIn(signedIn, run.start))],
};
