import { endpoints, PAGE_SIZE } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { authorOf } from "../people/people.service.ts";
import { testLine, type LineTestDeps } from "./line-test.ts";
import { createThings, type ThingsDeps } from "./things.service.ts";

/** Each area has the same requests; its kinds of things are in the address. */
export function createThingRoutes({
  endpointServer,
  ...deps
}: ThingsDeps & LineTestDeps & { readonly endpointServer: EndpointServer }): Routes {
  const things = createThings(deps);
  const paged = <Query extends { readonly limit?: number | undefined }>(query: Query) => ({
    ...query,
    limit: query.limit ?? PAGE_SIZE.administration,
  });
  return (app) => {
    endpointServer.serve(app, endpoints.findDestinations, async ({ caller, query }) => ({
      data: await things.destinations(caller, query.search),
    }));
    endpointServer.serve(app, endpoints.listCompanyNumbers, ({ caller, params, query }) =>
      things.list(caller, { area: "numbers", ...params }, paged(query)),
    );
    endpointServer.serve(app, endpoints.getCompanyNumber, ({ caller, params }) =>
      things.show(caller, { area: "numbers", ...params }),
    );
    endpointServer.serve(app, endpoints.addCompanyNumber, ({ caller, params, body }) =>
      things.add(caller, { area: "numbers", ...params }, body),
    );
    endpointServer.serve(app, endpoints.changeCompanyNumber, ({ caller, params, body }) =>
      things.change(caller, { area: "numbers", ...params }, body),
    );
    endpointServer.serve(app, endpoints.removeCompanyNumber, ({ caller, params }) =>
      things.remove(caller, { area: "numbers", ...params }),
    );
    endpointServer.serve(app, endpoints.listCompanyLots, ({ caller, params, query }) =>
      things.list(caller, { area: "lots", ...params }, paged(query)),
    );
    endpointServer.serve(app, endpoints.getCompanyLot, ({ caller, params }) =>
      things.show(caller, { area: "lots", ...params }),
    );
    endpointServer.serve(app, endpoints.addCompanyLot, ({ caller, params, body }) =>
      things.add(caller, { area: "lots", ...params }, body),
    );
    endpointServer.serve(app, endpoints.changeCompanyLot, ({ caller, params, body }) =>
      things.change(caller, { area: "lots", ...params }, body),
    );
    endpointServer.serve(app, endpoints.removeCompanyLot, ({ caller, params }) =>
      things.remove(caller, { area: "lots", ...params }),
    );
    endpointServer.serve(app, endpoints.listCompanyLines, ({ caller, params, query }) =>
      things.list(caller, { area: "lines", ...params }, paged(query)),
    );
    endpointServer.serve(app, endpoints.getCompanyLine, ({ caller, params }) =>
      things.show(caller, { area: "lines", ...params }),
    );
    endpointServer.serve(app, endpoints.addCompanyLine, ({ caller, params, body }) =>
      things.add(caller, { area: "lines", ...params }, body),
    );
    endpointServer.serve(app, endpoints.changeCompanyLine, ({ caller, params, body }) =>
      things.change(caller, { area: "lines", ...params }, body),
    );
    endpointServer.serve(app, endpoints.removeCompanyLine, ({ caller, params }) =>
      things.remove(caller, { area: "lines", ...params }),
    );
    endpointServer.serve(app, endpoints.testCompanyLine, async ({ caller, params }) => {
      await things.show(caller, { area: "lines", kind: "trunks", ...params });
      return testLine(deps, { realm: caller.realm.name, line: params.id, author: authorOf(caller) });
    });
  };
}
