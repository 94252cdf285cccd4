import { errorText, type AppError, type ErrorCode, type Locale } from "@callpanel/contract";
import { FRENCH as FRENCH_ERRORS } from "@callpanel/contract/errors/fr-CA";

interface Words {
  readonly signIn: string;
  readonly username: string;
  readonly password: string;
  readonly codeTitle: string;
  readonly code: string;
  readonly codeOfApp: string;
  readonly codeSentTo: (to: string) => string;
  readonly backupCode: string;
  readonly next: string;
  readonly forgotten: string;
  /** Above the form, where an application asks. */
  readonly asks: (application: string) => string;
}

const ENGLISH: Words = {
  signIn: "Sign in",
  username: "Username",
  password: "Password",
  codeTitle: "Enter the code",
  code: "Code",
  codeOfApp: "Open your authenticator app and enter its code.",
  codeSentTo: (to) => `Enter the code sent to ${to}.`,
  backupCode: "A back-up code works too.",
  next: "Continue",
  forgotten: "Forgot your password?",
  asks: (application) => `Sign in to let ${application} use your account.`,
};

const FRENCH: Words = {
  signIn: "Se connecter",
  username: "Nom d’utilisateur",
  password: "Mot de passe",
  codeTitle: "Entrez le code",
  code: "Code",
  codeOfApp: "Ouvrez votre application d’authentification et entrez son code.",
  codeSentTo: (to) => `Entrez le code envoyé à ${to}.`,
  backupCode: "Un code de secours fonctionne aussi.",
  next: "Continuer",
  forgotten: "Mot de passe oublié?",
  asks: (application) => `Connectez-vous pour permettre à ${application} d’utiliser votre compte.`,
};

/** Texts of the server's own sign-in pages. */
export const wordsOf = (locale: Locale): Words => (locale === "fr-CA" ? FRENCH : ENGLISH);

/** The reason of a refusal, for the person. */
export const refusalText = ({ code, details }: Pick<AppError, "code" | "details">, locale: Locale): string =>
  locale === "fr-CA" ? errorText(code, details, FRENCH_ERRORS) : errorText(code, details);

/** A reason without values. */
export const refusalOf = (code: ErrorCode, locale: Locale): string => refusalText({ code, details: {} }, locale);
