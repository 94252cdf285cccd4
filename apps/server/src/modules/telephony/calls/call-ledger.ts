import type { CallLedger, CallRecord, Party } from "@callpanel/phone-port";
import type { Clock } from "../../../kernel/clock.ts";
import type { NewJob } from "../../../kernel/jobs/job-store.port.ts";
import type { Log } from "../../../kernel/log.ts";
import { createCallChains } from "./call-chains.ts";
import type { CallListeners } from "./call-listeners.ts";
import { destinationOf } from "./call-destination.ts";
import type { PhonePeople } from "../phone-people.ts";
import type { CallDetailRecord, CallParty, CallRecordStore, DivertedFrom } from "../../calls/index.ts";

export interface CallLedgerDeps {
  readonly store: Pick<CallRecordStore, "write">;
  /** Resolves a number of the realm. */
  readonly people: Pick<PhonePeople, "find" | "featureCodes">;
  /** Returns the people who listened to the call. */
  readonly listenersOf?: CallListeners["of"];
  readonly clock: Clock;
  readonly log: Log;
  /** What is to be done because of a call; it is stored with the record. */
  readonly jobsFor?: (record: CallDetailRecord) => readonly NewJob[];
  /** Called when a record is stored. */
  readonly written?: (record: CallDetailRecord) => void;
}

export interface FlushableLedger {
  readonly ledger: CallLedger;
  /** Records that are not stored yet. */
  readonly pendingCount: number;
  /** Waits until every record is stored, or until `waitMs` have passed. @returns how many are lost */
  flush(waitMs: number): Promise<number>;
}

const RETRY_MS = 1_000;
/** About 10 MB. With more, the store has been unreachable for hours, and the oldest records are dropped. */
const MOST_PENDING = 20_000;

/** Writes call records when calls end. If the store is unreachable, it tries again; calls never wait for it. */
export function createCallLedger({
  store,
  people,
  listenersOf,
  jobsFor = () => [],
  clock,
  log,
  written,
}: CallLedgerDeps): FlushableLedger {
  const chains = createCallChains();
  const pending = new Set<CallDetailRecord>();
  const idle = new Set<() => void>();
  let retry: (() => void) | undefined;

  const settle = (): void => {
    if (pending.size === 0) for (const done of idle) done();
  };
  const writeOne = async (record: CallDetailRecord): Promise<void> => {
    try {
      await store.write(record, jobsFor(record));
      pending.delete(record);
      settle();
      written?.(record);
    } catch (error) {
      log.warn("a call record could not be written yet", { callId: record.callId, pending: pending.size, err: error });
      retry ??= clock.setTimeout(() => {
        retry = undefined;
        for (const one of pending) void writeOne(one);
      }, RETRY_MS);
    }
  };

  return {
    ledger: {
      callEnded: (record) => {
        const destination = destinationOf(record, people);
        const listeners = listenersOf?.(record) ?? [];
        const row = {
          ...toRow(record),
          listenedBy: listeners.length === 0 ? null : JSON.stringify(listeners),
          destination,
          continues: chains.follow(record),
        };
        const [oldest] = pending;
        if (pending.size >= MOST_PENDING && oldest !== undefined) {
          pending.delete(oldest);
          log.error("a call record was lost", { callId: oldest.callId });
        }
        pending.add(row);
        return writeOne(row);
      },
    },
    get pendingCount() {
      return pending.size;
    },
    flush: async (waitMs) => {
      if (pending.size > 0) {
        await new Promise<void>((resolve) => {
          const cancel = clock.setTimeout(resolve, waitMs);
          idle.add(() => {
            cancel();
            resolve();
          });
        });
      }
      retry?.();
      if (pending.size > 0) log.error("call records were lost", { count: pending.size });
      return pending.size;
    },
  };
}

function toRow(record: CallRecord): CallDetailRecord {
  const { caller, callee } = record.quality;
  return {
    callId: record.id,
    realm: record.realm,
    startedAt: record.startedAt,
    answeredAt: record.answeredAt ?? null,
    endedAt: record.endedAt,
    from: toParty(record.from),
    to: toParty(record.to),
    ...(record.answeredBy && { answeredBy: toParty(record.answeredBy) }),
    dialledNumber: record.dialledNumber,
    direction: record.direction,
    disposition: record.disposition,
    failed: record.failed,
    endedBy: record.endedBy,
    endReason: record.endReason,
    sipStatus: record.sipStatus,
    forwarderIds: record.forwardedBy?.flatMap(({ userId }) => userId ?? []) ?? [],
    forwardedBy: record.forwardedBy === undefined ? null : JSON.stringify(record.forwardedBy.map(toParty)),
    sentBy: record.sentBy === undefined ? null : JSON.stringify(toParty(record.sentBy)),
    ...(record.divertedFrom && { divertedFrom: divertedFrom(record) }),
    quality: caller === undefined && callee === undefined ? null : JSON.stringify(record.quality),
  };
}

/** DIVERT-3: a call that reached voicemail counts as not answered. */
function divertedFrom({ divertedFrom: passedBy = [], disposition, to }: CallRecord): readonly DivertedFrom[] {
  const isAnswered = disposition === "answered" && to.kind !== "mailbox";
  return passedBy.flatMap(({ party: { userId }, caller: { number, name }, why, to: sentTo }) =>
    userId === undefined ? [] : [{ userId, why, to: sentTo, isAnswered, number, name }],
  );
}

export function toParty({ number, name, userId }: Party): CallParty {
  return { number, name, userId: userId ?? null };
}
