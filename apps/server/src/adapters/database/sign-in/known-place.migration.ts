import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Places from which people have signed in successfully, as digests. */
export async function createKnownPlaceTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("known_places", (t) => t.textKey("place").text("holder").whole("seen_at"));
}

/** Several servers read the places of one holder. */
export async function indexKnownPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("known_places_holder").on("known_places").columns(["holder", "seen_at"]).execute();
}
