import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { AuthService } from "../auth/index.ts";
import type { Mailer } from "../mail/index.ts";
import type { UserStore } from "../users/index.ts";
import { createProvisioningRoutes } from "./provisioning.routes.ts";
import type { SignInLinkStore } from "./sign-in-link.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "origins" | "shortLived" | "clock" | "random"> & {
  readonly stores: { readonly users: UserStore; readonly signInLinks: SignInLinkStore };
  readonly auth: AuthService;
  readonly mailer: Mailer;
  readonly platformName: () => string;
  readonly moreInfoUrl: string | undefined;
};

/** Links that set up a phone. */
export const provisioningModule: ServerModule<Needs> = {
  routes: ({ stores: { users, signInLinks: links }, ...needs }) => [
    createProvisioningRoutes({ ...needs, users, links }),
  ],
};
