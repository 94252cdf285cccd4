/** The meetings of this server: people who come in, who come back, and who may no longer be in. */
import {
  AppError,
  MEETING_LIMITS,
  type MeetingMiss,
  type MeetingRole,
  type MeetingServerFrame,
} from "@callpanel/contract";
import type { VideoRoomPort } from "@callpanel/media";
import * as z from "zod/mini";
import type { Bus } from "../../../kernel/bus/bus.ts";
import { topic } from "../../../kernel/bus/topic.ts";
import { repeat, type Clock } from "../../../kernel/clock.ts";
import { asAppError } from "../../../kernel/http/error-answer.ts";
import type { Log } from "../../../kernel/log.ts";
import { newToken, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import { ownEvent } from "../../realtime/index.ts";
import { linkVersionOf } from "../video-links.ts";
import type { VideoRoomStore } from "../video-room.store.ts";
import { createHeldMeetings, type HeldMeetings } from "./held-meetings.ts";
import {
  Seat,
  type LiveMeeting,
  type InFrame,
  type MeetingLine,
  type MeetingPhones,
  type MeetingRecorder,
  type MeetingTelephone,
} from "./live-meeting.ts";
import type { MeetingPeople } from "./meeting-people.ts";
import type { MeetingPlaces } from "./meeting-places.ts";
import { standingOf, type StandingDeps } from "./meeting-standing.ts";
import type { MeetingPass, MeetingTickets } from "./meeting-tickets.ts";

export interface MeetingHubDeps extends StandingDeps {
  readonly store: Pick<VideoRoomStore, "byId">;
  readonly tickets: Pick<MeetingTickets, "take">;
  readonly places: MeetingPlaces;
  readonly openRoom: () => VideoRoomPort;
  readonly people: Pick<MeetingPeople, "report" | "repeat">;
  readonly phones: MeetingPhones;
  readonly recorder: MeetingRecorder;
  readonly bus: Pick<Bus, "subscribe" | "onGap">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** A seat of a meeting of this server. */
export interface Seated {
  receive(frame: InFrame): void;
  /** The connection is gone; another one may have taken its place already. */
  cut(): void;
}

export interface MeetingHub {
  /** Throws why nobody can enter the room now, as far as this server knows. */
  checkDoor(roomId: number, userId: number | null): Promise<void>;
  /** Undefined: refused, and `line` has ended. */
  enter(ticket: string, line: MeetingLine): Promise<Seated | undefined>;
  resume(token: string, line: MeetingLine): Seated | undefined;
  /**
   * Somebody by telephone, whose PIN was checked, or who was called and comes with the invitation. Throws why they cannot enter;
   * a meeting that refuses them says so by `take`.
   */
  telephone(
    who: { readonly roomId: number; readonly role: MeetingRole; readonly name: string },
    telephone: Omit<MeetingTelephone, "isCalled">,
    invitation?: string,
  ): Promise<Pick<Seated, "receive">>;
  /** A telephone that was called does not come. */
  missed(invitation: string, why: MeetingMiss): void;
  stop(): Promise<void>;
}

/** A room, its links or its people have changed. */
export const videoRoomChanged = topic("video-room", z.object({ roomId: z.number() }));

const BEAT_MS = 5_000;
/** MEET-31: a change that no fact reports is found within two beats. */
const BEATS_TO_CHECK = 2;

export function createMeetingHub(deps: MeetingHubDeps): MeetingHub {
  const { store, rooms, tickets, places, clock, random, log } = deps;
  const newId = (): string => newToken(random).slice(0, 16);
  const held = createHeldMeetings({ ...deps, newId });
  const { settle } = held;
  const stop = follow(deps, held);

  const seated = (live: LiveMeeting, seat: Seat, line: MeetingLine): Seated => {
    seat.line = line;
    const whileOn = (run: () => void) => {
      if (seat.line !== line) return;
      run();
      settle(live);
    };
    return {
      receive: (frame) => whileOn(() => live.receive(seat, frame)),
      cut: () => whileOn(() => live.cut(seat)),
    };
  };
  const idsOf = (): Pick<Seat, "id" | "resume"> => ({
    id: newId(),
    resume: newToken(random),
  });
  /** VPHONE-2 */
  const telephone: MeetingHub["telephone"] = async ({ roomId, ...who }, own, invitation) => {
    const release = await places.hold(roomId);
    if (release === undefined) throw new AppError("video.otherServer");
    try {
      const room = await store.byId(roomId);
      if (room === undefined) throw new AppError("video.unknown");
      rooms.checkOpen(room);
      if (!rooms.hasTelephones()) throw new AppError("video.unknown");
      const pass = { ...who, roomId, person: null, links: linkVersionOf(room, who.role) };
      const isCalled = invitation !== undefined;
      if (isCalled && held.of(roomId)?.isCalling(invitation) !== true) throw new AppError("video.gone");
      const ids = { ...idsOf(), ...(isCalled && { id: invitation }) };
      const seat = new Seat({ ...ids, pass, telephone: { ...own, isCalled } }, clock);
      const live = held.open(room, release);
      live.enter(seat);
      settle(live);
      return {
        receive: (frame) => {
          if (live.seats.get(seat.id) !== seat) return;
          live.receive(seat, frame);
          settle(live);
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  };
  const enter = async (pass: MeetingPass, line: MeetingLine, release: () => void): Promise<Seated> => {
    const room = await store.byId(pass.roomId);
    if (room === undefined) throw new AppError("video.unknown");
    rooms.checkOpen(room);
    const now = await standingOf(deps, pass, room);
    if ("reason" in now) throw new AppError(now.reason === "replaced" ? "video.unknown" : "request.forbidden");
    const live = held.open(room, release);
    const own = { ...idsOf(), pass: { ...pass, role: now.role } };
    const seat = new Seat(own, clock);
    const place = seated(live, seat, line);
    held.keep(seat, live);
    live.enter(seat);
    settle(live);
    return place;
  };

  return {
    checkDoor: async (roomId, userId) => {
      if (await places.isElsewhere(roomId)) throw new AppError("video.otherServer");
      const refusal = held.of(roomId)?.refusalOf(userId);
      if (refusal === "video.full") throw new AppError(refusal, { limit: MEETING_LIMITS.participants });
      if (refusal !== undefined) throw new AppError(refusal);
    },
    enter: async (ticket, line) => {
      let release: (() => void) | undefined;
      try {
        const pass = await tickets.take(ticket);
        if (pass === undefined) throw new AppError("video.ticket");
        release = await places.hold(pass.roomId);
        if (release === undefined) throw new AppError("video.otherServer");
        return await enter(pass, line, release);
      } catch (error) {
        release?.();
        const { code, details } = asAppError(error);
        if (code === "server.internal") log.error("somebody could not enter a meeting", { err: error });
        line.end({ type: "refused", code, details } satisfies MeetingServerFrame);
        return undefined;
      }
    },
    resume: (token, line) => {
      const found = held.kept(token);
      if (found === undefined) {
        line.end({ type: "over", reason: "lost" });
        return undefined;
      }
      const { seat, live } = found;
      const before = seat.line;
      const place = seated(live, seat, line);
      live.resume(seat, before);
      return place;
    },
    telephone,
    missed: (invitation, why) => {
      const live = held.all().find((one) => one.isCalling(invitation));
      live?.take({ do: "rung", id: invitation, why });
    },
    stop: async () => {
      stop();
      for (const live of held.all()) {
        live.end("lost");
        settle(live);
      }
      await places.settled();
    },
  };
}

/** MEET-31: checks meetings when something has changed, and in between. @returns stops it */
function follow(
  { clock, bus, log, people }: Pick<MeetingHubDeps, "clock" | "bus" | "log" | "people">,
  held: HeldMeetings,
): () => void {
  const check = (live: LiveMeeting): void => {
    held.check(live).catch((error: unknown) => log.warn("a meeting could not be checked", { err: error }));
  };
  let beats = 0;
  const beat = (): void => {
    beats += 1;
    if (beats % BEATS_TO_CHECK === 0) people.repeat();
    for (const live of held.all()) {
      live.take({ do: "beat" });
      held.settle(live);
      if (beats % BEATS_TO_CHECK === 0 || live.room.expiresAt <= clock.now()) check(live);
    }
  };
  const hasPerson = ({ seats }: LiveMeeting, userId: number): boolean =>
    [...seats.values()].some(({ pass }) => pass.person?.userId === userId);
  const stops = [
    repeat(clock, BEAT_MS, beat),
    bus.onGap(() => held.all().forEach(check)),
    bus.subscribe(videoRoomChanged, ({ roomId }) =>
      held
        .all()
        .filter(({ room }) => room.id === roomId)
        .forEach(check),
    ),
    // A new password ends other sessions.
    bus.subscribe(ownEvent, ({ userId, event }) => {
      if (event.action !== "SETTING") return;
      for (const live of held.all()) if (hasPerson(live, userId)) check(live);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
