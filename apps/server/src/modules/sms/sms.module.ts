import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { PersonalSettingStore } from "../personal-settings/index.ts";
import type { UserStore } from "../users/index.ts";
import { createSmsRoutes } from "./sms.routes.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents"> & {
  readonly stores: { readonly users: UserStore; readonly personalSettings: PersonalSettingStore };
};

/** Where text messages are passed on. */
export const smsModule: ServerModule<Needs> = {
  routes: ({ stores: { users, personalSettings: settings }, ...needs }) => [
    createSmsRoutes({ ...needs, users, settings }),
  ],
};
