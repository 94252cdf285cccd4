import { AppError, endpoints, RECONNECT_DELAY_MS } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { CompanySettings } from "../realm-settings/index.ts";
import type { SipCredentials } from "../sip-credentials/index.ts";
import { displayName, type UserStore } from "../users/index.ts";

export const SIP_PATH = "/sip";
export const EVENTS_PATH = "/events";

export interface SoftphoneDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  readonly credentials: Pick<SipCredentials, "ofSession">;
  /** The softphone's User-Agent: `callpanel 0.1.0`. */
  readonly userAgent: string;
  readonly company: () => CompanySettings;
  /** URI of the server's STUN server, for a client that reached the server by this name; undefined: there is none. */
  readonly stunUriFor: (hostname: string) => string | undefined;
}

/** The configuration that a panel needs to register its phone and to receive events. */
export function createSoftphoneRoutes(deps: SoftphoneDeps): Routes {
  const { endpointServer, users, credentials, userAgent, company, stunUriFor } = deps;
  return (app) => {
    endpointServer.serve(app, endpoints.getSipConfig, async ({ caller, request }) => {
      const settings = company();
      const stun = stunUriFor(request.hostname);
      const user = await users.byId(caller.userId);
      if (user === undefined) throw new AppError("request.notFound");
      const { userId, username, sessionId } = caller;
      const realm = caller.realm.name;
      return {
        // A path: the panel makes it absolute, so that it works behind any proxy and with any host name.
        proxy: [{ url: SIP_PATH, weight: 1 }],
        realm,
        uri: `sip:${username}@${realm}`,
        ha1: await credentials.ofSession({ userId, username, realm }, sessionId),
        clidName: displayName(user),
        uaVer: settings.userAgent ?? userAgent,
        panel_call_limit: settings.callLimit,
        country: settings.country,
        ...(settings.screenPopOrigins === null ? {} : { screen_pop_origins: [...settings.screenPopOrigins] }),
        ice_servers: stun === undefined ? [] : [{ urls: stun }],
      };
    });

    endpointServer.serve(app, endpoints.getEventsConfig, async ({ caller }) => ({
      url: EVENTS_PATH,
      realm: caller.realm.name,
      username: caller.username,
      reconnect_delay_ms: RECONNECT_DELAY_MS,
    }));
  };
}
