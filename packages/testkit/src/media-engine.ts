import { createMediaEngine, type MediaEngine } from "@callpanel/media";
import { buildMediaWorker } from "./media-worker.ts";

export type { MediaEngine, MediaEvent, MediaPort, VideoRoomEvent, VideoRoomPort } from "@callpanel/media";

/** A media engine of its own on loopback, with one worker; for tests that bring a browser or a phone as the far end. */
export async function startMediaEngine(): Promise<MediaEngine> {
  return createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
}
