import type { Messages } from "../../../shared/words/words.ts";

/** Texts for sharing a recording or a voicemail message in chat. */
export const chatShare: Messages = {
  "share.recording": "Partager l’enregistrement",
  "share.voicemail": "Partager le message vocal",
  "share.to": "Conversation",
  "share.toHint": "Trouver un canal, un groupe ou une personne",
  "share.found": "Conversations trouvées",
  "share.none": "Aucune conversation où vous pouvez écrire ne correspond à « {search} »",
  "share.another": "Choisir une autre conversation",
  "share.text": "Message (facultatif)",
  "share.hears.c":
    "{count, plural, one {# membre de {name} pourra l’écouter, ainsi que toute personne qui se joindra au canal.} other {Les # membres de {name} pourront l’écouter, ainsi que toute personne qui se joindra au canal.}}",
  "share.hears.p":
    "{count, plural, one {# membre de {name} pourra l’écouter, ainsi que les personnes ajoutées plus tard.} other {Les # membres de {name} pourront l’écouter, ainsi que les personnes ajoutées plus tard.}}",
  "share.hears.d": "{name} pourra l’écouter.",
  "share.hears.self": "Vous seul pourrez l’écouter.",
  "share.stays":
    "La copie reste dans la conversation même si l’original est supprimé. Le partage est inscrit au journal de votre entreprise.",
  "share.share": "Partager",
  "share.cancel": "Annuler",
  "share.close": "Fermer",
  "share.done": "Partagé dans {name}",
  "share.open": "Ouvrir la conversation",
};
