import type { Locale } from "@callpanel/contract";

/** What a letter is made of; `cid` names a picture that the HTML shows as `cid:<name>`. */
export interface SetUpMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: ReadonlyArray<{
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
    readonly cid: string;
  }>;
}

/** Resolves when the letter was handed over. */
export type SendMail = (mail: SetUpMail) => Promise<void>;

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
  readonly scan: string;
  readonly until: (date: string) => string;
  readonly keep: string;
}

const ENGLISH: Words = {
  subject: (platform) => `Set up ${platform} on your phone`,
  greeting: (name) => `Hello ${name},`,
  open: "Open this link on the phone where you want to be signed in:",
  scan: "Or point the phone's camera at this code:",
  until: (date) => `The link holds until ${date} (UTC).`,
  keep: "Whoever has the link can sign in as you. Do not pass it on; in the account settings you can end all links at once.",
};

const FRENCH: Words = {
  subject: (platform) => `Configurer ${platform} sur votre téléphone`,
  greeting: (name) => `Bonjour ${name},`,
  open: "Ouvrez ce lien sur le téléphone où vous voulez vous connecter :",
  scan: "Ou visez ce code avec l’appareil photo du téléphone :",
  until: (date) => `Le lien est valide jusqu’au ${date} (UTC).`,
  keep: "Quiconque possède ce lien peut se connecter en votre nom. Ne le transmettez pas ; les paramètres du compte permettent de révoquer tous les liens d’un coup.",
};

const WORDS: Readonly<Record<Locale, Words>> = {
  "en-US": ENGLISH,
  "en-AU": ENGLISH,
  "en-GB": ENGLISH,
  "fr-CA": FRENCH,
};

/** The letter that brings a sign-in link to a phone (ANYWHERE-8). */
export function writeSetUpMail({ to, name, platformName, link, qrPng, expiresAt, locale }: Letter): SetUpMail {
  const words = WORDS[locale];
  const until = words.until(
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(expiresAt),
  );
  const greeting = words.greeting(name);
  const html = [
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(words.open)}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    `<p>${escapeHtml(words.scan)}</p>`,
    `<p><img src="cid:qr" width="256" height="256" alt=""></p>`,
    `<p>${escapeHtml(until)} ${escapeHtml(words.keep)}</p>`,
  ].join("\n");
  return {
    to,
    subject: words.subject(platformName),
    text: `${greeting}\n\n${words.open}\n${link}\n\n${until} ${words.keep}\n`,
    html,
    attachments: [{ filename: "sign-in.png", contentType: "image/png", content: qrPng, cid: "qr" }],
  };
}

const HTML_NAMES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => HTML_NAMES[one] ?? "");
