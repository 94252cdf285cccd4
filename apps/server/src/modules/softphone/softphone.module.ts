import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { UserStore } from "../users/index.ts";
import { createSoftphoneRoutes, type SoftphoneDeps } from "./softphone.routes.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly stores: { readonly users: UserStore };
  readonly credentials: SoftphoneDeps["credentials"];
  readonly userAgent: string;
  readonly company: SoftphoneDeps["company"];
  readonly stunUriFor: SoftphoneDeps["stunUriFor"];
};

/** What a panel needs to register its phone and to receive events. */
export const softphoneModule: ServerModule<Needs> = {
  routes: ({ stores: { users }, ...needs }) => [createSoftphoneRoutes({ ...needs, users })],
};
