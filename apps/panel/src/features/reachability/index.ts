/** Whether calls reach the person (docs/spec/reachability.md). */
export { NotReachable } from "./NotReachable.tsx";
export { createReachability } from "./reachability.store.ts";
export { reachabilityMessages } from "./reachability.messages.ts";
export { REACH_TONES, reachStatusId } from "./reachability.view.ts";
