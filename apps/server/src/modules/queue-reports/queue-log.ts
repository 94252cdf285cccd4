import type { QueueLog, QueueLogRow } from "@callpanel/phone-port";
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

/** QLOG-5: the queue log of this server's phone system. A connection gets the target of the queue that is in force (QREP-4). */
export function createQueueLog({ store, servers, midnight, targetSecondsOf }: QueueLogDeps): QueueLog {
  const withTarget = (row: QueueLogRow): QueueLogRow => {
    if (row.event !== "CONNECT" || row.queueId === undefined) return row;
    const seconds = targetSecondsOf(row.realm, row.queueId);
    return seconds === undefined ? row : { ...row, targetMs: seconds * 1_000 };
  };
  return {
    open: async (realm) => {
      const live = await servers.live();
      const talks = await store.talksSince(realm, midnight());
      return { ...(await store.open(servers.id, realm, (owner) => !live.has(owner))), talks };
    },
    append: (rows) => store.append(servers.id, rows.map(withTarget)),
  };
}
