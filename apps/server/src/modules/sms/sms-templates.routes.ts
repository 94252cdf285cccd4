import { AppError, endpoints, SMS_LIMITS } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { SmsTemplateStore } from "./sms.store.ts";

export interface SmsTemplatesDeps {
  readonly endpointServer: EndpointServer;
  readonly templates: SmsTemplateStore;
}

/** SMS-72: texts that a company keeps for messages. */
export function createSmsTemplateRoutes({ endpointServer, templates }: SmsTemplatesDeps): Routes {
  const listOf = async (realmId: number) => {
    const data = (await templates.of(realmId)).map(({ id, name, text }) => ({ id: String(id), name, text }));
    return { total: data.length, data };
  };
  return (app) => {
    endpointServer.serve(app, endpoints.listSmsTemplates, ({ caller: { realm } }) => listOf(realm.id));
    endpointServer.serve(app, endpoints.saveSmsTemplate, async ({ body: { id, name, text }, caller: { realm } }) => {
      const limit = SMS_LIMITS.templates;
      const template = { realmId: realm.id, name, text };
      const saved = await (id === undefined
        ? templates.add({ ...template, limit })
        : templates.change({ ...template, id: Number(id) }));
      if (saved === "full") throw new AppError("chats.sms.templates", { limit });
      if (saved === "gone") throw new AppError("chats.sms.template");
      if (saved === "taken") throw new AppError("chats.sms.templateName", { name });
      return listOf(realm.id);
    });
    endpointServer.serve(app, endpoints.removeSmsTemplate, async ({ body: { id }, caller: { realm } }) => {
      if (!(await templates.remove(realm.id, Number(id)))) throw new AppError("chats.sms.template");
      return listOf(realm.id);
    });
  };
}
