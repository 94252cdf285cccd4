import { canWrite } from "@callpanel/contract";
import { useContext } from "react";
import { PanelContext } from "../panel.ts";
import { defineService } from "../service.ts";

/** The other side of a call. */
export interface VideoPeer {
  /** An extension, or a number outside. */
  readonly number: string;
  readonly name: string;
  readonly isOutside: boolean;
}

/** From a call to a meeting. */
export interface VideoCalls {
  /** Opens a room for the two of them, notifies the other side, and moves the sound of the call there (docs/spec/video-calls.md). */
  add(peer: VideoPeer): void;
}

export const VIDEO_CALLS = defineService<VideoCalls>("video calls");

/** Null for people who may not create rooms. */
export function useAddVideo(): VideoCalls["add"] | null {
  const panel = useContext(PanelContext);
  if (panel?.viewer.flags.videoConfRead !== true || !canWrite(panel.viewer.rights, "video_conferences")) return null;
  return (peer) => VIDEO_CALLS.of(panel).add(peer);
}
