import type { Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";

/** Answered calls in progress, for the next start after a crash. */
export async function createOpenCalls(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, text, whole } = drawing(db, kind);
  await create("open_calls", (t) =>
    whole(
      text(
        t.addColumn("call_id", "text", (one) => one.primaryKey()),
        "record",
        "recordings",
      ),
      "seen_at",
    ),
  );
}
