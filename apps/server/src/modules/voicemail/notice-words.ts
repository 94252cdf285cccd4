import type { Mail } from "../mail/index.ts";
import type { BoxSettings, StoredMessage } from "./voicemail.model.ts";

interface Reader {
  readonly language: BoxSettings["language"];
  /** IANA name. */
  readonly timeZone: string;
  readonly mailbox: string;
}

/** Short enough for one text message. */
export const pagerText = (message: StoredMessage): string =>
  `Voicemail ${lengthOf(message)} from ${callerOf(message)}`.slice(0, PAGER_CHARS);

const PAGER_CHARS = 140;

/** The mail about a message, in the box's language. Values from the caller are text, never markup. */
export function noticeMail(
  message: StoredMessage,
  { language, timeZone, mailbox }: Reader,
): Pick<Mail, "locale" | "subject" | "parts"> {
  const locale = language === "fr" ? "fr-CA" : "en-US";
  const words = WORDS[language];
  const { transcription, summary, translation } = message.texts;
  const said = [summary, transcription, translation].flatMap((one) =>
    one.state === "done" && one.text.trim() !== "" ? [one.text] : [],
  );
  const when = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "full", timeStyle: "short" }).format(message.at);
  return {
    locale,
    subject: words.subject(callerOf(message)),
    parts: [
      { kind: "text", text: words.about({ from: callerOf(message), when, length: lengthOf(message), mailbox }) },
      ...[...new Set(said)].map((text) => ({ kind: "text", text }) as const),
    ],
  };
}

interface About {
  readonly from: string;
  readonly when: string;
  readonly length: string;
  readonly mailbox: string;
}

const WORDS = {
  en: {
    subject: (from: string) => `New voicemail from ${from}`,
    about: ({ from, when, length, mailbox }: About) =>
      `${from} left a message of ${length} in mailbox ${mailbox}, ${when}.`,
  },
  fr: {
    subject: (from: string) => `Nouveau message vocal de ${from}`,
    about: ({ from, when, length, mailbox }: About) =>
      `${from} a laissé un message de ${length} dans la boîte ${mailbox}, ${when}.`,
  },
} as const;

const callerOf = ({ from: { name, number } }: StoredMessage): string => (name === "" ? number : `${name} (${number})`);

function lengthOf({ durationMs }: StoredMessage): string {
  const seconds = Math.round(durationMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
