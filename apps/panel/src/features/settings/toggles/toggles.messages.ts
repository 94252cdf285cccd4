export const togglesMessages = {
  "settings.toggle.title": "Toggle destinations",
  "settings.toggle.hint": "Each number goes to one of two places, A or B.",
  "settings.toggle.hintCode":
    "Each number goes to one of two places, A or B. Dial {code} and the number to switch it from a phone.",
  "settings.toggle.option": "{option}: {name}",
  "settings.toggle.leads": "{number} goes to {name}",
  "settings.toggle.none": "There are no toggle destinations",
  "settings.toggle.noneText": "An administrator can add numbers that go to one of two places.",
  "settings.toggle.flipped": "{toggle} now goes to {name}",
} as const;
