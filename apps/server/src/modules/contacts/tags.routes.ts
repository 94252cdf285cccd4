import { endpoints } from "@callpanel/contract";
import type { FastifyInstance } from "fastify";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Book } from "./contacts.model.ts";
import type { ContactsChanged } from "./contacts.service.ts";
import type { ContactTagStore } from "./contacts.store.ts";
import { createTagService } from "./tags.service.ts";

interface TagDeps {
  readonly endpointServer: EndpointServer;
  readonly store: ContactTagStore;
  readonly changed: ContactsChanged;
}

/** Tags of the company and personal tags: the same endpoints at two paths. */
export function serveTags(app: FastifyInstance, { endpointServer, store, changed }: TagDeps): void {
  const tags = createTagService(store);
  /** CONTACT-40: panels that show contacts are notified of a changed tag as of changed contacts. */
  const after = async <T>(caller: Caller, book: Book, done: Promise<T>): Promise<T> => {
    const result = await done;
    changed({ realm: caller.realm.name, ownerId: book.ownerId, ids: [] });
    return result;
  };
  const shared = ({ realm }: Caller): Book => ({ realmId: realm.id, ownerId: null });
  const personal = ({ realm, userId }: Caller): Book => ({ realmId: realm.id, ownerId: userId });

  const { serve } = endpointServer;
  serve(app, endpoints.listContactTags, ({ caller }) => tags.list(shared(caller)));
  serve(app, endpoints.createContactTag, ({ caller, body }) =>
    after(caller, shared(caller), tags.create(shared(caller), body)),
  );
  serve(app, endpoints.updateContactTag, ({ caller, params, body }) =>
    after(caller, shared(caller), tags.update(shared(caller), params.id, body)),
  );
  serve(app, endpoints.deleteContactTag, ({ caller, params }) =>
    after(caller, shared(caller), tags.remove(shared(caller), params.id)),
  );
  serve(app, endpoints.listPersonalTags, ({ caller }) => tags.list(personal(caller)));
  serve(app, endpoints.createPersonalTag, ({ caller, body }) =>
    after(caller, personal(caller), tags.create(personal(caller), body)),
  );
  serve(app, endpoints.updatePersonalTag, ({ caller, params, body }) =>
    after(caller, personal(caller), tags.update(personal(caller), params.id, body)),
  );
  serve(app, endpoints.deletePersonalTag, ({ caller, params }) =>
    after(caller, personal(caller), tags.remove(personal(caller), params.id)),
  );
}
