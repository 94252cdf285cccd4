import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createMeetingsRoutes } from "./meeting/meetings.routes.ts";
import { createVideoRoomsRoutes } from "./video-rooms.routes.ts";
import type { Video } from "./video.service.ts";

type Needs = Pick<KernelServices, "endpointServer" | "origins" | "clock"> & { readonly video: Video };

/** Video rooms: their settings, their people, their links and the ways into them. */
export const videoModule: ServerModule<Needs> = {
  routes: ({ video, ...needs }) => [
    createVideoRoomsRoutes({ ...needs, ...video }),
    createMeetingsRoutes({ ...needs, ...video }),
  ],
  retention: ({ video: { removeLeftBefore: removeBefore } }) => [
    { name: "video rooms of one meeting", days: 1, removeBefore },
  ],
};
