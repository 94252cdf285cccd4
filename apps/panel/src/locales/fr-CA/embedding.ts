export const embedding = {
  "embedding.toolbar": "Barre d’outils intégrée",
  "embedding.pages": "Pages",
  "embedding.landing": "Page d’accueil",
  "embedding.landingSaved": "Cette page est maintenant votre page d’accueil",
  "embedding.landingFailed": "Impossible d’enregistrer la page d’accueil",
  "embedding.cloudId": "Identifiant du nuage",
  "embedding.lead": "Connectez-vous avec votre compte téléphonique.",
  "embedding.replaceTitle": "Vous êtes connecté en tant que {name}",
  "embedding.replace": "Se connecter en tant que {username}? {name} sera déconnecté ici.",
  "embedding.replaceYes": "Se connecter en tant que {username}",
  "embedding.replaceNo": "Rester connecté en tant que {name}",
  "embedding.forgetful": "Ce site bloque le stockage : vous devrez vous reconnecter la prochaine fois.",
};
