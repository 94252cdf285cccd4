export const settingsToggles = {
  "settings.toggle.title": "Destinations à bascule",
  "settings.toggle.hint": "Des numéros qui mènent à l’un de deux endroits, A ou B.",
  "settings.toggle.hintCode":
    "Des numéros qui mènent à l’un de deux endroits, A ou B. Composez {code} et le numéro pour en basculer un d’un téléphone.",
  "settings.toggle.option": "{option} : {name}",
  "settings.toggle.leads": "Le {number} mène à {name}",
  "settings.toggle.none": "Il n’y a pas de destinations à bascule",
  "settings.toggle.noneText": "Un administrateur peut ajouter des numéros qui mènent à l’un de deux endroits.",
  "settings.toggle.flipped": "{toggle} mène à {name}",
} as const;
