import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Answered calls in progress, for the next start after a crash. */
export async function createOpenCalls(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("open_calls", (t) => t.textKey("call_id").text("record", "recordings").whole("seen_at"));
}
