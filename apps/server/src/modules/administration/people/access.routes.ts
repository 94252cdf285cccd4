import { endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { OriginPolicy } from "../../../kernel/http/origin-policy.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { localeOf } from "../../../kernel/text/language.ts";
import type { AccessService } from "./access.service.ts";

const DONE = { success: true } as const;

export interface AccessRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly origins: OriginPolicy;
  /** Path of the SIP WebSocket. */
  readonly sipPath: string;
  readonly access: AccessService;
}

export function createAccessRoutes({ endpointServer, origins, sipPath, access }: AccessRoutesDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.getPersonAccess, ({ caller, params }) => access.show(caller, params.id));
    endpointServer.serve(app, endpoints.invitePerson, ({ caller, params, request }) =>
      access.invite(caller, params.id, {
        origin: origins.panelOrigin(request.host),
        locale: localeOf(request.headers["accept-language"]),
      }),
    );
    endpointServer.serve(app, endpoints.setPersonPassword, async ({ caller, params, body }) => {
      await access.setPassword(caller, params.id, body.password);
      return DONE;
    });
    endpointServer.serve(app, endpoints.endPersonSessions, async ({ caller, params }) => {
      await access.signOut(caller, params.id);
      return DONE;
    });
    endpointServer.serve(app, endpoints.endPersonSession, async ({ caller, params }) => {
      await access.endSession(caller, params.id, params.session);
      return DONE;
    });
    endpointServer.serve(app, endpoints.resetPersonSecondFactor, async ({ caller, params }) => {
      await access.resetSecondFactor(caller, params.id);
      return DONE;
    });
    endpointServer.serve(app, endpoints.resetPersonMailboxPin, async ({ caller, params }) => {
      await access.resetMailboxPin(caller, params.id);
      return DONE;
    });
    endpointServer.serve(app, endpoints.addPersonPhone, ({ caller, params, body, request }) =>
      access.addPhone(caller, params.id, {
        label: body.label,
        server: `${origins.panelOrigin(request.host).replace(/^http/, "ws")}${sipPath}`,
      }),
    );
    endpointServer.serve(app, endpoints.removePersonPhone, async ({ caller, params }) => {
      await access.removePhone(caller, params.id, params.phone);
      return DONE;
    });
  };
}
