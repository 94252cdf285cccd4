/** The meeting that one is in: opened from the list, kept over pages and a reload, closed when it is over. */
import { enterVideoConference } from "@callpanel/contract";
import type { PanelErrorCode, VideoRoom } from "@callpanel/contract";
import type { Entrance, MeetingClient } from "@callpanel/meeting";
import { sayError } from "../../../shared/api/api.ts";
import type { FeaturePanel } from "../../../shared/feature.ts";
import { defineService } from "../../../shared/service.ts";
import type { Messages } from "../../../shared/words/words.ts";
import type { GoingCall, startHandover } from "../calls/handover.ts";
import { createStore } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";

/** What the window says about its room. */
export interface OpenRoom {
  readonly id: number;
  readonly name: string;
  readonly guestUrl: string;
  /** The admin's link, for those who have it; otherwise the guest's. */
  readonly ownUrl: string;
}

export type DeskState =
  | { readonly phase: "closed" }
  | { readonly phase: "opening"; readonly room: OpenRoom }
  | {
      readonly phase: "open";
      readonly room: OpenRoom;
      readonly client: MeetingClient;
      /** A call goes on, and is what one hears (VCALL-4). */
      readonly onCall: boolean;
    };

export interface VideoDesk extends Readable<DeskState> {
  /** `call`: its sound goes over to the meeting. */
  join(room: VideoRoom, call?: GoingCall): void;
}

export interface VideoDeskRun extends VideoDesk {
  /** Comes back after a reload. @returns a stop function */
  start(): () => void;
}

export const VIDEO_DESK = defineService<VideoDesk>("the video desk");

/** Kept in this tab only. */
const KEPT_KEY = "callpanel.video.meeting";
const CLOSED: DeskState = { phase: "closed" };

/** Of what is loaded with the first meeting. */
interface MeetingCode {
  readonly startHandover: typeof startHandover;
  readonly roomMessages: Messages;
  readonly windowMessages: Messages;
}

interface Followed {
  readonly room: OpenRoom;
  readonly client: MeetingClient;
  readonly isNew: boolean;
  readonly call: GoingCall | undefined;
}

interface Wishes extends Inputs {
  /** One joins now, and is told so; false: one comes back after a reload. */
  readonly isNew: boolean;
  readonly call: GoingCall | undefined;
}

/** What is on. */
interface Inputs {
  readonly microphone: boolean;
  readonly camera: boolean;
}

export interface VideoDeskDeps extends Pick<FeaturePanel, "api" | "notices" | "words" | "softphone"> {
  /** The tab's own; undefined where the browser has none. */
  readonly tab: Storage | undefined;
}

export function createVideoDesk({ api, notices, words, softphone, tab }: VideoDeskDeps): VideoDeskRun {
  const store = createStore<DeskState, DeskState>(CLOSED, (_, next) => next);
  let round = 0;
  let stopFollowing = () => {};

  const fail = (error: unknown, code: PanelErrorCode) => notices.error(words.get().say(sayError(error, code)));
  /** The code of meetings is loaded when the first one is opened. */
  const open = async (room: OpenRoom, entranceOf: () => Promise<Entrance>, wishes: Wishes) => {
    round += 1;
    const mine = round;
    const before = store.get();
    if (before.phase === "open") before.client.leave();
    store.dispatch({ phase: "opening", room });
    try {
      const [code, entrance] = await Promise.all([import("./meeting.load.ts"), entranceOf()]);
      if (mine !== round) return;
      const capture = code.createBrowserCapture(localStorage);
      const client = code.openBrowserMeeting(location.origin, capture, entrance);
      store.dispatch({ phase: "open", room, client, onCall: wishes.call !== undefined });
      // Before the call is looked at: who is muted in it is muted here too.
      void code.openInputs(capture, wishes);
      follow(code, { room, client, isNew: wishes.isNew, call: wishes.call });
    } catch (error) {
      if (mine !== round) return;
      store.dispatch(CLOSED);
      fail(error, error instanceof TypeError ? "video.script" : "video.enter");
    }
  };
  /** VROOM-10: says that one has joined, keeps the way back for a reload, and closes the window in the end. */
  const follow = (code: MeetingCode, { room, client, isNew, call }: Followed) => {
    let hasJoined = !isNew;
    let goingCall = call;
    const overCall = () => {
      goingCall = undefined;
      look();
      const now = store.get();
      if (now.phase === "open" && now.client === client) store.dispatch({ ...now, onCall: false });
    };
    const look = () => {
      const { meeting, capture } = client.get();
      if (meeting.phase === "joined") {
        const { microphone, camera } = capture;
        const { resume } = meeting;
        keep(tab, { room, resume, call: goingCall, microphone: microphone.on, camera: camera.on });
        if (!hasJoined) notices.success(words.get().text(code.windowMessages, "window.joined", { name: room.name }));
        hasJoined = true;
      }
      if (meeting.phase !== "over" && meeting.phase !== "refused") return;
      stop();
      stopHandover();
      forget(tab);
      const now = store.get();
      if (now.phase === "open" && now.client === client) store.dispatch(CLOSED);
      if (meeting.phase === "refused") fail(new Error(meeting.code), "video.enter");
      else if (meeting.reason !== "left")
        notices.error(words.get().text(code.roomMessages, `room.over.${meeting.reason}`));
    };
    const stop = client.subscribe(look);
    const stopHandover =
      call === undefined ? () => undefined : code.startHandover({ softphone, client, call, over: overCall });
    stopFollowing = stop;
    look();
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    join(video, call) {
      const now = store.get();
      if (now.phase !== "closed" && now.room.id === video.id) return;
      const enter = async (): Promise<Entrance> => {
        const entry = await api.call(enterVideoConference, { params: { id: video.id } });
        return { ticket: entry.ticket };
      };
      void open(openRoomOf(video), enter, { isNew: true, call, microphone: true, camera: true });
    },
    start() {
      const kept = read(tab);
      if (kept !== null) {
        const { room, resume, call, microphone, camera } = kept;
        void open(room, async () => ({ resume }), { isNew: false, call, microphone, camera });
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
        const now = store.get();
        if (now.phase === "open") now.client.leave();
        forget(tab);
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

interface Kept extends Inputs {
  readonly room: OpenRoom;
  readonly resume: string;
  readonly call?: GoingCall | undefined;
}

function keep(tab: Storage | undefined, kept: Kept): void {
  try {
    tab?.setItem(KEPT_KEY, JSON.stringify(kept));
  } catch {
    // Without a place for it one joins by hand after a reload.
  }
}

const forget = (tab: Storage | undefined): void => tab?.removeItem(KEPT_KEY);

function read(tab: Storage | undefined): Kept | null {
  try {
    const found: unknown = JSON.parse(tab?.getItem(KEPT_KEY) ?? "null");
    return isKept(found) ? found : null;
  } catch {
    return null;
  }
}

const isGoing = (call: unknown): boolean =>
  typeof call === "object" &&
  call !== null &&
  "number" in call &&
  typeof call.number === "string" &&
  "hangsUp" in call &&
  typeof call.hangsUp === "boolean";

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null || !("room" in value) || !("resume" in value)) return false;
  const { room, resume } = value;
  if ("call" in value && !isGoing(value.call)) return false;
  if (!("microphone" in value) || !("camera" in value)) return false;
  if (typeof value.microphone !== "boolean" || typeof value.camera !== "boolean") return false;
  return typeof resume === "string" && typeof room === "object" && room !== null && "guestUrl" in room;
}
