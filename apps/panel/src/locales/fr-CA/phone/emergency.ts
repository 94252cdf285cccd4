export const emergency = {
  "emergencyCall.dialed": "Urgence : {name} ({extension}) a composé le {number}.",
  "emergencyCall.notReached": "L’appel n’a pas abouti : aucune ligne extérieure.",
  "emergencyCall.location": "Les secours sont envoyés à cette adresse : {location}.",
  "emergencyCall.noLocation": "Aucun emplacement n’est connu.",
  "emergencyCall.callback": "Numéro de rappel : {number}.",
} as const;
