/** The current meeting: opened from the list, kept over pages and a reload, closed when it is over. */
import { enterVideoConference } from "@callpanel/contract";
import type { PanelErrorCode, VideoRoom } from "@callpanel/contract";
import type { Entrance, MeetingClient } from "@callpanel/meeting";
import { sayError } from "../../../shared/api/api.ts";
import type { FeaturePanel } from "../../../shared/feature.ts";
import { defineService } from "../../../shared/service.ts";
import type { GoingCall } from "../calls/handover.ts";
import { MEETING_NOTICE } from "./meetingNotice.ts";
import type { ExternalMeeting, JitsiEntry } from "../external/external-meeting.ts";
import { createStore } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import { EXTERNAL, forgetMeeting, readMeeting } from "./meeting.kept.ts";
import type { Inputs, OpenRoom } from "./meeting.kept.ts";
import type { FollowDeps } from "./meeting.follow.ts";

export type DeskState =
  | { readonly phase: "closed" }
  | { readonly phase: "opening"; readonly room: OpenRoom }
  | {
      readonly phase: "open";
      readonly room: OpenRoom;
      readonly client: MeetingClient;
      /** A call is active, and the user hears it (VCALL-4). */
      readonly onCall: boolean;
    }
  /** At a Jitsi installation (docs/spec/video-jitsi.md). */
  | { readonly phase: "external"; readonly room: OpenRoom; readonly meeting: ExternalMeeting };

export interface VideoDesk extends Readable<DeskState> {
  /** `call`: its sound goes over to the meeting. */
  join(room: VideoRoom, call?: GoingCall): void;
}

export interface VideoDeskRun extends VideoDesk {
  /** Comes back after a reload. @returns a stop function */
  start(): () => void;
}

export const VIDEO_DESK = defineService<VideoDesk>("the video desk");

const CLOSED: DeskState = { phase: "closed" };

/** The way in: a ticket or the way back into a meeting of this server, or one that is held elsewhere. */
type Way = Entrance | JitsiEntry;

interface Wishes extends Inputs {
  /** The user joins now, and sees a message; false: the user comes back after a reload. */
  readonly isNew: boolean;
  readonly call: GoingCall | undefined;
}

export interface VideoDeskDeps extends FollowDeps, Pick<FeaturePanel, "api"> {}

export function createVideoDesk(deps: VideoDeskDeps): VideoDeskRun {
  const { api, notices, words, tab } = deps;
  const store = createStore<DeskState, DeskState>(CLOSED, (_, next) => next);
  let round = 0;
  let stopFollowing = () => {};

  const enter = async (id: number): Promise<Way> => {
    const entry = await api.call(enterVideoConference, { params: { id } });
    return entry.provider === "jitsi" ? entry : { ticket: entry.ticket };
  };
  const fail = (error: unknown, code: PanelErrorCode) =>
    notices.error(words.get().say(sayError(error, code)), MEETING_NOTICE);
  /** The code of meetings is loaded when the first one is opened. */
  const open = async (room: OpenRoom, wayOf: () => Promise<Way>, wishes: Wishes) => {
    round += 1;
    const mine = round;
    leaveNow();
    store.dispatch({ phase: "opening", room });
    try {
      const [code, way] = await Promise.all([import("./meeting.load.ts"), wayOf()]);
      if (mine !== round) return;
      const followed = { ...wishes, room, close: () => mine === round && store.dispatch(CLOSED) };
      if ("provider" in way) {
        const meeting = await openExternal(way, wishes);
        if (mine !== round) return;
        store.dispatch({ phase: "external", room, meeting });
        stopFollowing = code.followExternal(deps, { ...followed, meeting });
        return;
      }
      const capture = code.openCapture();
      const client = code.openBrowserMeeting(location.origin, capture, way);
      store.dispatch({ phase: "open", room, client, onCall: wishes.call !== undefined });
      // Before the call is looked at: a user who is muted in it is muted here too.
      void code.openInputs(capture, wishes);
      const hear = () => {
        const now = store.get();
        if (now.phase === "open" && now.client === client) store.dispatch({ ...now, onCall: false });
      };
      stopFollowing = code.followClient(deps, { ...followed, meeting: client, hear });
    } catch (error) {
      if (mine !== round) return;
      store.dispatch(CLOSED);
      const isScript = error instanceof TypeError || (error instanceof Error && error.name === "ExternalApiError");
      fail(error, isScript ? "video.script" : "video.enter");
    }
  };
  const openExternal = async (entry: JitsiEntry, wishes: Inputs): Promise<ExternalMeeting> => {
    const { loadExternalApi, createExternalMeeting } = await import("../external/external.load.ts");
    const lang = words.get().locale.slice(0, 2);
    return createExternalMeeting(await loadExternalApi(window, entry.script), entry, { ...wishes, lang });
  };
  const leaveNow = () => {
    const now = store.get();
    if (now.phase === "open") now.client.leave();
    if (now.phase === "external") now.meeting.leave();
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    join(video, call) {
      const now = store.get();
      if (now.phase !== "closed" && now.room.id === video.id) return;
      const { id } = video;
      void open(openRoomOf(video), () => enter(id), { isNew: true, call, microphone: true, camera: true });
    },
    start() {
      const kept = readMeeting(tab);
      if (kept !== null) {
        const { room, resume, call, microphone, camera } = kept;
        // Elsewhere only a new entry leads back.
        const back = async (): Promise<Way> => (resume === EXTERNAL ? await enter(room.id) : { resume });
        void open(room, back, { isNew: false, call, microphone, camera });
      }
      const pause = () => {
        // What is closed now was on.
        stopFollowing();
        const now = store.get();
        if (now.phase === "open") now.client.pause();
      };
      window.addEventListener("pagehide", pause);
      return () => {
        window.removeEventListener("pagehide", pause);
        round += 1;
        leaveNow();
        forgetMeeting(tab);
        store.dispatch(CLOSED);
      };
    },
  };
}

const openRoomOf = ({ id, name, guest, admin }: VideoRoom): OpenRoom => ({
  id,
  name,
  guestUrl: guest.shortUrl,
  ownUrl: (admin ?? guest).shortUrl,
});
