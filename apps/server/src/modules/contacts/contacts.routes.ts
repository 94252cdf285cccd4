import { AppError, BUDDY_PICTURE_PX, endpoints, PAGE_SIZE, PICTURE_PX } from "@callpanel/contract";
import type { FastifyRequest } from "fastify";
import type { Authenticate, Caller } from "../../kernel/http/caller.ts";
import { bearerToken, type EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { numbersIn } from "../../kernel/text/phone-number.ts";
import { foldText, searchWords } from "../../kernel/text/search-text.ts";
import { takeForms } from "../../kernel/http/upload.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { contactImageUrl, presentContact, splitTags } from "./contacts.model.ts";
import { bookOf, demandReading } from "./contacts.policy.ts";
import { createContactService, type ContactServiceDeps } from "./contacts.service.ts";
import { serveTags } from "./tags.routes.ts";

export interface ContactsDeps extends ContactServiceDeps {
  readonly endpointServer: EndpointServer;
  readonly authenticate: Authenticate;
}

/** Limit of forms with pictures in memory, over all people: forty megabytes at most. */
const FORMS_AT_ONCE = 8;
/** CONTACT-20: a URL never shows another picture. */
const A_YEAR_UNCHANGED = "private, max-age=31536000, immutable";

/** Contacts and their tags, shared and personal. */
export function createContactsRoutes({ endpointServer, authenticate, ...deps }: ContactsDeps): Routes {
  const { store } = deps;
  const contacts = createContactService(deps);

  return async (app) => {
    const { upload } = endpoints.createContact;
    if (upload === undefined) throw new Error("the contract lets a contact have a picture");
    const fileOf = await takeForms(app, { upload, atOnce: FORMS_AT_ONCE, busy: new AppError("contacts.busy") });

    endpointServer.serve(app, endpoints.listContacts, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.contacts, search } = query;
      const book = bookOf(caller, query.is_personal);
      demandReading(caller, book);
      const tags = book.ownerId === null ? query.filter_by_tags : query.filter_by_personal_tags;
      const page = await store.list({
        book,
        words: searchWords(search),
        ...numbersIn(search),
        tags: splitTags(tags).map(foldText),
        start,
        limit,
      });
      return { total: page.total, data: page.contacts.map(presentContact) };
    });

    endpointServer.serve(app, endpoints.getContact, ({ params, caller }) => contacts.get(caller, params.id));

    endpointServer.serve(app, endpoints.createContact, ({ body, request, caller }) =>
      contacts.create(caller, body, fileOf(request)),
    );

    endpointServer.serve(app, endpoints.updateContact, ({ params, body, request, caller }) =>
      contacts.update(caller, params.id, body, fileOf(request)),
    );

    endpointServer.serve(app, endpoints.deleteContact, async ({ params, caller }) => {
      await contacts.remove(caller, params.id);
      return { id: params.id };
    });

    endpointServer.serve(app, endpoints.bulkDeleteContacts, async ({ body, caller }) => {
      const ids = await contacts.removeAll(caller, body.ids);
      return { deleted: ids.length, ids: [...ids] };
    });

    endpointServer.serve(app, endpoints.lookupContacts, async ({ body, caller }) => {
      const names = await contacts.namesOf(caller, body.numbers);
      const data = [...names].map(([number, { contactId, name, company, label, ownerId, imageKey }]) => ({
        number,
        contact_id: contactId,
        name,
        company,
        label,
        is_personal: ownerId !== null,
        image_url: contactImageUrl(contactId, imageKey),
      }));
      return { data };
    });

    const callerOf = async ({ headers }: FastifyRequest): Promise<Caller> => {
      const token = bearerToken(headers.authorization);
      const caller = token === undefined ? undefined : await authenticate(token);
      if (caller?.mayUsePanel !== true) throw new AppError("request.unauthorized");
      return caller;
    };
    endpointServer.servePublic(app, endpoints.getContactImage, async ({ params: { id }, query, request, reply }) => {
      if (query.key === undefined) await contacts.get(await callerOf(request), id);
      const image = await store.image(id, query.size === "64" ? BUDDY_PICTURE_PX : PICTURE_PX);
      if (image === undefined || (query.key !== undefined && query.key !== image.key))
        throw new AppError("request.notFound");
      const etag = `"${image.key}-${query.size}"`;
      reply.headers({ etag, "cache-control": query.key === undefined ? "private, no-cache" : A_YEAR_UNCHANGED });
      if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag) !== true) return image.bytes;
      reply.code(304);
      return new Uint8Array();
    });

    serveTags(app, { endpointServer, store: deps.tags, changed: deps.changed });
  };
}
