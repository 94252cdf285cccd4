import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { AuditStore } from "../audit/index.ts";
import type { CompanyLimits, RealmSettingsStore } from "../realm-settings/index.ts";
import type { UserStore } from "../users/index.ts";
import type { Chat } from "./chat.service.ts";
import type { ChatStore } from "./chat.store.ts";
import { createErasingRoutes } from "./erase/erasing.routes.ts";
import type { ChatErasingStore } from "./erase/erasing.store.ts";
import { ERASE_JOB, eraseMessages } from "./erase/erasing.ts";
import type { ChatExportStore } from "./export/chat-export.store.ts";
import { createExportRoutes } from "./export/export.routes.ts";
import { chatRetention } from "./keeping/chat-retention.ts";
import { createKeepingRoutes } from "./keeping/keeping.routes.ts";
import type { ChatKeepingStore } from "./keeping/keeping.store.ts";
import { createFileRoutes, createMessageRoutes } from "./messages/messages.routes.ts";
import { createPresenceRoutes } from "./presence/chat-presence.routes.ts";
import { createConversationRoutes, createRoomRoutes, type RoomRoutesDeps } from "./rooms/rooms.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "serveSound" | "sounds" | "jobs" | "clock" | "random"> & {
  readonly stores: {
    readonly audit: AuditStore;
    readonly chat: ChatStore;
    readonly chatErasing: ChatErasingStore;
    readonly chatExport: ChatExportStore;
    readonly chatKeeping: ChatKeepingStore;
    readonly realmSettings: RealmSettingsStore;
    readonly users: UserStore;
  };
  readonly companyLimits: CompanyLimits;
  readonly chat: Chat;
  readonly auth: { readonly isSessionOpen: (sessionId: string) => Promise<boolean> };
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
      createKeepingRoutes({ ...deps, realmSettings: stores.realmSettings }),
      createErasingRoutes({ ...deps, erasing: stores.chatErasing }),
      createExportRoutes({
        ...deps,
        exporting: stores.chatExport,
        turns: chat.exportTurns,
        isSessionOpen: needs.auth.isSessionOpen,
      }),
    ];
  },
  jobs: ({ jobs, stores, chat, sounds }) => {
    chat.writeCalls();
    jobs.work(ERASE_JOB, eraseMessages({ erasing: stores.chatErasing, store: stores.chat, facts: chat.facts, sounds }));
  },
  retention: ({ stores, chat, sounds, companyLimits: limits }) => [
    chat.files.retention,
    chatRetention({
      keeping: stores.chatKeeping,
      store: stores.chat,
      limits,
      turn: chat.sweepTurn,
      facts: chat.facts,
      sounds,
    }),
  ],
};
