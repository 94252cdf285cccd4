import { OTP_SENT_SECONDS, type Locale } from "@callpanel/contract";

interface Words {
  readonly subject: (platform: string) => string;
  readonly lead: (name: string) => string;
  readonly warning: string;
  readonly sms: (code: string, platform: string) => string;
}

const MINUTES = OTP_SENT_SECONDS / 60;

const ENGLISH: Words = {
  subject: (platform) => `Your code for ${platform}`,
  lead: (name) => `Hello ${name},\nthis code completes your sign-in or your change:`,
  warning: `It is valid for ${MINUTES} minutes and works once. If you didn’t request it, someone knows your password. Change it now.`,
  sms: (code, platform) => `${code} is your code for ${platform}. It is valid for ${MINUTES} minutes.`,
};

const FRENCH: Words = {
  subject: (platform) => `Votre code pour ${platform}`,
  lead: (name) => `Bonjour ${name},\nvoici le code qui termine votre connexion ou votre modification :`,
  warning: `Il est valide ${MINUTES} minutes et ne sert qu’une fois. Si vous ne l’avez pas demandé, quelqu’un connaît votre mot de passe : changez-le.`,
  sms: (code, platform) => `${code} est votre code pour ${platform}. Il est valide ${MINUTES} minutes.`,
};

export const wordsOf = (locale: Locale): Words => (locale === "fr-CA" ? FRENCH : ENGLISH);
