export const settingsSoftphone = {
  "settings.softphone.volumes": "Volumes",
  "settings.softphone.volumesHint":
    "Du téléphone de ce navigateur; le curseur d’un appel règle le même volume d’appel.",
  "settings.softphone.ringing": "Volume de la sonnerie",
  "settings.softphone.call": "Volume des appels",
  "settings.softphone.numbers": "Numéros",
  "settings.softphone.country": "Pays des numéros sans indicatif de pays",
  "settings.softphone.countryHint": "Défini par votre administrateur.",
  "settings.stun.title": "Serveurs STUN",
  "settings.stun.hint":
    "Ils disent au téléphone sous quelle adresse le reste d’Internet le voit. Ne les changez que si les appels n’ont pas de son.",
  "settings.stun.list": "Serveurs, séparés par des virgules",
  "settings.stun.listHint": "Par exemple stun:stun.exemple.com:3478. Laissez vide pour ceux du système téléphonique.",
  "settings.stun.invalid": "Format invalide",
  "settings.stun.default": "Du système téléphonique : {servers}",
  "settings.stun.none": "Le système téléphonique n’en nomme aucun.",
  "settings.emergency.title": "Appels d’urgence",
  "settings.emergency.hint": "Ce que les services d’urgence apprennent de vous quand vous les appelez de ce téléphone.",
  "settings.emergency.profile": "Numéro de rappel",
  "settings.emergency.profileChoice": "{name} ({number})",
  "settings.emergency.location": "Lieu actuel",
  "settings.emergency.none": "Non choisi",
  "settings.emergency.present": "L’aide est envoyée à",
  "settings.emergency.nowhere": "Aucun lieu n’est choisi. Choisissez-en un, pour que l’aide vous trouve.",
  "settings.emergency.disabled":
    "Votre entreprise a désactivé ces réglages : les appels d’urgence montrent le numéro et l’adresse de l’entreprise.",
} as const;
