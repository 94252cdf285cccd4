import { AppError, endpoints } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { presentSignedIn, type SignInsStore } from "../auth/index.ts";
import type { AccountDeps } from "./account.routes.ts";

const DONE = { success: true } as const;

export interface SessionsDeps {
  readonly endpointServer: EndpointServer;
  readonly clock: Pick<Clock, "now">;
  readonly signIns: SignInsStore;
  readonly ownEvents: AccountDeps["ownEvents"];
}

/** SESSIONS-5: where a person is signed in. */
export function createSessionsRoutes({ endpointServer, clock, signIns, ownEvents }: SessionsDeps): Routes {
  /** Connections of sessions that have ended close with it. */
  const tell = ({ userId, realm, extension: exten }: Caller): void =>
    ownEvents.tell(userId, { action: "SETTING", realm: realm.name, exten, setting: "profile" });
  return (app) => {
    endpointServer.serve(app, endpoints.listOwnSessions, async ({ caller }) =>
      presentSignedIn(await signIns.of(caller.userId, clock.now()), caller.sessionId),
    );
    endpointServer.serve(app, endpoints.endOwnSession, async ({ caller, params }) => {
      const { userId } = caller;
      if (!(await signIns.end({ userId, sessionId: params.id, at: clock.now() })))
        throw new AppError("request.notFound");
      tell(caller);
      return DONE;
    });
    endpointServer.serve(app, endpoints.endOtherSessions, async ({ caller }) => {
      await signIns.endOthers({ userId: caller.userId, keep: caller.sessionId, at: clock.now() });
      tell(caller);
      return DONE;
    });
  };
}
