import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { LIVE_QUEUES } from "../../shared/live/liveQueues.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { createMoving } from "./moving.store.ts";
import { MovingLayer } from "./MovingLayer.tsx";

export { createMoving } from "./moving.store.ts";
export { MoveHandle } from "./MoveHandle.tsx";
export { MoveMark } from "./MoveMark.tsx";
export { MoveMenuItems } from "./MoveMenuItems.tsx";
export { useCallDrag } from "./useCallDrag.ts";

/** Moving calls by drag and drop or from a list, on every page (docs/spec/moving.md). */
export const moving: PanelFeature = {
  Layer: MovingLayer,
  provides: [
    provide(MOVING, (panel) =>
      createMoving({
        ...panel,
        liveBuddies: LIVE_BUDDIES.of(panel),
        liveQueues: LIVE_QUEUES.of(panel),
        mover() {
          const viewer = panel.signedIn.get();
          return viewer === null ? null : { rights: viewer.rights, exten: viewer.user.extension };
        },
      }),
    ),
  ],
};
