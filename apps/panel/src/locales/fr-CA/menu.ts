export const menu = {
  "menu.announcements": "Annonces",
  "menu.users": "Collègues",
  "menu.chats": "Clavardage",
  "menu.queues-dashboard": "Files d’attente",
  "menu.queue-reports": "Rapports des files d’attente",
  "menu.conferences": "Conférences",
  "menu.video-conferences": "Visioconférences",
  "menu.parking": "Stationnement d’appels",
  "menu.voicemails": "Messagerie vocale",
  "menu.cdrs": "Historique des appels",
  "menu.contacts": "Contacts",
  "menu.settings-phone-status": "Paramètres",
} as const;
