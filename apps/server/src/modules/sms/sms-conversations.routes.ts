import { endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { SmsDesk } from "./sms-desk.ts";
import type { SmsService } from "./sms.service.ts";
import { presentSms } from "./sms.view.ts";

export interface SmsConversationDeps {
  readonly endpointServer: EndpointServer;
  readonly sms: SmsService;
  readonly smsDesk: SmsDesk;
}

/** Conversations by text message. */
export function createSmsConversationRoutes({ endpointServer, sms, smsDesk }: SmsConversationDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.listSmsConversations, ({ query, caller }) => {
      const { limit, offset, sort_property: sort, sort_direction, search } = query;
      const descending = sort_direction === "-1";
      return smsDesk.list(caller, { sort, descending, search: search.trim(), limit, offset });
    });
    endpointServer.serve(app, endpoints.listSmsNumbers, async ({ caller }) => {
      const data = (await sms.numbersOf(caller)).map(({ number, name }) => ({ number, name }));
      return { carrier: sms.carrierOf(caller), total: data.length, data };
    });
    endpointServer.serve(app, endpoints.getSmsConversation, ({ params, caller }) =>
      smsDesk.one(caller, Number(params.conversation_id)),
    );
    endpointServer.serve(app, endpoints.listSmsHistory, async ({ params, query: { limit, before }, caller }) => {
      const messages = await sms.history(caller, { id: Number(params.conversation_id), before, limit });
      return { data: messages.map((one) => presentSms(one, caller.userId)) };
    });
    endpointServer.serve(app, endpoints.sendSms, ({ body, caller }) =>
      smsDesk.send(caller, {
        conversationId: body.conversation_id === undefined ? undefined : Number(body.conversation_id),
        did: body.from_did,
        to: body.sms_destination,
        text: body.message,
        files: body.files ?? [],
        clientId: body.client_id,
      }),
    );
    endpointServer.serve(app, endpoints.readSms, async ({ body, caller }) => {
      await sms.read(caller, Number(body.conversation_id), body.n);
      return { success: true as const };
    });
    endpointServer.serve(app, endpoints.takeSms, async ({ body, caller }) => {
      await sms.take(caller, Number(body.conversation_id), body.taken);
      return smsDesk.one(caller, Number(body.conversation_id));
    });
  };
}
