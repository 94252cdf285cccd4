import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createPlatformRoutes, type PlatformDeps } from "./platform.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly company: PlatformDeps["company"];
  readonly userAgent: string;
  readonly platform: Omit<PlatformDeps, "endpointServer" | "company" | "userAgent">;
};

/** Facts about the platform. */
export const platformModule: ServerModule<Needs> = {
  routes: ({ platform, ...needs }) => [createPlatformRoutes({ ...needs, ...platform })],
};
