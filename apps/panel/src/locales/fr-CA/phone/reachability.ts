import type { reachabilityMessages } from "../../../features/reachability/index.ts";

export const reachability: Record<keyof typeof reachabilityMessages, string> = {
  "reach.region": "Non joignable",
  "reach.first": "Avant votre premier appel",
  "reach.status.ready": "Prêt",
  "reach.status.connecting": "Connexion",
  "reach.status.notConnected": "Non connecté",
  "reach.status.microphoneBlocked": "Microphone bloqué",
  "reach.status.doNotDisturb": "Ne pas déranger",
  "reach.status.forwarding": "Renvoi d’appels",

  "reach.notConnected": "Votre téléphone n’est pas connecté : il ne sonne pas ici.",
  "reach.reconnect": "Reconnecter",
  "reach.phoneFailed": "Votre téléphone n’a pas pu être chargé : il ne sonne pas ici.",
  "reach.reload": "Recharger la page",
  "reach.microphoneBlocked": "Votre microphone est bloqué : vous ne pouvez pas répondre ici.",
  "reach.allowMicrophone": "Autoriser le microphone",
  "reach.askMicrophone": "Autorisez le microphone maintenant pour être prêt au premier appel.",
  "reach.notNow": "Plus tard",
  "reach.doNotDisturb": "Ne pas déranger est activé : vos téléphones ne sonnent pas.",
  "reach.forward": "Vos appels sont renvoyés vers {to}.",
  "reach.forwardLost": "Vos appels sont renvoyés vers {to}, qui ne fonctionne plus : personne ne peut vous joindre.",
  "reach.turnOff": "Désactiver",
  "reach.noLocation": "Aucun emplacement d’urgence n’est défini : les secours pourraient ne pas vous trouver.",
  "reach.setLocation": "Définir l’emplacement",

  "reach.how.title": "Autoriser le microphone",
  "reach.how.text": "Votre navigateur bloque le microphone pour ce site. Vous seul pouvez changer cela :",
  "reach.how.address": "Cliquez sur l’icône à gauche de la barre d’adresse.",
  "reach.how.allow": "Réglez Microphone sur Autoriser.",
  "reach.how.again": "Si rien ne change, rechargez cette page.",
  "reach.how.close": "Fermer",
};
