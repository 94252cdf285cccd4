import { endpoints } from "@callpanel/contract";
import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { CompanyStore } from "../administration/index.ts";
import type { SecondFactorStore } from "../second-factor/index.ts";
import type { UserStore } from "../users/index.ts";
import { createFirstRun, type FirstRunDeps } from "./first-run.service.ts";
import { createFirstRunRoutes } from "./first-run.routes.ts";
import type { FirstRunStore } from "./first-run.store.ts";
import { missingThings } from "./missing-things.ts";

type Needs = Pick<KernelServices, "endpointServer" | "origins" | "clock" | "random"> &
  Pick<
    FirstRunDeps,
    "phone" | "mailer" | "platformName" | "publicUrl" | "mail" | "backup" | "databaseUrl" | "realm" | "companyChanged"
  > & {
    readonly sipPath: string;
    readonly stores: {
      readonly company: CompanyStore;
      readonly users: UserStore;
      readonly secondFactors: SecondFactorStore;
      readonly callHistory: FirstRunDeps["callHistory"];
      readonly firstRun: FirstRunStore;
    };
  };

/** The first run, and what the company still needs after it. */
export const firstRunModule: ServerModule<Needs> = {
  routes: ({ stores, ...needs }) => {
    const deps: FirstRunDeps = { ...needs, ...stores, store: stores.firstRun };
    return [
      createFirstRunRoutes({ ...needs, firstRun: createFirstRun(deps) }),
      (app) => {
        needs.endpointServer.serve(app, endpoints.getMissingThings, async ({ caller }) => ({
          data: [...(await missingThings(deps, caller.realm.name))],
        }));
      },
    ];
  },
};
