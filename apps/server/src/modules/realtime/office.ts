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

/** What the phone system tells, in the words of the office. */
export type OfficeEvent =
  | ({ readonly kind: "registered"; readonly userAgent: string; readonly expiresSeconds: number } & At)
  /** The last telephone is gone. */
  | ({ readonly kind: "unregistered" } & At)
  /** A call as it stands now, with everybody of the realm who is in it. */
  | {
      readonly kind: "called";
      readonly callid: string;
      readonly sides: ReadonlyArray<At & { readonly call: PersonCall }>;
    }
  | { readonly kind: "ended"; readonly end: CallEnd }
  /** What somebody has switched on, as it stands now. */
  | ({ readonly kind: "switched"; readonly features: PersonalState } & At)
  /** What somebody's voicemail box holds now. */
  | ({ readonly kind: "counted"; readonly mailbox: Mailbox } & At)
  /** A presence document of the person's own; `expiresSeconds` 0 withdraws what was said before. */
  | {
      readonly kind: "published";
      readonly realm: string;
      readonly userId: number;
      readonly document: string;
      readonly expiresSeconds: number;
    };

/** One person's telephones as a list tells them. */
interface SeenState extends ShownFeatures {
  readonly registered: boolean;
  readonly presence: Presence;
  readonly userAgent: string | null;
  readonly voicemailCount: number | null;
}

export type OfficeListener = (before: Person, after: Person) => void;

/** Everyone's telephones as they stand now. People of whom there is nothing to say are not in it. */
export interface Office {
  apply(event: OfficeEvent): void;
  people(): Iterable<Person>;
  /** Undefined when there is nothing to say of them. */
  person(userId: number): Person | undefined;
  /** What a receiver sees of somebody, for lists that are asked for. */
  stateOf(realm: string, userId: number, receiving: Receiving): SeenState;
  /** Hears of every person that changed; the answer unsubscribes. */
  subscribe(listener: OfficeListener): () => void;
  stop(): void;
}

/** Node's timers go no further. */
const LONGEST_TIMER_MS = 2_147_483_647;

export function createOffice({ clock }: { readonly clock: Clock }): Office {
  const people = new Map<number, Person>();
  const usersByCall = new Map<string, readonly number[]>();
  const listeners = new Set<OfficeListener>();
  /** When what a person published runs out. */
  const expiries = new Map<number, () => void>();

  const step = (at: At, action: PersonAction): void => {
    const before = people.get(at.userId) ?? strangerAt(at);
    const after = stepPerson(before.exten === at.exten ? before : { ...before, exten: at.exten }, action);
    if (after === before) return;
    if (isForgettable(after)) people.delete(at.userId);
    else people.set(at.userId, after);
    for (const listener of listeners) listener(before, after);
  };

  const placeCall = ({ callid, sides }: Extract<OfficeEvent, { kind: "called" }>): void => {
    // RT-9: who is no longer in it (a telephone elsewhere answered, the call went on) has ended it.
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
  const publish = ({ userId, document, expiresSeconds }: Extract<OfficeEvent, { kind: "published" }>): void => {
    if (expiresSeconds === 0) return withdraw(userId);
    const read = readPresenceDocument(document);
    // Somebody without a telephone here is offline whatever they publish.
    const person = people.get(userId);
    if (read === undefined || person === undefined) return;
    // RT-10: do not disturb takes the place of the word before it; it holds by itself (RT-33).
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
