export const session = {
  "session.title": "Connexion",
  "session.lead": "Utilisez le compte de votre système téléphonique.",
  "session.username": "Nom d’utilisateur",
  "session.password": "Mot de passe",
  "session.showPassword": "Afficher les caractères",
  "session.hidePassword": "Masquer les caractères",
  "session.submit": "Se connecter",
  "session.language": "Langue",
  "session.working": "Connexion en cours…",
  "session.redirecting": "Vers la page de connexion…",
  "session.signingOut": "Déconnexion en cours…",
  "session.failedTitle": "La connexion a échoué",
  "session.reload": "Recharger la page",
  "session.again": "Se connecter de nouveau",
  "session.unsupportedTitle": "Ce navigateur n’est pas pris en charge",
  "session.unsupportedText":
    "Callpanel a besoin d’un navigateur plus récent pour les appels. Mettez-le à jour ou essayez l’un de ceux-ci :",
  "session.browserAbove": "{browser} plus récent que la version {version}",
  "session.forbiddenTitle": "Accès refusé",
  "session.forbiddenText":
    "Vous n’avez pas l’autorisation de voir cette page. Votre administrateur peut vous l’accorder.",
  "session.forbiddenGo": "Aller à la page d’accueil",
} as const;
