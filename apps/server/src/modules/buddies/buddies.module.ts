import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { UserStore } from "../users/index.ts";
import { createBuddiesRoutes, type BuddyStateReader } from "./buddies.routes.ts";
import type { BuddyStore } from "./buddies.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents"> & {
  readonly stores: { readonly users: UserStore; readonly buddies: BuddyStore };
  readonly presenceBoard: BuddyStateReader;
};

/** Colleagues, and those that a person watches. */
export const buddiesModule: ServerModule<Needs> = {
  routes: ({ stores: { users, buddies }, ...needs }) => [createBuddiesRoutes({ ...needs, users, buddies })],
};
