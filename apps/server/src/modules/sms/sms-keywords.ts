import type { Locale } from "@callpanel/contract";

export interface SmsKeyword {
  readonly kind: "stop" | "start" | "help";
  readonly locale: Locale;
}

const ENGLISH = "en-US";
const FRENCH = "fr-CA";
/** Without accents. Canada's short codes must obey STOP, ARRET, HELP, AIDE and INFO. */
const KEYWORDS: ReadonlyMap<string, SmsKeyword> = new Map(
  (
    [
      [
        "stop",
        ENGLISH,
        "STOP|STOP ALL|STOPALL|PLEASE STOP|STOP PLEASE|UNSUBSCRIBE|CANCEL|END|QUIT|OPT OUT|OPTOUT|REVOKE",
      ],
      ["stop", FRENCH, "ARRET|ARRETER|ARRETEZ|DESABONNER|DESABONNEMENT|DESINSCRIRE|ANNULER|FIN"],
      ["start", ENGLISH, "START|UNSTOP|SUBSCRIBE|OPT IN|OPTIN"],
      ["start", FRENCH, "DEBUT|DEBUTER|COMMENCER|REPRENDRE|ABONNER"],
      ["help", ENGLISH, "HELP|INFO"],
      ["help", FRENCH, "AIDE"],
    ] as const
  ).flatMap(([kind, locale, words]) => words.split("|").map((word) => [word, { kind, locale }] as const)),
);

/** SMS-30: a message that is a keyword and nothing else, in any case, with or without accents and marks around it. */
export function smsKeyword(text: string): SmsKeyword | undefined {
  if (text.length > 64) return undefined;
  const words = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .match(/[\p{L}\p{N}]+/gu);
  return KEYWORDS.get(words?.join(" ") ?? "");
}

/** Each fits into one message of GSM-7, with a company's name of up to 30 such characters. */
const ANSWERS = {
  stop: {
    [ENGLISH]: () => "You will get no more messages from this number. Reply START to get them again.",
    [FRENCH]: () => "Vous ne recevrez plus de messages de ce numéro. Répondez DEBUT pour en recevoir encore.",
  },
  start: {
    [ENGLISH]: () => "You will get messages from this number again. Reply STOP to get none, HELP for help.",
    [FRENCH]: () =>
      "Vous recevrez de nouveau les messages de ce numéro. Répondez ARRET pour ne plus en recevoir, AIDE pour de l'aide.",
  },
  help: {
    [ENGLISH]: (company: string) =>
      `This number belongs to ${company}. Call it to talk to us. Reply STOP to get no more messages.`,
    [FRENCH]: (company: string) =>
      `Ce numéro appartient à ${company}. Appelez-le pour nous parler. Répondez ARRET pour ne plus recevoir de messages.`,
  },
} as const;

export const smsAnswer = ({ kind, locale }: SmsKeyword, company: string): string =>
  ANSWERS[kind][locale === FRENCH ? FRENCH : ENGLISH](company);
