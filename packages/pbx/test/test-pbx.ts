/**
 * A phone system with people and test phones: real SIP text over paired sockets, a fake clock, media that only records
 * what the test makes it play.
 */
import { randomBytes } from "node:crypto";
import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import {
  createFakeClock,
  createFakeDirectory,
  createFakeGuard,
  createFakeMedia,
  createSipPhone,
  createSocketPair,
  settle,
  type FakeClock,
  type FakeDirectory,
  type FakeMedia,
  type PhoneCall,
  type SipPhone,
  type SipPhoneOptions,
} from "@callpanel/testkit";
import type {
  AnnouncementParts,
  CallRecord,
  DirectoryUser,
  GuessGuard,
  Log,
  OutsideCallBook,
  QueueParts,
  RoomParts,
  VideoParts,
  Texting,
  Waking,
  Watching,
  PhoneEvent,
  PhoneSystem,
  Voicemail,
} from "@callpanel/phone-port";
import { createPhoneSystem } from "../src/phone-system.ts";
import type { MediaEngine } from "@callpanel/media";
import type { PhoneSettings } from "../src/settings.ts";

export interface TestPbx {
  readonly system: PhoneSystem;
  readonly clock: FakeClock;
  readonly directory: FakeDirectory;
  readonly media: FakeMedia;
  readonly records: readonly CallRecord[];
  readonly events: readonly PhoneEvent[];
  readonly logged: readonly string[];
  /** From now on the ledger fails. */
  loseRecords(): void;
  /** The codes with which the server closed connections. */
  readonly closings: readonly { readonly code: number; readonly reason: string }[];
  /** A phone of one of the people, not registered. */
  phone(name: string, options?: Partial<SipPhoneOptions> & { readonly address?: string }): SipPhone;
  registered(name: string, options?: Partial<SipPhoneOptions> & { readonly address?: string }): Promise<SipPhone>;
  /** Two registered phones in a call with each other. */
  talk(from: SipPhone, number: string, to: SipPhone): Promise<{ readonly out: PhoneCall; readonly in: PhoneCall }>;
  /** Events of a kind, in order. */
  eventsOf<K extends PhoneEvent["kind"]>(kind: K): readonly Extract<PhoneEvent, { kind: K }>[];
  /** The id of a phone's leg, for commands; "" when it is in no live call. */
  legOf(call: PhoneCall): string;
  /** What a phone hears: the name of a tone or prompt, or the id of another phone's port. */
  heardBy(call: PhoneCall): string;
  /** Whether the two phones hear each other. */
  talkTogether(one: PhoneCall, other: PhoneCall): boolean;
  /** Counts of what a call might leave behind. */
  leftovers(): Readonly<Record<string, number>>;
}

export const REALM = "demo";
export const PASSWORD = "callpanel-demo";
const PEOPLE: readonly DirectoryUser[] = [
  person(1, "alice", "101", "Alice Archer"),
  person(2, "bob", "102", "Bob Brandt"),
  person(3, "carol", "103", "Carol Chen"),
  person(4, "dave", "104", "Dave Diaz"),
  { ...person(5, "erin", "105", "Erin Evans"), mayUseSoftphone: false },
];

export function person(id: number, sipUsername: string, extension: string, displayName: string): DirectoryUser {
  return { id, sipUsername, extension, displayName, mayUseSoftphone: true, doNotDisturb: false, callWaiting: true };
}

interface TestPbxParts {
  /** Replaces the fake media engine by one with real audio. */
  readonly engine?: MediaEngine;
  readonly boxes?: Voicemail;
  readonly outsideCalls?: OutsideCallBook;
  readonly queues?: QueueParts;
  readonly conferences?: RoomParts;
  readonly video?: VideoParts;
  /** The default guard locks no one. */
  readonly guard?: GuessGuard;
  readonly announcements?: AnnouncementParts;
  /** Without it phones may not watch each other. */
  readonly watching?: Watching;
  /** Without it phones cannot write. */
  readonly texting?: Texting;
  /** Without it a person without a registered phone cannot be reached. */
  readonly waking?: Waking;
  /** The folder of the prompts; without it there are no prompts. */
  readonly promptsFolder?: string;
}

