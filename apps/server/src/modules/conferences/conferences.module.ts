import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { ConferenceBoard } from "./board/conference.board.ts";
import type { ConferenceConfigurations } from "./configuration/conference-configuration.ts";
import type { ConferenceStore } from "./conference.store.ts";
import { createPersonalConferenceRoutes } from "./personal-conference.routes.ts";
import { createConferencesRoutes } from "./conferences.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents"> & {
  readonly stores: { readonly conferences: ConferenceStore };
  readonly conferenceConfigurations: ConferenceConfigurations;
  readonly conferences: ConferenceBoard;
  readonly companyChanged: () => void;
};

/** Conference rooms, of the company and of people. */
export const conferencesModule: ServerModule<Needs> = {
  routes: ({ stores, conferenceConfigurations: configurations, conferences: board, ...needs }) => [
    createConferencesRoutes({ ...needs, configurations, board, store: stores.conferences }),
    createPersonalConferenceRoutes({ ...needs, store: stores.conferences }),
  ],
};
