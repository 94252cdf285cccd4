import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { PersonalSettingStore } from "../personal-settings/index.ts";
import type { CompanyLimits } from "../realm-settings/index.ts";
import type { UserStore } from "../users/index.ts";
import { createSmsConversationRoutes } from "./sms-conversations.routes.ts";
import type { SmsDesk } from "./sms-desk.ts";
import { createSmsDraftRoutes } from "./sms-drafts.routes.ts";
import type { SmsGateway } from "./sms-gateway.port.ts";
import { createSmsFileRoutes } from "./sms-files.routes.ts";
import { createSmsReportsRoutes } from "./sms-reports.routes.ts";
import { createSmsTemplateRoutes } from "./sms-templates.routes.ts";
import { smsRetention, type SmsKeepingStore } from "./sms-retention.ts";
import { createSmsRoutes } from "./sms.routes.ts";
import type { SmsService } from "./sms.service.ts";
import type { SmsStore } from "./sms.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents" | "serveSound" | "sounds"> & {
  readonly stores: {
    readonly users: UserStore;
    readonly personalSettings: PersonalSettingStore;
    readonly sms: Pick<SmsStore, "templates" | "drafts">;
    readonly smsKeeping: SmsKeepingStore;
  };
  readonly companyLimits: CompanyLimits;
  readonly sms: SmsService;
  readonly smsDesk: SmsDesk;
  readonly smsGateway: SmsGateway | undefined;
};

/** Conversations by text message, and where messages are passed on. */
export const smsModule: ServerModule<Needs> = {
  routes: ({ stores: { users, personalSettings: settings, sms }, smsGateway: gateway, ...needs }) => [
    createSmsRoutes({ ...needs, users, settings }),
    createSmsConversationRoutes(needs),
    createSmsFileRoutes(needs),
    createSmsDraftRoutes({ ...needs, drafts: sms.drafts }),
    createSmsTemplateRoutes({ ...needs, templates: sms.templates }),
    createSmsReportsRoutes({ ...needs, gateway }),
  ],
  jobs: ({ sms }) => sms.work(),
  retention: ({ sms, stores, sounds, companyLimits: limits }) => [
    sms.files.retention,
    smsRetention({ keeping: stores.smsKeeping, limits, sounds }),
  ],
};
