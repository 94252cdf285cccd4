import { endpoints } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { SmsService } from "./sms.service.ts";
import type { ListedSmsConversation } from "./sms.store.ts";
import { presentSms, presentSmsConversation, type SmsContact } from "./sms.view.ts";

export interface SmsConversationDeps {
  readonly endpointServer: EndpointServer;
  readonly sms: SmsService;
  /** Contacts that the caller may read, by number. */
  readonly contactNames: (caller: Caller, numbers: readonly string[]) => Promise<ReadonlyMap<string, SmsContact>>;
}

/** Conversations by text message. */
export function createSmsConversationRoutes({ endpointServer, sms, contactNames }: SmsConversationDeps): Routes {
  const present = async (caller: Caller, conversations: readonly ListedSmsConversation[]) => {
    const numbers = await sms.numbersOf(caller);
    const customers = conversations.map(({ customer }) => customer);
    const names = await contactNames(caller, customers);
    return conversations.map((one) =>
      presentSmsConversation(one, { viewer: caller.userId, numbers, names, sendsFiles: sms.sendsFiles }),
    );
  };
  const presentOne = async (caller: Caller, id: number) => {
    const [conversation] = await present(caller, [await sms.see(caller, id)]);
    if (conversation === undefined) throw new Error("a conversation that was seen is presented");
    return conversation;
  };
  return (app) => {
    endpointServer.serve(app, endpoints.listSmsConversations, async ({ query, caller }) => {
      const { limit, offset, sort_property: sort, sort_direction, search } = query;
      const descending = sort_direction === "-1";
      const found = await sms.list(caller, { sort, descending, search: search.trim(), limit, offset });
      return { total: found.total, data: await present(caller, found.conversations) };
    });
    endpointServer.serve(app, endpoints.getSmsConversation, ({ params, caller }) =>
      presentOne(caller, Number(params.conversation_id)),
    );
    endpointServer.serve(app, endpoints.listSmsHistory, async ({ params, query: { limit, before }, caller }) => {
      const messages = await sms.history(caller, { id: Number(params.conversation_id), before, limit });
      return { data: messages.map((one) => presentSms(one, caller.userId)) };
    });
    endpointServer.serve(app, endpoints.sendSms, async ({ body, caller }) => {
      const message = await sms.send(caller, {
        conversationId: body.conversation_id === undefined ? undefined : Number(body.conversation_id),
        did: body.from_did,
        to: body.sms_destination,
        text: body.message,
        files: body.files ?? [],
        clientId: body.client_id,
      });
      return {
        conversation: await presentOne(caller, message.conversationId),
        message: presentSms(message, caller.userId),
      };
    });
    endpointServer.serve(app, endpoints.readSms, async ({ body, caller }) => {
      await sms.read(caller, Number(body.conversation_id), body.n);
      return { success: true as const };
    });
    endpointServer.serve(app, endpoints.takeSms, async ({ body, caller }) => {
      await sms.take(caller, Number(body.conversation_id), body.taken);
      return presentOne(caller, Number(body.conversation_id));
    });
  };
}
