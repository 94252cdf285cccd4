import {
  AppError,
  isEmailAddress,
  pinFault,
  VOICEMAIL_BOX_FLAGS,
  type BodyOf,
  type changeVoicemailBox,
  type PinRestrictions,
} from "@callpanel/contract";
import type { Speech, WantedTexts } from "../../speech/index.ts";
import type { BoxSettings } from "../voicemail.model.ts";

/** VM-40 */
export const PIN_RULES: PinRestrictions = {
  min_length: 4,
  max_length: 10,
  no_sequence: true,
  no_repetition: true,
  no_extension: true,
};

/** What people write into a telephone field of a form. */
const TELEPHONE = /^\+?[\d\s().-]{3,}$/;

/** What is wrong with a new PIN. */
export const pinFaultOf = (pin: string, extension: string) => pinFault(pin, { ...PIN_RULES, extension });

/** @throws AppError vmail.pin.… */
export function checkPinRules(pin: string, extension: string): void {
  const fault = pinFaultOf(pin, extension);
  const { min_length: min, max_length: max } = PIN_RULES;
  if (fault !== undefined) throw new AppError(fault, { min, max });
}

export type BoxChange = BodyOf<typeof changeVoicemailBox>;

/**
 * VM-33: the settings after a change; absent fields stay. `languages`: languages into which messages can be translated.
 * @throws AppError vmail.pager, vmail.box.…
 */
export function changedSettings(before: BoxSettings, change: BoxChange, languages: readonly string[]): BoxSettings {
  const { language, email, pagerdest, translation_language: into } = change;
  const flags = VOICEMAIL_BOX_FLAGS.flatMap((flag) =>
    change[flag] === undefined ? [] : [[flag, change[flag] === "yes"] as const],
  );
  const after: BoxSettings = {
    ...before,
    ...(language === undefined ? {} : { language }),
    ...(email === undefined ? {} : { email }),
    ...(pagerdest === undefined ? {} : { pager: pagerdest.trim() }),
    ...(into === undefined ? {} : { translationLanguage: into }),
    ...Object.fromEntries(flags),
  };
  if (after.pager !== "" && !isEmailAddress(after.pager) && !TELEPHONE.test(after.pager))
    throw new AppError("vmail.pager");
  if (after.email === "" && (after.attach || after.deletevm)) throw new AppError("vmail.box.emailNeeded");
  if (after.deletevm && !after.attach) throw new AppError("vmail.box.deleteNeedsAttach");
  if (into !== undefined && into !== "" && into !== before.translationLanguage && !languages.includes(into))
    throw new AppError("vmail.box.language");
  return after;
}

/** The language of messages to a box (BCP 47). */
export const spokenTo = ({ language }: Pick<BoxSettings, "language">): string =>
  language === "fr" ? "fr-CA" : "en-US";

export const wantedTexts = (settings: BoxSettings): WantedTexts => ({
  transcript: settings.transcript,
  summarize: settings.summarize,
  categorize: settings.categorize,
  translate: settings.translate && settings.translationLanguage !== "",
  language: spokenTo(settings),
  translationLanguage: settings.translationLanguage,
});

/** The most common languages in Canada, the United States and Australia, BCP 47. */
const LANGUAGES =
  "en fr es de it pt nl pl uk ru el tr ar fa hi pa ur gu ta zh ja ko vi tl ca sv da no fi cs ro hu he id th".split(" ");

/** Languages into which a message to this box can be translated. */
export function translationLanguages({ translation }: Speech, settings: BoxSettings): string[] {
  const from = spokenTo(settings);
  return LANGUAGES.filter((to) => to !== settings.language && translation?.canTranslate({ from, to }) === true);
}
