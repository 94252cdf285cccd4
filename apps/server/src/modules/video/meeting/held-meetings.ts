/** The meetings that this server holds, and the seats in them. */
import { tokenDigest } from "../../../kernel/secrets/secrets.ts";
import type { StoredVideoRoom, VideoRoomStore } from "../video-room.store.ts";
import { LiveMeeting, type LiveMeetingDeps, type Seat } from "./live-meeting.ts";
import type { MeetingPeople } from "./meeting-people.ts";
import type { MeetingPlaces } from "./meeting-places.ts";
import { applyStanding, type StandingDeps } from "./meeting-standing.ts";

export interface HeldMeetingsDeps extends StandingDeps, LiveMeetingDeps {
  readonly store: Pick<VideoRoomStore, "byId">;
  readonly places: Pick<MeetingPlaces, "renew">;
  readonly people: Pick<MeetingPeople, "report">;
}

interface Held {
  readonly live: LiveMeeting;
  readonly release: () => void;
}

export interface HeldMeetings {
  all(): readonly LiveMeeting[];
  of(roomId: number): LiveMeeting | undefined;
  /** The meeting of a room, which begins where there is none. `release` gives up its place: now, or when it is over. */
  open(room: StoredVideoRoom, release: () => void): LiveMeeting;
  /** After each change: reports the participants. MEET-15: without anybody it is over, and another server may hold the next one. */
  settle(live: LiveMeeting): void;
  /** Puts out who may no longer be in. */
  check(live: LiveMeeting): Promise<void>;
  /** A seat that a page may come back to. */
  keep(seat: Seat, live: LiveMeeting): void;
  kept(token: string): { readonly seat: Seat; readonly live: LiveMeeting } | undefined;
}

export function createHeldMeetings(deps: HeldMeetingsDeps): HeldMeetings {
  const { store, rooms, places, people } = deps;
  const meetings = new Map<number, Held>();
  const seats = new Map<string, { readonly seat: Seat; readonly live: LiveMeeting }>();
  const settle = (live: LiveMeeting): void => {
    const held = meetings.get(live.room.id);
    if (held?.live !== live) return;
    people.report(live.room, live.people);
    if (live.seats.size > 0) return;
    meetings.delete(live.room.id);
    held.release();
  };
  return {
    all: () => [...meetings.values()].map(({ live }) => live),
    of: (roomId) => meetings.get(roomId)?.live,
    open: (room, release) => {
      const before = meetings.get(room.id);
      if (before !== undefined) {
        release();
        return before.live;
      }
      const left = (seat: Seat): void => void seats.delete(tokenDigest(seat.resume));
      const live = new LiveMeeting(deps, {
        room,
        sharedScreen: rooms.sharesScreens(room),
        records: rooms.records(room),
        left,
      });
      meetings.set(room.id, { live, release });
      return live;
    },
    settle,
    check: async (live) => {
      const { id } = live.room;
      const [room, isHere] = await Promise.all([store.byId(id), places.renew(id)]);
      if (meetings.get(id)?.live !== live) return;
      if (isHere) await applyStanding(deps, live, room);
      else live.end("lost");
      settle(live);
    },
    keep: (seat, live) => void seats.set(tokenDigest(seat.resume), { seat, live }),
    kept: (token) => seats.get(tokenDigest(token)),
  };
}
