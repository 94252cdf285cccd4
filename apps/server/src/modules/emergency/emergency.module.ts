import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { RealmSettingsReader } from "../realm-settings/index.ts";
import type { UserStore } from "../users/index.ts";
import { createEmergencyRoutes, type EmergencyDeps } from "./emergency.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly stores: { readonly users: UserStore; readonly realmSettings: RealmSettingsReader };
  readonly handlings: EmergencyDeps["handlings"];
};

/** What an emergency call transmits. */
export const emergencyModule: ServerModule<Needs> = {
  routes: ({ stores: { users, realmSettings }, ...needs }) => [
    createEmergencyRoutes({ ...needs, users, realmSettings }),
  ],
};
