import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { UserStore } from "../users/index.ts";
import { createPersonalSettingsRoutes, type PersonalSettingsDeps } from "./personal-settings.routes.ts";
import type { PersonalSettingStore } from "./personal-settings.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents"> & {
  readonly stores: { readonly users: UserStore; readonly personalSettings: PersonalSettingStore };
  readonly company: PersonalSettingsDeps["company"];
};

/** Settings of a person by name. */
export const personalSettingsModule: ServerModule<Needs> = {
  routes: ({ stores: { users, personalSettings: settings }, ...needs }) => [
    createPersonalSettingsRoutes({ ...needs, users, settings }),
  ],
};
