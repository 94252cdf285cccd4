import { Readable } from "node:stream";
import {
  AppError,
  CONTACT_IMPORT_MAX_BYTES,
  endpoints,
  PAGE_SIZE,
  type BodyOf,
  type exportContacts,
} from "@callpanel/contract";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { numbersIn } from "../../../kernel/text/phone-number.ts";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import { readUpload, takeUploads } from "../../../kernel/http/upload.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { splitTags, type StoredContact } from "../contacts.model.ts";
import { bookOf, demandReading, readsBook } from "../contacts.policy.ts";
import type { ContactStore } from "../contacts.store.ts";
import { exportColumns, exportFile } from "./export-file.ts";
import { presentImport, presentRow, rowsOf } from "./import.model.ts";
import { createImportService, type ImportDeps } from "./import.service.ts";
import { refusedFile } from "./refused-file.ts";

/** Import and export of contacts. */
export function createContactImportRoutes({
  endpointServer,
  ...deps
}: ImportDeps & { readonly endpointServer: EndpointServer }): Routes {
  const { serve } = endpointServer;
  return async (app) => {
    await takeUploads(app);
    const imports = createImportService(deps);
    app.addHook("onClose", () => imports.stop());

    serve(app, endpoints.readContactFile, ({ request, caller }) => {
      const { upload } = endpoints.readContactFile;
      const megabytes = CONTACT_IMPORT_MAX_BYTES / 1024 ** 2;
      const tooLarge = new AppError("contacts.import.tooLarge", { megabytes });
      return imports.open(caller, () => readUpload({ request, upload, tooLarge }));
    });

    serve(app, endpoints.getOwnImport, async ({ caller }) => {
      const job = await imports.own(caller);
      return { data: job === undefined ? null : presentImport(job) };
    });

    serve(app, endpoints.getContactImport, async ({ params, caller }) =>
      presentImport(await imports.find(caller, params.id)),
    );

    serve(app, endpoints.checkContactImport, ({ params, body, caller }) => imports.check(caller, params.id, body));

    serve(app, endpoints.listImportRows, async ({ params, query, caller }) => {
      const job = await imports.find(caller, params.id);
      const rows = rowsOf(job, query.state);
      const { start, limit = PAGE_SIZE.contacts } = query;
      return { total: rows.length, data: rows.slice(start, start + limit).map((row) => presentRow(row, job.plan)) };
    });

    serve(app, endpoints.startContactImport, async ({ params, caller }) => imports.start(caller, params.id));

    serve(app, endpoints.cancelContactImport, ({ params, caller }) => imports.cancel(caller, params.id));

    serve(app, endpoints.getRefusedRows, async ({ params, reply, caller }) => {
      const job = await imports.find(caller, params.id);
      asDownload(reply, "contacts-refused.csv");
      return Readable.from(refusedFile(job));
    });

    serve(app, endpoints.exportContacts, async ({ body, reply, caller }) => {
      const { pages, most } = await exported(deps.store, body, caller);
      asDownload(reply, "contacts.csv");
      return Readable.from(exportFile(pages, body.columns ?? exportColumns(most)));
    });
  };
}

function asDownload(reply: FastifyReply, name: string): void {
  reply.headers({ "content-disposition": `attachment; filename="${name}"`, "cache-control": "private, no-store" });
}

const PAGE = 500;

/** The contacts to export: chosen one by one, or a book with the search of its list. */
async function exported(store: ContactStore, body: BodyOf<typeof exportContacts>, caller: Caller) {
  if (body.ids !== undefined) {
    const contacts = (await store.byIds(caller.realm.id, body.ids)).filter((one) => readsBook(caller, one));
    return { pages: inPages(contacts), most: longest(contacts) };
  }
  const book = bookOf(caller, body.is_personal);
  demandReading(caller, book);
  const tags = book.ownerId === null ? body.filter_by_tags : body.filter_by_personal_tags;
  const query = {
    book,
    words: searchWords(body.search),
    ...numbersIn(body.search),
    tags: splitTags(tags).map(foldText),
  };
  return { pages: pagesOf(store, query), most: await store.longestLists(book) };
}

async function* inPages(contacts: readonly StoredContact[]): AsyncGenerator<readonly StoredContact[]> {
  yield contacts;
}

async function* pagesOf(
  store: ContactStore,
  query: Omit<Parameters<ContactStore["list"]>[0], "start" | "limit">,
): AsyncGenerator<readonly StoredContact[]> {
  for (let start = 0; ; start += PAGE) {
    const { contacts } = await store.list({ ...query, start, limit: PAGE });
    if (contacts.length > 0) yield contacts;
    if (contacts.length < PAGE) return;
  }
}

const longest = (contacts: readonly StoredContact[]) => ({
  numbers: Math.max(1, ...contacts.map((one) => one.phone_numbers.length)),
  emails: Math.max(1, ...contacts.map((one) => one.emails.length)),
});
