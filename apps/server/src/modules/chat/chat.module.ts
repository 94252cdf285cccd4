import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { AuditStore } from "../audit/index.ts";
import type { UserStore } from "../users/index.ts";
import type { Chat } from "./chat.service.ts";
import type { ChatStore } from "./chat.store.ts";
import { createFileRoutes, createMessageRoutes } from "./messages/messages.routes.ts";
import { createPresenceRoutes } from "./presence/chat-presence.routes.ts";
import { createConversationRoutes, createRoomRoutes, type RoomRoutesDeps } from "./rooms/rooms.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "serveSound" | "random"> & {
  readonly stores: { readonly audit: AuditStore; readonly chat: ChatStore; readonly users: UserStore };
  readonly chat: Chat;
  readonly beginSms: RoomRoutesDeps["beginSms"];
};

/** Channels, groups and direct messages. */
export const chatModule: ServerModule<Needs> = {
  routes: ({ stores, chat, ...needs }) => {
    const deps = { ...needs, ...chat, store: stores.chat, audit: stores.audit, users: stores.users };
    return [
      createRoomRoutes(deps),
      createConversationRoutes(deps),
      createMessageRoutes(deps),
      createFileRoutes(deps),
      createPresenceRoutes(deps),
    ];
  },
  jobs: ({ chat }) => chat.writeCalls(),
  retention: ({ chat }) => [chat.files.retention],
};
