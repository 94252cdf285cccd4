import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { CompanyLimits } from "../realm-settings/index.ts";
import { auditRetention } from "./audit-retention.ts";
import { createAuditRoutes } from "./audit.routes.ts";
import type { AuditStore } from "./audit.store.ts";

type Needs = Pick<KernelServices, "endpointServer"> & {
  readonly stores: { readonly audit: AuditStore };
  readonly companyLimits: CompanyLimits;
};

/** The actions, and their authors. */
export const auditModule: ServerModule<Needs> = {
  routes: ({ stores, endpointServer }) => [createAuditRoutes({ endpointServer, store: stores.audit })],
  retention: ({ stores, companyLimits }) => [
    auditRetention({
      store: stores.audit,
      limits: async () =>
        (await companyLimits()).flatMap(({ realmId, limits: { auditDays: days } }) =>
          days === null ? [] : [{ realmId, days }],
        ),
    }),
  ],
};
