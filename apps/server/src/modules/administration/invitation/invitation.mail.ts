import type { Locale } from "@callpanel/contract";
import type { Mail } from "../../mail/index.ts";
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
export function writeInvitation({ to, name, username, platformName, url, expiresAt, locale }: Letter): Mail {
  const words = invitationWords(locale);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return {
    to: { name, address: to },
    locale,
    subject: words.subject(platformName),
    parts: [
      { kind: "text", text: words.greeting(name) },
      { kind: "text", text: words.open(platformName) },
      { kind: "link", text: words.button, url },
      { kind: "text", text: words.until(date.format(expiresAt), username) },
    ],
    expiresAt,
  };
}
