export const welcome = {
  "welcome.title": "Configurer votre téléphone",
  "welcome.close": "Fermer",
  "welcome.step": "Étape {at} de {count}",
  "welcome.back": "Précédent",
  "welcome.next": "Suivant",
  "welcome.done": "Terminé",
  "welcome.sound": "Micro et casque d’écoute",
  "welcome.sound.text":
    "Votre navigateur demande une seule fois si callpanel peut utiliser votre micro. Essayez-le maintenant, pour qu’il ne le demande pas pendant votre premier appel.",
  "welcome.notifications": "Notifications",
  "welcome.notifications.text": "Elles vous disent qui appelle pendant que vous travaillez dans une autre fenêtre.",
  "welcome.check": "Appel d’essai",
  "welcome.check.text":
    "Un court appel au système téléphonique vérifie votre micro, votre haut-parleur et votre réseau.",
  "welcome.location": "Emplacement d’urgence",
  "welcome.location.text": "Si vous appelez à l’aide avec ce téléphone, les secours sont envoyés à cette adresse.",
  "welcome.location.open": "Choisir votre emplacement",
  "welcome.greeting": "Message d’accueil",
  "welcome.greeting.text":
    "Les appelants l’entendent avant de laisser un message. Enregistrez le vôtre, ou faites lire un texte.",
  "welcome.greeting.open": "Ouvrir la boîte vocale",
  "welcome.greeting.where": "Choisissez-y Paramètres de la boîte vocale.",
  "welcome.tips": "Trois conseils",
  "welcome.tips.palette": "Ctrl K permet d’appeler, d’écrire et de tout trouver.",
  "welcome.tips.drag": "Glissez un appel par sa poignée sur un collègue pour le transférer, ou dans le stationnement.",
  "welcome.tips.keys": "Alt Maj M coupe le micro, Alt Maj H met en attente. Appuyez sur ? pour tous les raccourcis.",
} as const;
