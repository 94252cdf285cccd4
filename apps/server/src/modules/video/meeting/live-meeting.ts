/** One meeting at work: its state machine, the connections of those who are in, and their media. */
import {
  MEETING_HEARTBEAT_MS,
  MEETING_LIMITS,
  MEETING_RESUME_MS,
  type ErrorCode,
  type ErrorDetails,
  type MeetingClientFrame,
  type MeetingEnd,
  type MeetingServerFrame,
  type MeetingTile,
} from "@callpanel/contract";
import {
  MediaError,
  type FilledSlot,
  type MediaVoice,
  type VideoRoomEvent,
  type VideoRoomPort,
} from "@callpanel/media";
import type { Clock } from "../../../kernel/clock.ts";
import { createTokenBucket, type TokenBucket } from "../../../kernel/guard/token-bucket.ts";
import { asAppError } from "../../../kernel/http/error-answer.ts";
import type { Log } from "../../../kernel/log.ts";
import type { MeetingRecording } from "../../recordings/index.ts";
import { LinkQuality } from "./link-quality.ts";
import { Meeting } from "./meeting.ts";
import { MeetingTrack } from "./meeting-track.ts";
import { blockedOf, type CallerInMeeting, type MeetingCommand, type MeetingEffect } from "./meeting.model.ts";
import type { MeetingPass } from "./meeting-tickets.ts";

/** A connection, as a meeting sees it. */
export interface MeetingLine {
  send(text: string): void;
  /** Closes it after a last frame. */
  end(frame: MeetingServerFrame): void;
}

/** A telephone in a meeting: what its connection is to a browser. */
export interface MeetingTelephone extends CallerInMeeting {
  /** Of its port. */
  readonly voice: MediaVoice;
  /** A message for a page; after `over` or `refused` nothing follows. */
  take(frame: MeetingServerFrame): void;
  /** From now on it hears the mix of these. */
  hear(voices: readonly MediaVoice[]): void;
}

export type InFrame = Exclude<MeetingClientFrame, { type: "enter" | "resume" | "pong" }>;
type Of<Type extends InFrame["type"]> = Extract<InFrame, { type: Type }>;

/** The place of one participant; it stays when the connection is interrupted. */
export class Seat {
  readonly id: string;
  readonly pass: MeetingPass;
  /** Comes back with it after an interruption. */
  readonly resume: string;
  readonly telephone: MeetingTelephone | undefined;
  line: MeetingLine | undefined;
  tiles: readonly MeetingTile[] = [];
  isConnected = false;
  quality = new LinkQuality();
  slots: readonly FilledSlot[] = [];
  readonly #rates: ReadonlyMap<string, TokenBucket>;

  constructor(
    own: Pick<Seat, "id" | "pass" | "resume"> & { readonly telephone?: MeetingTelephone },
    clock: Pick<Clock, "now">,
  ) {
    this.id = own.id;
    this.pass = own.pass;
    this.resume = own.resume;
    this.telephone = own.telephone;
    const rates = Object.entries(MEETING_RATES);
    this.#rates = new Map(rates.map(([what, rate]) => [what, createTokenBucket({ clock, ...rate })]));
  }
  /** They came by the link of guests. */
  get isGuest(): boolean {
    return this.pass.person === null && this.pass.role === "guest";
  }
  /** MEET-35 */
  may(what: string): boolean {
    return this.#rates.get(what)?.take() ?? true;
  }
}

/** Messages that are sent to everybody, or cost much. */
const MEETING_RATES = {
  say: { perSecond: 1, burst: 10 },
  react: { perSecond: 2, burst: 10 },
  hand: { perSecond: 1, burst: 10 },
  call: { perSecond: 0.5, burst: 10 },
  sending: { perSecond: 3, burst: 20 },
  offer: { perSecond: 0.5, burst: 10 },
};

/** Telephones that are called into a meeting. */
export interface MeetingPhones {
  /** Rings `to`, in the name of a person. Throws why it does not; `invitation` comes with who answers. */
  call(wanted: {
    readonly roomId: number;
    readonly userId: number;
    readonly to: string;
    readonly invitation: string;
  }): Promise<{ readonly number: string; readonly name: string }>;
  cancel(invitation: string): Promise<void>;
  /** The company allows it now. */
  isAllowed(): boolean;
}

