import { AppError, endpoints, type RealtimeEvent, type SmsToEmail } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { PersonalSettingStore } from "../personal-settings/index.ts";
import type { UserStore } from "../users/index.ts";
import { FORWARDING_SETTING as NAME, readForwarding } from "./email/forwarding.ts";

export interface SmsDeps {
  readonly endpointServer: EndpointServer;
  readonly users: Pick<UserStore, "directNumbersOf">;
  readonly settings: PersonalSettingStore;
  readonly ownEvents: { tell(userId: number, event: RealtimeEvent): void };
}

/** Text messages to a person's own numbers, forwarded by e-mail. */
export function createSmsRoutes({ endpointServer, users, settings, ownEvents }: SmsDeps): Routes {
  const didsOf = async (userId: number) => (await users.directNumbersOf(userId)).filter(({ smsCapable }) => smsCapable);

  /** ACCOUNT-30: one row for each of the person's numbers, whatever is stored. */
  const rowsOf = async (userId: number, stored: string | undefined): Promise<SmsToEmail[]> => {
    const known = readForwarding(stored);
    return (await didsOf(userId)).map(
      ({ id }) => known.find((row) => row.did_id === id) ?? { did_id: id, enabled: false, emails: [] },
    );
  };

  return (app) => {
    endpointServer.serve(app, endpoints.listSmsDids, async ({ caller }) => {
      const data = (await didsOf(caller.userId)).map(({ id, name, number }) => ({ id, name, number }));
      return { total: data.length, data };
    });

    endpointServer.serve(app, endpoints.listSmsToEmail, async ({ caller: { userId } }) => {
      const data = await rowsOf(userId, (await settings.read(NAME, [userId])).get(userId));
      return { total: data.length, data };
    });

    endpointServer.serve(app, endpoints.changeSmsToEmail, async ({ body, caller }) => {
      const { userId, realm, extension: exten } = caller;
      const own = new Set((await didsOf(userId)).map(({ id }) => id));
      if (body.sms_to_emails.some(({ did_id }) => !own.has(did_id))) throw new AppError("sms.unknownDid");
      const changed = new Map(body.sms_to_emails.map((row) => [row.did_id, row]));
      let after = "";
      await settings.change(NAME, userId, (before) => {
        const kept = readForwarding(before).filter(({ did_id }) => own.has(did_id) && !changed.has(did_id));
        return (after = JSON.stringify([...kept, ...changed.values()]));
      });
      ownEvents.tell(userId, { action: "SETTING", realm: realm.name, exten, setting: "sms_to_email" });
      const data = await rowsOf(userId, after);
      return { total: data.length, data };
    });
  };
}
