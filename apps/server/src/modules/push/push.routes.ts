import { endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { CallWaking } from "./call-waking.ts";
import type { PushService } from "./push.service.ts";

export interface PushDeps {
  readonly endpointServer: EndpointServer;
  readonly pushes: PushService;
  readonly waking: Pick<CallWaking, "decline">;
  /** VAPID (RFC 8292), base64url. */
  readonly publicKey: string;
}

/** Browsers with notifications: each person manages their own. And what is done from a notification, without a session. */
export function createPushRoutes({ endpointServer, pushes, publicKey, waking }: PushDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.getPushKey, async () => ({ key: publicKey }));
    endpointServer.serve(app, endpoints.subscribePush, async ({ body, caller }) => {
      const { endpoint, keys, locale } = body;
      await pushes.subscribe({ endpoint, ...keys, locale, userId: caller.userId, sessionId: caller.sessionId });
      return { success: true as const };
    });
    endpointServer.serve(app, endpoints.unsubscribePush, async ({ body, caller }) => {
      await pushes.unsubscribe({ userId: caller.userId, endpoint: body.endpoint });
      return { success: true as const };
    });
    endpointServer.servePublic(app, endpoints.declinePushedCall, async ({ body }) => {
      await waking.decline(body.token);
      return { success: true as const };
    });
  };
}
