import { join } from "node:path";
import { createPhoneSystem } from "@callpanel/pbx";
import type { PhoneSystem } from "@callpanel/phone-port";
import type { MediaEngine } from "@callpanel/media";
import { createPhoneAnnouncements, createPhoneDirectory } from "../../adapters/phone/embedded/index.ts";
import { openRecordingFolder } from "../../adapters/recordings/index.ts";
import type { Bus } from "../../kernel/bus/bus.ts";
import { createRevisions } from "../../kernel/bus/revisions.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Lease } from "../../kernel/jobs/lease.ts";
import type { Leftovers } from "../../kernel/jobs/leftovers.ts";
import type { Log } from "../../kernel/log.ts";
import type { Guard } from "../../kernel/guard/guard.ts";
import type { KnownPlaces } from "../../kernel/guard/known-places.ts";
import { createPinLock } from "../../kernel/guard/pin-lock.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { closeCutCalls } from "../../modules/calls/index.ts";
import type { CompanySettings } from "../../modules/realm-settings/index.ts";
import type { Lot } from "../../modules/directory/index.ts";
import { tellCallWritten } from "../../modules/call-history/index.ts";
import {
  checkDestination,
  createCallHandlings,
  tellOwnSettings,
  type CallHandlings,
} from "../../modules/call-handling/index.ts";
import { noticed, ownEventsOn } from "../../modules/realtime/index.ts";
import {
  adoptRecordings,
  createRecordingKeeper,
  createRecordingSounds,
  type RecordingSounds,
} from "../../modules/recordings/index.ts";
import { openOutsideCallBook } from "../../modules/outside-calls/index.ts";
import {
  createCallLedger,
  createCallListeners,
  createOpenCallJournal,
  createPhonePeople,
  feedMailboxCounts,
  feedPersonalStates,
  feedPresenceBoard,
} from "../../modules/telephony/index.ts";
import { createToggles, type Toggles } from "../../modules/toggles/index.ts";
import { createBoards, type Boards } from "../boards.ts";
import { servedFeatureCodes } from "./feature-codes.ts";
import type { Stores } from "./storage.ts";
import type { OpenVoicemail } from "./voicemail.ts";

/** Limit of the wait for call records to be stored when the server stops. */
const FLUSH_WAIT_MS = 2_000;

export interface PhoneDeps {
  readonly stores: Pick<
    Stores,
    | "voicemail"
    | "directory"
    | "revisions"
    | "contacts"
    | "callHandling"
    | "toggles"
    | "announcements"
    | "outsideCalls"
    | "pinTries"
    | "sipCredentials"
    | "callRecords"
    | "openCalls"
    | "recordings"
  >;
  readonly sounds: SoundStore;
  readonly voicemail: OpenVoicemail;
  readonly takesMessages: boolean;
  readonly dataDir: string;
  /** Folder of the phone system's spoken prompts. */
  readonly promptsFolder: string;
  readonly recording: boolean;
  readonly realm: string;
  readonly ringSeconds: number;
  readonly openMedia: () => MediaEngine;
  readonly bus: Bus;
  readonly guard: Guard;
  readonly known: KnownPlaces;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly lease: Pick<Lease, "id">;
  readonly leftovers: Leftovers;
  /** SQLite: no other server uses the database. */
  readonly alone: boolean;
  readonly log: (area: string) => Log;
  readonly shutdown: Shutdown;
}

export interface RunningPhone {
  readonly phone: PhoneSystem;
  readonly boards: Boards;
  readonly parkingLots: (realm: string) => readonly Lot[];
  readonly handlings: CallHandlings;
  readonly toggles: Toggles;
  readonly isOwnNumber: (userId: number, number: string) => boolean;
  /** Throws the reason when a person's calls cannot be sent to a number. */
  readonly checkDestination: (to: { readonly userId: number; readonly realm: string; readonly number: string }) => void;
  readonly recordingSounds: RecordingSounds;
  readonly pendingRecordCount: () => number;
  readonly companySettings: () => CompanySettings;
}

/**
 * Starts the phone system with its stores. Its stop is not on the list, because sockets must still be open for its last
 * messages.
 */
