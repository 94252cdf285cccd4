import type { Locale } from "@callpanel/contract";
import type { Mail } from "../../mail/index.ts";
import { forgottenWords } from "./forgotten.words.ts";
import { invitationWords } from "./invitation.words.ts";

interface Letter {
  readonly to: string;
  readonly name: string;
  readonly username: string;
  readonly platformName: string;
  readonly url: string;
  /** Ms since the epoch. */
  readonly expiresAt: number;
  readonly locale: Locale;
}

/** The mail with the link to choose a password (PEOPLE-4). */
export function writeInvitation(letter: Letter): Mail {
  const words = invitationWords(letter.locale);
  return written(letter, { ...words, open: words.open(letter.platformName) });
}

/** The mail with the link to choose another password (FORGOT-1). */
export const writeForgotten = (letter: Letter): Mail => written(letter, forgottenWords(letter.locale));

interface LetterWords {
  readonly subject: (platform: string) => string;
  readonly greeting: (name: string) => string;
  readonly open: string;
  readonly button: string;
  readonly until: (date: string, username: string) => string;
}

function written({ to, name, username, platformName, url, expiresAt, locale }: Letter, words: LetterWords): Mail {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return {
    to: { name, address: to },
    locale,
    subject: words.subject(platformName),
    parts: [
      { kind: "text", text: words.greeting(name) },
      { kind: "text", text: words.open },
      { kind: "link", text: words.button, url },
      { kind: "text", text: words.until(date.format(expiresAt), username) },
    ],
    expiresAt,
  };
}
