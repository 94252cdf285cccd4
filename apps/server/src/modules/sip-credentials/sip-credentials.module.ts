import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { AuthService } from "../auth/index.ts";
import { createPhonesRoutes } from "./sip-credentials.routes.ts";
import type { SipCredentials } from "./sip-credentials.service.ts";

type Needs = Pick<KernelServices, "endpointServer" | "origins"> & {
  readonly auth: Pick<AuthService, "checkPassword">;
  readonly credentials: SipCredentials;
  readonly sipPath: string;
};

/** Each person's own desk phones and SIP apps. */
export const phonesModule: ServerModule<Needs> = {
  routes: ({ auth, ...needs }) => [createPhonesRoutes({ ...needs, checkPassword: auth.checkPassword })],
};
