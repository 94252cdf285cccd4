import { AppError, endpoints, type OwnPhone } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { OriginPolicy } from "../../kernel/http/origin-policy.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { AuthService } from "../auth/index.ts";
import type { PhoneCredential } from "./sip-credential.model.ts";
import type { SipCredentials } from "./sip-credentials.service.ts";

export interface PhonesDeps {
  readonly endpointServer: EndpointServer;
  readonly credentials: SipCredentials;
  /** SECRET-8: a secret that outlives the session needs the password again. */
  readonly checkPassword: AuthService["checkPassword"];
  readonly origins: OriginPolicy;
  /** Path of the SIP WebSocket. */
  readonly sipPath: string;
}

/** Each person's own desk phones and SIP apps. */
export function createPhonesRoutes(deps: PhonesDeps): Routes {
  const { endpointServer, credentials, checkPassword, origins } = deps;
  return (app) => {
    endpointServer.serve(app, endpoints.listPhones, async ({ caller }) => ({
      data: (await credentials.phonesOf(caller.userId)).map(presentPhone),
    }));

    endpointServer.serve(app, endpoints.addPhone, async ({ caller, body, request }) => {
      const { userId, username } = caller;
      const { label, current_password: password } = body;
      if (password === "") throw new AppError("account.currentPasswordNeeded");
      const verdict = await checkPassword({ username, password, address: request.ip });
      if (!verdict.ok) {
        throw verdict.code === "login.error.locked"
          ? new AppError("request.tooMany", { seconds: verdict.seconds })
          : new AppError("account.currentPassword");
      }
      const realm = caller.realm.name;
      const { phone, secret } = await credentials.addPhone({ userId, username, realm }, label);
      const server = `${origins.panelOrigin(request.host).replace(/^http/, "ws")}${deps.sipPath}`;
      return { phone: presentPhone(phone), username, realm, server, secret };
    });

    endpointServer.serve(app, endpoints.removePhone, async ({ caller, params }) => {
      await credentials.removePhone(caller.userId, params.id);
      return { success: true as const };
    });
  };
}

/** A phone as its owner sees it. */
export const presentPhone = ({ id, label, createdAt, lastUsedAt, userAgent, address }: PhoneCredential): OwnPhone => ({
  id,
  label,
  created_at: createdAt,
  last_used_at: lastUsedAt,
  user_agent: userAgent,
  address,
});
