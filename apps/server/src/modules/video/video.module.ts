import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import type { CompanySettings } from "../realm-settings/index.ts";
import { createVideoLinks } from "./video-links.ts";
import type { VideoRoomStore } from "./video-room.store.ts";
import { createVideoRooms } from "./video-rooms.ts";
import { createVideoRoomsRoutes } from "./video-rooms.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "origins" | "clock" | "random" | "log"> & {
  readonly stores: { readonly videoRooms: VideoRoomStore };
  readonly box: SecretBox;
  readonly company: () => CompanySettings;
};

/** Video rooms: their settings, their people and their links. */
export const videoModule: ServerModule<Needs> = {
  routes: ({ stores, company, box, ...needs }) => {
    const links = createVideoLinks({ box });
    const allowance = () => {
      const { licences, video } = company();
      return { ...video, licence: licences.video_conf_limit };
    };
    const store = stores.videoRooms;
    const rooms = createVideoRooms({ ...needs, store, links, allowance, box, log: needs.log("video") });
    return [createVideoRoomsRoutes({ ...needs, rooms, links })];
  },
};
