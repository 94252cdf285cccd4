/** The sound of a call goes over to a meeting (docs/spec/video-calls.md, VCALL-4). */
import type { MeetingClient, MeetingSnapshot } from "@callpanel/meeting";
import type { CallSnapshot, Webphone, WebphoneSnapshot } from "@callpanel/webphone";
import type { SlotOf } from "../../../shared/phone/softphone.ts";
import type { Readable } from "../../../shared/store.ts";

/** What of the softphone is needed here. */
export interface CallPhone {
  readonly calls: Readable<readonly CallSnapshot[]>;
  readonly phone: Pick<Webphone, "hangUp"> & { getSnapshot(): Pick<WebphoneSnapshot, "state"> };
}

interface FollowedTrack {
  readonly muted: boolean;
  readonly readyState: string;
  addEventListener(type: "unmute", listener: () => void): void;
  removeEventListener(type: "unmute", listener: () => void): void;
}
interface FollowedStream {
  getTracks(): readonly FollowedTrack[];
}
export interface MeetingSeen extends Pick<MeetingSnapshot, "meeting" | "media"> {
  readonly sounds: readonly FollowedStream[];
  readonly pictures: ReadonlyMap<string, FollowedStream>;
}

/** And of a meeting, at this server or elsewhere. */
export interface HandoverMeeting {
  subscribe(listener: () => void): () => void;
  /** Something of somebody else has arrived. */
  hasOther(): boolean;
  turnMicrophone(on: boolean): void;
}

/** A meeting of this server. */
export function handoverOf(
  client: Readable<MeetingSeen> & { readonly capture: Pick<MeetingClient["capture"], "turn"> },
): HandoverMeeting {
  const listeners = new Set<() => void>();
  const tracks = new Set<FollowedTrack>();
  const tell = (): void => listeners.forEach((listener) => listener());
  const follow = (track: FollowedTrack): void => {
    if (!tracks.has(track)) track.addEventListener("unmute", tell);
    tracks.add(track);
  };
  return {
    hasOther: () => hasOther(client.get(), follow),
    turnMicrophone: (on) => void client.capture.turn("microphone", on),
    subscribe(listener) {
      listeners.add(listener);
      const leave = client.subscribe(listener);
      return () => {
        leave();
        listeners.delete(listener);
        for (const track of tracks) track.removeEventListener("unmute", tell);
        tracks.clear();
      };
    },
  };
}

/** A call whose sound goes over to a meeting. */
export interface GoingCall {
  /** Of the other side. */
  readonly number: string;
  /** The user hangs up; false: the other side does. */
  readonly hangsUp: boolean;
}

export interface HandoverDeps {
  readonly softphone: Readable<SlotOf<CallPhone>>;
  readonly meeting: HandoverMeeting;
  readonly call: GoingCall;
  /** The meeting is heard from now on: the call has ended, here or elsewhere. */
  readonly over: () => void;
}

/**
 * The user hears the call until it ends; then the meeting, in the same step. The side that asked hangs up, when
 * something of the other side arrives in the meeting: the other side hears the meeting's sound earlier than that, because it arrives as
 * soon as its connection is up. Both send into both until then. @returns a stop function
 */
export function startHandover({ softphone, meeting, call: { number, hangsUp }, over }: HandoverDeps): () => void {
  let isMuted: boolean | undefined;
  let isOver = false;
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    stop();
    over();
  };
  const look = (): void => {
    if (isOver) return;
    const call = callWith(softphone.get(), number);
    if (call === "unknown") return;
    if (call === undefined) return finish();
    // A user who is muted in the call is not heard in the meeting either. Turning notifies the client's listeners, and this is one of them.
    const isChanged = call.isMuted !== isMuted;
    ({ isMuted } = call);
    if (isChanged) meeting.turnMicrophone(!call.isMuted);
    if (!hangsUp || !meeting.hasOther()) return;
    call.hangUp();
    finish();
  };
  let leavePhone = (): void => undefined;
  const follow = (): void => {
    leavePhone();
    const slot = softphone.get();
    leavePhone = slot.kind === "ready" ? slot.softphone.calls.subscribe(look) : () => undefined;
    look();
  };
  const leaves = [softphone.subscribe(follow), meeting.subscribe(look)];
  const stop = (): void => {
    isOver = true;
    leavePhone();
    for (const leave of leaves) leave();
  };
  follow();
  return stop;
}

interface LiveCall {
  readonly isMuted: boolean;
  readonly hangUp: () => void;
}

/** `unknown`: the phone is being loaded, or will have its calls back in a moment. */
function callWith(slot: SlotOf<CallPhone>, number: string): LiveCall | "unknown" | undefined {
  if (slot.kind === "loading") return "unknown";
  if (slot.kind !== "ready") return undefined;
  const { calls, phone } = slot.softphone;
  const call = calls.get().find((one) => (one.far?.number ?? one.number) === number || one.number === number);
  if (call !== undefined) return { isMuted: call.isMuted, hangUp: () => void phone.hangUp(call.id) };
  return phone.getSnapshot().state === "registered" ? undefined : "unknown";
}

/** Something of somebody else has arrived, so that there is a way for the sound in both directions. `follow`: what may come. */
function hasOther({ meeting, media, sounds, pictures }: MeetingSeen, follow: (track: FollowedTrack) => void): boolean {
  if (meeting.phase !== "joined" || media !== "connected") return false;
  if (meeting.slots.every(({ participant }) => participant === meeting.self)) return false;
  const tracks = [...sounds, ...pictures.values()].flatMap((stream) => stream.getTracks());
  // Until its first packet a track is muted.
  if (tracks.some(({ muted, readyState }) => !muted && readyState === "live")) return true;
  for (const track of tracks) follow(track);
  return false;
}
