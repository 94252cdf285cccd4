import type { Locale } from "@callpanel/contract";

interface PushWords {
  readonly answer: string;
  readonly decline: string;
  readonly incoming: string;
  readonly missed: string;
  readonly unknown: string;
  readonly voicemail: string;
}

const ENGLISH: PushWords = {
  answer: "Answer",
  decline: "Decline",
  incoming: "Incoming call",
  missed: "Missed call",
  unknown: "Unknown caller",
  voicemail: "Voicemail",
};
const FRENCH: PushWords = {
  answer: "Répondre",
  decline: "Refuser",
  incoming: "Appel entrant",
  missed: "Appel manqué",
  unknown: "Appelant inconnu",
  voicemail: "Message vocal",
};

/** Texts of notifications: they are shown while no page of the panel is open that could choose them. */
export const PUSH_WORDS: Readonly<Record<Locale, PushWords>> = {
  "en-US": ENGLISH,
  "en-AU": ENGLISH,
  "en-GB": ENGLISH,
  "fr-CA": FRENCH,
};
