import type { ErrorCode } from "../errors.ts";

/** The errors of conferences and video rooms in fr-CA; a part of `FRENCH_ERRORS`. */
export const FRENCH_MEETING_ERRORS: Readonly<
  Record<Extract<ErrorCode, `conferences.${string}` | `video.${string}`>, string>
> = {
  "conferences.load": "Impossible d’obtenir les conférences de l’API.",
  "conferences.watch": "Impossible d’enregistrer les conférences que vous suivez",
  "conferences.change": "Impossible de modifier la conférence",
  "conferences.loadOwn": "Impossible de charger votre conférence",
  "conferences.saveOwn": "Impossible d’enregistrer votre conférence",
  "conferences.invite": "Impossible d’inviter à la conférence",
  "conferences.pin": "Un NIP compte de 3 à 10 chiffres",
  "conferences.participants": "Choisissez de 0 à {limit} participants; 0 signifie sans limite",
  "conferences.unknown": "Cette conférence n’existe pas",
  "video.load": "Impossible d’obtenir les visioconférences de l’API.",
  "video.create": "Impossible de créer la visioconférence",
  "video.update": "Impossible de modifier la visioconférence",
  "video.destroy": "Impossible de supprimer la visioconférence",
  "video.config": "Impossible d’obtenir les réglages des visioconférences de l’API.",
  "video.script": "Impossible d’ouvrir la visioconférence. Communiquez avec le soutien technique",
  "video.off": "Votre entreprise n’utilise pas les salles vidéo",
  "video.unknown": "Cette salle vidéo n’existe pas",
  "video.notAdmin": "Seuls la personne qui a créé la salle et ses administrateurs peuvent la modifier",
  "video.person": "Une de ces personnes ne fait pas partie de votre entreprise",
  "video.number": "{number} n’est pas un numéro de téléphone",
  "video.pin": "Un NIP compte de 3 à 10 chiffres",
  "video.expiry": "Choisissez une date d’expiration future, dans {years} ans au plus",
  "video.noRecording": "Votre entreprise ne permet pas l’enregistrement dans les salles vidéo",
  "video.noScreens": "Votre entreprise ne permet pas le partage d’écran dans les salles vidéo",
  "video.tooMany": "Votre entreprise peut avoir {limit} salles vidéo : supprimez-en une d’abord",
};
