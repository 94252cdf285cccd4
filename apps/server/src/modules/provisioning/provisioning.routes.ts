import { AppError, endpoints, type EmbeddedCredential, type SignInLink } from "@callpanel/contract";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { OriginPolicy } from "../../kernel/http/origin-policy.ts";
import { drawQrCode, type QrCode } from "../../kernel/files/qr-code.ts";
import type { ShortLived } from "../../kernel/short-lived/short-lived.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { otpAnswer, PANEL_CLIENT_ID, signInError, signInSource, type AuthService } from "../auth/index.ts";
import type { Mailer } from "../mail/index.ts";
import { displayName, foldUsername, type User } from "../users/index.ts";
import { writeSetUpMail } from "./set-up-mail.ts";
import { createSignInLinks, LINK_SCOPE, type SignInLinkDeps } from "./sign-in-link.ts";

export interface ProvisioningDeps extends SignInLinkDeps {
  readonly endpointServer: EndpointServer;
  readonly auth: AuthService;
  readonly origins: OriginPolicy;
  readonly shortLived: ShortLived;
  readonly mailer: Mailer;
  readonly platformName: () => string;
  /** A page with more information about the panel on a phone. */
  readonly moreInfoUrl: string | undefined;
}

/** Path of a link: the panel's embedded sign-in (spec 1 §2). */
const LINK_PATH = "/embedded_login";
const MAIL_TURN = { name: "set-up mail", schema: z.object({ sentAt: z.number() }), most: 10_000, maxChars: 100 };
/** Each mail replaces the last one, so more than one a minute is not needed. */
const MAIL_EVERY_MS = 60_000;

/** The owner of a link, and the session in which it is made. */
type LinkMaker = Pick<Caller, "userId" | "sessionId">;

/** Sign-in by link, and the sign-in of embedded panels (docs/spec/provisioning.md). */
export function createProvisioningRoutes(deps: ProvisioningDeps): Routes {
  const { endpointServer, auth, origins, clock, users } = deps;
  const links = createSignInLinks(deps);
  const mailTurns = deps.shortLived.open(MAIL_TURN);

  const userOf = async (userId: number): Promise<User> => {
    const user = await users.byId(userId);
    if (user === undefined) throw new Error(`user ${userId} was removed while signed in`);
    return user;
  };

  const issue = async (caller: LinkMaker, host: string): Promise<{ link: string; code: QrCode; expiresAt: number }> => {
    const user = await userOf(caller.userId);
    const { token, expiresAt } = await links.issue(caller);
    const link = linkTo({ panelOrigin: origins.panelOrigin(host), user, token });
    return { link, code: await drawQrCode(link), expiresAt };
  };

  const present = async (caller: LinkMaker, host: string): Promise<SignInLink> => {
    const { link, code, expiresAt } = await issue(caller, host);
    const png = `data:image/png;base64,${code.png.toString("base64")}`;
    return { link, qr_svg: code.svg, qr_png: png, expires_at: expiresAt };
  };

  const takeMailTurn = async (userId: number): Promise<void> => {
    let waitMs = 0;
    await mailTurns.change(String(userId), (before) => {
      const sentAt = clock.now();
      waitMs = (before?.expiresAt ?? 0) - sentAt;
      return before ?? { value: { sentAt }, expiresAt: sentAt + MAIL_EVERY_MS };
    });
    if (waitMs > 0) throw new AppError("request.tooMany", { seconds: Math.ceil(waitMs / 1_000) });
  };

  return (app) => {
    endpointServer.servePublic(app, endpoints.webviewAuth, async ({ body, request }) =>
      "auth_token" in body ? signInByLink(body, request) : signInByPassword(body, request),
    );
    endpointServer.serve(app, endpoints.getSignInLink, ({ caller, request }) => present(caller, request.host));
    endpointServer.serve(app, endpoints.regenerateSignInLink, async ({ caller, request }) => {
      await links.revoke(caller.userId);
      return present(caller, request.host);
    });
    endpointServer.serve(app, endpoints.getMoreInfoLink, async () => ({
      enabled: deps.moreInfoUrl !== undefined,
      url: deps.moreInfoUrl ?? null,
    }));
    endpointServer.serve(app, endpoints.sendSignInLink, async ({ caller, body, request }) => {
      const user = await userOf(caller.userId);
      if (user.email === "") throw new AppError("anywhere.noEmail");
      await takeMailTurn(user.id);
      const { link, code, expiresAt } = await issue(caller, request.host);
      const platformName = deps.platformName();
      const { locale } = body;
      const name = displayName(user);
      try {
        await deps.mailer.send(
          writeSetUpMail({ to: user.email, name, platformName, link, qrPng: code.png, expiresAt, locale }),
        );
      } catch (error) {
        await mailTurns.take(String(user.id));
        throw new AppError("anywhere.email", {}, { cause: error });
      }
      return { success: true as const, email: user.email };
    });
  };

  async function signInByPassword(
    { cloud_id, username, password, ...parameters }: Extract<EmbeddedCredential, { password: string }>,
    request: FastifyRequest,
  ) {
    const otp = otpAnswer(parameters);
    const origin = signInSource(request);
    const signIn = await auth.signIn({ username, password, otp, ...origin });
    if (!signIn.ok) throw signInError(signIn.refusal);
    if (cloud_id !== undefined && (await userOf(signIn.userId)).realm.name !== cloud_id)
      throw new AppError("login.error.login");
    return auth.openSession({ userId: signIn.userId, clientId: PANEL_CLIENT_ID, origin });
  }

  async function signInByLink(
    { cloud_id, username, auth_token, ...parameters }: Extract<EmbeddedCredential, { auth_token: string }>,
    request: FastifyRequest,
  ) {
    const origin = signInSource(request);
    const { address } = origin;
    const attempt = await auth.guard.begin({ secret: "password", name: foldUsername(username), address, by: "web" });
    if (!attempt.admitted) throw new AppError("login.error.locked", { seconds: attempt.seconds });
    const userId = await links.holder({ realm: cloud_id, username, token: auth_token });
    if (userId === undefined) throw new AppError("login.error.login");
    // A link proves nothing about the password, so its holder gets no further guesses at it.
    await attempt.withdrawn();
    const step = await auth.secondStep({ userId, otp: otpAnswer(parameters), ...origin });
    if (!step.ok) throw signInError(step.refusal);
    const openedBy = await links.take(auth_token);
    if (openedBy === undefined) throw new AppError("login.error.login");
    return auth.openSession({ userId, clientId: PANEL_CLIENT_ID, origin, scope: LINK_SCOPE, openedBy });
  }
}

function linkTo({ panelOrigin, user, token }: { panelOrigin: string; user: User; token: string }): string {
  const link = new URL(LINK_PATH, panelOrigin);
  link.search = new URLSearchParams({
    embedded: "true",
    cloud_id: user.realm.name,
    username: user.username,
  }).toString();
  link.hash = new URLSearchParams({ auth_token: token }).toString();
  return link.href;
}
