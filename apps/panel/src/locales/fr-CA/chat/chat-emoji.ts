import type { Messages } from "../../../shared/words/words.ts";

/** Texts of the emojis of chat. */
export const chatEmoji: Messages = {
  "chat.emoji.search": "Rechercher un émoji",
  "chat.emoji.clear": "Effacer la recherche",
  "chat.emoji.groups": "Groupes d’émojis",
  "chat.emoji.group.smileys": "Visages et émotions",
  "chat.emoji.group.people": "Personnes et gestes",
  "chat.emoji.group.nature": "Animaux et nature",
  "chat.emoji.group.food": "Nourriture et boissons",
  "chat.emoji.group.places": "Voyages et lieux",
  "chat.emoji.group.activities": "Activités",
  "chat.emoji.group.objects": "Objets",
  "chat.emoji.group.symbols": "Symboles",
  "chat.emoji.group.flags": "Drapeaux",
  "chat.emoji.recent": "Utilisés récemment",
  "chat.emoji.found": "Émojis trouvés",
  "chat.emoji.none": "Aucun émoji pour « {search} »",
  "chat.emoji.tone": "Couleur de peau",
  "chat.emoji.tone.none": "Sans couleur de peau",
  "chat.emoji.tone.light": "Claire",
  "chat.emoji.tone.mediumLight": "Plutôt claire",
  "chat.emoji.tone.medium": "Moyenne",
  "chat.emoji.tone.mediumDark": "Plutôt foncée",
  "chat.emoji.tone.dark": "Foncée",
};
