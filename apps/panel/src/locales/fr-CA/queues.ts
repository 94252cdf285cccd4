export const queues = {
  "queues.tabs": "Pages des files d’attente",
  "queues.tab.dashboard": "Tableau de bord",
  "queues.tab.reports": "Rapports",
} as const;
