import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { UserStore } from "../users/index.ts";
import { createAuthRoutes, type AuthDeps } from "./oauth.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "origins"> & {
  readonly auth: AuthDeps["auth"];
  readonly platformName: () => string;
  readonly stores: { readonly users: Pick<UserStore, "byId"> };
};

/** Sign-in and sign-out. */
export const authModule: ServerModule<Needs> = {
  routes: ({ stores: { users }, ...needs }) => [
    createAuthRoutes({ ...needs, realmOf: async (userId) => (await users.byId(userId))?.realm.id }),
  ],
};
