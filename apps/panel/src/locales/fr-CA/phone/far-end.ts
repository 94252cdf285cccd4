export const farEnd = {
  "farEnd.mailbox": "Boîte vocale : {name}",
  "farEnd.someMailbox": "Boîte vocale",
  "farEnd.messages": "Votre boîte vocale",
  "farEnd.room": "Conférence {number}",
  "farEnd.threeWay": "Conférence à trois",
  "farEnd.parking": "En garde au {number}",
  "farEnd.announcement": "Annonce {number}",

  "farEnd.now.mailbox": "Dans la boîte vocale",
  "farEnd.now.parking": "En garde",
  "farEnd.now.ringing": "Ça sonne…",
  "farEnd.now.away": "Transfert en cours…",
  "farEnd.now.holding": "On vous a mis en attente",

  "farEnd.came.transferred": "Transféré par {name}",
  "farEnd.came.forwarded": "Renvoyé par {name}",
  "farEnd.came.fromMailbox": "Vient de la boîte vocale : {name}",
  "farEnd.came.fromAnnouncement": "Après l’annonce {name}",
  "farEnd.came.returned": "De retour de la garde ({number})",
  "farEnd.came.retrieved": "Repris de la garde ({number})",
  "farEnd.came.pickedUp": "Intercepté pour {name}",
  "farEnd.came.invited": "Invité par {name}",
} as const;
