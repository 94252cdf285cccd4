/** The number of video rooms: a caller says which room they mean (docs/spec/video-phones.md). */
import type { VideoParts } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import type { Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { createVideoDoor, type VideoDoorDeps } from "../video/video-door.ts";

export interface VideoRoomsDeps extends VideoDoorDeps {
  /** Absent: this system has no video rooms. */
  readonly video?: VideoParts | undefined;
}

const NONE: LegReason = { status: 480, text: "No video rooms" };

export function createReachVideoRooms({ video, ...deps }: VideoRoomsDeps) {
  return ({ call }: Arrival, { number, place }: Destination & { kind: "videoRooms" }): void => {
    const party = { number, name: place.name, kind: "videoRoom" } as const;
    if (video === undefined) return call.refuse(party, NONE);
    call.put(party, createVideoDoor(deps, video, { number }));
  };
}
