import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { DirectoryStore } from "../directory/index.ts";
import { createTogglesRoutes } from "./toggles.routes.ts";
import type { Toggles } from "./toggles.service.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly stores: { readonly directory: Pick<DirectoryStore, "numbersOf"> };
  readonly toggles: Toggles;
};

/** Toggle destinations. */
export const togglesModule: ServerModule<Needs> = {
  routes: ({ stores, ...needs }) => [createTogglesRoutes({ ...needs, numbersOf: stores.directory.numbersOf })],
};
