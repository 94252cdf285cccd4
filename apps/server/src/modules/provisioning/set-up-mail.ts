import type { Locale } from "@callpanel/contract";
import type { Mail } from "../mail/index.ts";

interface Letter {
  readonly to: string;
  readonly name: string;
  readonly platformName: string;
  readonly link: string;
  readonly qrPng: Buffer;
  /** Ms since the epoch. */
  readonly expiresAt: number;
  readonly locale: Locale;
}

interface Words {
  readonly subject: (platform: string) => string;
  readonly greeting: (name: string) => string;
  readonly open: string;
  readonly button: string;
  readonly scan: string;
  readonly picture: string;
  readonly until: (date: string) => string;
  readonly keep: string;
}

const ENGLISH: Words = {
  subject: (platform) => `Set up ${platform} on your phone`,
  greeting: (name) => `Hello ${name},`,
  open: "Open this link on the phone where you want to be signed in:",
  button: "Sign in on this phone",
  picture: "QR code of the link",
  scan: "Or point the phone's camera at this code:",
  until: (date) => `The link works once, until ${date} (UTC) or until you sign out.`,
  keep: "Anyone who has the link can sign in as you. Do not pass it on; in the account settings you can end all links at once.",
};

const FRENCH: Words = {
  subject: (platform) => `Configurer ${platform} sur votre téléphone`,
  greeting: (name) => `Bonjour ${name},`,
  open: "Ouvrez ce lien sur le téléphone où vous voulez vous connecter :",
  button: "Se connecter sur ce téléphone",
  picture: "Code QR du lien",
  scan: "Ou visez ce code avec l’appareil photo du téléphone :",
  until: (date) => `Le lien fonctionne une seule fois, jusqu’au ${date} (UTC) ou jusqu’à votre déconnexion.`,
  keep: "Quiconque possède ce lien peut se connecter en votre nom. Ne le transmettez pas ; les paramètres du compte permettent de révoquer tous les liens d’un coup.",
};

const WORDS: Readonly<Record<Locale, Words>> = {
  "en-US": ENGLISH,
  "en-AU": ENGLISH,
  "en-GB": ENGLISH,
  "fr-CA": FRENCH,
};

/** The mail with a sign-in link for a phone (ANYWHERE-8). */
export function writeSetUpMail({ to, name, platformName, link, qrPng, expiresAt, locale }: Letter): Mail {
  const words = WORDS[locale];
  const until = words.until(
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(expiresAt),
  );
  return {
    to: { name, address: to },
    locale,
    subject: words.subject(platformName),
    parts: [
      { kind: "text", text: words.greeting(name) },
      { kind: "text", text: words.open },
      { kind: "link", text: words.button, url: link },
      { kind: "text", text: words.scan },
      { kind: "picture", png: qrPng, alt: words.picture, widthPx: 256 },
      { kind: "text", text: `${until} ${words.keep}` },
    ],
    expiresAt,
  };
}
