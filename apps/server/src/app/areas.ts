/** Every area of the server (docs/adding-an-area.md): what it keeps in the database. */
import type { Kysely } from "kysely";
import { accountDatabase } from "../adapters/database/account/index.ts";
import { callHandlingDatabase } from "../adapters/database/call-handling/index.ts";
import { callHistoryDatabase } from "../adapters/database/call-history/index.ts";
import { companyDatabase } from "../adapters/database/company/index.ts";
import { contactsDatabase } from "../adapters/database/contacts/index.ts";
import type { Migrations, Tables } from "../adapters/database/index.ts";
import { serverDatabase } from "../adapters/database/server/index.ts";
import { signInDatabase } from "../adapters/database/sign-in/index.ts";
import { soundsDatabase } from "../adapters/database/sounds/index.ts";
import { voicemailDatabase } from "../adapters/database/voicemail/index.ts";

export const MIGRATIONS: Migrations = {
  ...accountDatabase.migrations,
  ...callHandlingDatabase.migrations,
  ...callHistoryDatabase.migrations,
  ...companyDatabase.migrations,
  ...contactsDatabase.migrations,
  ...serverDatabase.migrations,
  ...signInDatabase.migrations,
  ...soundsDatabase.migrations,
  ...voicemailDatabase.migrations,
};

export type Stores = ReturnType<typeof createStores>;

export const createStores = (db: Kysely<Tables>) => ({
  ...accountDatabase.stores(db),
  ...callHandlingDatabase.stores(db),
  ...callHistoryDatabase.stores(db),
  ...companyDatabase.stores(db),
  ...contactsDatabase.stores(db),
  ...serverDatabase.stores(db),
  ...signInDatabase.stores(db),
  ...soundsDatabase.stores(db),
  ...voicemailDatabase.stores(db),
});
