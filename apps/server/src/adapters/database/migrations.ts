import { sql, type Kysely, type Migration } from "kysely";
import { createAnnouncements } from "./sounds/announcement.migration.ts";
import { createContactChanges } from "./contacts/contact-changes.ts";
import { createContacts } from "./contacts/contact-tables.ts";
import { grantCallRights } from "./company/call-rights.migration.ts";
import { createCallHandling } from "./call-handling/call-handling.migration.ts";
import { createCallHistory } from "./call-history/call-history.migration.ts";
import { schemaBuilder, type DatabaseKind } from "./schema-builder.ts";
import { createInstances } from "./server/instance.migration.ts";
import { createJobTable } from "./server/job.migration.ts";
import { createOpenCalls } from "./call-history/open-call.migration.ts";
import { createKnownPlaceTable, indexKnownPlaces } from "./sign-in/known-place.migration.ts";
import { createOutsideCallTable } from "./call-handling/outside-call.migration.ts";
import { createOutsideRights } from "./call-handling/outside-rights.migration.ts";
import { createPinTries } from "./sign-in/pin-try.migration.ts";
import { createSipCredentials, forgetPasswordHa1 } from "./sign-in/sip-credential.migration.ts";
import { createRecordingArchives } from "./sounds/recording-archive.migration.ts";
import { createShortLivedTable } from "./server/short-lived.migration.ts";
import { bindSignInLinks } from "./sign-in/sign-in-link.migration.ts";
import { createVoicemail, createVoicemailAges, markUrgentVoicemails } from "./voicemail/voicemail.migration.ts";

/** All migrations, oldest first. A released migration is never changed. */
export function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  return {
    "0001_people": { up: (db) => createPeople(db, kind) },
    "0002_numbers": { up: (db) => createNumbers(db, kind) },
    "0003_sessions": { up: (db) => createSessions(db, kind) },
    "0004_call_records": { up: (db) => createCallRecords(db, kind) },
    "0005_watched_buddies": { up: (db) => createWatchedBuddies(db, kind) },
    "0006_pictures": { up: (db) => createPictures(db, kind) },
    "0007_recordings": { up: (db) => createRecordings(db, kind) },
    "0008_personal_states": { up: (db) => createPersonalStates(db, kind) },
    "0020_sign_in_links": { up: (db) => createSignInLinks(db, kind) },
    "0021_push_subscriptions": { up: (db) => createPushSubscriptions(db, kind) },
    "0030_contacts": { up: (db) => createContacts(db, kind) },
    "0040_personal_settings": { up: (db) => createPersonalSettings(db, kind) },
    "0060_call_handling": { up: (db) => createCallHandling(db, kind) },
    "0061_second_factors": { up: (db) => createSecondFactors(db, kind) },
    "0070_forwards": { up: (db) => db.schema.alterTable("cdrs").addColumn("forwarded_by", "text").execute() },
    "0071_contact_changes": { up: (db) => createContactChanges(db, kind) },
    "0080_sounds": { up: (db) => createSounds(db, kind) },
    "0081_jobs": { up: (db) => createJobTable(db, kind) },
    "0082_voicemail": { up: (db) => createVoicemail(db, kind) },
    "0084_announcements": { up: (db) => createAnnouncements(db, kind) },
    "0085_call_history": { up: (db) => createCallHistory(db, kind) },
    "0087_pin_tries": { up: (db) => createPinTries(db, kind) },
    "0088_urgent_voicemails": { up: markUrgentVoicemails },
    "0089_recording_archives": { up: (db) => createRecordingArchives(db, kind) },
    "0090_voicemail_ages": { up: createVoicemailAges },
    "0102_open_calls": { up: (db) => createOpenCalls(db, kind) },
    "0103_known_places": { up: (db) => createKnownPlaceTable(db, kind) },
    "0110_outside_rights": { up: createOutsideRights },
    "0120_sip_credentials": { up: (db) => createSipCredentials(db, kind) },
    "0121_password_ha1": { up: (db) => forgetPasswordHa1(db, kind) },
    "0130_call_rights": { up: grantCallRights },
    "0150_sign_in_link_sessions": { up: bindSignInLinks },
    "0160_diverted_calls": { up: (db) => db.schema.alterTable("cdrs").addColumn("diverted_from", "text").execute() },
    "0170_instances": { up: (db) => createInstances(db, kind) },
    "0175_outside_calls": { up: (db) => createOutsideCallTable(db, kind) },
    "0176_call_listeners": { up: (db) => db.schema.alterTable("cdrs").addColumn("listened_by", "text").execute() },
    "0190_short_lived": { up: (db) => createShortLivedTable(db, kind) },
    "0191_known_place_holders": { up: indexKnownPlaces },
  };
}

