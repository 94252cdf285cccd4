/** A meeting for its participant: the socket, the media and the user's own devices, in one snapshot. */
import type { MeetingClientFrame, MeetingOrder, MeetingServerFrame, MeetingTile } from "@callpanel/contract";
import type { Capture, CaptureState } from "./media/capture.ts";
import type { ScreenOutcome } from "./media/screen.ts";
import { createMediaConnection } from "./media/media-connection.ts";
import type { MediaState, MediaConnection } from "./media/media-connection.ts";
import type { SentSection } from "./media/peer.ts";
import { createMeetingLine } from "./meeting-line.ts";
import type { Entrance } from "./meeting-line.ts";
import { CONNECTING, stepMeeting } from "./meeting.state.ts";
import type { MeetingEvent, MeetingState } from "./meeting.state.ts";
import type { Clock } from "./ports/clock.port.ts";
import type { OpenSocket } from "./ports/socket.port.ts";
import { createCell } from "./store.ts";
import type { Readable } from "./store.ts";

export interface MeetingSnapshot {
  readonly meeting: MeetingState;
  readonly capture: CaptureState;
  readonly media: MediaState;
  /** What others show, by `pictureKey`. */
  readonly pictures: ReadonlyMap<string, MediaStream>;
  /** The slots of sound: all of them are to be played. */
  readonly sounds: readonly MediaStream[];
}

export type PictureKind = MeetingTile["kind"];
export const pictureKey = (participant: string, kind: PictureKind): string => `${participant} ${kind}`;

/** Why an order was not carried out: a code of the contract. `meeting.cut`: there is no connection. */
export type OrderResult = { readonly ok: true } | { readonly ok: false; readonly code: string };

export interface MeetingClient extends Readable<MeetingSnapshot> {
  readonly capture: Capture;
  order(order: MeetingOrder): Promise<OrderResult>;
  /** Which pictures are seen, and how large, in device pixels. */
  show(tiles: readonly MeetingTile[]): void;
  /** Another participant turned off the user's microphone, camera or screen. @returns a stop function */
  onMuted(
    listener: (muted: { readonly what: "microphone" | "camera" | "screen"; readonly by: string }) => void,
  ): () => void;
  /** `cancelled`: no screen was chosen. */
  shareScreen(): Promise<ScreenOutcome>;
  /** The network is another one, or is back. */
  networkChanged(): void;
  /** The page is closed or loaded again: devices are closed, and the user is expected back. */
  pause(): void;
  /** Hangs up. */
  leave(): void;
}

export interface MeetingClientDeps {
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  readonly createConnection: () => RTCPeerConnection;
  readonly createStream: (tracks: readonly MediaStreamTrack[]) => MediaStream;
  /** The user's own devices; the client closes them when the meeting is over. */
  readonly capture: Capture;
}

/** A reaction is seen for so long. */
export const REACTION_MS = 4_000;
/** An offer is answered within this time, or the connection is tried again. */
const ANSWER_MS = 10_000;
/** Tiles that are moved and scrolled are reported together. */
const SHOW_AFTER_MS = 100;

