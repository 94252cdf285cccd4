/** The people who may be in a meeting, as the room, its links and the rights are now (MEET-30). */
import type { AppError, MeetingEnd, MeetingRole } from "@callpanel/contract";
import { asAppError } from "../../../kernel/http/error-answer.ts";
import { linkVersionOf } from "../video-links.ts";
import type { StoredVideoRoom } from "../video-room.store.ts";
import { entersVideoRoom, leadsVideoRoom } from "../video-rooms.policy.ts";
import type { VideoRooms } from "../video-rooms.ts";
import type { LiveMeeting } from "./live-meeting.ts";
import type { MeetingPass } from "./meeting-tickets.ts";

export interface StandingDeps {
  readonly rooms: Pick<VideoRooms, "checkOpen" | "hasTelephones" | "records" | "sharesScreens">;
  /** Whether a person may still use video rooms, and the session has not ended. */
  readonly mayStay: (person: { readonly userId: number; readonly sessionId: string }) => Promise<boolean>;
}

/** As what somebody may be in, or why not. */
export type Standing = { readonly role: MeetingRole } | { readonly reason: MeetingEnd };

export async function standingOf(
  { mayStay }: StandingDeps,
  { person, links, role }: MeetingPass,
  room: StoredVideoRoom,
): Promise<Standing> {
  if (person === null) return links === linkVersionOf(room, role) ? { role } : { reason: "replaced" };
  if (!entersVideoRoom(room, person.userId) || !(await mayStay(person))) return { reason: "removed" };
  return { role: leadsVideoRoom(room, person.userId) ? "admin" : "guest" };
}

/** Puts out who may no longer be in. `room` undefined: it was deleted. */
export async function applyStanding(
  deps: StandingDeps,
  live: LiveMeeting,
  room: StoredVideoRoom | undefined,
): Promise<void> {
  const closed = room && closedBy(deps, room);
  if (room === undefined) return live.end("ended");
  if (closed !== undefined) return live.end(closed.code === "video.expired" ? "expired" : "ended");
  live.room = room;
  live.take({ do: "screens", allowed: deps.rooms.sharesScreens(room) });
  live.take({ do: "recordings", allowed: deps.rooms.records(room) });
  for (const { id, pass, telephone } of live.seats.values()) {
    if (telephone !== undefined) {
      // VPHONE-5: they came by number and PIN, not by a link.
      if (!deps.rooms.hasTelephones()) live.take({ do: "putOut", id, reason: "removed" });
      continue;
    }
    const now = await standingOf(deps, pass, room);
    if ("reason" in now) live.take({ do: "putOut", id, reason: now.reason });
    else live.take({ do: "cast", id, role: now.role });
  }
}

function closedBy({ rooms }: StandingDeps, room: StoredVideoRoom): AppError | undefined {
  try {
    rooms.checkOpen(room);
    return undefined;
  } catch (error) {
    return asAppError(error);
  }
}
