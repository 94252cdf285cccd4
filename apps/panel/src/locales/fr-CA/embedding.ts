export const embedding = {
  "embedding.toolbar": "Barre d’outils intégrée",
  "embedding.pages": "Pages",
  "embedding.landing": "Page d’accueil",
  "embedding.landingSaved": "Cette page est maintenant votre page d’accueil",
  "embedding.landingFailed": "Impossible d’enregistrer la page d’accueil",
  "embedding.cloudId": "Identifiant du nuage",
  "embedding.lead": "Utilisez le compte de votre système téléphonique.",
  "embedding.forgetful":
    "Ce navigateur ne conserve rien pour le panneau ici. Vous devrez vous reconnecter la prochaine fois.",
};
