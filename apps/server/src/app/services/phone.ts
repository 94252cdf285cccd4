import { join } from "node:path";
import type { BuddyMeeting, PeopleEvent } from "@callpanel/contract";
import { createPhoneSystem } from "@callpanel/pbx";
import type { PhoneSystem, Texting, VideoDoors, Waking } from "@callpanel/phone-port";
import type { MediaEngine } from "@callpanel/media";
import {
  createPhoneAnnouncements,
  createPhoneDirectory,
  createQueueBook,
  createRoomBook,
  openSpokenNames,
} from "../../adapters/phone/embedded/index.ts";
import { createCompanyCopy } from "../../kernel/bus/company-copy.ts";
import { createRevisions } from "../../kernel/bus/revisions.ts";
import type { Guard } from "../../kernel/guard/guard.ts";
import type { KnownPlaces } from "../../kernel/guard/known-places.ts";
import type { Servers } from "../../kernel/jobs/lease.ts";
import { createPinLock } from "../../kernel/guard/pin-lock.ts";
import { newId, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { CompanySettings } from "../../modules/realm-settings/index.ts";
import type { Lot } from "../../modules/directory/index.ts";
import { followChangedCards } from "../../modules/buddies/index.ts";
import {
  checkDestination,
  createCallHandlings,
  notifyOwnSettings,
  type CallHandlings,
} from "../../modules/call-handling/index.ts";
import { createCallStories, type CallStories } from "../../modules/call-stories/index.ts";
import type { ConferenceConfigurations } from "../../modules/conferences/index.ts";
import {
  companyChanged,
  featureCodesChanged,
  noticed,
  ownEventsOn,
  peopleChanged,
} from "../../modules/realtime/index.ts";
import {
  createMeetingRecordings,
  type MeetingRecordings,
  type RecordingSounds,
} from "../../modules/recordings/index.ts";
import { openOutsideCallBook } from "../../modules/outside-calls/index.ts";
import {
  createPhonePeople,
  createWatching,
  feedMailboxCounts,
  feedPersonalStates,
  feedPresenceBoard,
  followFeatureCodes,
  type PhonePeople,
} from "../../modules/telephony/index.ts";
import { createQueueLog } from "../../modules/queue-reports/index.ts";
import type { MissedCallers, QueueConfigurations } from "../../modules/queues/index.ts";
import { createToggles, type Toggles } from "../../modules/toggles/index.ts";
import { createBoards, type Boards } from "../boards.ts";
import { openCallRecords, type CallRecordsDeps } from "./call-records.ts";
import { openMissedCallers, openQueueBoard } from "./queues.ts";
import { servedFeatureCodes } from "./feature-codes.ts";
import type { Stores } from "./storage.ts";
import type { OpenVoicemail } from "./voicemail.ts";

const HOUR_MS = 3_600_000;

export interface PhoneDeps extends Omit<CallRecordsDeps, "talkedTo"> {
  readonly stores: Pick<
    Stores,
    | "voicemail"
    | "directory"
    | "users"
    | "revisions"
    | "contacts"
    | "callHandling"
    | "toggles"
    | "announcements"
    | "outsideCalls"
    | "pinTries"
    | "sipCredentials"
    | "conferences"
    | "queues"
    | "queueLog"
    | "queueReports"
    | "missedCallers"
    | "callRecords"
    | "openCalls"
    | "recordings"
  >;
  readonly voicemail: OpenVoicemail;
  /** Of the meetings, which are opened after the phone system. */
  readonly videoDoors: VideoDoors;
  /** Of chat, which is opened after the phone system. */
  readonly texting: Texting;
  /** Of notifications, which are opened after the phone system. */
  readonly waking: Waking;
  readonly takesMessages: boolean;
  /** Folder of the phone system's spoken prompts. */
  readonly promptsFolder: string;
  readonly recording: boolean;
  readonly realm: string;
  readonly ringSeconds: number;
  /** STORY-3; 0: none. */
  readonly callStoryHours: number;
  readonly openMedia: () => MediaEngine;
  readonly servers: Servers;
  readonly guard: Guard;
  readonly known: KnownPlaces;
  readonly random: RandomBytes;
}

export interface RunningPhone {
  readonly phone: PhoneSystem;
  readonly stories: CallStories;
  readonly boards: Boards;
  readonly parkingLots: (realm: string) => readonly Lot[];
  readonly featureCodes: PhonePeople["featureCodes"];
  readonly handlings: CallHandlings;
  readonly toggles: Toggles;
  /** The person or service with an extension or a SIP username. */
  readonly findForText: (address: string) => { readonly userId: number } | "other" | undefined;
  /** Whether a person may have a phone. */
  readonly mayTakeCalls: (userId: number) => boolean;
  readonly isOwnNumber: (userId: number, number: string) => boolean;
  /** Throws the reason when a person's calls cannot be sent to a number. */
  readonly checkDestination: (to: { readonly userId: number; readonly realm: string; readonly number: string }) => void;
  readonly recordingSounds: RecordingSounds;
  readonly pendingRecordCount: () => number;
  readonly companySettings: () => CompanySettings;
  readonly queueConfigurations: QueueConfigurations;
  readonly conferenceConfigurations: ConferenceConfigurations;
  /** Announces to all servers that this one has stored a change of the company. */
  readonly companyChanged: () => void;
  readonly missedCallers: MissedCallers;
  /** Meetings share the media workers with calls. */
  readonly openVideoRoom: MediaEngine["openVideoRoom"];
  readonly meetingRecordings: MeetingRecordings;
  /** Shows colleagues that a person is in a video meeting, or in none any more. */
  readonly showMeeting: (userId: number, meeting: BuddyMeeting | undefined) => void;
}

/**
 * Starts the phone system with its stores. Its stop is not on the list, because sockets must still be open for its last
 * messages.
 */
export async function startPhone(deps: PhoneDeps): Promise<RunningPhone> {
  const { log, shutdown } = deps;
  const media = deps.openMedia();
  shutdown.add(() => media.close());
  const { people, handlings, toggles, queues, conferences, directory, companyChanged } = await openPeople(deps);
  const missedCallers = openMissedCallers(deps);
  const records = await openCallRecords({ ...deps, talkedTo: missedCallers.talkedTo }, people);
  const { recordingFiles, recordingSounds, pendingRecordCount } = records;
  const userAt = (of: string, number: string): number | undefined => {
    const target = people.find(of, number);
    return target?.kind === "user" ? target.userId : undefined;
  };
  const boxes = deps.voicemail.boxesFor({ at: userAt, byId: people.subscriber });
  const pinLock = createPinLock({ store: deps.stores.pinTries, known: deps.known, clock: deps.clock });
  const queueBoard = await openQueueBoard({ ...deps, queues });
  const queueLog = createQueueLog({
    store: deps.stores.queueLog,
    servers: deps.servers,
    midnight: queueBoard.midnight,
    targetSecondsOf: (realm, queueId) =>
      queues.of(realm).find(({ number }) => number === queueId)?.configuration.serviceLevelSeconds,
  });
  deps.leftovers.inDatabase(queueLog.adopt);
  const boards = createBoards(deps);
  const stories = createCallStories({ clock: deps.clock, keepMs: deps.callStoryHours * HOUR_MS });
  const system = createPhoneSystem({
    ...deps,
    directory,
    guard: deps.guard.forPhones,
    calls: records.ledger,
    outsideCalls: await openOutsideCallBook({ store: deps.stores.outsideCalls, clock: deps.clock, log: log("phone") }),
    media,
    recordings: deps.recording ? recordingFiles : undefined,
    announcements: createPhoneAnnouncements({
      announcements: deps.stores.announcements,
      sounds: deps.sounds,
      pinLock,
      promptsFolder: deps.promptsFolder,
    }),
    queues: {
      book: createQueueBook({ ...deps.stores, queues, sounds: deps.sounds }),
      log: queueLog,
      promptsFolder: deps.promptsFolder,
    },
    conferences: {
      book: createRoomBook({ conferences, pinLock, boxes: deps.takesMessages ? boxes : undefined }),
      promptsFolder: deps.promptsFolder,
      names: await openSpokenNames({
        folder: join(deps.dataDir, "spoken-names"),
        clock: deps.clock,
        log: log("phone"),
      }),
    },
    video: { doors: deps.videoDoors, promptsFolder: deps.promptsFolder },
    watching: createWatching({ ...boards, people }),
    voicemail: deps.takesMessages ? { boxes, promptsFolder: deps.promptsFolder } : undefined,
    // The same list for telephones and for the panel (feature_codes).
    settings: { noAnswerMs: deps.ringSeconds * 1_000, featureCodes: people.featureCodes },
    log: log("phone"),
  });
  const phone = stories.watch(system);
  records.follow(phone);
  queueBoard.follow(phone, boards.queues, people);
  shutdown.add(
    phone.subscribe((event) => {
      if (event.kind === "queueLogged") missedCallers.logged(event.row);
    }),
  );
  await feedBoards(deps, { phone, boards, people, handlings, toggles });
  const { parkingLots, isOwnNumber, companySettings, featureCodes } = people;
  return {
    phone,
    stories,
    boards,
    parkingLots,
    featureCodes,
    handlings,
    toggles,
    findForText: (address) => {
      const target = people.find(people.realm, address) ?? people.personNamed(address);
      return target === undefined || "userId" in target ? target : "other";
    },
    isOwnNumber,
    mayTakeCalls: (userId) => {
      const person = people.subscriber(userId);
      return person !== undefined && people.settingsOf(person).mayUseSoftphone;
    },
    checkDestination: ({ userId, realm, number }) =>
      checkDestination({
        userId,
        number,
        find: (one) => people.find(realm, one),
        handlingOf: handlings.of,
        isEmergency: people.isEmergency,
        featureCodes: people.featureCodes(),
        outsideRight: people.outsideRight,
      }),
    recordingSounds,
    pendingRecordCount,
    companySettings,
    queueConfigurations: queues,
    conferenceConfigurations: conferences,
    companyChanged,
    missedCallers,
    openVideoRoom: media.openVideoRoom,
    showMeeting: (userId, meeting) => {
      const person = people.personOf(userId);
      if (person !== undefined) boards.presenceBoard.apply({ kind: "met", userId, meeting, ...person });
    },
    meetingRecordings: createMeetingRecordings({
      ...records.meetings,
      files: deps.recording ? recordingFiles : undefined,
      openInner: () => media.openInner(),
      newId: () => newId(deps.random),
      clock: deps.clock,
      log: log("recordings"),
    }),
  };
}

/** The people of the phone system, their settings, and the directory in which telephones look them up. */
async function openPeople(deps: PhoneDeps) {
  const { stores, realm, bus, clock, log, shutdown } = deps;
  const revisions = createRevisions({ bus, store: stores.revisions, clock, log: log("revisions") });
  shutdown.add(revisions.stop);
  shutdown.add(revisions.follow("company", async () => bus.publishHere(companyChanged, {})));
  const tell = (event: PeopleEvent): void => bus.publishHere(peopleChanged, event);
  shutdown.add(await followChangedCards({ store: stores.directory, users: stores.users, revisions, realm, tell }));
  const handlings = await createCallHandlings({ store: stores.callHandling, revisions });
  shutdown.add(handlings.stop);
  const toggles = await createToggles({ store: stores.toggles, revisions });
  shutdown.add(toggles.stop);
  const queues = await createCompanyCopy({ read: stores.queues.queuesOf, realm, revisions });
  shutdown.add(queues.stop);
  const conferences = await createCompanyCopy({ read: stores.conferences.conferencesOf, realm, revisions });
  shutdown.add(conferences.stop);
  const people = await createPhonePeople({
    ...stores,
    store: stores.directory,
    handlings,
    toggles,
    featureCodes: servedFeatureCodes(deps),
    realm,
    revisions,
    clock,
    log: log("directory"),
  });
  shutdown.add(() => people.stop());
  shutdown.add(followFeatureCodes(people, (event) => bus.publishHere(featureCodesChanged, event)));
  const { directory, stop } = createPhoneDirectory({ ...stores, people, revisions, clock, log: log("directory") });
  shutdown.add(stop);
  return { people, handlings, toggles, queues, conferences, directory, companyChanged: revisions.changed };
}

interface Fed extends Pick<RunningPhone, "phone" | "boards" | "handlings" | "toggles"> {
  readonly people: PhonePeople;
}

/** Connects what panels show live to its sources. */
async function feedBoards(
  { bus, shutdown, voicemail }: PhoneDeps,
  { phone, boards, people, handlings, toggles }: Fed,
): Promise<void> {
  const { presenceBoard } = boards;
  const { personOf } = people;
  const ownEvents = ownEventsOn(bus);
  shutdown.add(presenceBoard.stop);
  shutdown.add(toggles.subscribe((of, number) => bus.publishHere(noticed, { kind: "toggled", realm: of, number })));
  shutdown.add(feedPersonalStates({ handlings, presenceBoard, personOf }));
  shutdown.add(notifyOwnSettings({ handlings, personOf, ownEvents }));
  shutdown.add(feedPresenceBoard(phone, { ...boards, bus }));
  shutdown.add(await feedMailboxCounts({ feed: voicemail.feed, phone, presenceBoard, ownEvents, personOf }));
}
