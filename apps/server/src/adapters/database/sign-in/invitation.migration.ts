import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Links with which people choose a password; a person has one at a time. */
export async function createInvitations(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schemaBuilder(db, kind).create("invitations", (t) =>
    t
      .keyOf("user_id", "users")
      .text("digest")
      .whole("created_at", "expires_at")
      .addUniqueConstraint("invitations_digest", ["digest"]),
  );
}
