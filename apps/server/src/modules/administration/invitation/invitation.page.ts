import formbody from "@fastify/formbody";
import { FORGOTTEN_PATH, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS, type Locale } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import { tokenDigest } from "../../../kernel/secrets/secrets.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { localeOf } from "../../../kernel/text/language.ts";
import { escapeHtml, plainPage, sendPlainPage } from "../../auth/index.ts";
import { createCredential, displayName, foldUsername } from "../../users/index.ts";
import type { Invited, InvitationStore } from "./invitation.store.ts";
import { forgottenWords } from "./forgotten.words.ts";
import { invitationWords, type InvitationWords } from "./invitation.words.ts";

/** Beside the sign-in form: what serves pages without a network leaves it alone too. */
export const INVITATION_PATH = "/oauth/invitation";

const token = z.string().check(z.maxLength(128));
const querySchema = z.object({ token });
const bodySchema = z.object({ token, password: z.string(), confirm: z.string() });

export interface InvitationPageDeps {
  readonly invitations: InvitationStore;
  readonly clock: Pick<Clock, "now">;
  readonly platformName: () => string;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

/** PEOPLE-4: where a person chooses a password: plain HTML, no script. Opening the page does not use the link up. */
export function createInvitationPage({ invitations, clock, platformName, companyChanged }: InvitationPageDeps): Routes {
  return async (app) => {
    await app.register(formbody, { bodyLimit: 16_384 });
    app.get(INVITATION_PATH, async (request, reply) => {
      const asked = z.safeParse(querySchema, request.query);
      const locale = localeOf(request.headers["accept-language"]);
      const given = asked.success ? asked.data.token : "";
      const invited = await invitations.find(tokenDigest(given), clock.now());
      if (invited === undefined) return sendPlainPage(reply, 404, gonePage(locale, platformName()));
      return sendPlainPage(
        reply,
        200,
        formPage({ locale, platformName: platformName(), token: given, invited, error: undefined }),
      );
    });

    app.post(INVITATION_PATH, async (request, reply) => {
      const asked = z.safeParse(bodySchema, request.body);
      const locale = localeOf(request.headers["accept-language"]);
      const { token: given, password, confirm } = asked.success ? asked.data : { token: "", password: "", confirm: "" };
      const digest = tokenDigest(given);
      const invited = await invitations.find(digest, clock.now());
      if (invited === undefined) return sendPlainPage(reply, 404, gonePage(locale, platformName()));
      const error = faultOf(invitationWords(locale), { password, confirm, invited });
      if (error !== undefined)
        return sendPlainPage(
          reply,
          400,
          formPage({ locale, platformName: platformName(), token: given, invited, error }),
        );
      const credential = await createCredential(password);
      if ((await invitations.accept(digest, credential, clock.now())) === undefined)
        return sendPlainPage(reply, 404, gonePage(locale, platformName()));
      companyChanged();
      return sendPlainPage(reply, 200, donePage(locale, platformName()));
    });
  };
}

interface Chosen {
  readonly password: string;
  readonly confirm: string;
  readonly invited: Invited;
}

/** The same as for a password that people change themselves (ACCOUNT-22). */
function faultOf(words: InvitationWords, { password, confirm, invited }: Chosen): string | undefined {
  if (password.length < PASSWORD_MIN_CHARS || password.length > PASSWORD_MAX_CHARS) return words.length;
  if (password !== confirm) return words.same;
  const { username, firstName, lastName } = invited;
  const known = [username, `${firstName}${lastName}`, displayName(invited)].map(foldUsername);
  return known.includes(foldUsername(password)) ? words.content : undefined;
}

interface FormPage {
  readonly locale: Locale;
  readonly platformName: string;
  readonly token: string;
  readonly invited: Invited;
  readonly error: string | undefined;
}

function formPage({ locale, platformName, token: given, invited, error }: FormPage): string {
  const words = invitationWords(locale);
  const { username } = invited;
  const alert = error === undefined ? "" : `<p role="alert" id="fault">${escapeHtml(error)}</p>`;
  const described = error === undefined ? "" : ' aria-describedby="fault"';
  const limits = `type="password" autocomplete="new-password" required minlength="${PASSWORD_MIN_CHARS}" maxlength="${PASSWORD_MAX_CHARS}"`;
  return plainPage(
    locale,
    `${words.title} – ${platformName}`,
    `<h1>${escapeHtml(words.title)}</h1>${alert}<form method="post" action="${INVITATION_PATH}">
<p>${escapeHtml(words.as(username))}</p>
<input type="hidden" name="token" value="${escapeHtml(given)}">
<input type="hidden" name="username" autocomplete="username" value="${escapeHtml(username)}">
<label>${escapeHtml(words.password)}<input name="password" ${limits}${described} autofocus></label>
<label>${escapeHtml(words.confirm)}<input name="confirm" ${limits}></label>
<button type="submit">${escapeHtml(words.save)}</button></form>`,
  );
}

function gonePage(locale: Locale, platformName: string): string {
  const { gone } = invitationWords(locale);
  return plainPage(
    locale,
    platformName,
    `<h1>${escapeHtml(platformName)}</h1><p role="alert">${escapeHtml(gone)}</p><p><a href="${FORGOTTEN_PATH}?ui_locales=${locale}">${escapeHtml(forgottenWords(locale).title)}</a></p>`,
  );
}

function donePage(locale: Locale, platformName: string): string {
  const words = invitationWords(locale);
  return plainPage(
    locale,
    platformName,
    `<h1>${escapeHtml(platformName)}</h1><p role="status">${escapeHtml(words.done)}</p><p><a href="/">${escapeHtml(words.signIn)}</a></p>`,
  );
}
