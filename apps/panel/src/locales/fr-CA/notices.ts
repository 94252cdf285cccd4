export const notices = {
  "notices.close": "Fermer l’avis",
} as const;
