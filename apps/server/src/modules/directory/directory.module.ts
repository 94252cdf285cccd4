import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createDirectoryRoutes, type DirectoryDeps } from "./directory.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly stores: { readonly directory: DirectoryDeps["directory"] };
  readonly contactNumbers: DirectoryDeps["contactNumbers"];
  readonly featureCodes: DirectoryDeps["featureCodes"];
};

/** Search for numbers, and the feature codes. */
export const directoryModule: ServerModule<Needs> = {
  routes: ({ stores: { directory }, ...needs }) => [createDirectoryRoutes({ ...needs, directory })],
};
