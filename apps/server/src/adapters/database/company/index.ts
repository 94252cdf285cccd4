import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createAdministration } from "./administration.migration.ts";
import { grantCallRights } from "./call-rights.migration.ts";
import { createCompanyChanges } from "./company-revision.ts";
import { createCompanyStore } from "./company.store.ts";
import { createCompanyPeopleStore } from "./company-people.store.ts";
import { createDirectoryStore } from "./directory.store.ts";
import { createNumbers } from "./number.migration.ts";
import { createApplicationStore, createRealmSettingsStore } from "./realm-settings.store.ts";

/** The company: its numbers, rights and settings. */
export const companyDatabase = {
  migrations: {
    "0002_numbers": createNumbers,
    "0130_call_rights": grantCallRights,
    "0350_administration": createAdministration,
    "0400_company_changes": createCompanyChanges,
  },
  stores: (db: Kysely<Tables>) => ({
    company: createCompanyStore(db),
    companyPeople: createCompanyPeopleStore(db),
    directory: createDirectoryStore(db),
    realmSettings: createRealmSettingsStore(db),
    applications: createApplicationStore(db),
  }),
} satisfies DatabaseArea;
