/** Callers who got no answer in a queue, and who calls them back (docs/spec/missed-callers.md). */
import { AppError, MISSED_CALLER_ENDS } from "@callpanel/contract";
import type { QueueLogRow } from "@callpanel/phone-port";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import type { MissedCallerStore, MissedNumber } from "./missed-caller.store.ts";

/** QMISS-8 */
export const MISSED_DAYS = 30;
/** QMISS-4: a working day; a person who is ill or has left does not keep others from calling back. */
const TAKEN_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
/** More callers than anybody calls back. */
const MOST_LISTED = 5_000;

export interface MissedCallers {
  /** QMISS-1: of these queues, the latest first. */
  list(queueIds: readonly string[], search: string): Promise<readonly MissedNumber[]>;
  /** The queue of a missed caller; undefined: no such caller. */
  queueOf(id: number): Promise<string | undefined>;
  /**
   * QMISS-4. Returns whose the caller is now.
   * @throws AppError `queues.missed.gone` if the caller was answered meanwhile
   */
  take(id: number, userId: number): Promise<MissedNumber>;
  giveBack(id: number, userId: number): Promise<MissedNumber>;
  /** A row of the queue log is durable. */
  logged(row: QueueLogRow): void;
  /** People of the company have talked to these numbers (`numberKey`), and it is stored. */
  talkedTo(numbers: readonly string[]): void;
}

export interface MissedCallersDeps {
  readonly store: Omit<MissedCallerStore, "removeBefore">;
  readonly realm: string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** The missed callers of a queue have changed. */
  readonly changed: (queueId: string) => void;
}

const MISSED: ReadonlySet<string> = new Set(MISSED_CALLER_ENDS);

export function createMissedCallers({ store, realm, clock, log, changed }: MissedCallersDeps): MissedCallers {
  const since = (): number => clock.now() - MISSED_DAYS * DAY_MS;
  const missed = async (queueIds: readonly string[], key?: string): Promise<readonly MissedNumber[]> => {
    const now = clock.now();
    const found = await store.missed({ realm, queueIds, key, since: since(), limit: MOST_LISTED });
    return found.map((one) => ({ ...one, taken: isValid(one, now) ? one.taken : undefined }));
  };
  const open = async (id: number): Promise<MissedNumber> => {
    const key = await store.keyOf(realm, id);
    const [found] = key === undefined ? [] : await missed([key.queueId], key.key);
    if (found === undefined) throw new AppError("queues.missed.gone");
    return found;
  };
  /** Answered callers may have been missed in any queue. */
  const notifyAnswered = (keys: readonly string[]): void => {
    store.queuesOf(realm, keys, since()).then(
      (queueIds) => queueIds.forEach(changed),
      (error: unknown) => log.warn("missed callers could not be read", { err: error }),
    );
  };

  return {
    list: async (queueIds, search) => {
      const words = searchWords(search);
      const found = queueIds.length === 0 ? [] : await missed(queueIds);
      return found.filter(({ number, name }) => words.every((word) => foldText(`${number} ${name}`).includes(word)));
    },
    queueOf: async (id) => (await store.keyOf(realm, id))?.queueId,
    take: async (id, userId) => {
      const { queueId, key, firstAt } = await open(id);
      const at = clock.now();
      await store.take({ realm, queueId, key }, { userId, at, validFrom: Math.max(firstAt, at - TAKEN_MS) });
      changed(queueId);
      return open(id);
    },
    giveBack: async (id, userId) => {
      const { queueId, key } = await open(id);
      await store.giveBack({ realm, queueId, key }, userId);
      changed(queueId);
      return open(id);
    },
    logged: ({ event, queueId, callId }) => {
      if (queueId !== undefined && MISSED.has(event)) changed(queueId);
      if (event !== "CONNECT" || callId === undefined) return;
      store.callerOf(realm, callId).then(
        (key) => notifyAnswered(key === undefined ? [] : [key]),
        (error: unknown) => log.warn("a caller could not be read", { err: error }),
      );
    },
    talkedTo: notifyAnswered,
  };
}

/** A take is of these calls, not of earlier ones that were answered. */
const isValid = ({ taken, firstAt }: MissedNumber, now: number): boolean =>
  taken !== undefined && taken.at >= firstAt && taken.at > now - TAKEN_MS;