export function createMeetingClient(deps: MeetingClientDeps, entrance: Entrance): MeetingClient {
  const { clock, capture } = deps;
  const cell = createCell<MeetingSnapshot>({
    meeting: CONNECTING,
    capture: capture.get(),
    media: "connecting",
    pictures: new Map(),
    sounds: [],
  });
  const patch = (change: Partial<MeetingSnapshot>): void => cell.set({ ...cell.get(), ...change });
  const mutedListeners = new Set<Parameters<MeetingClient["onMuted"]>[0]>();
  const requests = createRequests(clock);
  const showing = createShowing(clock, (tiles) => line.send({ type: "show", tiles: [...tiles] }));
  let isOver = false;

  const step = (event: MeetingEvent): void => {
    const before = cell.get().meeting;
    const meeting = stepMeeting(before, event);
    if (meeting === before) return;
    const hasOtherSlots = slotsOf(meeting) !== slotsOf(before);
    patch(hasOtherSlots ? { meeting, ...streamsOf(meeting) } : { meeting });
    if (meeting.phase === "over" || meeting.phase === "refused") finish();
  };
  const streamsOf = (meeting: MeetingState) => ({ pictures: picturesOf(meeting, media), sounds: media.sounds() });
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    stopCapture();
    requests.close();
    showing.close();
    media.close();
    line.close();
    capture.close();
    patch({ capture: capture.get(), pictures: new Map(), sounds: [] });
  };

  const media = createMediaConnection({
    ...deps,
    offer: async (sdp: string, sends: readonly SentSection[]) => {
      const send = (request: string) => line.send({ type: "offer", request, sdp, sends: [...sends] });
      const answer = await requests.ask(ANSWER_MS, send);
      if (answer.type !== "answer") throw new Error("the offer was refused");
      return answer.sdp;
    },
    changed: (state) => {
      if (!isOver) patch({ media: state, ...streamsOf(cell.get().meeting) });
    },
  });
  const report = createReport(capture, (frame) => line.send(frame));
  const joined = (): void => {
    report.again();
    media.joined();
    showing.again();
  };
  const receive = (frame: MeetingServerFrame): void => {
    if (frame.type === "answer" || frame.type === "done" || (frame.type === "refused" && frame.request !== undefined))
      requests.answer(frame);
    step({ type: "frame", frame });
    if (isOver) return;
    if (frame.type === "joined") joined();
    if (frame.type === "muted") muted(frame);
    if (frame.type === "reaction") fade();
  };
  /** VCLIENT-14: the device is turned off as well, and this is reported to the server even if it was off already. */
  const muted = ({ what, by }: Extract<MeetingServerFrame, { type: "muted" }>): void => {
    if (what === "screen") capture.stopScreen();
    else void capture.turn(what, false);
    report.again();
    for (const listener of mutedListeners) listener({ what, by });
  };
  const fade = (): void => {
    const id = lastReaction(cell.get().meeting);
    if (id !== undefined) clock.setTimeout(() => step({ type: "faded", id }), REACTION_MS);
  };
  const line = createMeetingLine(
    {
      ...deps,
      receive,
      cut: () => {
        requests.fail();
        media.cut();
        step({ type: "cut" });
      },
      lost: () => step({ type: "ended", reason: "lost" }),
    },
    entrance,
  );
  const stopCapture = capture.subscribe(() => {
    const state = capture.get();
    patch({ capture: state });
    sendTracks(state, media.send);
    report.changed();
  });
  sendTracks(capture.get(), media.send);

  return {
    get: cell.get,
    subscribe: cell.subscribe,
    capture,
    order: (order) =>
      isOnline(cell.get().meeting)
        ? requests.carryOut((request) => line.send({ type: "order", request, order }))
        : Promise.resolve(CUT),
    show: showing.set,
    onMuted(listener) {
      mutedListeners.add(listener);
      return () => mutedListeners.delete(listener);
    },
    shareScreen: () => capture.shareScreen(),
    networkChanged() {
      line.retry();
      media.moved();
    },
    pause() {
      line.close();
      media.close();
      capture.close();
    },
    leave() {
      line.send({ type: "leave" });
      step({ type: "ended", reason: "left" });
    },
  };
}

const CUT: OrderResult = { ok: false, code: "meeting.cut" };
const isOnline = (meeting: MeetingState): boolean => meeting.phase === "joined" && meeting.online;
const lastReaction = (meeting: MeetingState) => (meeting.phase === "joined" ? meeting.reactions.at(-1)?.id : undefined);
const slotsOf = (meeting: MeetingState) => (meeting.phase === "joined" ? meeting.slots : null);