export async function startPhone(deps: PhoneDeps): Promise<RunningPhone> {
  const { stores, realm, bus, clock, log, shutdown } = deps;
  const ownEvents = ownEventsOn(bus);
  const media = deps.openMedia();
  shutdown.add(() => media.close());
  const openCalls = createOpenCallJournal({
    store: stores.openCalls,
    owner: () => deps.lease.id,
    find: (of, number) => people.find(of, number),
    clock,
    log: log("calls"),
  });
  shutdown.add(openCalls.stop);
  const listeners = createCallListeners();
  const records = createCallLedger({
    store: stores.callRecords,
    listenersOf: listeners.of,
    find: (of, number) => people.find(of, number),
    clock,
    log: log("calls"),
    written: (record) => {
      openCalls.recorded(record.callId);
      tellCallWritten(record, { tell: ownEvents.tell, notice: (called) => bus.publish(noticed, called) });
    },
  });
  shutdown.add(() => records.flush(FLUSH_WAIT_MS));
  const recordingFiles = await openRecordingFolder(join(deps.dataDir, "recordings"));
  const recordingSounds = createRecordingSounds({ sounds: deps.sounds, files: recordingFiles });
  const keeping = {
    store: stores.recordings,
    files: recordingFiles,
    sounds: recordingSounds,
    log: log("recordings"),
  };
  adoptCalls(deps, keeping);
  const recordings = createRecordingKeeper({ ...keeping, owner: () => deps.lease.id });
  shutdown.add(recordings.flush);
  const revisions = createRevisions({ bus, store: stores.revisions, clock, log: log("revisions") });
  shutdown.add(revisions.stop);
  const handlings = await createCallHandlings({ store: stores.callHandling, revisions });
  shutdown.add(handlings.stop);
  const toggles = await createToggles({ store: stores.toggles, revisions });
  shutdown.add(toggles.stop);
  const featureCodes = servedFeatureCodes(deps);
  const people = await createPhonePeople({
    store: stores.directory,
    sipCredentials: stores.sipCredentials,
    handlings,
    toggles,
    contacts: stores.contacts,
    featureCodes,
    realm,
    revisions,
    log: log("directory"),
  });
  shutdown.add(() => people.stop());
  const { directory, stop: stopDirectory } = createPhoneDirectory({
    ...stores,
    people,
    revisions,
    clock,
    log: log("directory"),
  });
  shutdown.add(stopDirectory);
  const userAt = (of: string, number: string): number | undefined => {
    const target = people.find(of, number);
    return target?.kind === "user" ? target.userId : undefined;
  };
  const boxes = deps.voicemail.boxesFor(userAt);
  const phone = createPhoneSystem({
    clock,
    random: deps.random,
    directory,
    guard: deps.guard.forPhones,
    calls: records.ledger,
    outsideCalls: await openOutsideCallBook({ store: stores.outsideCalls, clock, log: log("phone") }),
    media,
    recordings: deps.recording ? recordingFiles : undefined,
    announcements: createPhoneAnnouncements({
      announcements: stores.announcements,
      sounds: deps.sounds,
      pinLock: createPinLock({ store: stores.pinTries, known: deps.known, clock }),
      promptsFolder: deps.promptsFolder,
    }),
    voicemail: deps.takesMessages ? { boxes, promptsFolder: deps.promptsFolder } : undefined,
    realm,
    // The same list for telephones and for the panel (feature_codes).
    settings: { noAnswerMs: deps.ringSeconds * 1_000, featureCodes },
    log: log("phone"),
  });
  shutdown.add(phone.subscribe(recordings.take));
  shutdown.add(phone.subscribe(openCalls.take));
  shutdown.add(phone.subscribe(listeners.take));
  const boards = createBoards({ clock });
  const { presenceBoard } = boards;
  shutdown.add(presenceBoard.stop);
  shutdown.add(toggles.subscribe((of, number) => bus.publishHere(noticed, { kind: "toggled", realm: of, number })));
  const { personOf } = people;
  shutdown.add(feedPersonalStates({ handlings, presenceBoard, personOf }));
  shutdown.add(tellOwnSettings({ handlings, personOf, ownEvents }));
  shutdown.add(feedPresenceBoard(phone, { ...boards, bus }));
  shutdown.add(
    await feedMailboxCounts({
      feed: deps.voicemail.feed,
      phone,
      presenceBoard,
      ownEvents,
      personOf,
    }),
  );
  const { parkingLots } = people;
  return {
    phone,
    boards,
    parkingLots,
    handlings,
    toggles,
    isOwnNumber: people.isOwnNumber,
    checkDestination: ({ userId, realm: of, number }) =>
      checkDestination({
        userId,
        number,
        find: (one) => people.find(of, one),
        handlingOf: handlings.of,
        isEmergency: people.isEmergency,
        outsideRight: people.outsideRight,
      }),
    recordingSounds,
    pendingRecordCount: () => records.pendingCount,
    companySettings: people.companySettings,
  };
}

/** Adopts calls that a crash interrupted: recordings on a server with the files, call records on any server. */
function adoptCalls(
  { stores, leftovers, alone, clock, log }: PhoneDeps,
  keeping: Parameters<typeof adoptRecordings>[0],
): void {
  leftovers.inFolder(async (owner) => {
    const count = await adoptRecordings(keeping, { owner, alone });
    if (count > 0) log("recordings").info("recordings cut off by a crash are kept", { count });
  });
  leftovers.inDatabase(async (owner) => {
    const count = await closeCutCalls({ ...stores, owner, now: clock.now() });
    if (count > 0) log("calls").info("calls cut off by a crash are in the history", { count });
  });
}
