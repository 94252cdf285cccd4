import { AppError, endpoints, smsToEmailSchema, type RealtimeEvent, type SmsToEmail } from "@callpanel/contract";
import * as z from "zod/mini";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { PersonalSettingStore } from "../personal-settings/index.ts";
import type { UserStore } from "../users/index.ts";

export interface SmsDeps {
  readonly endpointServer: EndpointServer;
  readonly users: Pick<UserStore, "directNumbersOf">;
  readonly settings: PersonalSettingStore;
  readonly ownEvents: { tell(userId: number, event: RealtimeEvent): void };
}

const storedSchema = z.array(smsToEmailSchema);
const NAME = "sms_to_email";

/** Text messages to a person's own numbers, forwarded by e-mail. */
export function createSmsRoutes({ endpointServer, users, settings, ownEvents }: SmsDeps): Routes {
  const didsOf = async (userId: number) => (await users.directNumbersOf(userId)).filter(({ smsCapable }) => smsCapable);

  /** ACCOUNT-30: one row for each of the person's numbers, whatever is stored. */
  const rowsOf = async (userId: number, stored: string | undefined): Promise<SmsToEmail[]> => {
    const known = readStored(stored);
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
        const kept = readStored(before).filter(({ did_id }) => own.has(did_id) && !changed.has(did_id));
        return (after = JSON.stringify([...kept, ...changed.values()]));
      });
      ownEvents.tell(userId, { action: "SETTING", realm: realm.name, exten, setting: "sms_to_email" });
      const data = await rowsOf(userId, after);
      return { total: data.length, data };
    });
  };
}

function readStored(stored: string | undefined): readonly SmsToEmail[] {
  if (stored === undefined) return [];
  try {
    const rows = z.safeParse(storedSchema, JSON.parse(stored));
    return rows.success ? rows.data : [];
  } catch {
    return [];
  }
}
