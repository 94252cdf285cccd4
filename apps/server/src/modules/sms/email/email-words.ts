/** Texts of e-mails about text messages. */
import type { Locale } from "@callpanel/contract";
import type { SmsKeyword } from "../sms-keywords.ts";

/** Why the answer to an e-mail was not sent as a text message. */
export type ReplyRefusal =
  | { readonly why: "empty" | "gone" | "stopped" | "number" | "expired" | "right" }
  | { readonly why: "tooLong"; readonly limit: number };

interface ForwardWords {
  readonly subject: (from: string, did: string) => string;
  readonly about: (from: string, did: string) => string;
  readonly marker: string;
  readonly keywords: { readonly [Kind in SmsKeyword["kind"]]: string };
  readonly empty: string;
  readonly more: string;
  readonly refusedSubject: string;
  readonly refused: (refusal: ReplyRefusal) => string;
}

const ENGLISH: ForwardWords = {
  subject: (from, did) => `Text message from ${from} to ${did}`,
  about: (from, did) => `From ${from} to ${did}`,
  marker: "--- Reply above this line to answer by text message ---",
  keywords: {
    stop: "The sender wants no more text messages from this number. None can be sent until START comes in.",
    start: "The sender takes text messages from this number again.",
    help: "The sender asked for help and was answered automatically.",
  },
  empty: "(no text: see the message in callpanel)",
  more: "More text messages are coming in than are sent by e-mail. Please read the next ones in callpanel.",
  refusedSubject: "Your text message was not sent",
  refused: (refusal) => {
    switch (refusal.why) {
      case "tooLong":
        return `Your e-mail is too long: a text message has ${refusal.limit} parts at most, about 1,500 characters. Nothing was sent.`;
      case "empty":
        return "No text was found above the quoted e-mail. Write the text message above it, as plain text. Nothing was sent.";
      case "gone":
        return "Text messages to this number are no longer sent to your address, so it cannot answer them. Nothing was sent.";
      case "stopped":
        return "The receiver has asked for no more messages (STOP). Nothing was sent.";
      case "number":
        return "This number cannot be answered by text message. Nothing was sent.";
      case "expired":
        return "This e-mail is too old to be answered. Write in callpanel, or answer a later e-mail. Nothing was sent.";
      case "right":
        return "The owner of the number may not send text messages. Nothing was sent.";
    }
  },
};

const FRENCH: ForwardWords = {
  subject: (from, did) => `Message texte de ${from} pour le ${did}`,
  about: (from, did) => `De ${from} pour le ${did}`,
  marker: "--- Répondez au-dessus de cette ligne pour répondre par message texte ---",
  keywords: {
    stop: "L’expéditeur ne veut plus de messages texte de ce numéro. Aucun ne peut être envoyé avant qu’il écrive DEBUT.",
    start: "L’expéditeur accepte de nouveau les messages texte de ce numéro.",
    help: "L’expéditeur a demandé de l’aide et a reçu une réponse automatique.",
  },
  empty: "(sans texte : voyez le message dans callpanel)",
  more: "Il arrive plus de messages texte qu’il n’en est envoyé par courriel. Lisez les prochains dans callpanel.",
  refusedSubject: "Votre message texte n’a pas été envoyé",
  refused: (refusal) => {
    switch (refusal.why) {
      case "tooLong":
        return `Votre courriel est trop long : un message texte a ${refusal.limit} parties au plus, environ 1 500 caractères. Rien n’a été envoyé.`;
      case "empty":
        return "Aucun texte n’a été trouvé au-dessus du courriel cité. Écrivez le message texte au-dessus, en texte brut. Rien n’a été envoyé.";
      case "gone":
        return "Les messages texte de ce numéro ne sont plus envoyés à votre adresse, qui ne peut donc pas y répondre. Rien n’a été envoyé.";
      case "stopped":
        return "Le destinataire a demandé de ne plus recevoir de messages (ARRET). Rien n’a été envoyé.";
      case "number":
        return "On ne peut pas répondre à ce numéro par message texte. Rien n’a été envoyé.";
      case "expired":
        return "Ce courriel est trop ancien pour y répondre. Écrivez dans callpanel, ou répondez à un courriel plus récent. Rien n’a été envoyé.";
      case "right":
        return "Le propriétaire du numéro ne peut pas envoyer de messages texte. Rien n’a été envoyé.";
    }
  },
};

export const emailWords = (locale: Locale): ForwardWords => (locale === "fr-CA" ? FRENCH : ENGLISH);
/** In every language: the reader's may have changed since. */
export const REPLY_MARKERS: readonly string[] = [ENGLISH.marker, FRENCH.marker];
