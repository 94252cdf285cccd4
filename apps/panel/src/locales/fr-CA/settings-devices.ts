export const settingsDevices = {
  "settings.devices.title": "Appareils audio",
  "settings.devices.hint":
    "Utilisés par tous les appels dans ce navigateur, dès maintenant et dans les appels en cours.",
  "settings.devices.input": "Microphone",
  "settings.devices.output": "Haut-parleur",
  "settings.devices.ring": "Appareil de sonnerie",
  "settings.devices.default": "Appareil par défaut",
  "settings.devices.unknown": "Un appareil non branché",
  "settings.devices.noChoice": "Ce navigateur n’utilise que le haut-parleur par défaut du système.",
  "settings.devices.noPhone": "Le téléphone n’est pas encore prêt",
  "settings.devices.noPhoneText": "Ses appareils s’affichent ici dès qu’il a démarré.",
} as const;
