import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { RealmSettingsReader } from "../realm-settings/index.ts";
import type { UserStore } from "../users/index.ts";
import { createCallHandlingRoutes, type CallHandlingRoutesDeps } from "./call-handling.routes.ts";
import { createDirectNumbersRoutes } from "./direct-numbers.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly stores: { readonly users: UserStore; readonly realmSettings: RealmSettingsReader };
  readonly handlings: CallHandlingRoutesDeps["handlings"];
  readonly isOwnNumber: CallHandlingRoutesDeps["isOwnNumber"];
  readonly checkDestination: CallHandlingRoutesDeps["checkDestination"];
};

/** How calls reach a person. */
export const callHandlingModule: ServerModule<Needs> = {
  routes: ({ stores: { users, realmSettings }, ...needs }) => [
    createCallHandlingRoutes({ ...needs, users, realmSettings }),
    createDirectNumbersRoutes({ ...needs, users }),
  ],
};
