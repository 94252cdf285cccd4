import type { Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";

/** Wrong PINs for boxes and announcements. */
export async function createPinTries(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, text, whole } = drawing(db, kind);
  await create("pin_tries", (t) =>
    whole(text(t, "kind", "holder", "mark"), "failures", "failed_at", "locked_until").addPrimaryKeyConstraint(
      "pin_tries_key",
      ["kind", "holder"],
    ),
  );
}
