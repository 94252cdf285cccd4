import type { OpenQueueLog, QueueLog, QueueLogRow } from "@callpanel/phone-port";
import type { Servers } from "../../kernel/jobs/lease.ts";
import type { QueueLogStore } from "./queue-log.store.ts";

export interface QueueLogDeps {
  readonly store: QueueLogStore;
  readonly servers: Servers;
  /** The last midnight. */
  readonly midnight: () => number;
  /** How soon callers of the queue have to be answered now; undefined for an unknown queue. */
  readonly targetSecondsOf: (realm: string, queueId: string) => number | undefined;
}

export interface ServerQueueLog extends QueueLog {
  /** QCB-15: takes over what a server that has ended left open. */
  adopt(owner: string): Promise<void>;
}

/** QLOG-5: the queue log of this server's phone system. A connection gets the target of the queue that is in force (QREP-4). */
export function createQueueLog({ store, servers, midnight, targetSecondsOf }: QueueLogDeps): ServerQueueLog {
  const withTarget = (row: QueueLogRow): QueueLogRow => {
    if (row.event !== "CONNECT" || row.queueId === undefined) return row;
    const seconds = targetSecondsOf(row.realm, row.queueId);
    return seconds === undefined ? row : { ...row, targetMs: seconds * 1_000 };
  };
  const listeners = new Map<string, Set<(open: OpenQueueLog) => void>>();
  /** One after the other: a taken-over callback is either in the answer of `open`, or reported, not both. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run);
    last = result.catch(() => undefined); // the caller handles it
    return result;
  };
  return {
    open: (realm) =>
      inTurn(async () => {
        const live = await servers.live();
        const talks = await store.talksSince(realm, midnight());
        return { ...(await store.open(servers.id, realm, (owner) => !live.has(owner))), talks };
      }),
    append: (rows) => store.append(servers.id, rows.map(withTarget)),
    subscribe: (realm, listener) => {
      const ofRealm = listeners.get(realm) ?? new Set();
      listeners.set(realm, ofRealm.add(listener));
      return () => ofRealm.delete(listener);
    },
    holds: async (realm, callId) =>
      (await servers.live()).has(servers.id) && (await store.holds(servers.id, realm, callId)),
    adopt: (owner) =>
      inTurn(async () => {
        for (const [realm, open] of await store.takeOver(servers.id, owner))
          for (const listener of listeners.get(realm) ?? []) listener({ ...open, talks: [] });
      }),
  };
}
