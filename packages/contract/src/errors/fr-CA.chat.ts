import type { ErrorCode } from "../errors.ts";

/** The errors of chat in fr-CA; a part of `FRENCH_ERRORS`. */
export const FRENCH_CHAT_ERRORS: Readonly<Record<Extract<ErrorCode, `chats.${string}`>, string>> = {
  "chats.room.gone": "Cette conversation n’existe pas, ou pas pour vous",
  "chats.room.name": "Un nom doit comporter des lettres ou des chiffres",
  "chats.room.nameTaken": "Il y a déjà une conversation nommée {name}",
  "chats.room.archived": "Cette conversation est archivée. On peut seulement la lire.",
  "chats.room.readOnly": "Seuls les propriétaires écrivent dans cette conversation",
  "chats.room.notOwner": "Seul un propriétaire de la conversation peut le faire",
  "chats.room.notMember": "Cette personne n’est pas dans la conversation",
  "chats.room.lastOwner": "Une conversation a besoin d’un propriétaire. Nommez-en d’abord un autre.",
  "chats.room.direct": "Les conversations directes peuvent seulement être masquées",
  "chats.room.tooMany": "Une personne peut être dans {limit} conversations au plus",
  "chats.person.gone": "Il n’y a personne de ce nom à qui écrire",
  "chats.people.tooMany":
    "Une conversation directe compte {limit} personnes au plus. Créez un groupe pour en réunir plus.",
  "chats.message.gone": "Ce message n’est plus là",
  "chats.message.notYours": "Seul son auteur peut modifier un message",
  "chats.message.empty": "Un message a besoin d’un texte ou d’un fichier",
  "chats.message.tooLong":
    "Un message compte {limit} caractères au plus. Un texte plus long peut être envoyé comme fichier.",
  "chats.message.files": "Un message a {limit} fichiers au plus, chacun téléversé pour lui",
  "chats.reaction.emoji": "Une réaction est un seul émoji",
  "chats.reaction.tooMany": "Ce message a toutes les réactions qu’il peut avoir",
  "chats.pins.tooMany": "{limit} messages sont déjà épinglés. Détachez-en d’abord un.",
  "chats.drafts.tooMany": "Vous avez déjà {limit} brouillons. Envoyez-en ou supprimez-en d’abord un.",
  "chats.file.gone": "Ce fichier n’est plus là",
  "chats.file.empty": "Ce fichier est vide",
  "chats.file.tooLarge": "Un fichier peut avoir {megabytes} Mo au plus",
  "chats.file.busy": "Trop de fichiers sont en cours de téléversement. Réessayez dans un moment.",
  "chats.presence.typeGone": "Ce type de présence n’est plus là",
  "chats.presence.typeExists": "Il y a déjà un type de présence nommé {name}",
  "chats.presence.tooMany": "Il y a déjà {limit} types de présence. Supprimez-en d’abord un.",
  "chats.sms": "Les messages texte ne peuvent pas être envoyés ici",
  "chats.tooFast": "C’était trop à la fois. Réessayez dans un moment.",
};
