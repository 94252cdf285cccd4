import { AppError, endpoints, FILE_CHANGES_MAX, type FileChange } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { takeLongJson } from "../../../kernel/http/long-json.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { NewAuditLine } from "../../audit/index.ts";
import { exportCompany } from "../company-file/company.export.ts";
import { parseCompanyFile } from "../company-file/company.file.ts";
import type { CompanyDraft } from "../company.model.ts";
import { applyCompany } from "../company.service.ts";
import type { ApplyReport } from "../company.state.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf } from "../people/people.service.ts";

const FILE_BYTES = 2_000_000;

interface CompanyFileDeps {
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now">;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

/** COMPANY-30: the company as a file, out and in. */
export function createCompanyFileRoutes({
  company,
  clock,
  companyChanged,
  endpointServer,
}: CompanyFileDeps & { readonly endpointServer: EndpointServer }): Routes {
  const apply = (store: CompanyStore, caller: Caller, draft: CompanyDraft): Promise<ApplyReport> =>
    applyCompany(store, draft, { author: authorOf(caller), at: clock.now() });
  return (app) => {
    takeLongJson(app, FILE_BYTES);
    endpointServer.serve(app, endpoints.exportCompanyFile, ({ caller, reply }) => {
      reply.headers({
        "content-disposition": 'attachment; filename="company.yaml"',
        "cache-control": "private, no-store",
      });
      return company.read(async (reader) => {
        const realm = (await reader.realms()).find(({ id }) => id === caller.realm.id);
        if (realm === undefined) throw new AppError("request.notFound");
        return exportCompany(reader, { realm, withSecrets: false });
      });
    });
    endpointServer.serve(app, endpoints.previewCompanyFile, ({ caller, body }) =>
      preview(company, (store) => apply(store, caller, draftOf(caller, body.text))),
    );
    endpointServer.serve(app, endpoints.applyCompanyFile, async ({ caller, body }) => {
      const report = await apply(company, caller, draftOf(caller, body.text));
      companyChanged();
      return report;
    });
  };
}

/** A page changes its own company alone. */
function draftOf(caller: Caller, text: string): CompanyDraft {
  const draft = parseCompanyFile(text);
  if (draft.realm !== caller.realm.name)
    throw new AppError("admin.invalidFile", { detail: `realm must be ${caller.realm.name}` });
  return draft;
}

/** Ends a transaction without its changes. */
class Undone extends Error {}

/** What the audit log would say, from a change that is made and undone. */
async function preview(
  company: CompanyStore,
  change: (store: CompanyStore) => Promise<unknown>,
): Promise<{ total: number; data: FileChange[] }> {
  const lines: NewAuditLine[] = [];
  let names: ReadonlyMap<number, string> = new Map();
  const rehearsed: CompanyStore = {
    ...company,
    atomically: (work) =>
      company.atomically(async (writer) => {
        const note = async (line: NewAuditLine): Promise<void> => {
          lines.push(line);
        };
        await work({ ...writer, note });
        const [realmId] = lines.map((line) => line.realmId);
        const ids = lines.flatMap(({ person }) => person ?? []);
        const users = realmId === undefined ? [] : await writer.users(realmId, { ids });
        names = new Map(users.map(({ id, username }) => [id, username]));
        throw new Undone();
      }),
  };
  try {
    await change(rehearsed);
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  const data = lines.slice(0, FILE_CHANGES_MAX).map(({ act, object, person, details }) => ({
    act,
    name: object?.name ?? (person === null ? "" : (names.get(person) ?? "")),
    details: { ...details },
  }));
  return { total: lines.length, data };
}
