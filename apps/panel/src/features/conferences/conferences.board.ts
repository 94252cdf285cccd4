/** The members of each conference, from the latest events. */
import type { ConferenceMember, RealtimeEvent } from "@callpanel/contract";
import { createKeyedBoard } from "../../shared/live/keyedBoard.ts";
import type { FramedDeps } from "../../shared/live/frames.ts";
import type { Keyed, KeyedBoard, KeyedBoardRules } from "../../shared/live/keyedBoard.ts";
import { defineService } from "../../shared/service.ts";

export interface LiveConference {
  readonly locked: boolean;
  readonly recording: boolean;
  /** In the order in which they joined; times are in this computer's clock. */
  readonly members: readonly ConferenceMember[];
}

/** The conferences by their `confno`. */
export type LiveConferences = Keyed<LiveConference>;
export const LIVE_CONFERENCES = defineService<LiveConferences>("liveConferences");

export const createLiveConferences = (deps: FramedDeps): KeyedBoard<LiveConference> => createKeyedBoard(deps, RULES);

type ConferenceEvent = Extract<RealtimeEvent, { readonly action: "CONFBRIDGE" }>;

const EMPTY: LiveConference = { locked: false, recording: false, members: [] };

const RULES: KeyedBoardRules<LiveConference, ConferenceEvent> = {
  absent: EMPTY,
  fromSnapshot: ({ conferences = [], ownConferences = [], clockOffsetMs }) =>
    [...conferences, ...ownConferences].map(({ confno, locked, recording, members }) => [
      confno,
      {
        locked,
        recording,
        members: members.map((member) => ({ ...member, joinedAt: member.joinedAt + clockOffsetMs })),
      },
    ]),
  isAbout: (event) => event.action === "CONFBRIDGE",
  keyOf: ({ confno }) => confno,
  step: stepConference,
};

/** CONFPAGE-3: returns the same object when an event changes nothing. */
export function stepConference(before: LiveConference, event: ConferenceEvent, offsetMs: number): LiveConference {
  if (event.event === "lock" || event.event === "unlock") return { ...before, locked: event.event === "lock" };
  if (event.event === "record" || event.event === "unrecord") return { ...before, recording: event.event === "record" };
  if (event.member === undefined) return before;
  const member = { ...event.member, joinedAt: event.member.joinedAt + offsetMs };
  const at = before.members.findIndex(({ channel }) => channel === member.channel);
  if (event.event === "leave") {
    if (at < 0) return before;
    const members = before.members.filter((_, index) => index !== at);
    return members.length === 0 ? EMPTY : { ...before, members };
  }
  const joins = event.event === "join" || event.event === "list";
  if (at < 0) return joins ? { ...before, members: [...before.members, member] } : before;
  return { ...before, members: before.members.map((one, index) => (index === at ? member : one)) };
}
