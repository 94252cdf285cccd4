import { endpoints, type AuditLine } from "@callpanel/contract";
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

/** AUDIT-3: the log of the caller's company. */
export function createAuditRoutes({
  endpointServer,
  store,
}: {
  readonly endpointServer: EndpointServer;
  readonly store: AuditStore;
}): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.listAuditLines, ({ query: { by, ...query }, caller }) => {
      const person = by === undefined ? {} : { by: /^\d{1,15}$/.test(by) ? Number(by) : 0 };
      return auditPage(store, { ...query, ...person, realmId: caller.realm.id });
    });
  };
}
