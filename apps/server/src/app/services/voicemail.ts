import { join } from "node:path";
import type { Voicemail } from "@callpanel/phone-port";
import { createPhoneVoicemail, openDraftFolder, type BoxOwners } from "../../adapters/phone/embedded/index.ts";
import type { Bus } from "../../kernel/bus/bus.ts";
import { repeat, type Clock } from "../../kernel/clock.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { Lease } from "../../kernel/jobs/lease.ts";
import type { Leftovers } from "../../kernel/jobs/leftovers.ts";
import type { Log } from "../../kernel/log.ts";
import type { KnownPlaces } from "../../kernel/guard/known-places.ts";
import { createPinLock } from "../../kernel/guard/pin-lock.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { voicemailJobs } from "../../modules/chat/index.ts";
import type { Speech } from "../../modules/speech/index.ts";
import { createBoxPins, createForwarding, createVoicemailRecordings } from "../../modules/telephony/index.ts";
import {
  createBoxRoom,
  createDelivery,
  createGreetingService,
  createMailboxFeed,
  createMessageWrites,
  shareWrittenMessages,
  type MailboxFeed,
  type MessageWrites,
} from "../../modules/voicemail/index.ts";
import type { Stores } from "./storage.ts";

export interface VoicemailDeps {
  readonly stores: Pick<Stores, "voicemail" | "users" | "pinTries">;
  readonly sounds: SoundStore;
  readonly speech: Speech;
  readonly jobs: Jobs;
  readonly bus: Bus;
  readonly dataDir: string;
  /** Limit of sound in each box. */
  readonly boxBytes: number;
  readonly timeZone: string;
  /** VM-44: the number that a caller reaches by 0 instead of leaving a message. */
  readonly voicemailOperator?: string | undefined;
  readonly known: KnownPlaces;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly lease: Pick<Lease, "id">;
  readonly leftovers: Pick<Leftovers, "inFolder">;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

export interface OpenVoicemail {
  readonly feed: MailboxFeed;
  readonly writes: MessageWrites;
  /** Boxes for the phone system. */
  boxesFor(owners: BoxOwners): Voicemail;
}

/** VM-63 */
const RETRY_EVERY_MS = 60_000;

/** Voicemail with its stores: delivers what an ended server left. */
export async function openVoicemail(deps: VoicemailDeps): Promise<OpenVoicemail> {
  const { stores, sounds, speech, jobs, clock, random, log, shutdown, timeZone } = deps;
  const store = stores.voicemail;
  const { users } = stores;
  // Before the counts: a receiver of a new count can then find the message.
  shutdown.add(shareWrittenMessages({ store, bus: deps.bus }));
  const feed = createMailboxFeed({ store, bus: deps.bus, log });
  shutdown.add(feed.settled);
  const { changed } = feed;
  const hasRoom = createBoxRoom({ store, sounds, mostBytes: deps.boxBytes });
  const writes = createMessageWrites({ store, users, sounds, hasRoom, changed });
  const greetings = createGreetingService({ store, users, sounds, speech, clock, random });
  const deliver = createDelivery({ store, sounds, speech, jobs, jobsFor: voicemailJobs, feed });
  const drafts = await openDraftFolder(join(deps.dataDir, "voicemail"));
  const recordings = createVoicemailRecordings({
    drafts,
    sounds,
    hasRoom,
    greetings,
    deliver,
    owner: () => deps.lease.id,
    clock,
    random,
    log,
  });
  const forward = createForwarding({ store, sounds, hasRoom, drafts, deliver, clock, random });
  const pinLock = createPinLock({ store: stores.pinTries, known: deps.known, clock });
  const pins = createBoxPins({ store, users, pinLock });
  deps.leftovers.inFolder(async (owner) => {
    const adopted = await recordings.adopt(owner);
    if (adopted > 0) log.info("messages cut off by a crash are delivered", { count: adopted });
  });
  shutdown.add(repeat(clock, RETRY_EVERY_MS, () => void recordings.retry()));
  return {
    feed,
    writes,
    boxesFor: (owners) =>
      createPhoneVoicemail({
        store,
        owners,
        sounds,
        writes,
        greetings,
        recordings,
        forward,
        pins,
        timeZone,
        operator: deps.voicemailOperator,
      }),
  };
}
