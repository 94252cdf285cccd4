import type { Locale } from "@callpanel/contract";

interface NoticeWords {
  readonly message: string;
  readonly messageFrom: (name: string) => string;
  readonly sms: string;
}

const ENGLISH: NoticeWords = {
  message: "New message",
  messageFrom: (name) => `New message from ${name}`,
  sms: "New text message",
};
const FRENCH: NoticeWords = {
  message: "Nouveau message",
  messageFrom: (name) => `Nouveau message de ${name}`,
  sms: "Nouveau message texte",
};

/** Texts of notifications: they are shown while no page of the panel is open that could choose them. */
export const NOTICE_WORDS: Readonly<Record<Locale, NoticeWords>> = {
  "en-US": ENGLISH,
  "en-AU": ENGLISH,
  "en-GB": ENGLISH,
  "fr-CA": FRENCH,
};
