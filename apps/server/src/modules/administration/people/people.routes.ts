import { endpoints, PAGE_SIZE } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { takeLongJson } from "../../../kernel/http/long-json.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { PeopleService } from "./people.service.ts";

/** For the ids of everybody in the largest company. */
const IDS_BYTES = 200_000;
const DONE = { success: true } as const;

export interface PeopleRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly people: PeopleService;
}

export function createPeopleRoutes({ endpointServer, people }: PeopleRoutesDeps): Routes {
  return (app) => {
    takeLongJson(app, IDS_BYTES);
    endpointServer.serve(app, endpoints.listCompanyPeople, ({ caller, query }) =>
      people.list(caller, { ...query, limit: query.limit ?? PAGE_SIZE.administration }),
    );
    endpointServer.serve(app, endpoints.getCompanyPerson, ({ caller, params }) => people.show(caller, params.id));
    endpointServer.serve(app, endpoints.suspendPeople, async ({ caller, body }) => {
      await people.suspend(caller, body.ids, body.suspended);
      return DONE;
    });
    endpointServer.serve(app, endpoints.joinPeople, async ({ caller, body }) => {
      await people.join(caller, body);
      return DONE;
    });
    endpointServer.serve(app, endpoints.previewRemoval, ({ caller, body }) => people.previewRemoval(caller, body.ids));
    endpointServer.serve(app, endpoints.removePeople, async ({ caller, body }) => {
      await people.remove(caller, body.ids, body.lead_to);
      return DONE;
    });
    endpointServer.serve(app, endpoints.addCompanyPerson, ({ caller, body }) => people.add(caller, body));
    endpointServer.serve(app, endpoints.changeCompanyPerson, ({ caller, params, body }) =>
      people.change(caller, params.id, body),
    );
  };
}
