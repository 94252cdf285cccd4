import type { Kysely } from "kysely";
import type { RevisionStore } from "../../../kernel/bus/revisions.ts";
import { REVISION_OF, type Tables } from "../schema.ts";

export function createRevisionStore(db: Kysely<Tables>): RevisionStore {
  return {
    all: async () => {
      const rows = await db.selectFrom("revisions").select(["id", "revision"]).execute();
      const of = (id: number): number => rows.find((row) => row.id === id)?.revision ?? 0;
      return {
        company: of(REVISION_OF.company),
        callHandling: of(REVISION_OF.callHandling),
        toggles: of(REVISION_OF.toggles),
        sipCredentials: of(REVISION_OF.sipCredentials),
      };
    },
  };
}
