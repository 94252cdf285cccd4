export const togglesMessages = {
  "settings.toggle.title": "Toggle destinations",
  "settings.toggle.hint":
    "Numbers that lead to one of two places, A or B. Dial *44* and the number to flip one from a telephone.",
  "settings.toggle.option": "{option}: {name}",
  "settings.toggle.leads": "{number} leads to {name}",
  "settings.toggle.none": "There are no toggle destinations",
  "settings.toggle.noneText": "An administrator can add numbers that lead to one of two places.",
  "settings.toggle.flipped": "{toggle} leads to {name}",
} as const;
