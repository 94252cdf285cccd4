import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** From where sessions were opened, and the latest sign-ins of each person. */
export async function createSignIns(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const column of ["network", "user_agent"])
    await db.schema
      .alterTable("sessions")
      .addColumn(column, "text", (one) => one.notNull().defaultTo(""))
      .execute();
  await schemaBuilder(db, kind).create("sign_ins", (t) =>
    t.withId().ownedBy("user_id", "users").whole("at", "failed").text("outcome", "network", "user_agent"),
  );
  await db.schema.createIndex("sign_ins_user").on("sign_ins").columns(["user_id", "failed", "at"]).execute();
}
