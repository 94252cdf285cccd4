import type { BuddyMeeting, Presence } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { PersonalState } from "../call-handling/index.ts";
import { defineBoard, type Board, type Change, type Entries, type Receiving } from "../realtime/index.ts";
import { readPresenceDocument } from "./presence-document.ts";
import {
  isForgettable,
  presenceOf,
  stepPerson,
  strangerAt,
  type CallEnd,
  type Mailbox,
  type Person,
  type PersonAction,
  type PersonCall,
  type Published,
} from "./presence.model.ts";
import { createPublishedStates } from "./published-states.ts";
import {
  buddyStates,
  presenceEvents,
  presenceSightOf,
  shownFeatures,
  shownVoicemails,
  type PresenceChange,
  type ShownFeatures,
} from "./presence.sight.ts";

interface At {
  readonly realm: string;
  readonly userId: number;
  readonly exten: string;
}

/** What changes people on the board. */
type PresenceAction =
  | ({ readonly kind: "registered"; readonly userAgent: string; readonly expiresSeconds: number } & At)
  /** The last telephone has unregistered. */
  | ({ readonly kind: "unregistered" } & At)
  /** The current state of a call, with everybody of the realm who is in it. */
  | {
      readonly kind: "called";
      readonly callid: string;
      readonly sides: ReadonlyArray<At & { readonly call: PersonCall }>;
    }
  | { readonly kind: "ended"; readonly end: CallEnd }
  /** The current settings that a person has switched on. */
  | ({ readonly kind: "switched"; readonly features: PersonalState } & At)
  /** The current contents of a person's voicemail box. */
  | ({ readonly kind: "counted"; readonly mailbox: Mailbox } & At)
  /** The person is in this video meeting, or in none. */
  | ({ readonly kind: "met"; readonly meeting: BuddyMeeting | undefined } & At)
  | { readonly kind: "published"; readonly userId: number; readonly published: Published | undefined };

/** An event of the phone system, in the terms of presence. */
export type PresenceBoardEvent = Exclude<PresenceAction, { readonly kind: "published" }> | PublishedDocument;

/** A person's own presence document; `expiresSeconds` 0 withdraws the publication. */
interface PublishedDocument {
  readonly kind: "published";
  readonly realm: string;
  readonly userId: number;
  /** Of the publication: the same when it is refreshed, changed and withdrawn. */
  readonly id: string;
  /** Empty when it is refreshed. */
  readonly document: string;
  readonly expiresSeconds: number;
}

/** The state of a person's telephones, for lists. */
interface SeenState extends ShownFeatures {
  readonly registered: boolean;
  readonly presence: Presence;
  readonly userAgent: string | null;
  readonly voicemailCount: number | null;
  /** What the person has published in words. */
  readonly note: string | null;
  /** Null for receivers who may not see calls. */
  readonly calls: ReadonlyArray<Pick<PersonCall, "callid" | "direction" | "state">> | null;
}

/** The current presence of everyone. People without any state are not included. */
export interface PresenceBoard extends Board<Person, PresenceBoardEvent, PresenceChange> {
  people(): Iterable<Person>;
  /** Undefined for a person without any state. */
  person(userId: number): Person | undefined;
  /** The part of a person's state that a receiver may see, for lists on request. */
  stateOf(realm: string, userId: number, receiving: Receiving): SeenState;
  stop(): void;
}

type Changes = ReadonlyArray<Change<Person, PresenceChange>>;

const createBoard = defineBoard({
  name: "buddies",
  state: { keyOf: ({ userId }: Person) => userId, indexedBy: ({ calls }: Person) => calls.map(({ callid }) => callid) },
  step: stepPresence,
  visibleTo: presenceSightOf,
  events: presenceEvents,
  snapshot: (people, sight) => buddyStates(people.values(), sight),
});

export function createPresenceBoard({ clock }: { readonly clock: Clock }): PresenceBoard {
  const board = createBoard();
  const { entries } = board;
  const states = createPublishedStates(clock, (userId, published) =>
    board.apply({ kind: "published", userId, published }),
  );

  const publish = ({ userId, id, document, expiresSeconds }: PublishedDocument): void => {
    const of = { userId, id };
    if (expiresSeconds === 0) return states.withdraw(of);
    if (document === "") return states.prolong(of, expiresSeconds);
    const read = readPresenceDocument(document);
    // A person without a telephone here is offline, whatever they publish.
    if (read === undefined || entries.get(userId) === undefined) return;
    // RT-10: do not disturb replaces what was published before; it is a setting of its own (RT-33).
    if (read.basic === "closed") return states.withdrawAll(userId);
    states.put(of, { published: read.published, expiresSeconds });
  };

  return {
    ...board,
    apply: (event) => (event.kind === "published" ? publish(event) : board.apply(event)),
    people: entries.values,
    person: entries.get,
    stateOf: (realm, userId, receiving) => {
      const person = entries.get(userId) ?? strangerAt({ realm, userId, exten: "" });
      const sight = presenceSightOf(realm, receiving).of(person);
      const shown = { ...shownFeatures(person, sight), voicemailCount: shownVoicemails(person, sight) };
      if (!sight.person)
        return { registered: false, presence: "unknown", userAgent: null, note: null, calls: null, ...shown };
      return {
        registered: person.registered !== undefined,
        presence: presenceOf(person, sight.calls),
        userAgent: person.registered?.userAgent ?? null,
        note: person.published?.note ?? null,
        calls: sight.calls ? person.calls : null,
        ...shown,
      };
    },
    stop: states.stop,
  };
}

function stepPresence(people: Entries<Person>, action: PresenceAction): Changes {
  switch (action.kind) {
    case "registered": {
      const { userAgent, expiresSeconds } = action;
      return stepAt(people, action, { type: "registered", userAgent, expiresSeconds });
    }
    case "unregistered":
      return stepAt(people, action, { type: "unregistered" });
    case "called":
      return placeCall(people, action);
    case "ended":
      return people.find(action.end.callid).flatMap((person) => changed(person, { type: "ended", end: action.end }));
    case "published": {
      const person = people.get(action.userId);
      return person === undefined ? [] : changed(person, { type: "published", published: action.published });
    }
    case "switched":
      return stepAt(people, action, { type: "switched", features: action.features });
    case "met":
      return stepAt(people, action, { type: "met", meeting: action.meeting });
    case "counted":
      return stepAt(people, action, { type: "counted", mailbox: action.mailbox });
  }
}

function placeCall(people: Entries<Person>, { callid, sides }: Extract<PresenceAction, { kind: "called" }>): Changes {
  // RT-9: for a person who has left it (another telephone answered, the call continued) it has ended.
  const left = people.find(callid).filter(({ userId }) => !sides.some((side) => side.userId === userId));
  return [
    ...left.flatMap((person) => changed(person, { type: "ended", end: { callid, how: "TERMINATED" } })),
    ...sides.flatMap(({ call, ...at }) => stepAt(people, at, { type: "called", call })),
  ];
}

const stepAt = (people: Entries<Person>, at: At, action: PersonAction): Changes =>
  changed(people.get(at.userId) ?? strangerAt(at), action, at.exten);

function changed(before: Person, action: PersonAction, exten = before.exten): Changes {
  const after = stepPerson(before.exten === exten ? before : { ...before, exten }, action);
  if (after === before) return [];
  const fact = { before, after };
  return [isForgettable(after) ? { drop: after, fact } : { keep: after, fact }];
}
