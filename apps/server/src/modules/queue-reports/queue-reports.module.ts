import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { DirectoryStore } from "../directory/index.ts";
import type { Mailer } from "../mail/index.ts";
import type { UserStore } from "../users/index.ts";
import type { QueueReportStore } from "./queue-report.store.ts";
import { createQueueReportsRoutes } from "./queue-reports.routes.ts";
import { createQueueReports } from "./queue-reports.service.ts";
import type { SavedReportStore } from "./saved/saved-report.store.ts";
import { createSavedReports } from "./saved/saved-reports.ts";
import { createSavedReportsRoutes } from "./saved/saved-reports.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "clock" | "jobs"> & {
  readonly stores: {
    readonly queueReports: QueueReportStore;
    readonly savedReports: SavedReportStore;
    readonly users: UserStore;
    readonly directory: Pick<DirectoryStore, "numbersOf">;
  };
  readonly mailer: Mailer;
  readonly publicUrl: string | undefined;
};

const partsOf = ({ stores, clock, jobs, mailer, publicUrl }: Needs) => {
  const { queueReports, savedReports: store, users, directory } = stores;
  const deps = { reports: queueReports, users, directory, now: clock.now };
  const reports = createQueueReports(deps);
  return { deps, savedReports: createSavedReports({ store, reports, users, jobs, mailer, clock, publicUrl }) };
};

/** Reports of queues, also by mail. */
export const queueReportsModule: ServerModule<Needs> = {
  routes: (needs) => {
    const { deps, savedReports } = partsOf(needs);
    const { endpointServer } = needs;
    const { users } = deps;
    return [
      createQueueReportsRoutes({ endpointServer, ...deps }),
      createSavedReportsRoutes({ endpointServer, savedReports, users }),
    ];
  },
  jobs: (needs) => partsOf(needs).savedReports.start(),
};
