/** VROOM-10: follows the meeting of the window: shows that the user has joined, keeps the way back, and closes the window at the end. */
import type { MeetingEnd, PanelErrorCode } from "@callpanel/contract";
import type { MeetingClient } from "@callpanel/meeting";
import { sayError } from "../../../shared/api/api.ts";
import type { FeaturePanel } from "../../../shared/feature.ts";
import { MEETING_NOTICE } from "./meetingNotice.ts";
import { handoverOf, startHandover } from "../calls/handover.ts";
import type { GoingCall, HandoverMeeting } from "../calls/handover.ts";
import type { ExternalMeeting } from "../external/external-meeting.ts";
import { roomMessages } from "../room/room.messages.ts";
import { EXTERNAL, forgetMeeting, keepMeeting } from "./meeting.kept.ts";
import type { OpenRoom } from "./meeting.kept.ts";
import { followNoise } from "./noise.follow.ts";
import { windowMessages } from "./window.messages.ts";

export interface FollowDeps extends Pick<FeaturePanel, "notices" | "words" | "softphone"> {
  /** The tab's own; undefined where the browser has none. */
  readonly tab: Storage | undefined;
}

interface Followed<Meeting> {
  readonly room: OpenRoom;
  readonly meeting: Meeting;
  /** False: the user comes back after a reload. */
  readonly isNew: boolean;
  readonly call: GoingCall | undefined;
  readonly close: () => void;
}

/** A meeting of this server. `hear`: a call is over, so that the user hears the meeting. @returns stops following */
export function followClient(
  deps: FollowDeps,
  { room, meeting: client, isNew, call, close, hear }: Followed<MeetingClient> & { readonly hear: () => void },
): () => void {
  const { tab } = deps;
  let hasJoined = !isNew;
  let goingCall = call;
  const overCall = () => {
    goingCall = undefined;
    look();
    hear();
  };
  const look = () => {
    const { meeting, capture } = client.get();
    if (meeting.phase === "joined") {
      const { microphone, camera } = capture;
      const { resume } = meeting;
      keepMeeting(tab, { room, resume, call: goingCall, microphone: microphone.on, camera: camera.on });
      if (!hasJoined) sayJoined(deps, room);
      hasJoined = true;
    }
    if (meeting.phase !== "over" && meeting.phase !== "refused") return;
    stop();
    stopHandover();
    forgetMeeting(tab);
    close();
    if (meeting.phase === "refused") fail(deps, meeting.code, "video.enter");
    else sayOver(deps, meeting.reason);
  };
  const leaves = [client.subscribe(look), followNoise({ softphone: deps.softphone, capture: client.capture })];
  const stop = (): void => leaves.forEach((leave) => leave());
  const stopHandover = handOver(deps, call, { meeting: handoverOf(client), over: overCall });
  look();
  return stop;
}

/** One that is held elsewhere (JITSI-7, JITSI-8). @returns stops following */
export function followExternal(
  deps: FollowDeps,
  { room, meeting, isNew, call, close }: Followed<ExternalMeeting>,
): () => void {
  const { tab } = deps;
  let hasJoined = !isNew;
  const look = () => {
    const { phase, reason } = meeting.get();
    if (phase === "joined") {
      keepMeeting(tab, { room, resume: EXTERNAL, call, microphone: true, camera: true });
      if (!hasJoined) sayJoined(deps, room);
      hasJoined = true;
    }
    if (phase !== "over") return;
    stop();
    stopHandover();
    forgetMeeting(tab);
    close();
    if (reason === "removed") sayOver(deps, reason);
    else if (reason !== "left") fail(deps, reason, reason === "script" ? "video.script" : "video.enter");
  };
  const stop = meeting.subscribe(look);
  const { subscribe, turnMicrophone } = meeting;
  const other = { subscribe, turnMicrophone, hasOther: () => meeting.get().others > 0 };
  const stopHandover = handOver(deps, call, { meeting: other, over: () => undefined });
  look();
  return stop;
}

/** VCALL-4 */
function handOver(
  { softphone }: FollowDeps,
  call: GoingCall | undefined,
  to: { readonly meeting: HandoverMeeting; readonly over: () => void },
): () => void {
  return call === undefined ? () => undefined : startHandover({ softphone, call, ...to });
}

const sayJoined = ({ notices, words }: FollowDeps, { name }: OpenRoom) =>
  notices.success(words.get().text(windowMessages, "window.joined", { name }), MEETING_NOTICE);

/** A meeting that somebody ended is no error. */
function sayOver({ notices, words }: FollowDeps, reason: MeetingEnd): void {
  if (reason === "left") return;
  const text = words.get().text(roomMessages, `room.over.${reason}`);
  if (reason === "ended") notices.success(text, MEETING_NOTICE);
  else notices.error(text, MEETING_NOTICE);
}

const fail = ({ notices, words }: FollowDeps, why: string, code: PanelErrorCode) =>
  notices.error(words.get().say(sayError(new Error(why), code)), MEETING_NOTICE);
