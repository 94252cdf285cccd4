import { isPrivateRoom } from "@callpanel/contract";
import {
  createEventSource,
  defineBoard,
  type Board,
  type Change,
  type Entries,
  type EventSource,
} from "../../realtime/index.ts";
import type {
  ConferenceAction,
  ConferenceFact,
  ConferencePlace,
  LiveConference,
  LiveMember,
} from "./conference.model.ts";
import {
  conferenceEvents,
  conferenceSightOf,
  isVisible,
  ownConferenceEvents,
  presentConference,
  presentOwn,
  type ConferenceSight,
} from "./conference.sight.ts";

/** Conferences with members, and temporary rooms of three-way calls. */
export interface ConferenceBoard extends Board<LiveConference, ConferenceAction, ConferenceFact> {
  find(place: ConferencePlace): LiveConference | undefined;
  /** The conference that a leg is in. */
  conferenceOf(realm: string, channel: string): LiveConference | undefined;
}

type Step = ReadonlyArray<Change<LiveConference, ConferenceFact>>;

const placeKey = ({ realm, confno }: ConferencePlace): string => `${realm} ${confno}`;
const legKey = (realm: string, channel: string): string => `${realm} ${channel}`;

const createBoard = defineBoard({
  name: "conferences",
  state: {
    keyOf: placeKey,
    indexedBy: ({ realm, members }: LiveConference) => members.map(({ channel }) => legKey(realm, channel)),
  },
  step: stepConferences,
  visibleTo: conferenceSightOf,
  events: conferenceEvents,
  ownEvents: ownConferenceEvents,
  snapshot: (conferences, sight) => visibleIn(conferences, sight).map((one) => presentConference(one, sight)),
});

/** The personal conference of each receiver. Its events are the board's. */
export const createOwnConferences = ({ entries }: Pick<ConferenceBoard, "entries">): EventSource =>
  createEventSource({
    name: "ownConferences",
    visibleTo: conferenceSightOf,
    subscribe: () => () => undefined,
    ownSnapshot: (sight: ConferenceSight, userId) => {
      const own = [...entries.values()].filter((one) => one.realm === sight.realm && one.ownerId === userId);
      return own.length === 0 ? undefined : own.map(presentOwn);
    },
  });

export function createConferenceBoard(): ConferenceBoard {
  const board = createBoard();
  return {
    ...board,
    find: (place) => board.entries.get(placeKey(place)),
    conferenceOf: (realm, channel) => board.entries.find(legKey(realm, channel)).at(-1),
  };
}

const visibleIn = (conferences: Entries<LiveConference>, sight: ConferenceSight): readonly LiveConference[] =>
  [...conferences.values()]
    .filter((one) => isVisible(one, sight))
    .toSorted((one, other) => one.confno.localeCompare(other.confno, "en", { numeric: true }));

/** RT-41: duplicate events, and those about a person who is not in the room, change nothing. */
function stepConferences(conferences: Entries<LiveConference>, action: ConferenceAction): Step {
  const { realm, confno, ownerId } = action;
  const place = { realm, confno, ownerId };
  const before = conferences.get(placeKey(place)) ?? { ...place, locked: false, recording: false, members: [] };
  switch (action.kind) {
    case "joined":
      return joined(before, action.member);
    case "changed":
      return changed(before, action.member);
    case "left":
      return left(before, action.member);
    case "state":
      return before.members.length === 0 ? [] : stated(before, action);
  }
}

function stated(before: LiveConference, { locked, recording }: ConferenceAction & { readonly kind: "state" }): Step {
  const { realm, confno, ownerId } = before;
  const events = [
    ...(before.locked === locked ? [] : [locked ? ("lock" as const) : ("unlock" as const)]),
    ...(before.recording === recording ? [] : [recording ? ("record" as const) : ("unrecord" as const)]),
  ];
  return events.map((event) => ({
    keep: { ...before, locked, recording },
    fact: { realm, confno, ownerId, event },
  }));
}

function joined(before: LiveConference, member: LiveMember): Step {
  if (knownIn(before, member) !== undefined) return [];
  const keep = { ...before, members: [...before.members, member] };
  return [{ keep, fact: factOf(keep, "join", member) }];
}

function changed(before: LiveConference, member: LiveMember): Step {
  const known = knownIn(before, member);
  if (known === undefined) return [];
  const keep = { ...before, members: before.members.map((one) => (one === known ? member : one)) };
  return [
    ...(known.talking === member.talking ? [] : [member.talking ? ("talking" as const) : ("silent" as const)]),
    ...(known.muted === member.muted ? [] : [member.muted ? ("mute" as const) : ("unmute" as const)]),
    ...(OTHER_STATES.some((state) => known[state] !== member[state]) ? ["change" as const] : []),
  ].map((event) => ({ keep, fact: factOf(keep, event, member) }));
}

const OTHER_STATES = ["admin", "invited", "microphoneOff", "mutedByRoom", "waiting"] as const;

function left(before: LiveConference, member: LiveMember): Step {
  const known = knownIn(before, member);
  if (known === undefined) return [];
  const after = { ...before, members: before.members.filter((one) => one !== known) };
  const fact = factOf(before, "leave", member);
  return [after.members.length === 0 ? { drop: before, fact } : { keep: after, fact }];
}

const knownIn = ({ members }: LiveConference, { channel }: LiveMember): LiveMember | undefined =>
  members.find((one) => one.channel === channel);

function factOf(
  { realm, confno, ownerId, members }: LiveConference,
  event: Extract<ConferenceFact, { member: LiveMember }>["event"],
  member: LiveMember,
): ConferenceFact {
  const ids = isPrivateRoom(confno) ? members.flatMap(({ userId }) => userId ?? []) : [];
  return { realm, confno, ownerId, event, member, privateIds: [...new Set(ids)] };
}
