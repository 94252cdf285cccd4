import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { AuthService, SignInsStore } from "../auth/index.ts";
import type { UserStore } from "../users/index.ts";
import { createAccountRoutes } from "./account.routes.ts";
import type { AccountStore } from "./account.store.ts";
import { createSessionsRoutes } from "./sessions.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents" | "clock"> & {
  readonly stores: { readonly users: UserStore; readonly account: AccountStore; readonly signIns: SignInsStore };
  readonly auth: Pick<AuthService, "guard">;
};

/** A person's own name, e-mail address and password. */
export const accountModule: ServerModule<Needs> = {
  routes: ({ stores: { users, account, signIns }, auth, ...needs }) => [
    createAccountRoutes({ ...needs, users, account, guard: auth.guard }),
    createSessionsRoutes({ ...needs, signIns }),
  ],
};
