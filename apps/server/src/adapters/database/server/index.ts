import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createInstances } from "./instance.migration.ts";
import { createInstanceStore } from "./instance.store.ts";
import { createJobTable } from "./job.migration.ts";
import { createJobStore } from "./job.store.ts";
import { createServerKeyStore } from "./server-key.store.ts";
import { createRevisionStore } from "./revision.store.ts";
import { createServerSettingStore, createServerSettingTable } from "./server-setting.store.ts";
import { createShortLivedTable } from "./short-lived.migration.ts";

/** What servers share: jobs, leases, keys. */
export const serverDatabase = {
  migrations: {
    "0081_jobs": createJobTable,
    "0170_instances": createInstances,
    "0190_short_lived": createShortLivedTable,
    "0381_server_settings": createServerSettingTable,
  },
  stores: (db: Kysely<Tables>) => ({
    jobs: createJobStore(db),
    instances: createInstanceStore(db),
    revisions: createRevisionStore(db),
    serverKeys: createServerKeyStore(db),
    serverSettings: createServerSettingStore(db),
  }),
} satisfies DatabaseArea;
