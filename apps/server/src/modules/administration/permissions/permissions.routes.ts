import { endpoints, PAGE_SIZE } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { findPeople } from "./company-rights.ts";
import { createGroupsService } from "./groups.service.ts";
import { createRightsService, type PersonRightsDeps } from "./rights.service.ts";

export function createPermissionRoutes({
  endpointServer,
  ...deps
}: PersonRightsDeps & { readonly endpointServer: EndpointServer }): Routes {
  const groups = createGroupsService(deps);
  const rights = createRightsService(deps);
  const limited = <Query extends { readonly limit?: number | undefined }>(query: Query) => ({
    ...query,
    limit: query.limit ?? PAGE_SIZE.administration,
  });
  return (app) => {
    endpointServer.serve(app, endpoints.listCompanyGroups, ({ caller, query }) => groups.list(caller, limited(query)));
    endpointServer.serve(app, endpoints.getCompanyGroup, ({ caller, params }) => groups.show(caller, params.name));
    endpointServer.serve(app, endpoints.addCompanyGroup, ({ caller, body }) => groups.add(caller, body));
    endpointServer.serve(app, endpoints.changeCompanyGroup, ({ caller, params, body }) =>
      groups.change(caller, params.name, body),
    );
    endpointServer.serve(app, endpoints.removeCompanyGroup, ({ caller, params }) => groups.remove(caller, params.name));
    endpointServer.serve(app, endpoints.listGroupPeople, ({ caller, params, query }) =>
      groups.people(caller, params.name, limited(query)),
    );
    endpointServer.serve(app, endpoints.findCompanyPeople, async ({ caller, query }) => ({
      data: await findPeople(deps.company, caller, query.search),
    }));
    endpointServer.serve(app, endpoints.findRightTargets, async ({ caller, query }) => ({
      data: await rights.findTargets(caller, query),
    }));
    endpointServer.serve(app, endpoints.getPersonRights, ({ caller, params }) => rights.show(caller, params.id));
    endpointServer.serve(app, endpoints.changePersonRights, ({ caller, params, body }) =>
      rights.change(caller, params.id, body),
    );
    endpointServer.serve(app, endpoints.getPersonView, ({ caller, params }) => rights.view(caller, params.id));
  };
}
