import { Readable } from "node:stream";
import {
  detailText,
  AppError,
  endpoints,
  PEOPLE_COLUMNS,
  PEOPLE_FILE_MAX_BYTES,
  type FilePerson,
  type PeoplePreview,
} from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import { csvRecord, CSV_START } from "../../../kernel/files/csv-text.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { takeLongJson } from "../../../kernel/http/long-json.ts";
import { readUpload, takeUploads } from "../../../kernel/http/upload.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { searchWords } from "../../../kernel/text/search-text.ts";
import type { OwnEvents } from "../../realtime/index.ts";
import { meansSomething } from "../company.model.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf, notifyProfile } from "../people/people.service.ts";
import type { CompanyPeopleStore, PeopleQuery } from "../people/people.store.ts";
import { planPeople } from "./plan-people.ts";
import { readPeopleFile } from "./read-people-file.ts";

/** For the largest portion, of people with long names and many groups. */
const PORTION_BYTES = 3_000_000;

export interface PeopleFileDeps {
  readonly company: CompanyStore;
  readonly people: CompanyPeopleStore;
  readonly clock: Pick<Clock, "now">;
  readonly ownEvents: Pick<OwnEvents, "tell">;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

/** PEOPLE-10 to PEOPLE-12: people as a CSV file, in and out. */
export function createPeopleFileRoutes({
  endpointServer,
  ...deps
}: PeopleFileDeps & { readonly endpointServer: EndpointServer }): Routes {
  return async (app) => {
    await takeUploads(app);
    takeLongJson(app, PORTION_BYTES);
    endpointServer.serve(app, endpoints.previewPeopleFile, async ({ caller, request }) => {
      const { upload } = endpoints.previewPeopleFile;
      const tooLarge = new AppError("admin.file.tooLarge", { megabytes: PEOPLE_FILE_MAX_BYTES / 1024 ** 2 });
      return preview(deps, caller, await readUpload({ request, upload, tooLarge }));
    });
    endpointServer.serve(app, endpoints.applyPeople, ({ caller, body }) => apply(deps, caller, body.people));
    endpointServer.serve(app, endpoints.exportPeople, async ({ caller, query, reply }) => {
      reply.headers({
        "content-disposition": 'attachment; filename="people.csv"',
        "cache-control": "private, no-store",
      });
      const { search, ...filters } = query;
      return Readable.from(csvOf(deps, { ...filters, realmId: caller.realm.id, words: searchWords(search) }));
    });
  };
}

async function preview({ company }: PeopleFileDeps, caller: Caller, bytes: Uint8Array): Promise<PeoplePreview> {
  const file = await readPeopleFile(bytes);
  const { users, groups, entries, items } = await company.read(async (reader) => ({
    users: await reader.users(caller.realm.id),
    groups: await reader.groups(caller.realm.id),
    entries: await reader.numbers(caller.realm.id),
    items: await reader.realmItems(caller.realm.id),
  }));
  const others = entries.filter(({ kind }) => kind !== "user");
  const means = (number: string) => meansSomething(number, { entries: others, items });
  return planPeople(file, { users, groups, means, author: caller.rights });
}

/** PEOPLE-12: all of these people or none. */
async function apply(
  { company, clock, ownEvents, companyChanged }: PeopleFileDeps,
  caller: Caller,
  people: readonly FilePerson[],
): Promise<{ added: number; changed: number }> {
  const users = people.map((person) => ({
    line: person.line,
    version: person.version,
    username: person.username,
    firstName: person.first_name.trim(),
    lastName: person.last_name.trim(),
    extension: person.extension,
    email: person.email.trim(),
    department: person.department.trim(),
    mayUsePanel: person.may_use_panel,
    groups: person.groups,
    ...(person.version === null ? ({ invited: "later" } as const) : {}),
  }));
  const draft = { realm: caller.realm.name, groups: [], users, services: [] };
  const { added, changed } = await applyCompany(company, draft, { author: authorOf(caller), at: clock.now() }).catch(
    (cause: unknown) => {
      if (!(cause instanceof AppError) || cause.code !== "admin.invalidFile") throw cause;
      throw new AppError("admin.file.line", { detail: detailText(cause.details, "detail") }, { cause });
    },
  );
  companyChanged();
  const usernames = people.flatMap(({ version, username }) => (version === null ? [] : [username]));
  for (const { id, extension } of await company.read((reader) => reader.users(caller.realm.id, { usernames })))
    notifyProfile(ownEvents, { id, extension, realm: caller.realm.name });
  return { added, changed };
}

const PAGE = 500;

async function* csvOf(
  { people }: Pick<PeopleFileDeps, "people">,
  query: Omit<PeopleQuery, "start" | "limit">,
): AsyncGenerator<string> {
  yield CSV_START + csvRecord(PEOPLE_COLUMNS);
  for (let start = 0; ; start += PAGE) {
    const { people: page } = await people.page({ ...query, start, limit: PAGE });
    for (const person of page)
      yield csvRecord([
        person.username,
        person.firstName,
        person.lastName,
        person.extension,
        person.email,
        person.department ?? "",
        person.groups.join(" "),
        person.mayUsePanel ? "yes" : "no",
      ]);
    if (page.length < PAGE) return;
  }
}
