import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { UserStore } from "../users/index.ts";
import { archiveRetention, type Archives } from "./archive/archives.ts";
import { createArchivesRoutes } from "./archive/archives.routes.ts";
import type { ArchiveStore } from "./archive/archives.store.ts";
import { createCallHistoryRoutes } from "./call-history.routes.ts";
import type { CallHistoryStore } from "./call-history.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "sounds" | "serveSound" | "clock"> & {
  readonly stores: {
    readonly users: UserStore;
    readonly callHistory: CallHistoryStore;
    readonly recordingArchives: ArchiveStore;
  };
  readonly archives: Archives;
};

/** Calls that ended, and archives of their recordings. */
export const callHistoryModule: ServerModule<Needs> = {
  routes: ({ stores: { users, callHistory: history }, endpointServer, archives, serveSound, clock }) => [
    createCallHistoryRoutes({ endpointServer, users, history, now: clock.now }),
    createArchivesRoutes({ endpointServer, users, history, archives, serveSound }),
  ],
  retention: ({ stores, sounds }) => [archiveRetention({ store: stores.recordingArchives, sounds })],
};
