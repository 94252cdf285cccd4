import { Readable } from "node:stream";
import { AUDIT_CSV_MAX, endpoints, type AuditLine } from "@callpanel/contract";
import { CSV_START, csvRecord } from "../../kernel/files/csv-text.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { AuditQuery, AuditStore } from "./audit.store.ts";

/** A page of lines, and where the next one begins. */
export async function auditPage(
  store: Pick<AuditStore, "lines">,
  query: AuditQuery,
): Promise<{ data: AuditLine[]; next: number | null }> {
  const found = await store.lines({ ...query, limit: query.limit + 1 });
  const data = found.slice(0, query.limit);
  return { data, next: found.length > data.length ? (data.at(-1)?.id ?? null) : null };
}

/** AUDIT-3, AUDIT-7: the log of the caller's company. */
export function createAuditRoutes({
  endpointServer,
  store,
}: {
  readonly endpointServer: EndpointServer;
  readonly store: AuditStore;
}): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.listAuditLines, ({ query, caller }) =>
      auditPage(store, { ...asked(query, caller), limit: query.limit, before: query.before }),
    );
    endpointServer.serve(app, endpoints.exportAuditLines, async ({ query, caller, reply }) => {
      reply.headers({
        "content-disposition": 'attachment; filename="audit-log.csv"',
        "cache-control": "private, no-store",
      });
      return Readable.from(csvOf(store, asked(query, caller)));
    });
  };
}

interface Filters extends Pick<AuditQuery, "act" | "area" | "from" | "until"> {
  readonly by?: string | undefined;
  readonly search: string;
}

function asked({ by, search, act, area, from, until }: Filters, { realm }: Caller): Omit<AuditQuery, "limit"> {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 8);
  const person = by === undefined ? {} : { by: /^\d{1,15}$/.test(by) ? Number(by) : 0 };
  return { realmId: realm.id, act, area, from, until, words, ...person };
}

const HEAD = ["time", "act", "way", "by", "object", "object_name", "person", "details"];
const AT_ONCE = 1_000;

/** AUDIT-7: the latest first; a part at a time, so that a long log takes no memory. */
async function* csvOf(store: Pick<AuditStore, "lines">, query: Omit<AuditQuery, "limit">): AsyncGenerator<string> {
  yield CSV_START + csvRecord(HEAD);
  let before: number | undefined;
  for (let given = 0; given < AUDIT_CSV_MAX; given += AT_ONCE) {
    const { data, next } = await auditPage(store, { ...query, before, limit: AT_ONCE });
    yield data.map((line) => csvRecord(cellsOf(line))).join("");
    if (next === null) return;
    before = next;
  }
}

const cellsOf = ({ at, act, way, by, object, person, details }: AuditLine): readonly string[] => [
  new Date(at).toISOString(),
  act,
  way,
  by?.name ?? "",
  object?.kind ?? "",
  object === null ? "" : `${object.id} ${object.name}`.trim(),
  person?.name ?? "",
  Object.entries(details)
    .map(([name, value]) => `${name}=${String(value ?? "")}`)
    .join("; "),
];
