import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createCallHandling } from "./call-handling.migration.ts";
import { createCallHandlingStore } from "./call-handling.store.ts";
import { createOutsideCallTable } from "./outside-call.migration.ts";
import { createOutsideCallStore } from "./outside-call.store.ts";
import { createOutsideRights } from "./outside-rights.migration.ts";
import { createPersonalStates } from "./personal-state.migration.ts";
import { createToggleStore } from "./toggle.store.ts";

/** How calls reach people, and what they may call. */
export const callHandlingDatabase = {
  migrations: {
    "0008_personal_states": createPersonalStates,
    "0060_call_handling": createCallHandling,
    "0110_outside_rights": createOutsideRights,
    "0175_outside_calls": createOutsideCallTable,
  },
  stores: (db: Kysely<Tables>) => ({
    callHandling: createCallHandlingStore(db),
    toggles: createToggleStore(db),
    outsideCalls: createOutsideCallStore(db),
  }),
} satisfies DatabaseArea;