async function createPeople(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("realms", (t) => t.withId().text("name", "company").addUniqueConstraint("realms_name", ["name"]));
  await create("users", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text("username", "first_name", "last_name", "sort_name", "email")
      .addColumn("department", "text")
      .addColumn("may_use_panel", "integer", (one) => one.notNull())
      .addUniqueConstraint("users_username", ["username"]),
  );
  await create("credentials", (t) =>
    t
      .keyOf("user_id", "users")
      .text("password_hash", "ha1_md5", "ha1_sha256")
      .addColumn("is_demo", "integer", (one) => one.notNull()),
  );
  await create("groups", (t) =>
    t.withId().ownedBy("realm_id", "realms").text("name").addUniqueConstraint("groups_name", ["realm_id", "name"]),
  );
  await create("group_members", (t) =>
    t
      .ownedBy("group_id", "groups")
      .ownedBy("user_id", "users")
      .addPrimaryKeyConstraint("group_members_key", ["user_id", "group_id"]),
  );
  await create("group_permissions", (t) =>
    t
      .ownedBy("group_id", "groups")
      .text("module", "rule", "target")
      .addPrimaryKeyConstraint("group_permissions_key", ["group_id", "module", "rule", "target"]),
  );
  await create("user_permissions", (t) =>
    t
      .ownedBy("user_id", "users")
      .text("module", "rule", "target")
      .addPrimaryKeyConstraint("user_permissions_key", ["user_id", "module", "rule", "target"]),
  );
}

async function createNumbers(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("numbers", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text("number", "kind", "name")
      .addColumn("user_id", "bigint", (one) => one.references("users.id").onDelete("cascade"))
      .addColumn("details", "text", (one) => one.notNull())
      .addColumn("e164", "text")
      .addColumn("search_text", "text", (one) => one.notNull())
      .addUniqueConstraint("numbers_number", ["realm_id", "number"])
      .addUniqueConstraint("numbers_user", ["user_id"]),
  );
  await create("revisions", (t) => t.addColumn("id", "integer", (one) => one.primaryKey()).whole("revision"));
  await sql`insert into revisions (id, revision) values (1, 1)`.execute(db);
}

async function createSessions(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sessions", (t) =>
    t
      .textKey("id")
      .ownedBy("user_id", "users")
      .text("client_id", "scope")
      .whole("created_at", "expires_at")
      .addColumn("revoked_at", "bigint"),
  );
  await create("tokens", (t) =>
    t
      .textKey("digest")
      .text("kind")
      .addColumn("session_id", "text", (one) => one.notNull().references("sessions.id").onDelete("cascade"))
      .whole("created_at", "expires_at")
      .addColumn("used_at", "bigint")
      .addColumn("parent", "text"),
  );
  await db.schema.createIndex("tokens_parent").on("tokens").column("parent").execute();
  await db.schema.createIndex("tokens_session").on("tokens").column("session_id").execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
  await create("authorization_codes", (t) =>
    t
      .textKey("digest")
      .ownedBy("user_id", "users")
      .text("client_id", "redirect_uri", "challenge")
      .whole("expires_at")
      .addColumn("used_at", "bigint")
      .addColumn("session_id", "text"),
  );
}

async function createCallRecords(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("cdrs", (t) =>
    t
      .withId()
      .text("call_id", "realm")
      .whole("started_at")
      .addColumn("answered_at", "bigint")
      .addColumn("ended_at", "bigint", (one) => one.notNull())
      .addColumn("from_number", "text", (one) => one.notNull())
      .addColumn("from_name", "text", (one) => one.notNull())
      .addColumn("from_user_id", "bigint")
      .addColumn("to_number", "text", (one) => one.notNull())
      .addColumn("to_name", "text", (one) => one.notNull())
      .addColumn("to_user_id", "bigint")
      .addColumn("dialled_number", "text", (one) => one.notNull())
      .addColumn("direction", "text", (one) => one.notNull())
      .addColumn("disposition", "text", (one) => one.notNull())
      .addColumn("failed", "integer", (one) => one.notNull())
      .addColumn("ended_by", "text", (one) => one.notNull())
      .addColumn("end_reason", "text", (one) => one.notNull())
      .addColumn("sip_status", "integer", (one) => one.notNull())
      .addColumn("quality", "text")
      .addUniqueConstraint("cdrs_call", ["call_id"]),
  );
  await db.schema.createIndex("cdrs_started").on("cdrs").columns(["realm", "started_at"]).execute();
}