/** Records meetings, in the name of a person. */
export interface MeetingRecorder {
  /** Undefined: it cannot be recorded. `lost`: it ended without a stop. */
  begin(wanted: {
    readonly roomId: number;
    readonly userId: number;
    readonly lost: () => void;
  }): Promise<MeetingRecording | undefined>;
}

export interface LiveMeetingDeps {
  readonly recorder: MeetingRecorder;
  readonly phones: MeetingPhones;
  /** An id of a participant. */
  readonly newId: () => string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Throws a `MediaError` while there is no media. */
  readonly openRoom: () => VideoRoomPort;
}

/** Of the stored room; it expires at ms since the epoch. */
export interface MeetingRoom {
  readonly id: number;
  readonly name: string;
  readonly expiresAt: number;
  /** Everybody in the company may enter. */
  readonly wholeCompany: boolean;
}

/** The id of the recording among the participants of the media; no id of a participant is so short. */
const RECORDER = "recorder";

export class LiveMeeting {
  room: MeetingRoom;
  readonly seats = new Map<string, Seat>();
  readonly #deps: LiveMeetingDeps;
  readonly #meeting: Meeting;
  readonly #left: (seat: Seat) => void;
  readonly #talking = new Set<string>();
  #media: VideoRoomPort | undefined;
  #track: MeetingTrack | undefined;
  #stopMedia: () => void = () => undefined;

  constructor(
    deps: LiveMeetingDeps,
    {
      room,
      left,
      ...allowed
    }: {
      readonly room: MeetingRoom;
      readonly sharedScreen: boolean;
      readonly records: boolean;
      readonly left: (seat: Seat) => void;
    },
  ) {
    this.#deps = deps;
    this.room = room;
    this.#meeting = new Meeting(allowed);
    this.#left = left;
  }

  isCalling(id: string): boolean {
    return this.#meeting.isCalling(id);
  }
  /** User ids of those of the company who are in. */
  get people(): readonly number[] {
    return this.#meeting.state.participants.flatMap(({ user_id }) => user_id ?? []);
  }
  refusalOf(userId: number | null): ErrorCode | undefined {
    return this.#meeting.refusalOf({ userId });
  }

  enter(seat: Seat): void {
    this.seats.set(seat.id, seat);
    const { name, role, person } = seat.pass;
    const { id, telephone } = seat;
    this.take({ do: "enter", entrant: { id, name, role, userId: person?.userId ?? null, telephone } });
  }

  /** `before`: the connection that it had. */
  resume(seat: Seat, before: MeetingLine | undefined): void {
    before?.end({ type: "over", reason: "elsewhere" });
    this.take({ do: "back", id: seat.id });
  }

  cut(seat: Seat): void {
    seat.line = undefined;
    this.take({ do: "cut", id: seat.id });
  }

  /** A frame of somebody who has a seat. */
  receive(seat: Seat, frame: InFrame): void {
    const what = frame.type === "order" ? frame.order.order : frame.type;
    if (!seat.may(what)) {
      const request = "request" in frame ? { request: frame.request } : {};
      return this.#send(seat, { type: "refused", ...request, code: "video.tooFast" });
    }
    switch (frame.type) {
      case "leave":
        return this.take({ do: "leave", id: seat.id });
      case "sending":
        return this.take({ do: "sending", id: seat.id, sending: frame });
      case "order":
        if (frame.order.order === "call") return this.#call(seat, frame.request, frame.order.number);
        return this.take({ do: "order", id: seat.id, request: frame.request, order: frame.order });
      case "show":
        return this.#show(seat, frame.tiles);
      case "offer":
        return this.#offer(seat, frame);
    }
  }

