import type { QueueLog } from "@callpanel/phone-port";
import type { Servers } from "../../kernel/jobs/lease.ts";
import type { QueueLogStore } from "./queue-log.store.ts";

export interface QueueLogDeps {
  readonly store: QueueLogStore;
  readonly servers: Servers;
}

/** QLOG-5: the queue log of this server's phone system. */
export function createQueueLog({ store, servers }: QueueLogDeps): QueueLog {
  return {
    open: async (realm) => {
      const live = await servers.live();
      return store.open(servers.id, realm, (owner) => !live.has(owner));
    },
    append: (rows) => store.append(servers.id, rows),
  };
}
