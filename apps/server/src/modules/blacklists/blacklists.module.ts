import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createBlacklistsRoutes, type BlacklistsDeps } from "./blacklists.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly handlings: BlacklistsDeps["handlings"];
  readonly stores: { readonly users: BlacklistsDeps["users"] };
};

/** Blocked numbers of a person. */
export const blacklistsModule: ServerModule<Needs> = {
  routes: ({ stores: { users }, ...needs }) => [createBlacklistsRoutes({ ...needs, users })],
};
