import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import { createPushRoutes } from "./push.routes.ts";
import type { CallWaking } from "./call-waking.ts";
import type { PushService } from "./push.service.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly push: {
    readonly pushes: PushService;
    readonly publicKey: string;
    readonly waking: Pick<CallWaking, "decline">;
  };
};

/** Push messages to browsers. */
export const pushModule: ServerModule<Needs> = {
  routes: ({ endpointServer, push }) => [createPushRoutes({ endpointServer, ...push })],
};
