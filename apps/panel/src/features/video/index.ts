import { IconVideo } from "@callpanel/ui";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { sessionArea } from "../../shared/storage.ts";
import { whenSignedIn } from "../../shared/viewer.ts";
import { VIDEO_CALLS } from "../../shared/phone/videoCalls.ts";
import { createVideoCalls } from "./calls/videoCalls.ts";
import { createVideoDesk, VIDEO_DESK } from "./window/video.desk.ts";
import { VideoLayer } from "./window/VideoLayer.tsx";

/** Video rooms, and the window of the current meeting (spec 1 §2). */
export const video: PanelFeature = {
  menu: { area: "video-conferences", icon: IconVideo },
  pages: {
    "video-conferences": async () => ({ Screen: (await import("./rooms/RoomsScreen.tsx")).RoomsScreen }),
  },
  Layer: VideoLayer,
  provides: [
    provide(
      VIDEO_DESK,
      (panel) => createVideoDesk({ ...panel, tab: sessionArea() }),
      (desk, { signedIn }) => whenSignedIn(signedIn, ({ flags }) => (flags.videoConfRead ? desk.start() : null)),
    ),
    provide(
      VIDEO_CALLS,
      (panel) => createVideoCalls(panel, VIDEO_DESK.of(panel)),
      (calls, { signedIn }) => whenSignedIn(signedIn, ({ flags }) => (flags.videoConfRead ? calls.start() : null)),
    ),
  ],
};
