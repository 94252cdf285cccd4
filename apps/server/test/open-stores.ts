import type { Kysely } from "kysely";
import { afterEach, beforeEach } from "vitest";
import type { Tables } from "../src/adapters/database/index.ts";
import { createStores, openDatabase, type Stores } from "../src/app/services/storage.ts";
import { applyCompany, parseCompanyFile } from "../src/modules/administration/index.ts";
import { silentLog } from "./temporary-storage.ts";
import type { TestDatabase } from "./test-databases.ts";

/** The stores of the running test. */
export interface OpenStores {
  readonly db: Kysely<Tables>;
  readonly stores: Stores;
  /** Opens the same database again, as another process would. */
  readonly settings: TestDatabase["settings"];
}

/** Stores with a separate database for each test of the suite, with the company of a file; removed after the test. */
export function openStoresForEach(create: () => Promise<TestDatabase>, companyFile: string): OpenStores {
  let open: (OpenStores & { readonly database: TestDatabase }) | undefined;
  const opened = () => {
    if (open === undefined) throw new Error("stores are open while a test runs");
    return open;
  };
  beforeEach(async () => {
    const database = await create();
    const db = await openDatabase(database.settings, silentLog);
    const stores = createStores(db);
    open = { database, db, stores, settings: database.settings };
    await applyCompany(stores.company, parseCompanyFile(companyFile));
  });
  afterEach(async () => {
    const { db, database } = opened();
    open = undefined;
    await db.destroy();
    await database.remove();
  });
  return {
    get db() {
      return opened().db;
    },
    get stores() {
      return opened().stores;
    },
    get settings() {
      return opened().settings;
    },
  };
}