  take(command: MeetingCommand): void {
    for (const effect of this.#meeting.take(command, this.#deps.clock.now())) this.#run(effect);
    this.#track?.follow(this.#meeting.state.participants);
    if (this.#meeting.isEmpty) this.#closeMedia();
  }

  #run(effect: MeetingEffect): void {
    if (effect.kind === "tell") return this.#tell(effect);
    if (effect.kind === "hangUp") return this.#cancel(effect.id);
    if (effect.kind === "record") return this.#record(effect.by);
    const seat = this.seats.get(effect.id);
    if (seat === undefined) return undefined;
    const { name: room } = this.room;
    switch (effect.kind) {
      case "lobby":
        return this.#send(seat, { type: "lobby", room, heartbeat_ms: MEETING_HEARTBEAT_MS });
      case "joined":
        return this.#welcome(seat);
      case "block":
        if (seat.isConnected) this.#media?.block(seat.id, effect.kinds);
        return undefined;
      case "refused":
        return this.#putOut(seat, {
          type: "refused",
          code: effect.code,
          ...(effect.details && { details: effect.details }),
        });
      case "out":
        return this.#putOut(seat, { type: "over", reason: effect.reason });
    }
  }

  #tell({ to, except, frame, forGuests }: Extract<MeetingEffect, { kind: "tell" }>): void {
    const text = JSON.stringify(frame);
    const guestsText = forGuests === undefined ? text : JSON.stringify(forGuests);
    const ids = typeof to === "object" ? [to.one] : this.#meeting.receivers(to);
    for (const seat of ids.map((id) => this.seats.get(id))) {
      if (seat === undefined || seat.id === except) continue;
      seat.line?.send(seat.isGuest ? guestsText : text);
      seat.telephone?.take(frame);
    }
    return undefined;
  }

  #welcome(seat: Seat): void {
    const { locked, recording, mayRecord, sharedScreen, participants, shownToGuests, messages } = this.#meeting.state;
    this.#send(seat, {
      type: "joined",
      self: seat.id,
      room: this.room.name,
      role: participants.find(({ id }) => id === seat.id)?.role ?? seat.pass.role,
      resume: seat.resume,
      resume_ms: MEETING_RESUME_MS,
      heartbeat_ms: MEETING_HEARTBEAT_MS,
      locked,
      recording,
      shared_screen: sharedScreen,
      may_record: seat.pass.person !== null && mayRecord,
      may_call: seat.pass.person !== null && this.#deps.phones.isAllowed(),
      participants: [...(seat.isGuest ? shownToGuests : participants)],
      messages: [...messages],
    });
    if (seat.telephone !== undefined) return this.#attach(seat, seat.telephone);
    // Of somebody who is back: what the page had before is gone.
    seat.quality = new LinkQuality();
    if (seat.slots.length > 0) this.#tellSlots(seat);
    for (const participant of this.#talking) this.#send(seat, { type: "talking", participant, talking: true });
  }

  /** VPHONE-3 */
  #attach(seat: Seat, { voice }: MeetingTelephone): void {
    const media = this.#openMedia();
    if (media === undefined) return this.take({ do: "putOut", id: seat.id, reason: "lost" });
    seat.isConnected = true;
    media.attach(seat.id, voice);
    return media.block(seat.id, blockedOf(this.#meeting.sendingOf(seat.id)));
  }

  #tellSlots(seat: Seat): void {
    const slots = seat.slots.filter(({ participant }) => this.#meeting.isIn(participant));
    this.#send(seat, { type: "slots", slots });
  }

  #putOut(seat: Seat, last: MeetingServerFrame): void {
    this.seats.delete(seat.id);
    this.#media?.leave(seat.id);
    seat.isConnected = false;
    this.#talking.delete(seat.id);
    const { line } = seat;
    seat.line = undefined;
    line?.end(last);
    seat.telephone?.take(last);
    this.#left(seat);
  }

  /** MEET-40 */
  #offer(seat: Seat, { request, sdp, sends }: Of<"offer">): void {
    const refuse = (code: ErrorCode) => this.#send(seat, { type: "refused", request, code });
    if (!this.#meeting.isIn(seat.id)) return refuse("video.waiting");
    const isTwice = new Set(sends.map(({ kind }) => kind)).size < sends.length;
    const media = isTwice ? undefined : this.#openMedia();
    if (media === undefined) return refuse("video.media");
    const { line } = seat;
    media
      .join(seat.id, { offer: sdp, sends })
      .then(({ answer }) => {
        if (this.seats.get(seat.id) !== seat) return media.leave(seat.id);
        seat.isConnected = true;
        media.block(seat.id, blockedOf(this.#meeting.sendingOf(seat.id)));
        media.show(seat.id, seat.tiles);
        if (seat.line === line) this.#send(seat, { type: "answer", request, sdp: answer });
      })
      .catch((error: unknown) => {
        if (!(error instanceof MediaError)) this.#deps.log.error("an offer of a meeting failed", { err: error });
        refuse("video.media");
      });
  }

  /** VREC-1: what is recorded is attached to the room like a telephone that says nothing. */
  #record(by: string | null): void {
    this.#track?.stop();
    this.#track = undefined;
    this.#media?.leave(RECORDER);
    const person = by === null ? undefined : this.seats.get(by)?.pass.person;
    if (by === null) return;
    const lost = (): void => {
      if (this.#track === track) this.take({ do: "recordingLost" });
    };
    const media = this.#openMedia();
    if (!person || media === undefined) return this.take({ do: "recordingLost" });
    const track = new MeetingTrack(this.#deps.recorder.begin({ roomId: this.room.id, userId: person.userId, lost }), {
      begun: () => media.attach(RECORDER),
      lost,
      log: this.#deps.log,
    });
    this.#track = track;
  }

  /** VPHONE-30 */
  #call(seat: Seat, request: string, to: string): void {
    const refuse = (code: ErrorCode, details: ErrorDetails): void =>
      this.#send(seat, { type: "refused", request, code, details });
    const refusal = this.#meeting.callRefusalOf(seat.id);
    const { person } = seat.pass;
    if (refusal !== undefined || person === null) {
      const limit = refusal === "video.calling" ? MEETING_LIMITS.calling : MEETING_LIMITS.participants;
      return refuse(refusal ?? "video.callers", { limit });
    }
    const invitation = this.#deps.newId();
    const { phones, log } = this.#deps;
    this.take({ do: "ring", id: invitation, name: to });
    phones
      .call({ roomId: this.room.id, userId: person.userId, to, invitation })
      .then(({ number, name }) => {
        if (this.#meeting.isCalling(invitation)) this.take({ do: "ring", id: invitation, name: name || number });
        // It was cancelled, or the meeting was over, before it rang.
        else if (!this.seats.has(invitation)) this.#cancel(invitation);
        this.#send(seat, { type: "done", request });
      })
      .catch((error: unknown) => {
        const { code, details } = asAppError(error);
        if (code === "server.internal") log.error("a telephone could not be called into a meeting", { err: error });
        this.take({ do: "rung", id: invitation });
        refuse(code, details);
      });
  }

  #cancel(invitation: string): void {
    this.#deps.phones
      .cancel(invitation)
      .catch((error: unknown) => this.#deps.log.error("a telephone could not be cancelled", { err: error }));
  }

  #show(seat: Seat, tiles: readonly MeetingTile[]): void {
    seat.tiles = tiles.filter(({ participant }) => participant !== seat.id && this.#meeting.isIn(participant));
    if (seat.isConnected) this.#media?.show(seat.id, seat.tiles);
  }

  #openMedia(): VideoRoomPort | undefined {
    if (this.#media !== undefined) return this.#media;
    try {
      this.#media = this.#deps.openRoom();
    } catch (error) {
      this.#deps.log.error("a meeting has no media", { roomId: this.room.id, err: error });
      return undefined;
    }
    this.#stopMedia = this.#media.subscribe((event) => this.#hear(event));
    return this.#media;
  }

  #closeMedia(): void {
    this.#stopMedia();
    this.#media?.close();
    this.#media = undefined;
    this.#stopMedia = () => undefined;
  }

  /** MEET-41 */
  #hear(event: VideoRoomEvent): void {
    if (event.kind === "lost") {
      this.#deps.log.error("the media of a meeting was lost", { roomId: this.room.id, reason: event.reason });
      return this.take({ do: "end", reason: "lost" });
    }
    if (event.kind === "voices" && event.participant === RECORDER) return this.#track?.hear(event.voices);
    const seat = this.seats.get(event.participant);
    if (seat === undefined) return undefined;
    switch (event.kind) {
      case "connected":
        return undefined;
      case "voices":
        return seat.telephone?.hear(event.voices);
      case "failed":
        seat.isConnected = false;
        seat.slots = [];
        return undefined;
      case "slots":
        seat.slots = event.slots;
        return this.#tellSlots(seat);
      case "talking":
        if (event.talking && this.#meeting.sendingOf(seat.id).microphone) this.#talking.add(seat.id);
        else this.#talking.delete(seat.id);
        return this.take({ do: "talking", id: seat.id, talking: event.talking });
      case "stalled":
        return this.#deps.log.warn("a picture stands still", {
          roomId: this.room.id,
          participant: event.participant,
          picture: event.picture,
        });
      case "link": {
        const quality = seat.quality.take(event);
        return quality && this.#send(seat, { type: "quality", ...quality });
      }
    }
  }

  #send(seat: Seat, frame: MeetingServerFrame): void {
    seat.line?.send(JSON.stringify(frame));
    seat.telephone?.take(frame);
  }

  end(reason: MeetingEnd): void {
    this.take({ do: "end", reason });
  }
}
