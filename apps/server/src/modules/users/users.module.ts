import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createUsersRoutes, type UsersDeps } from "./users.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly stores: { readonly users: UsersDeps["users"] };
  readonly emergencyOf: UsersDeps["emergencyOf"];
};

/** The signed-in user and their rights. */
export const usersModule: ServerModule<Needs> = {
  routes: ({ stores: { users }, ...needs }) => [createUsersRoutes({ ...needs, users })],
};
