import type { Kysely } from "kysely";
import type { CompanyStore, CompanyWriter } from "../../../modules/administration/index.ts";
import { createCompanyReader } from "./company.reader.ts";
import { addAuditLine } from "../audit/index.ts";
import { writeConference } from "../conferences/conference-rows.ts";
import { writeQueue } from "../queues/queue-rows.ts";
import { holdRealm } from "../rows.ts";
import { growCompanyRevision } from "./company-revision.ts";
import { createAccessWriter } from "./access.writer.ts";
import { writeNumber } from "./number-rows.ts";
import { createPeopleWriter, permissionRows, type Changes } from "./people.writer.ts";
import { writeRealmItem } from "./realm-settings.store.ts";
import type { Tables } from "../schema.ts";

export function createCompanyStore(db: Kysely<Tables>): CompanyStore {
  return {
    read: (work) => db.transaction().execute((trx) => work(createCompanyReader(trx))),
    atomically: (work) =>
      db.transaction().execute(async (trx) => {
        const people = new Set<number>();
        let more = false;
        const changes = { person: (id: number) => people.add(id), more: () => (more = true) };
        const result = await work(createCompanyWriter(trx, changes));
        await growCompanyRevision(trx, { people: [...people], more });
        return result;
      }),
  };
}

function createCompanyWriter(db: Kysely<Tables>, changes: Changes): CompanyWriter {
  return {
    ...createCompanyReader(db),

    hold: (realmId) => holdRealm(db, realmId),

    saveRealm: ({ name, company }) => {
      changes.more();
      return db
        .insertInto("realms")
        .values({ name, company })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ company }))
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    saveGroup: async (realmId, { name, permissions }) => {
      changes.more();
      // The update changes nothing. It is there so that the statement returns the row's id in both cases.
      const { id } = await db
        .insertInto("groups")
        .values({ realm_id: realmId, name })
        .onConflict((conflict) => conflict.columns(["realm_id", "name"]).doUpdateSet({ name }))
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.deleteFrom("group_permissions").where("group_id", "=", id).execute();
      const rows = permissionRows(permissions).map((row) => ({ group_id: id, ...row }));
      if (rows.length > 0) await db.insertInto("group_permissions").values(rows).execute();
    },

    renameGroup: async (realmId, name, newName) => {
      changes.more();
      await db
        .updateTable("groups")
        .set({ name: newName })
        .where("realm_id", "=", realmId)
        .where("name", "=", name)
        .execute();
    },

    removeGroup: async (realmId, name) => {
      changes.more();
      await db.deleteFrom("groups").where("realm_id", "=", realmId).where("name", "=", name).execute();
    },

    saveService: async (realmId, entry) => {
      changes.more();
      const row = writeNumber(entry);
      await db
        .insertInto("numbers")
        .values({ realm_id: realmId, ...row })
        .onConflict((conflict) => conflict.columns(["realm_id", "number"]).doUpdateSet(row))
        .execute();
    },

    saveQueue: (realmId, queue) => {
      changes.more();
      return writeQueue(db, realmId, queue);
    },
    moveAnnouncementExits: async (realmId, { from, to }) => {
      await db
        .updateTable("announcements")
        .set({ post_destination: to })
        .where("realm_id", "=", realmId)
        .where("post_destination", "=", from)
        .execute();
    },
    saveConference: (realmId, conference) => {
      changes.more();
      return writeConference(db, realmId, conference);
    },

    removeService: async (realmId, number) => {
      changes.more();
      await db
        .deleteFrom("numbers")
        .where("realm_id", "=", realmId)
        .where("number", "=", number)
        .where("kind", "!=", "user")
        .execute();
      // A toggle that gets this number later must not start with this state.
      await db.deleteFrom("toggle_states").where("realm_id", "=", realmId).where("number", "=", number).execute();
    },

    saveRealmItem: (realmId, item) => {
      changes.more();
      return writeRealmItem(db, realmId, item);
    },

    note: (line) => addAuditLine(db, line),

    removeRealmItem: async (itemId) => {
      changes.more();
      await db.deleteFrom("realm_items").where("id", "=", itemId).execute();
    },

    ...createPeopleWriter(db, changes),
    ...createAccessWriter(db, changes),
  };
}
