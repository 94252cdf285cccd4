import { listVoicemailCategories, listVoicemailFolders, listVoicemails, PAGE_SIZE } from "@callpanel/contract";
import type { FastifyInstance } from "fastify";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { messageSearch } from "./message-filter.ts";
import type { MessageSight } from "./message.sight.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

export interface ListRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly store: Pick<VoicemailStore, "list" | "unread" | "customFolders" | "categories">;
  readonly sight: MessageSight;
}

/** The list of messages, and its filters. */
export function serveMessageLists(
  app: FastifyInstance,
  { endpointServer: { serve }, store, sight }: ListRoutesDeps,
): void {
  serve(app, listVoicemails, async ({ query, caller }) => {
    const boxIds = await sight.listable(caller, query.filter_by_extension);
    const search = messageSearch(query, boxIds);
    const { total, messages } = await store.list({
      ...search,
      sort: query.sort_column,
      ascending: query.sort_direction.toUpperCase() === "ASC",
      start: query.start,
      limit: query.limit ?? PAGE_SIZE.voicemails,
    });
    const counts = await store.unread(boxIds);
    const unread = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { success: true as const, total, unread, data: await sight.present(caller, messages) };
  });
  serve(app, listVoicemailFolders, async ({ query, caller }) => {
    const folders = await store.customFolders(await sight.listable(caller, query.filter_by_extension));
    return { success: true as const, total: folders.length, data: [...folders] };
  });
  serve(app, listVoicemailCategories, async ({ query, caller }) => {
    const categories = await store.categories(await sight.listable(caller, query.filter_by_extension));
    const data = Array.from(categories, ([name, messages]) => ({ name, messages }));
    return { success: true as const, total: data.length, data };
  });
}
