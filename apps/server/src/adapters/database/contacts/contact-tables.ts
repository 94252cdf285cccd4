import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind, type Table } from "../schema-builder.ts";

/** The fields are listed here again: a migration that was released must not change with the contract. */
export async function createContacts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  const ownedByPerson = (table: Table): Table =>
    table
      .withId()
      .ownedBy("realm_id", "realms")
      .addColumn("owner_id", "bigint", (one) => one.references("users.id").onDelete("cascade"));
  const whose = (table: Table): Table =>
    table.addColumn("contact_id", "bigint", (one) => one.notNull().references("contacts.id").onDelete("cascade"));
  await create("contacts", (t) =>
    ownedByPerson(t)
      .text(
        "first_name",
        "last_name",
        "company",
        "job_title",
        "address_type",
        "street",
        "city",
        "state",
        "postal_code",
        "country",
        "phone_numbers",
        "emails",
        "sort_name",
        "search_text",
      )
      .addColumn("use_as_callerid", "integer", (one) => one.notNull())
      .addColumn("number_count", "integer", (one) => one.notNull()),
  );
  // A search reads only this index, which is in result order. PostgreSQL limits the size of an entry, so it reads rows there.
  const order = ["realm_id", "owner_id", "sort_name", "id"];
  const byName = db.schema.createIndex("contacts_by_name").on("contacts");
  await byName.columns(kind === "sqlite" ? [...order, "search_text", "number_count"] : order).execute();
  await create("contact_keys", (t) =>
    whose(t)
      .addColumn("realm_id", "bigint", (one) => one.notNull())
      .addColumn("owner_id", "bigint")
      .addColumn("position", "integer", (one) => one.notNull())
      .text("kind", "value"),
  );
  const keys = (name: string) => db.schema.createIndex(name).on("contact_keys");
  await keys("contact_keys_value").columns(["realm_id", "owner_id", "kind", "value", "contact_id"]).execute();
  await keys("contact_keys_contact").columns(["contact_id", "kind", "position", "value"]).execute();
  const bytes = kind === "sqlite" ? sql`blob` : sql`bytea`;
  await create("contact_images", (t) =>
    t
      .keyOf("contact_id", "contacts")
      .text("key")
      .addColumn("large", bytes, (one) => one.notNull())
      .addColumn("small", bytes, (one) => one.notNull()),
  );
  await create("contact_tags", (t) => ownedByPerson(t).text("name", "folded_name").addColumn("color", "text"));
  const unique = (name: string) => db.schema.createIndex(name).unique().on("contact_tags");
  const owner = sql.ref("owner_id");
  await unique("contact_tags_shared").columns(["realm_id", "folded_name"]).where(owner, "is", null).execute();
  await unique("contact_tags_personal").columns(["owner_id", "folded_name"]).where(owner, "is not", null).execute();
  await create("contact_tag_links", (t) =>
    whose(t)
      .ownedBy("tag_id", "contact_tags")
      .addPrimaryKeyConstraint("contact_tag_links_key", ["contact_id", "tag_id"]),
  );
  await db.schema
    .createIndex("contact_tag_links_tag")
    .on("contact_tag_links")
    .columns(["tag_id", "contact_id"])
    .execute();
}