function picturesOf(meeting: MeetingState, media: Pick<MediaConnection, "streamOf">): ReadonlyMap<string, MediaStream> {
  const pictures = new Map<string, MediaStream>();
  for (const { mid, participant, kind } of slotsOf(meeting) ?? []) {
    const stream = media.streamOf(mid);
    if (stream !== undefined && (kind === "camera" || kind === "screen"))
      pictures.set(pictureKey(participant, kind), stream);
  }
  return pictures;
}

/** The state of the devices is what is sent; a silent microphone keeps its place. */
function sendTracks(
  { voice, picture, screen }: CaptureState,
  send: ReturnType<typeof createMediaConnection>["send"],
): void {
  send("voice", voice?.getAudioTracks()[0] ?? null);
  send("camera", picture?.getVideoTracks()[0] ?? null);
  send("screen", screen?.getVideoTracks()[0] ?? null);
  send("screen-sound", screen?.getAudioTracks()[0] ?? null);
}

/** Reports to the server what the user sends; the same state is reported once. */
function createReport(capture: Capture, send: (frame: MeetingClientFrame) => void) {
  let before = "";
  const tell = (): void => {
    const { microphone, camera, picture, sound, screen } = capture.get();
    const frame: MeetingClientFrame = {
      type: "sending",
      microphone: microphone.on && sound !== null,
      camera: camera.on && picture !== null,
      screen: screen !== null,
    };
    const text = JSON.stringify(frame);
    if (text === before) return;
    before = text;
    send(frame);
  };
  return {
    changed: tell,
    again() {
      before = "";
      tell();
    },
  };
}

type Answer = Extract<MeetingServerFrame, { type: "answer" | "done" | "refused" }>;

/** Orders and offers that wait for their answer. */
function createRequests(clock: Clock) {
  const open = new Map<string, { readonly resolve: (answer: Answer) => void; readonly reject: (why: Error) => void }>();
  let count = 0;
  const fail = (): void => {
    for (const { reject } of open.values()) reject(new Error("the connection was cut"));
    open.clear();
  };
  const ask = (ms: number, send: (request: string) => void): Promise<Answer> =>
    new Promise((resolve, reject) => {
      count += 1;
      const request = String(count);
      const cancel = clock.setTimeout(() => {
        open.delete(request);
        reject(new Error("not answered"));
      }, ms);
      open.set(request, {
        resolve: (answer) => {
          cancel();
          resolve(answer);
        },
        reject: (why) => {
          cancel();
          reject(why);
        },
      });
      send(request);
    });
  return {
    ask,
    /** Never rejects. */
    carryOut: (send: (request: string) => void): Promise<OrderResult> =>
      ask(ANSWER_MS, send).then(
        (answer) => (answer.type === "refused" ? { ok: false, code: answer.code } : { ok: true }),
        () => CUT,
      ),
    answer(frame: Answer) {
      const request = frame.request ?? "";
      const asked = open.get(request);
      open.delete(request);
      asked?.resolve(frame);
    },
    fail,
    close: fail,
  };
}

/** VCLIENT-5: the visible tiles, reported when they stopped changing, and all again after a lost connection. */
function createShowing(clock: Clock, send: (tiles: readonly MeetingTile[]) => void) {
  let wanted: readonly MeetingTile[] = [];
  let sent = "";
  let cancel = () => {};
  const tell = (): void => {
    const text = JSON.stringify(wanted);
    if (text === sent) return;
    sent = text;
    send(wanted);
  };
  return {
    set(tiles: readonly MeetingTile[]) {
      wanted = tiles;
      cancel();
      cancel = clock.setTimeout(tell, SHOW_AFTER_MS);
    },
    /** Slots that were filled while the connection was lost, or before the page was loaded again, are not known: after an empty list and a full one the server sends them again. */
    again() {
      cancel();
      send([]);
      sent = "";
      if (wanted.length > 0) tell();
    },
    close: () => cancel(),
  };
}
