import type { Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";

/** Places from which people have signed in successfully, as digests. */
export async function createKnownPlaceTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, text, whole } = drawing(db, kind);
  await create("known_places", (t) =>
    whole(
      text(
        t.addColumn("place", "text", (one) => one.primaryKey()),
        "holder",
      ),
      "seen_at",
    ),
  );
}

/** Several servers read the places of one holder. */
export async function indexKnownPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("known_places_holder").on("known_places").columns(["holder", "seen_at"]).execute();
}
