import { endpoints, PAGE_SIZE } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { createActivityService, type ActivityDeps } from "./activity.service.ts";
import { createLocks, type LocksDeps } from "./locks.ts";

export function createActivityRoutes({
  endpointServer,
  ...deps
}: ActivityDeps & LocksDeps & { readonly endpointServer: EndpointServer }): Routes {
  const service = createActivityService(deps);
  const locks = createLocks(deps);
  return (app) => {
    endpointServer.serve(app, endpoints.getOverview, ({ caller }) => service.overview(caller));
    endpointServer.serve(app, endpoints.getActivity, ({ caller }) => service.show(caller));
    endpointServer.serve(app, endpoints.listRegistrations, ({ caller, query }) =>
      service.registrations(caller, {
        start: query.start ?? 0,
        limit: query.limit ?? PAGE_SIZE.administration,
        search: query.search ?? "",
      }),
    );
    endpointServer.serve(app, endpoints.listLiveCalls, async ({ caller, query }) =>
      service.calls(caller, { start: query.start ?? 0, limit: query.limit ?? PAGE_SIZE.administration }),
    );
    endpointServer.serve(app, endpoints.listLocks, async ({ caller }) => ({ data: [...(await locks.list(caller))] }));
    endpointServer.serve(app, endpoints.liftLock, async ({ caller, params }) => {
      await locks.lift(caller, params.id);
      return { data: [...(await locks.list(caller))] };
    });
  };
}
