import formbody from "@fastify/formbody";
import { AppError, FORGOTTEN_PATH, type Locale } from "@callpanel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import { createRates, type Rate } from "../../../kernel/guard/rates.ts";
import { networksOf } from "../../../kernel/http/client-address.ts";
import type { OriginPolicy } from "../../../kernel/http/origin-policy.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { localeOf } from "../../../kernel/text/language.ts";
import { escapeHtml, plainPage, sendPlainPage } from "../../auth/index.ts";
import type { Forgotten } from "./forgotten.ts";
import { forgottenWords } from "./forgotten.words.ts";

/** FORGOT-3: for one network; an office shares it. */
const RATE: Rate = { perSecond: 1 / 60, burst: 10 };

const querySchema = z.object({ ui_locales: z.optional(z.string().check(z.maxLength(128))) });
const bodySchema = z.object({
  username: z.string().check(z.maxLength(256)),
  locale: z.optional(z.string().check(z.maxLength(16))),
});

export interface ForgottenPageDeps {
  readonly forgotten: Forgotten;
  readonly origins: OriginPolicy;
  readonly clock: Pick<Clock, "now">;
  readonly platformName: () => string;
}

/** FORGOT-1: where a person asks for a link to choose another password: plain HTML, no script. */
export function createForgottenPage({ forgotten, origins, clock, platformName }: ForgottenPageDeps): Routes {
  const mayAsk = createRates(clock);
  const isWithin = ({ ip }: FastifyRequest): boolean => {
    try {
      mayAsk(networksOf(ip).near, RATE);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };
  /** FORGOT-4: the link must not lead where a forged Host header says. */
  const originFor = ({ host }: FastifyRequest): string | undefined => {
    const origin = origins.panelOrigin(host);
    return forgotten.isPossible && origins.isPanelOrigin(origin) ? origin : undefined;
  };
  const show = (reply: FastifyReply, status: number, locale: Locale, main: string) =>
    sendPlainPage(reply, status, plainPage(locale, `${forgottenWords(locale).title} – ${platformName()}`, main));

  return async (app) => {
    await app.register(formbody, { bodyLimit: 16_384 });
    app.get(FORGOTTEN_PATH, async (request, reply) => {
      const asked = z.safeParse(querySchema, request.query);
      const wanted = asked.success ? asked.data.ui_locales?.replaceAll(" ", ",") : undefined;
      const locale = localeOf(wanted ?? request.headers["accept-language"]);
      return show(reply, 200, locale, originFor(request) ? form(locale, null) : answer(locale, "noMail"));
    });

    app.post(FORGOTTEN_PATH, async (request, reply) => {
      const parsed = z.safeParse(bodySchema, request.body);
      const locale = localeOf((parsed.success ? parsed.data.locale : undefined) ?? request.headers["accept-language"]);
      const origin = originFor(request);
      if (origin === undefined) return show(reply, 200, locale, answer(locale, "noMail"));
      const username = parsed.success ? parsed.data.username.trim() : "";
      if (username === "") return show(reply, 400, locale, form(locale, "required"));
      if (!isWithin(request)) return show(reply, 429, locale, form(locale, "tooMany"));
      await forgotten.ask({ username, origin, locale });
      return show(reply, 200, locale, answer(locale, "sent"));
    });
  };
}

function form(locale: Locale, fault: "required" | "tooMany" | null): string {
  const words = forgottenWords(locale);
  const alert = fault === null ? "" : `<p role="alert" id="fault">${escapeHtml(words[fault])}</p>`;
  const described = fault === null ? "" : ' aria-describedby="fault" aria-invalid="true"';
  return `<h1>${escapeHtml(words.title)}</h1>${alert}<form method="post" action="${FORGOTTEN_PATH}">
<p>${escapeHtml(words.lead)}</p>
<input type="hidden" name="locale" value="${locale}">
<label>${escapeHtml(words.username)}<input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="256"${described} autofocus></label>
<button type="submit">${escapeHtml(words.send)}</button></form>
<p><a href="/">${escapeHtml(words.back)}</a></p>`;
}

function answer(locale: Locale, said: "sent" | "noMail"): string {
  const words = forgottenWords(locale);
  return `<h1>${escapeHtml(said === "sent" ? words.sentTitle : words.title)}</h1><p role="status">${escapeHtml(words[said])}</p><p><a href="/">${escapeHtml(words.back)}</a></p>`;
}
