import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { PersonalSettingStore } from "../personal-settings/index.ts";
import type { UserStore } from "../users/index.ts";
import { createSmsConversationRoutes, type SmsConversationDeps } from "./sms-conversations.routes.ts";
import type { SmsGateway } from "./sms-gateway.port.ts";
import { createSmsFileRoutes } from "./sms-files.routes.ts";
import { createSmsReportsRoutes } from "./sms-reports.routes.ts";
import { createSmsRoutes } from "./sms.routes.ts";
import type { SmsService } from "./sms.service.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents" | "serveSound"> & {
  readonly stores: {
    readonly users: UserStore;
    readonly personalSettings: PersonalSettingStore;
  };
  readonly sms: SmsService;
  readonly contactNames: SmsConversationDeps["contactNames"];
  readonly smsGateway: SmsGateway | undefined;
};

/** Conversations by text message, and where messages are passed on. */
export const smsModule: ServerModule<Needs> = {
  routes: ({ stores: { users, personalSettings: settings }, smsGateway: gateway, ...needs }) => [
    createSmsRoutes({ ...needs, users, settings }),
    createSmsConversationRoutes(needs),
    createSmsFileRoutes(needs),
    createSmsReportsRoutes({ ...needs, gateway }),
  ],
  jobs: ({ sms }) => sms.work(),
  retention: ({ sms }) => [sms.files.retention],
};
