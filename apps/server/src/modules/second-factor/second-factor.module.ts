import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createSecondFactorRoutes } from "./second-factor.routes.ts";
import type { SecondFactorService } from "./second-factor.service.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents"> & {
  readonly secondFactor: SecondFactorService;
};

/** The second factor of a sign-in. */
export const secondFactorModule: ServerModule<Needs> = {
  routes: (needs) => [createSecondFactorRoutes(needs)],
};
