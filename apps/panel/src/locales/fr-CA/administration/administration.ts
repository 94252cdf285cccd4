export const administration = {
  "administration.tabs": "Sections de l’administration",
  "administration.tab.numbers": "Numéros",
  "administration.tab.queues": "Files d’attente",
  "administration.tab.rooms": "Salles",
  "administration.tab.overview": "Vue d’ensemble",
  "administration.tab.backup": "Sauvegarde",
  "administration.tab.people": "Personnes",
  "administration.tab.lots": "Stationnements",
  "administration.tab.lines": "Lignes",
  "administration.tab.permissions": "Autorisations",
  "administration.tab.company": "Entreprise",
  "administration.tab.audit_log": "Journal d’audit",
} as const;
