import type { Locale } from "@callpanel/contract";

interface ForgottenWords {
  readonly title: string;
  readonly lead: string;
  readonly username: string;
  readonly send: string;
  readonly back: string;
  readonly required: string;
  readonly tooMany: string;
  readonly sentTitle: string;
  readonly sent: string;
  readonly noMail: string;
  readonly subject: (platform: string) => string;
  readonly greeting: (name: string) => string;
  readonly open: string;
  readonly button: string;
  readonly until: (date: string, username: string) => string;
}

const ENGLISH: ForgottenWords = {
  title: "Forgot your password?",
  lead: "Enter your username. We’ll e-mail you a link to choose a new password.",
  username: "Username",
  send: "Send link",
  back: "Back to sign-in",
  required: "Enter your username.",
  tooMany: "Too many requests. Try again in a few minutes.",
  sentTitle: "Check your e-mail",
  sent: "If this account has an e-mail address, a link is on its way. It works once, for an hour. Nothing arrived? Look in your spam folder, or ask your administrator.",
  noMail: "This system can’t send e-mail. Ask your administrator for a link to choose a new password.",
  subject: (platform) => `Your password for ${platform}`,
  greeting: (name) => `Hello ${name},`,
  open: "Someone asked for a new password for your account. If it was you, choose one now:",
  button: "Choose a password",
  until: (date, username) =>
    `Your username is ${username}. The link works once, until ${date} (UTC). If it wasn’t you, ignore this message: your password stays as it is.`,
};

const FRENCH: ForgottenWords = {
  title: "Mot de passe oublié?",
  lead: "Entrez votre nom d’utilisateur. Nous vous enverrons par courriel un lien pour choisir un nouveau mot de passe.",
  username: "Nom d’utilisateur",
  send: "Envoyer le lien",
  back: "Retour à la connexion",
  required: "Entrez votre nom d’utilisateur.",
  tooMany: "Trop de demandes. Réessayez dans quelques minutes.",
  sentTitle: "Consultez vos courriels",
  sent: "Si ce compte a une adresse de courriel, un lien est en route. Il fonctionne une seule fois, pendant une heure. Rien reçu? Regardez dans les indésirables ou demandez à la personne qui administre le système.",
  noMail:
    "Ce système ne peut pas envoyer de courriel. Demandez un lien à la personne qui administre le système pour choisir un nouveau mot de passe.",
  subject: (platform) => `Votre mot de passe ${platform}`,
  greeting: (name) => `Bonjour ${name},`,
  open: "Quelqu’un a demandé un nouveau mot de passe pour votre compte. Si c’est vous, choisissez-le maintenant :",
  button: "Choisir un mot de passe",
  until: (date, username) =>
    `Votre nom d’utilisateur est ${username}. Le lien fonctionne une seule fois, jusqu’au ${date} (UTC). Si ce n’est pas vous, ignorez ce message : votre mot de passe ne change pas.`,
};

const WORDS: Readonly<Record<Locale, ForgottenWords>> = {
  "en-US": ENGLISH,
  "en-AU": ENGLISH,
  "en-GB": ENGLISH,
  "fr-CA": FRENCH,
};
export const forgottenWords = (locale: Locale): ForgottenWords => WORDS[locale];
