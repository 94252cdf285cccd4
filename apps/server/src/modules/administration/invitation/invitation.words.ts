import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS, type Locale } from "@callpanel/contract";

export interface InvitationWords {
  readonly subject: (platform: string) => string;
  readonly greeting: (name: string) => string;
  readonly open: (platform: string) => string;
  readonly button: string;
  readonly until: (date: string, username: string) => string;
  readonly title: string;
  readonly as: (username: string) => string;
  readonly password: string;
  readonly confirm: string;
  readonly save: string;
  readonly gone: string;
  readonly length: string;
  readonly same: string;
  readonly content: string;
  readonly done: string;
  readonly signIn: string;
}

const ENGLISH: InvitationWords = {
  subject: (platform) => `Your account with ${platform}`,
  greeting: (name) => `Hello ${name},`,
  open: (platform) => `You have an account with ${platform}. Choose a password to sign in:`,
  button: "Choose a password",
  until: (date, username) =>
    `Your username is ${username}. The link works once, until ${date} (UTC). Do not pass it on.`,
  title: "Choose a password",
  as: (username) => `Your username is ${username}.`,
  password: "New password",
  confirm: "New password, again",
  save: "Save password",
  gone: "This link doesn’t work any more. It can be used once, and for a limited time. If you forgot your password, request another link here. If this was an invitation, ask your administrator.",
  length: `A password has ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters.`,
  same: "The two passwords are not the same.",
  content: "The password can’t be your username or your name.",
  done: "Your password is saved.",
  signIn: "Sign in",
};

const FRENCH: InvitationWords = {
  subject: (platform) => `Votre compte ${platform}`,
  greeting: (name) => `Bonjour ${name},`,
  open: (platform) => `Vous avez un compte ${platform}. Choisissez un mot de passe pour ouvrir une session :`,
  button: "Choisir un mot de passe",
  until: (date, username) =>
    `Votre nom d’utilisateur est ${username}. Le lien fonctionne une seule fois, jusqu’au ${date} (UTC). Ne le transmettez pas.`,
  title: "Choisir un mot de passe",
  as: (username) => `Votre nom d’utilisateur est ${username}.`,
  password: "Nouveau mot de passe",
  confirm: "Nouveau mot de passe, encore une fois",
  save: "Enregistrer le mot de passe",
  gone: "Ce lien ne fonctionne plus. Il sert une seule fois, pendant un temps limité. Si vous avez oublié votre mot de passe, demandez un autre lien ici. S’il s’agissait d’une invitation, adressez-vous à la personne qui administre le système.",
  length: `Un mot de passe a de ${PASSWORD_MIN_CHARS} à ${PASSWORD_MAX_CHARS} caractères.`,
  same: "Les deux mots de passe ne sont pas identiques.",
  content: "Le mot de passe ne peut pas être votre nom d’utilisateur ni votre nom.",
  done: "Votre mot de passe est enregistré.",
  signIn: "Ouvrir une session",
};

const WORDS: Readonly<Record<Locale, InvitationWords>> = {
  "en-US": ENGLISH,
  "en-AU": ENGLISH,
  "en-GB": ENGLISH,
  "fr-CA": FRENCH,
};
export const invitationWords = (locale: Locale): InvitationWords => WORDS[locale];
