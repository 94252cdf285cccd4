export { DEMO_VIDEO_SETTINGS, seedDemoVideo } from "./demo-video.ts";
export { videoModule } from "./video.module.ts";
export { losesLeader } from "./video-rooms.policy.ts";
export type { JitsiSettings } from "./meeting/jitsi.ts";
export { createVideo, type Video } from "./video.service.ts";
export type {
  StoredVideoRoom,
  VideoOrder,
  VideoPerson,
  VideoRoomChange,
  VideoRoomSettings,
  VideoRoomStore,
} from "./video-room.store.ts";
