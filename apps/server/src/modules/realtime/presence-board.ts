import type { Presence } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { PersonalState } from "../call-handling/index.ts";
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
} from "./presence.model.ts";
import type { Receiving } from "./receiving.ts";
import { shownFeatures, shownVoicemails, sightClassOf, type ShownFeatures } from "./sight.ts";

interface At {
  readonly realm: string;
  readonly userId: number;
  readonly exten: string;
}

/** An event of the phone system, in the terms of presence. */
export type PresenceBoardEvent =
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
  /** A person's own presence document; `expiresSeconds` 0 withdraws the earlier one. */
  | {
      readonly kind: "published";
      readonly realm: string;
      readonly userId: number;
      readonly document: string;
      readonly expiresSeconds: number;
    };

/** The state of a person's telephones, for lists. */
interface SeenState extends ShownFeatures {
  readonly registered: boolean;
  readonly presence: Presence;
  readonly userAgent: string | null;
  readonly voicemailCount: number | null;
}

export type PresenceBoardListener = (before: Person, after: Person) => void;

/** The current presence of everyone. People without any state are not included. */
export interface PresenceBoard {
  apply(event: PresenceBoardEvent): void;
  people(): Iterable<Person>;
  /** Undefined for a person without any state. */
  person(userId: number): Person | undefined;
  /** The part of a person's state that a receiver may see, for lists on request. */
  stateOf(realm: string, userId: number, receiving: Receiving): SeenState;
  /** Called for every person that changed. @returns unsubscribes */
  subscribe(listener: PresenceBoardListener): () => void;
  stop(): void;
}

/** The maximum of Node's timers. */
const LONGEST_TIMER_MS = 2_147_483_647;

export function createPresenceBoard({ clock }: { readonly clock: Clock }): PresenceBoard {
  const people = new Map<number, Person>();
  const usersByCall = new Map<string, readonly number[]>();
  const listeners = new Set<PresenceBoardListener>();
  /** Cancels the timers that expire publications. */
  const expiries = new Map<number, () => void>();

  const step = (at: At, action: PersonAction): void => {
    const before = people.get(at.userId) ?? strangerAt(at);
    const after = stepPerson(before.exten === at.exten ? before : { ...before, exten: at.exten }, action);
    if (after === before) return;
    if (isForgettable(after)) people.delete(at.userId);
    else people.set(at.userId, after);
    for (const listener of listeners) listener(before, after);
  };

  const placeCall = ({ callid, sides }: Extract<PresenceBoardEvent, { kind: "called" }>): void => {
    // RT-9: for a person who has left it (another telephone answered, the call continued) it has ended.
    for (const userId of usersByCall.get(callid) ?? []) {
      const person = people.get(userId);
      if (person === undefined || sides.some((side) => side.userId === userId)) continue;
      step(person, { type: "ended", end: { callid, how: "TERMINATED" } });
    }
    if (sides.length === 0) usersByCall.delete(callid);
    else
      usersByCall.set(
        callid,
        sides.map(({ userId }) => userId),
      );
    for (const { call, ...at } of sides) step(at, { type: "called", call });
  };

  const endCall = (end: CallEnd): void => {
    for (const userId of usersByCall.get(end.callid) ?? []) {
      const person = people.get(userId);
      if (person !== undefined) step(person, { type: "ended", end });
    }
    usersByCall.delete(end.callid);
  };

  const withdraw = (userId: number): void => {
    expiries.get(userId)?.();
    expiries.delete(userId);
    const person = people.get(userId);
    if (person !== undefined) step(person, { type: "published", published: undefined });
  };
  const forgetAt = (userId: number, at: number): void => {
    expiries.get(userId)?.();
    const wait = Math.min(at - clock.now(), LONGEST_TIMER_MS);
    expiries.set(
      userId,
      clock.setTimeout(() => (clock.now() >= at ? withdraw(userId) : forgetAt(userId, at)), wait),
    );
  };
  const publish = ({ userId, document, expiresSeconds }: Extract<PresenceBoardEvent, { kind: "published" }>): void => {
    if (expiresSeconds === 0) return withdraw(userId);
    const read = readPresenceDocument(document);
    // A person without a telephone here is offline, whatever they publish.
    const person = people.get(userId);
    if (read === undefined || person === undefined) return;
    // RT-10: do not disturb replaces the earlier publication; it is a setting of its own (RT-33).
    if (read.basic === "closed") return withdraw(userId);
    step(person, { type: "published", published: read.published });
    forgetAt(userId, clock.now() + expiresSeconds * 1_000);
  };

  return {
    apply: (event) => {
      switch (event.kind) {
        case "registered": {
          const { userAgent, expiresSeconds } = event;
          return step(event, { type: "registered", userAgent, expiresSeconds });
        }
        case "unregistered":
          return step(event, { type: "unregistered" });
        case "called":
          return placeCall(event);
        case "ended":
          return endCall(event.end);
        case "published":
          return publish(event);
        case "switched":
          return step(event, { type: "switched", features: event.features });
        case "counted":
          return step(event, { type: "counted", mailbox: event.mailbox });
      }
    },
    people: () => people.values(),
    person: (userId) => people.get(userId),
    stateOf: (realm, userId, receiving) => {
      const person = people.get(userId) ?? strangerAt({ realm, userId, exten: "" });
      const sight = sightClassOf(realm, receiving).of(person);
      const shown = { ...shownFeatures(person, sight), voicemailCount: shownVoicemails(person, sight) };
      if (!sight.person) return { registered: false, presence: "unknown", userAgent: null, ...shown };
      return {
        registered: person.registered !== undefined,
        presence: presenceOf(person, sight.calls),
        userAgent: person.registered?.userAgent ?? null,
        ...shown,
      };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      for (const cancel of expiries.values()) cancel();
      expiries.clear();
    },
  };
}
