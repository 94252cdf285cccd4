import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { countAdminLinks, createVideoRooms, storeWholeCompany } from "./video.migration.ts";
import { createVideoRoomStore } from "./video-room.store.ts";

/** Video rooms and their people. */
export const videoDatabase = {
  migrations: {
    "0320_video_rooms": createVideoRooms,
    "0360_video_whole_company": storeWholeCompany,
    "0401_video_admin_links": countAdminLinks,
  },
  stores: (db: Kysely<Tables>) => ({ videoRooms: createVideoRoomStore(db) }),
} satisfies DatabaseArea;