async function createWatchedBuddies(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("watched_buddies", (t) =>
    t
      .ownedBy("user_id", "users")
      .ownedBy("buddy_id", "users")
      .addColumn("sort", "double precision", (one) => one.notNull())
      .addPrimaryKeyConstraint("watched_buddies_key", ["user_id", "buddy_id"]),
  );
}

async function createPictures(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  const bytes = kind === "sqlite" ? sql`blob` : sql`bytea`;
  await create("pictures", (t) =>
    t
      .withId()
      .ownedBy("user_id", "users")
      .text("key")
      .addColumn("is_active", "integer", (one) => one.notNull())
      .whole("updated_at")
      .addColumn("large", bytes, (one) => one.notNull())
      .addColumn("small", bytes, (one) => one.notNull())
      .addUniqueConstraint("pictures_key", ["key"]),
  );
  await db.schema.createIndex("pictures_user").on("pictures").column("user_id").execute();
  const active = db.schema.createIndex("pictures_active").unique().on("pictures").column("user_id");
  await active.where(sql.ref("is_active"), "=", sql.lit(1)).execute();
}

async function createRecordings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("recordings", (t) =>
    t
      .textKey("id")
      .text("realm", "call_id", "started_by", "marks")
      .whole("started_at")
      .addColumn("user_id", "bigint")
      .addColumn("duration_ms", "bigint")
      .addColumn("bytes", "bigint")
      .addColumn("failure", "text"),
  );
  await db.schema.createIndex("recordings_call").on("recordings").column("call_id").execute();
  await create("recording_parts", (t) =>
    t
      .text("call_id")
      .whole("offset_ms", "duration_ms")
      .addColumn("recording_id", "text", (one) => one.notNull().references("recordings.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("recording_parts_key", ["call_id", "recording_id", "offset_ms"]),
  );
}

async function createSounds(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sounds", (t) => t.textKey("id").text("type").whole("bytes", "duration_ms"));
  await create("sound_holders", (t) =>
    t
      .text("kind", "holder")
      .addColumn("sound_id", "text", (one) => one.notNull().references("sounds.id"))
      .addColumn("account", "text")
      .addPrimaryKeyConstraint("sound_holders_key", ["kind", "holder", "sound_id"]),
  );
  await db.schema.createIndex("sound_holders_sound").on("sound_holders").column("sound_id").execute();
  await db.schema.createIndex("sound_holders_account").on("sound_holders").column("account").execute();
}

async function createPersonalStates(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("personal_states", (t) =>
    t
      .keyOf("user_id", "users")
      .addColumn("dnd", "integer", (one) => one.notNull())
      .addColumn("forward", "integer", (one) => one.notNull())
      .addColumn("followme", "integer", (one) => one.notNull())
      .text("forward_number"),
  );
}

async function createPersonalSettings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("personal_settings", (t) =>
    t
      .ownedBy("user_id", "users")
      .text("name", "value")
      .addPrimaryKeyConstraint("personal_settings_key", ["user_id", "name"]),
  );
}

async function createSignInLinks(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sign_in_links", (t) =>
    t.textKey("digest").ownedBy("user_id", "users").text("password_mark").whole("created_at", "expires_at"),
  );
  await db.schema.createIndex("sign_in_links_user").on("sign_in_links").column("user_id").execute();
}

async function createSecondFactors(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("second_factors", (t) =>
    t
      .keyOf("user_id", "users")
      .addColumn("enabled", "integer", (one) => one.notNull())
      .text("method", "secret", "phone", "email")
      .whole("last_step"),
  );
  await create("backup_codes", (t) =>
    t.ownedBy("user_id", "users").text("digest").addPrimaryKeyConstraint("backup_codes_key", ["user_id", "digest"]),
  );
}

async function createPushSubscriptions(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("push_subscriptions", (t) =>
    t
      .textKey("endpoint")
      .ownedBy("user_id", "users")
      .text("p256dh", "auth", "locale")
      .addColumn("session_id", "text", (one) => one.notNull().references("sessions.id").onDelete("cascade"))
      .whole("created_at"),
  );
  await db.schema.createIndex("push_subscriptions_user").on("push_subscriptions").column("user_id").execute();
}
