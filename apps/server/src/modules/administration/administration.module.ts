import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { CompanyStore } from "./company.store.ts";
import { createPeopleRoutes } from "./people/people.routes.ts";
import { createPeopleService } from "./people/people.service.ts";
import type { CompanyPeopleStore } from "./people/people.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "ownEvents" | "clock"> & {
  readonly stores: { readonly company: CompanyStore; readonly companyPeople: CompanyPeopleStore };
  readonly companyChanged: () => void;
};

/** The pages of administration. */
export const administrationModule: ServerModule<Needs> = {
  routes: ({ endpointServer, stores, ...needs }) => [
    createPeopleRoutes({
      endpointServer,
      people: createPeopleService({ ...needs, company: stores.company, people: stores.companyPeople }),
    }),
  ],
};
