import { AUDIT_ACTS, AUDIT_OBJECTS, auditDetailsSchema, type AuditLine } from "@callpanel/contract";
import type { Kysely, Selectable } from "kysely";
import * as z from "zod/mini";
import type { AuditStore, NewAuditLine } from "../../../modules/audit/index.ts";
import { contains } from "../rows.ts";
import type { Tables } from "../schema.ts";
import type { AuditTables } from "./audit-tables.ts";

/** Where words are looked for. */
const TEXTS = ["by_name", "person_name", "object_name", "object_id", "details"] as const;

type AuditDatabase = Kysely<Tables & AuditTables>;

export function createAuditStore(all: Kysely<Tables>): AuditStore {
  const db: AuditDatabase = all.withTables<AuditTables>();
  return {
    add: (line) => addAuditLine(all, line),
    lines: async ({ realmId, limit, before, object, act, area, words = [], by, from, until }) => {
      let found = db.selectFrom("audit_lines").where("realm_id", "=", realmId);
      for (const word of words)
        found = found.where((eb) => eb.or(TEXTS.map((column) => contains(eb.fn<string>("lower", [column]), word))));
      const rows = await found
        .$if(area !== undefined, (lines) => lines.where("act", "like", `${area ?? ""}.%`))
        .$if(before !== undefined, (lines) => lines.where("id", "<", before ?? 0))
        .$if(object !== undefined, (lines) =>
          lines.where("object_kind", "=", object?.kind ?? "").where("object_id", "=", object?.id ?? ""),
        )
        .$if(act !== undefined, (lines) => lines.where("act", "=", act ?? ""))
        .$if(by !== undefined, (lines) => lines.where("by_id", "=", by ?? 0))
        .$if(from !== undefined, (lines) => lines.where("at", ">=", from ?? 0))
        .$if(until !== undefined, (lines) => lines.where("at", "<", until ?? 0))
        .selectAll()
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.flatMap(toLine);
    },
    removeBefore: async (realmId, at, limit) => {
      const old = await db
        .selectFrom("audit_lines")
        .where("realm_id", "=", realmId)
        .where("at", "<", at)
        .select("id")
        .orderBy("at")
        .limit(limit)
        .execute();
      if (old.length === 0) return 0;
      const ids = old.map(({ id }) => id);
      await db.deleteFrom("audit_lines").where("id", "in", ids).execute();
      return ids.length;
    },
  };
}

/** Adds a line, within the transaction of the act itself: there is no act without its line. */
export async function addAuditLine(all: Kysely<Tables>, line: NewAuditLine): Promise<void> {
  const { realmId, at, act, way, by, person, object, details } = line;
  await all
    .withTables<AuditTables>()
    .insertInto("audit_lines")
    .values({
      realm_id: realmId,
      at,
      act,
      way,
      by_id: by,
      by_name: await nameOf(all, by),
      object_kind: object?.kind ?? "",
      object_id: object?.id ?? "",
      object_name: object?.name ?? "",
      person_id: person,
      person_name: await nameOf(all, person),
      details: JSON.stringify(details),
    })
    .execute();
}

async function nameOf(db: Kysely<Tables>, userId: number | null): Promise<string> {
  if (userId === null) return "";
  const row = await db
    .selectFrom("users")
    .where("id", "=", userId)
    .select(["first_name", "last_name"])
    .executeTakeFirst();
  return row === undefined ? "" : `${row.first_name} ${row.last_name}`.trim();
}

const personOf = (id: number | null, name: string): AuditLine["by"] => (id === null ? null : { uid: String(id), name });

/** A line of a later version, with an act that this one does not know, is left out. */
function toLine(row: Selectable<AuditTables["audit_lines"]>): readonly AuditLine[] {
  const act = AUDIT_ACTS.find((one) => one === row.act);
  if (act === undefined) return [];
  const kind = AUDIT_OBJECTS.find((one) => one === row.object_kind);
  return [
    {
      id: row.id,
      at: row.at,
      act,
      way: row.way === "command" ? "command" : "panel",
      by: personOf(row.by_id, row.by_name),
      object: kind === undefined ? null : { kind, id: row.object_id, name: row.object_name },
      person: personOf(row.person_id, row.person_name),
      details: z.parse(auditDetailsSchema, JSON.parse(row.details)),
    },
  ];
}
