import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Wrong PINs for boxes and announcements. */
export async function createPinTries(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("pin_tries", (t) =>
    t
      .text("kind", "holder", "mark")
      .whole("failures", "failed_at", "locked_until")
      .addPrimaryKeyConstraint("pin_tries_key", ["kind", "holder"]),
  );
}
