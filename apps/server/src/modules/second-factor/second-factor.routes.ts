import { endpoints, type RealtimeEvent } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { localeOf } from "../../kernel/text/language.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { SecondFactorService } from "./second-factor.service.ts";

export interface SecondFactorRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly secondFactor: SecondFactorService;
  readonly ownEvents: { tell(userId: number, event: RealtimeEvent): void };
}

/** Each person's own second factor. */
export function createSecondFactorRoutes(deps: SecondFactorRoutesDeps): Routes {
  const { endpointServer, secondFactor, ownEvents } = deps;
  return (app) => {
    endpointServer.serve(app, endpoints.getOtpConfiguration, ({ caller }) =>
      secondFactor.configurationOf(caller.userId),
    );
    endpointServer.serve(app, endpoints.changeOtpConfiguration, async ({ caller, body, request }) => {
      const locale = localeOf(request.headers["accept-language"]);
      const from = { address: request.ip, locale, sessionId: caller.sessionId };
      const after = await secondFactor.change(caller.userId, body, from);
      if (after.codeSentTo === null) {
        const { realm, extension: exten, userId } = caller;
        ownEvents.tell(userId, { action: "SETTING", realm: realm.name, exten, setting: "otp" });
      }
      return after;
    });
  };
}
