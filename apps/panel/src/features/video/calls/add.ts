import { createVideoConference, VIDEO_NAME_MAX } from "@callpanel/contract";
import type { VideoRoom } from "@callpanel/contract";
import { sayError } from "../../../shared/api/api.ts";
import type { FeaturePanel } from "../../../shared/feature.ts";
import type { VideoPeer } from "../../../shared/phone/videoCalls.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import type { Readable } from "../../../shared/store.ts";
import type { VideoDesk } from "../window/video.desk.ts";
import { videoCallMessages } from "./calls.messages.ts";
import { inviteColleague, inviteNumber } from "./invite.ts";
import type { Inviting } from "./invite.ts";

export interface AddVideoDeps extends Inviting, Pick<FeaturePanel, "notices" | "copyText"> {
  readonly desk: Pick<VideoDesk, "join">;
  readonly signedIn: Readable<{ readonly user: Parameters<typeof fullNameOf>[0] } | null>;
}

/** VCALL-1, VCALL-3: creates a room for this call, enters it, and notifies the other side. Loaded with its first use. */
export async function addVideo(deps: AddVideoDeps, peer: VideoPeer): Promise<void> {
  const { api, notices, words, signedIn, desk } = deps;
  const viewer = signedIn.get();
  if (viewer === null) return;
  const names = { one: fullNameOf(viewer.user), other: peer.name };
  const name = words.get().text(videoCallMessages, "videoCall.roomName", names).slice(0, VIDEO_NAME_MAX);
  let room: VideoRoom;
  try {
    room = await api.call(createVideoConference, { body: { name, dynamic: true } });
  } catch (error) {
    return notices.error(words.get().say(sayError(error, "video.create")));
  }
  desk.join(room, { number: peer.number, hangsUp: true });
  try {
    notices.success(await tell(deps, room, peer));
  } catch {
    const text = words.get().text(videoCallMessages, "videoCall.notTold", { name: peer.name });
    const label = words.get().text(videoCallMessages, "videoCall.copy");
    notices.error(text, { action: { label, run: () => void deps.copyText(room.guest.shortUrl) }, forMs: "stays" });
  }
}

async function tell(deps: Inviting, room: VideoRoom, { number, name, isOutside }: VideoPeer): Promise<string> {
  const words = deps.words.get();
  if (isOutside) {
    await inviteNumber(deps, room, number);
    return words.text(videoCallMessages, "videoCall.toldBySms", { number });
  }
  const way = await inviteColleague(deps, room, number);
  return words.text(videoCallMessages, way === "chat" ? "videoCall.toldByChat" : "videoCall.told", { name });
}
