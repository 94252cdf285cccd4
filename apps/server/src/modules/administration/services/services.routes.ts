import { endpoints, PAGE_SIZE } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { createCompanyQueues } from "./queues.service.ts";
import { createCompanyRooms } from "./rooms.service.ts";
import type { ServicesDeps } from "./services.ts";

export function createServiceRoutes({
  endpointServer,
  ...deps
}: ServicesDeps & { readonly endpointServer: EndpointServer }): Routes {
  const queues = createCompanyQueues(deps);
  const rooms = createCompanyRooms(deps);
  return (app) => {
    endpointServer.serve(app, endpoints.listCompanyQueues, ({ caller, query }) =>
      queues.list(caller, { ...query, limit: query.limit ?? PAGE_SIZE.administration }),
    );
    endpointServer.serve(app, endpoints.getCompanyQueue, ({ caller, params }) => queues.show(caller, params.number));
    endpointServer.serve(app, endpoints.addCompanyQueue, ({ caller, body }) => queues.add(caller, body));
    endpointServer.serve(app, endpoints.changeCompanyQueue, ({ caller, params, body }) =>
      queues.change(caller, params.number, body),
    );
    endpointServer.serve(app, endpoints.removeCompanyQueue, ({ caller, params }) =>
      queues.remove(caller, params.number),
    );
    endpointServer.serve(app, endpoints.listCompanyRooms, ({ caller, query }) =>
      rooms.list(caller, { ...query, limit: query.limit ?? PAGE_SIZE.administration }),
    );
    endpointServer.serve(app, endpoints.getCompanyRoom, ({ caller, params }) => rooms.show(caller, params.number));
    endpointServer.serve(app, endpoints.addCompanyRoom, ({ caller, body }) => rooms.add(caller, body));
    endpointServer.serve(app, endpoints.changeCompanyRoom, ({ caller, params, body }) =>
      rooms.change(caller, params.number, body),
    );
    endpointServer.serve(app, endpoints.removeCompanyRoom, ({ caller, params }) => rooms.remove(caller, params.number));
  };
}
