import { AppError, DEFAULT_COUNTRY, endpoints, MAX_CALLS_DEFAULT, RECONNECT_DELAY_MS } from "@callpanel/contract";
import type { FastifyPluginCallback } from "fastify";
import type { EndpointServer } from "../../kernel/endpoint-server.ts";
import { displayName, type UserStore } from "../users/index.ts";

export const SIP_PATH = "/sip";
export const EVENTS_PATH = "/events";

export interface SoftphoneDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  /** What the softphone calls itself in User-Agent: `callpanel 0.1.0`. */
  readonly userAgent: string;
}

/** What a panel needs to register its phone and to hear events. */
export function createSoftphoneModule({ endpointServer, users, userAgent }: SoftphoneDeps): FastifyPluginCallback {
  return (app, _options, done) => {
    endpointServer.serve(app, endpoints.getSipConfig, async ({ caller }) => {
      const user = await users.byId(caller.userId);
      const credential = await users.credentialOf(caller.userId);
      if (user === undefined || credential === undefined) throw new AppError("request.notFound");
      return {
        // A path: the panel makes it absolute, so that it holds behind any proxy and under any name.
        proxy: [{ url: SIP_PATH, weight: 1 }],
        realm: caller.realm.name,
        uri: `sip:${caller.username}@${caller.realm.name}`,
        ha1: credential.ha1Md5,
        clidName: displayName(user),
        uaVer: userAgent,
        panel_call_limit: MAX_CALLS_DEFAULT,
        country: DEFAULT_COUNTRY,
        ice_servers: [],
      };
    });

    endpointServer.serve(app, endpoints.getEventsConfig, async ({ caller }) => ({
      url: EVENTS_PATH,
      realm: caller.realm.name,
      username: caller.username,
      reconnect_delay_ms: RECONNECT_DELAY_MS,
    }));
    done();
  };
}