export function createTestPbx(
  settings: Partial<PhoneSettings> = {},
  { engine, boxes, guard = createFakeGuard(), promptsFolder = "/words", ...parts }: TestPbxParts = {},
): TestPbx {
  const clock = createFakeClock();
  const directory = createFakeDirectory(REALM);
  const media = createFakeMedia();
  const records: CallRecord[] = [];
  const events: PhoneEvent[] = [];
  const logged: string[] = [];
  let losing = false;
  const closings: { code: number; reason: string }[] = [];
  for (const user of PEOPLE) directory.add(user, PASSWORD);
  const note = (level: string) => (message: string) => void logged.push(`${level} ${message}`);
  const log: Log = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
  const system = createPhoneSystem({
    clock,
    random: (count) => randomBytes(count),
    directory,
    guard,
    calls: {
      callEnded: (record) => {
        if (losing) throw new Error("disk full");
        records.push(record);
      },
    },
    ...parts,
    media: engine ?? media,
    voicemail: boxes && { boxes, promptsFolder },
    recordings: { pathOf: (id) => `/recordings/${id}.opus` },
    realm: REALM,
    settings: { featureCodes: () => DEFAULT_FEATURE_CODES, ...settings },
    log,
  });
  system.subscribe((event) => events.push(event));

  const phone: TestPbx["phone"] = (name, { address = "127.0.0.1", ...options } = {}) =>
    createSipPhone({
      clock,
      realm: REALM,
      username: name,
      password: PASSWORD,
      dial: (handlers) => {
        const pair = createSocketPair({ near: () => handlers, far: () => server });
        const server = system.connect({
          remoteAddress: address,
          send: (frame) => pair.far.send(frame),
          close: (code, reason) => {
            closings.push({ code, reason });
            pair.far.close();
          },
        });
        return pair.near;
      },
      ...options,
    });

  const heardBy = ({ remoteSdp }: PhoneCall): string => {
    const source = media.portOf(remoteSdp).hearsNow;
    if (source.kind === "prompt") return source.prompt.kind === "tone" ? source.prompt.tone : source.prompt.kind;
    return source.kind === "peer" ? source.port.id : source.kind;
  };

  return {
    system,
    clock,
    directory,
    media,
    records,
    events,
    logged,
    loseRecords: () => {
      losing = true;
    },
    closings,
    phone,
    registered: async (name, options) => {
      const made = phone(name, options);
      const { status } = await made.register();
      if (status !== 200) throw new Error(`${name} could not register: ${status}`);
      return made;
    },
    talk: async (from, number, to) => {
      const out = from.call(number);
      const incoming = await to.incoming();
      await incoming.answer();
      await out.until("talking");
      await settle();
      return { out, in: incoming };
    },
    eventsOf: (kind) =>
      events.filter((event): event is Extract<PhoneEvent, { kind: typeof kind }> => event.kind === kind),
    legOf: ({ invite }) =>
      system
        .snapshot()
        .calls.flatMap(({ legs }) => legs)
        .find(({ sipCallId }) => sipCallId === invite?.callId)?.id ?? "",
    heardBy,
    talkTogether: (one, other) =>
      one.state === "talking" &&
      other.state === "talking" &&
      heardBy(one) === media.portOf(other.remoteSdp).id &&
      heardBy(other) === media.portOf(one.remoteSdp).id,
    leftovers: () => {
      const { calls, legs, dialogs, transactions, mediaPorts } = system.snapshot().counts;
      return { calls, legs, dialogs, transactions, mediaPorts };
    },
  };
}

export const NOTHING_LEFT = { calls: 0, legs: 0, dialogs: 0, transactions: 0, mediaPorts: 0 } as const;
