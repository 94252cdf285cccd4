import { endpoints, type CompanyKeeping } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { RealmSettingsStore } from "../../realm-settings/index.ts";

export interface KeepingRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly realmSettings: RealmSettingsStore;
  readonly clock: Pick<Clock, "now">;
}

/** CHAT-85: how long the company keeps messages, for who may change it. */
export function createKeepingRoutes({ endpointServer, realmSettings, clock }: KeepingRoutesDeps): Routes {
  const now = async (realmId: number): Promise<CompanyKeeping> => {
    const { chatDays: days, rooms } = (await realmSettings.of(realmId)).company.keep;
    return { days, rooms };
  };
  return (app) => {
    endpointServer.serve(app, endpoints.getCompanyKeeping, ({ caller }) => now(caller.realm.id));
    endpointServer.serve(app, endpoints.changeCompanyKeeping, async ({ body: { days, rooms }, caller }) => {
      const { realm, userId } = caller;
      const values = { chat_keep_days: days === null ? "forever" : String(days), chat_room_limits: rooms };
      await realmSettings.change(realm.id, values, { userId, at: clock.now() });
      return now(realm.id);
    });
  };
}
