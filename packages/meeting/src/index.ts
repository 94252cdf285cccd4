/** A headless client of video meetings (docs/spec/video-client.md): no React, no page. */
export { createMeetingClient, pictureKey, REACTION_MS } from "./meeting-client.ts";
export type { MeetingClient, MeetingClientDeps, MeetingSnapshot, OrderResult, PictureKind } from "./meeting-client.ts";
export type { Entrance } from "./meeting-line.ts";
export type { JoinedMeeting, MeetingSlot, MeetingState, Quality, Reaction } from "./meeting.state.ts";
export { createCapture } from "./media/capture.ts";
export type {
  Capture,
  CaptureState,
  ChosenDevices,
  DeviceFault,
  DeviceName,
  InputKind,
  InputState,
} from "./media/capture.ts";
export type { ScreenFault, ScreenOutcome } from "./media/screen.ts";
export type { NoiseState } from "./media/noise.ts";
export type { MediaState } from "./media/media-connection.ts";
export type { Readable } from "./store.ts";
