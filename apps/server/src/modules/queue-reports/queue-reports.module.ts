import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { DirectoryStore } from "../directory/index.ts";
import type { UserStore } from "../users/index.ts";
import type { QueueReportStore } from "./queue-report.store.ts";
import { createQueueReportsRoutes } from "./queue-reports.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "clock"> & {
  readonly stores: {
    readonly queueReports: QueueReportStore;
    readonly users: UserStore;
    readonly directory: Pick<DirectoryStore, "numbersOf">;
  };
};

/** Reports of queues. */
export const queueReportsModule: ServerModule<Needs> = {
  routes: ({ endpointServer, clock, stores: { queueReports: reports, users, directory } }) => [
    createQueueReportsRoutes({ endpointServer, reports, users, directory, now: clock.now }),
  ],
};
