import type { ErrorCode, ErrorDetails, Locale, PanelErrorCode, SaySubject } from "@callpanel/contract";
import { DEFAULT_LOCALE, fillText, panelErrorTemplate } from "@callpanel/contract";
import { setupI18n } from "@lingui/core";
import type { ErrorSay } from "../api/api.ts";

/** The en-US texts of an area by id, in ICU format. Declared `as const`, so that ids are checked where they are used. */
export type Messages = Readonly<Record<string, string>>;
export type WordValues = Readonly<Record<string, string | number>>;

/** The texts of one locale; a missing one falls back to en-US. */
export interface Catalogue {
  readonly messages: Messages;
  readonly errors: Partial<Readonly<Record<ErrorCode, string>>>;
  /** What errors are about; in English the server says it. */
  readonly subject?: SaySubject;
}

/** Texts of pages that few people open are loaded with these pages. */
export const CATALOGUE_PARTS = ["administration", "first-run", "queue-reports"] as const;
export type CataloguePart = (typeof CATALOGUE_PARTS)[number];

/** Turns ids into texts of one locale. A new object is created when the locale changes, so that React sees the change. */
export interface Words {
  readonly locale: Locale;
  text<M extends Messages>(messages: M, id: keyof M & string, values?: WordValues): string;
  /** The text of an error of the panel, with its `{values}` filled in. */
  error(code: PanelErrorCode, details?: ErrorDetails): string;
  /** The text for a result of `sayError`: the translation of its code if this locale has one, else the server's text. */
  say(what: ErrorSay): string;
  /** More texts of this locale, of views that are not rendered yet. */
  add(messages: Messages): void;
}

/** The texts of a locale; en-US needs no catalogue, its texts are in the `*.messages.ts` files. */
export function createWords(
  locale: Locale = DEFAULT_LOCALE,
  catalogue: Catalogue = { messages: {}, errors: {} },
): Words {
  const i18n = setupI18n();
  i18n.load(locale, { ...catalogue.messages });
  i18n.activate(locale);
  const spaced = locale.startsWith("fr") ? keepFrenchSpaces : (text: string) => text;
  const translations = new Map<string, string>(Object.entries(catalogue.errors));
  const subject = catalogue.subject ?? (({ name = "" }) => name);
  const say = (text: string, details: ErrorDetails) => spaced(fillText(text, details, subject));
  const reason = ({ code, details, text }: ErrorSay): string => {
    const translation = code === null ? undefined : translations.get(code);
    if (translation !== undefined) return say(translation, details);
    return text ?? say(panelErrorTemplate(code), details);
  };
  return {
    locale,
    add: (messages) => i18n.load(locale, { ...messages }),
    text: (messages, id, values) => spaced(i18n._(id, values, { message: messages[id] ?? id })),
    error: (code, details = {}) => capital(say(translations.get(code) ?? panelErrorTemplate(code), details)),
    say(what) {
      const { act } = what;
      if (act === undefined) return capital(reason(what));
      const failed = translations.get(act.code) ?? panelErrorTemplate(act.code);
      if (failed.includes("{message}")) return say(failed, { message: reason(what), ...act.details });
      return `${say(failed, act.details).replace(/\.$/, "")}. ${capital(reason(what))}`;
    },
  };
}

/** SHELL-38: the first word may be a value, such as the kind of a thing. */
const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** SHELL-20: a colon or a closing guillemet never begins a line, and an opening one never ends a line. */
function keepFrenchSpaces(text: string): string {
  return text.replaceAll(/ (?=[:»])/g, "\u00a0").replaceAll("« ", "«\u00a0");
}
