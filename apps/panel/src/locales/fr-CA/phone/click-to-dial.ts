export const clickToDial = {
  "clickToDial.originating": "Votre téléphone sonne. Répondez, et {number} sera appelé.",
} as const;
