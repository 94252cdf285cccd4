import { join } from "node:path";
import type { PhoneSystem } from "@callpanel/phone-port";
import { openRecordingFolder } from "../../adapters/recordings/index.ts";
import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { Lease } from "../../kernel/jobs/lease.ts";
import type { Leftovers } from "../../kernel/jobs/leftovers.ts";
import type { Log } from "../../kernel/log.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { notifyCallWritten } from "../../modules/call-history/index.ts";
import { missedCallJobs } from "../../modules/chat/index.ts";
import { closeCutCalls, talkedNumbers } from "../../modules/calls/index.ts";
import { noticed, ownEventsOn } from "../../modules/realtime/index.ts";
import { adoptRecordings, createRecordingJournal, createRecordingSounds } from "../../modules/recordings/index.ts";
import {
  createCallLedger,
  createCallListeners,
  createOpenCallJournal,
  type PhonePeople,
} from "../../modules/telephony/index.ts";
import type { Stores } from "./storage.ts";

export interface CallRecordsDeps {
  readonly stores: Pick<Stores, "callRecords" | "openCalls" | "recordings">;
  readonly sounds: SoundStore;
  readonly dataDir: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly lease: Pick<Lease, "id">;
  readonly leftovers: Leftovers;
  /** SQLite: no other server uses the database. */
  readonly alone: boolean;
  /** People of the company have talked to these numbers, and it is stored. */
  readonly talkedTo: (numbers: readonly string[]) => void;
  readonly jobs: Pick<Jobs, "wake">;
  readonly log: (area: string) => Log;
  readonly shutdown: Shutdown;
}

/** Limit of the wait for call records to be stored when the server stops. */
const FLUSH_WAIT_MS = 2_000;

/** What is kept of calls: records, the journal of open calls, recordings. `follow` feeds them from the phone system. */
export async function openCallRecords(deps: CallRecordsDeps, people: Pick<PhonePeople, "find" | "featureCodes">) {
  const { stores, bus, clock, log, shutdown } = deps;
  const ownEvents = ownEventsOn(bus);
  const openCalls = createOpenCallJournal({
    store: stores.openCalls,
    owner: () => deps.lease.id,
    people,
    clock,
    log: log("calls"),
  });
  shutdown.add(openCalls.stop);
  const listeners = createCallListeners();
  const records = createCallLedger({
    store: stores.callRecords,
    listenersOf: listeners.of,
    people,
    jobsFor: missedCallJobs,
    clock,
    log: log("calls"),
    written: (record) => {
      openCalls.recorded(record.callId);
      deps.talkedTo(talkedNumbers(record));
      if (missedCallJobs(record).length > 0) deps.jobs.wake();
      notifyCallWritten(record, { tell: ownEvents.tell, notice: (called) => bus.publish(noticed, called) });
    },
  });
  shutdown.add(() => records.flush(FLUSH_WAIT_MS));
  const files = await openRecordingFolder(join(deps.dataDir, "recordings"));
  const recordingSounds = createRecordingSounds({ sounds: deps.sounds, files });
  const keeping = { store: stores.recordings, files, sounds: recordingSounds, log: log("recordings") };
  adoptCalls(deps, keeping);
  const recordings = createRecordingJournal({ ...keeping, owner: () => deps.lease.id });
  shutdown.add(recordings.flush);
  return {
    ledger: records.ledger,
    pendingRecordCount: () => records.pendingCount,
    recordingFiles: files,
    recordingSounds,
    /** What recordings of meetings are written to. */
    meetings: { journal: recordings, openCalls, ledger: records.ledger },
    follow: (phone: Pick<PhoneSystem, "subscribe">): void => {
      shutdown.add(phone.subscribe(recordings.take));
      shutdown.add(phone.subscribe(openCalls.take));
      shutdown.add(phone.subscribe(listeners.take));
    },
  };
}

/** Adopts calls that a crash interrupted: recordings on a server with the files, call records on any server. */
function adoptCalls(
  { stores, leftovers, alone, jobs, clock, log }: CallRecordsDeps,
  keeping: Parameters<typeof adoptRecordings>[0],
): void {
  leftovers.inFolder(async (owner) => {
    const count = await adoptRecordings(keeping, { owner, alone });
    if (count > 0) log("recordings").info("recordings cut off by a crash are kept", { count });
  });
  leftovers.inDatabase(async (owner) => {
    const count = await closeCutCalls({ ...stores, owner, jobsFor: missedCallJobs, now: clock.now() });
    jobs.wake();
    if (count > 0) log("calls").info("calls cut off by a crash are in the history", { count });
  });
}
