import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";
import { REVISION_OF } from "../schema.ts";

/** A separate SIP secret for each session and each phone, instead of one derived from the password. */
export async function createSipCredentials(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sip_credentials", (t) =>
    t
      .textKey("id")
      .ownedBy("user_id", "users")
      .addColumn("session_id", "text", (one) => one.references("sessions.id").onDelete("cascade").unique())
      .text("label", "ha1_md5", "ha1_sha256", "user_agent", "address")
      .whole("created_at")
      .addColumn("last_used_at", "bigint"),
  );
  await db.schema.createIndex("sip_credentials_user").on("sip_credentials").column("user_id").execute();
  await sql`insert into revisions (id, revision) values (${REVISION_OF.sipCredentials}, 1)`.execute(db);
}

/** The old hash is as good as a password, so it is overwritten in the file, not only deleted. */
export async function forgetPasswordHa1<Tables>(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  if (kind === "sqlite") await sql`pragma secure_delete = on`.execute(db);
  await sql`update credentials set ha1_md5 = '', ha1_sha256 = ''`.execute(db);
  await db.schema.alterTable("credentials").dropColumn("ha1_md5").execute();
  await db.schema.alterTable("credentials").dropColumn("ha1_sha256").execute();
}
