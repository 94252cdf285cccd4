import { endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { ChatPresences } from "./chat-presence.service.ts";

export function createPresenceRoutes({
  endpointServer,
  presences,
}: {
  readonly endpointServer: EndpointServer;
  readonly presences: ChatPresences;
}): Routes {
  const types = async (realmId: number) => ({ data: [...(await presences.types(realmId))] });
  return (app) => {
    endpointServer.serve(app, endpoints.listChatPresences, async ({ caller }) => ({
      data: [...(await presences.present(caller.realm.id))],
    }));
    endpointServer.serve(app, endpoints.getChatPresence, ({ query, caller }) =>
      presences.named(caller.realm.id, query.rocket_username),
    );
    endpointServer.serve(app, endpoints.changeChatPresence, ({ body, caller }) => presences.choose(caller, body));
    endpointServer.serve(app, endpoints.getOwnChatPresence, ({ caller }) => presences.own(caller));
    endpointServer.serve(app, endpoints.changeChatPreferences, ({ body, caller }) => presences.prefer(caller, body));
    endpointServer.serve(app, endpoints.listPresenceTypes, ({ caller }) => types(caller.realm.id));
    endpointServer.serve(app, endpoints.createPresenceType, async ({ body, caller }) => {
      await presences.addType(caller, body);
      return types(caller.realm.id);
    });
    endpointServer.serve(app, endpoints.changePresenceType, async ({ body, caller }) => {
      const { customId: id, name, type } = body;
      await presences.changeType(caller, { id, name, type });
      return types(caller.realm.id);
    });
    endpointServer.serve(app, endpoints.removePresenceType, async ({ body, caller }) => {
      await presences.removeType(caller, body.customId);
      return { success: true as const };
    });
  };
}
