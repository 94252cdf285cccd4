import type { ErrorCode } from "../errors.ts";

/** The errors of queues and their reports in fr-CA; a part of `FRENCH_ERRORS`. */
export const FRENCH_QUEUE_ERRORS: Readonly<
  Record<Extract<ErrorCode, `queues.${string}` | `queueReports.${string}`>, string>
> = {
  "queues.load": "Impossible de charger les files d’attente",
  "queues.missedLoad": "Impossible de charger les appelants manqués",
  "queues.missedTake": "Impossible de prendre cet appelant",
  "queues.callbackRemove": "Impossible de supprimer le rappel",
  "queues.wallsLoad": "Impossible de charger les affichages muraux",
  "queues.wallMake": "Impossible de créer le lien",
  "queues.wallRevoke": "Impossible de révoquer le lien",
  "queues.agent": "Impossible de modifier l’agent",
  "queues.watch": "Impossible de changer le suivi de la file!",
  "queues.pause": "La mise en pause des agents n’est pas permise",
  "queues.noAgent": "Cette personne n’est pas agent de la file",
  "queues.noLogin": "Il n’y a aucune file à laquelle se connecter ou dont se déconnecter",
  "queues.missed.gone": "Quelqu’un a répondu à cette personne entre-temps",
  "queues.missed.taken": "{name} rappelle cette personne",
  "queues.callback.gone": "Cette personne n’attend plus d’être rappelée",
  "queues.wall.gone": "Ce lien n’est plus valide",
  "queues.wall.queue": "Il n’y a pas de file {number}",
  "queues.wall.tooMany": "Une personne a {limit} liens au plus : mettez fin à l’un d’eux d’abord",
  "queueReports.load": "Impossible de charger le rapport des files",
  "queueReports.type": "Type de rapport inconnu",
  "queueReports.story": "Impossible de charger les événements de cet appel",
  "queueReports.agentLog": "Impossible de charger le journal de cet agent",
  "queueReports.saved.load": "Impossible de charger les rapports par courriel",
  "queueReports.saved.save": "Impossible d’enregistrer le rapport par courriel",
  "queueReports.saved.remove": "Impossible de supprimer le rapport par courriel",
  "queueReports.saved.gone": "Ce rapport n’est plus envoyé",
  "queueReports.saved.tooMany": "Une personne envoie {limit} rapports au plus : supprimez-en un d’abord",
  "queueReports.saved.recipient":
    "Le rapport ne peut pas être envoyé au poste {extension} : pas le droit de le lire, ou pas d’adresse de courriel",
  "queueReports.export": "Impossible d’exporter le rapport des files",
  "queueReports.dates": "La date de fin précède la date de début",
  "queueReports.tooLong": "Choisissez une période de {days} jours au plus",
  "queueReports.call": "Cet appel n’était dans aucune des files que vous pouvez consulter",
  "queueReports.agent": "Personne n’a le numéro de poste {extension}",
};
