import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { ConferenceBoard } from "./board/conference.board.ts";
import type { ConferenceConfigurations } from "./configuration/conference-configuration.ts";
import type { ConferenceStore } from "./conference.store.ts";
import { createConferencesRoutes } from "./conferences.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly stores: { readonly conferences: ConferenceStore };
  readonly conferenceConfigurations: ConferenceConfigurations;
  readonly conferences: ConferenceBoard;
};

/** Conference rooms. */
export const conferencesModule: ServerModule<Needs> = {
  routes: ({ stores, conferenceConfigurations: configurations, conferences: board, endpointServer }) => [
    createConferencesRoutes({ endpointServer, configurations, board, store: stores.conferences }),
  ],
};
