import type { ErrorCode, ErrorDetails, Locale, PanelErrorCode } from "@callpanel/contract";
import { DEFAULT_LOCALE, PANEL_ERRORS } from "@callpanel/contract";
import { setupI18n } from "@lingui/core";
import type { ErrorSay } from "../api.ts";

/** An area's en-US texts by id, in ICU. Declared `as const`, so that ids are checked where they are used. */
export type Messages = Readonly<Record<string, string>>;
export type WordValues = Readonly<Record<string, string | number>>;

/** One locale's own texts; what is absent falls back to en-US. */
export interface Catalogue {
  readonly messages: Messages;
  readonly errors: Partial<Readonly<Record<ErrorCode, string>>>;
}

/** Turns ids into text of one locale. A new one is made when the locale changes, so that React sees the change. */
export interface Words {
  readonly locale: Locale;
  text<M extends Messages>(messages: M, id: keyof M & string, values?: WordValues): string;
  /** An error that the panel finds itself, its `{values}` filled in. */
  error(code: PanelErrorCode, details?: ErrorDetails): string;
  /** What `sayError` found out: a translation of its code where this locale has one, else the server's words. */
  say(what: ErrorSay): string;
}

/** Words of a locale; en-US needs no catalogue, its texts stand in the areas' `*.messages.ts`. */
export function createWords(
  locale: Locale = DEFAULT_LOCALE,
  catalogue: Catalogue = { messages: {}, errors: {} },
): Words {
  const i18n = setupI18n();
  i18n.load(locale, { ...catalogue.messages });
  i18n.activate(locale);
  const spaced = locale.startsWith("fr") ? keepFrenchSpaces : (text: string) => text;
  const translations = new Map<string, string>(Object.entries(catalogue.errors));
  const say = (text: string, details: ErrorDetails) => spaced(fill(text, details));
  const reason = ({ code, details, text }: ErrorSay): string => {
    const translation = code === null ? undefined : translations.get(code);
    if (translation !== undefined) return say(translation, details);
    return text ?? say(PANEL_ERRORS[code], details);
  };
  return {
    locale,
    text: (messages, id, values) => spaced(i18n._(id, values, { message: messages[id] ?? id })),
    error: (code, details = {}) => say(translations.get(code) ?? PANEL_ERRORS[code], details),
    say(what) {
      const { act } = what;
      if (act === undefined) return reason(what);
      const failed = translations.get(act.code) ?? PANEL_ERRORS[act.code];
      if (failed.includes("{message}")) return say(failed, { message: reason(what), ...act.details });
      return `${say(failed, act.details).replace(/\.$/, "")}. ${reason(what)}`;
    },
  };
}

/** Errors are filled in as the contract does it, not as ICU: their apostrophes are meant as they stand. */
function fill(text: string, details: ErrorDetails): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ""));
}

/** SHELL-20: a colon or a guillemet never begins a line, nor is left alone at the end of one. */
function keepFrenchSpaces(text: string): string {
  return text.replaceAll(/ (?=[:»])/g, "\u00a0").replaceAll("« ", "«\u00a0");
}
