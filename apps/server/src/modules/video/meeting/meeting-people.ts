/** Which people of the company are in which meeting; every server of the database is notified (MEET-43). */
import type { BuddyMeeting } from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Bus } from "../../../kernel/bus/bus.ts";
import { topic } from "../../../kernel/bus/topic.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { MeetingRoom } from "./live-meeting.ts";

/** User ids; none: the meeting is over. `room` is empty where not everybody of the company may enter it. */
const reportSchema = z.object({ roomId: z.number(), room: z.string(), people: z.array(z.number()) });
type PeopleReport = z.infer<typeof reportSchema>;

/** A report replaces the earlier one of the room, and is repeated: a lost one does no harm for long. */
export const meetingPeople = topic("meeting-people", reportSchema);

export interface MeetingPeople {
  /** The people in a meeting of this server now. */
  report(room: MeetingRoom, people: readonly number[]): void;
  /** Every ten seconds: reports again, and forgets meetings of servers that have died. */
  repeat(): void;
  stop(): void;
}

/** Three reports were not heard. */
const FORGOTTEN_AFTER_MS = 30_000;

export interface MeetingPeopleDeps {
  readonly bus: Pick<Bus, "publish" | "subscribe">;
  readonly clock: Pick<Clock, "now">;
  /** Undefined: in no meeting any more. */
  readonly show: (userId: number, meeting: BuddyMeeting | undefined) => void;
}

export function createMeetingPeople({ bus, clock, show }: MeetingPeopleDeps): MeetingPeople {
  const here = new Map<number, PeopleReport>();
  const everywhere = new Map<number, PeopleReport & { readonly at: number }>();

  const take = (report: PeopleReport): void => {
    const { roomId, people } = report;
    const before = everywhere.get(roomId)?.people ?? [];
    if (people.length === 0) everywhere.delete(roomId);
    else everywhere.set(roomId, { ...report, at: clock.now() });
    for (const userId of new Set([...before, ...people])) {
      const last = [...everywhere.values()].findLast((one) => one.people.includes(userId));
      show(userId, last && { room: last.room });
    }
  };
  return {
    report: ({ id, name, wholeCompany }, people) => {
      const report = { roomId: id, room: wholeCompany ? name : "", people: [...people] };
      const before = here.get(id);
      if (people.length === 0) here.delete(id);
      else here.set(id, report);
      if (!isDeepStrictEqual(before?.people ?? [], report.people) || (before && before.room !== report.room))
        bus.publish(meetingPeople, report);
    },
    repeat: () => {
      for (const report of here.values()) bus.publish(meetingPeople, report);
      for (const { roomId, room, at } of everywhere.values())
        if (clock.now() - at >= FORGOTTEN_AFTER_MS) take({ roomId, room, people: [] });
    },
    stop: bus.subscribe(meetingPeople, take),
  };
}
