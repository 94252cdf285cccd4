import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createAuthRoutes, type AuthDeps } from "./oauth.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "origins"> & {
  readonly auth: AuthDeps["auth"];
  readonly platformName: () => string;
};

/** Sign-in and sign-out. */
export const authModule: ServerModule<Needs> = {
  routes: (needs) => [createAuthRoutes(needs)],
};
