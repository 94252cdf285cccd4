import { AppError, endpoints, SMS_LIMITS, type SmsDraft } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { OwnEvents } from "../realtime/index.ts";
import type { SmsService } from "./sms.service.ts";
import type { SmsDraftStore, StoredSmsDraft } from "./sms.store.ts";

export interface SmsDraftsDeps {
  readonly endpointServer: EndpointServer;
  readonly sms: Pick<SmsService, "see" | "numbersOf">;
  readonly drafts: SmsDraftStore;
  readonly ownEvents: Pick<OwnEvents, "tell">;
}

const present = ({ conversationId, ...draft }: StoredSmsDraft): SmsDraft => ({
  conversation: String(conversationId),
  ...draft,
});

/** SMS-73: unsent texts, the same at all devices of a person. */
export function createSmsDraftRoutes({ endpointServer, sms, drafts, ownEvents }: SmsDraftsDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.listSmsDrafts, async ({ caller }) => {
      const dids = (await sms.numbersOf(caller)).map(({ number }) => number);
      return { data: (await drafts.of({ userId: caller.userId, realmId: caller.realm.id, dids })).map(present) };
    });
    endpointServer.serve(app, endpoints.saveSmsDraft, async ({ body: { conversation, ...draft }, caller }) => {
      const { id } = await sms.see(caller, Number(conversation));
      const limit = SMS_LIMITS.draftsPerPerson;
      const kept = await drafts.save(caller.userId, { conversationId: id, ...draft }, limit);
      if (kept === undefined) throw new AppError("chats.drafts.tooMany", { limit });
      ownEvents.tell(caller.userId, { action: "SMS_DRAFT" });
      return present(kept);
    });
  };
}
