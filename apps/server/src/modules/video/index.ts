export { videoModule } from "./video.module.ts";
export type {
  StoredVideoRoom,
  VideoPerson,
  VideoRoomChange,
  VideoRoomSettings,
  VideoRoomStore,
} from "./video-room.store.ts";
