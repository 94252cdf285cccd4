export const administration = {
  "administration.tabs": "Sections de l’administration",
  "administration.tab.people": "Personnes",
} as const;
