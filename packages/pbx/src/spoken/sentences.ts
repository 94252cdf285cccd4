/** Complete sentences. Keys are the names of sound files; English is American, French is Canadian. */
export const SENTENCES = [
  // The caller and the box.
  [
    "enter-mailbox",
    {
      en: "Please enter the mailbox number, then press pound.",
      fr: "Veuillez entrer le numéro de la boîte vocale, puis appuyez sur le carré.",
    },
  ],
  [
    "enter-pin",
    { en: "Please enter the PIN, then press pound.", fr: "Veuillez entrer le NIP, puis appuyez sur le carré." },
  ],
  ["wrong-pin", { en: "That is not correct.", fr: "Ce n'est pas exact." }],
  [
    "locked",
    {
      en: "There were too many wrong attempts. Please try again later.",
      fr: "Il y a eu trop d'essais erronés. Veuillez réessayer plus tard.",
    },
  ],
  ["goodbye", { en: "Good-bye.", fr: "Au revoir." }],
  ["try-again", { en: "Sorry, that is not a choice here.", fr: "Désolé, ce choix n'existe pas ici." }],
  [
    "not-possible",
    {
      en: "Sorry, that is not possible now. Please try again later.",
      fr: "Désolé, ce n'est pas possible en ce moment. Veuillez réessayer plus tard.",
    },
  ],

  // Waiting in a queue. A number follows the position, and minutes the wait.
  ["queue-logged-in", { en: "You are logged in.", fr: "Vous êtes connecté." }],
  ["queue-logged-off", { en: "You are logged off.", fr: "Vous êtes déconnecté." }],
  ["queue-next", { en: "You are next in line.", fr: "Vous êtes le prochain appel." }],
  ["queue-position", { en: "You are number", fr: "Vous êtes au rang" }],
  ["queue-in-line", { en: "in line.", fr: "dans la file d'attente." }],
  ["queue-wait", { en: "The expected wait is about", fr: "L'attente prévue est d'environ" }],
  [
    "queue-wait-short",
    { en: "The expected wait is less than one minute.", fr: "L'attente prévue est de moins d'une minute." },
  ],
  // A key follows the first, the number the second.
  [
    "queue-callback-press",
    {
      en: "To be called back without losing your place, press",
      fr: "Pour être rappelé sans perdre votre place, appuyez sur le",
    },
  ],
  ["queue-callback-number", { en: "We will call you back at", fr: "Nous vous rappellerons au" }],
  [
    "queue-callback-confirm",
    {
      en: "To confirm, press 1. To keep waiting, press any other key.",
      fr: "Pour confirmer, appuyez sur le 1. Pour continuer d'attendre, appuyez sur une autre touche.",
    },
  ],
  [
    "queue-callback-taken",
    {
      en: "You keep your place in line, and we will call you back. Good-bye.",
      fr: "Vous gardez votre place dans la file d'attente, et nous vous rappellerons. Au revoir.",
    },
  ],
  [
    "queue-callback-refused",
    {
      en: "We cannot take more requests to be called back. Please stay on the line.",
      fr: "Nous ne pouvons plus prendre de demandes de rappel. Veuillez rester en ligne.",
    },
  ],
  [
    "queue-callback-here",
    {
      en: "This is the call that you asked for. To talk to us, press 1.",
      fr: "Voici le rappel que vous avez demandé. Pour nous parler, appuyez sur le 1.",
    },
  ],

  // Conferences. A number stands before `conference-others`.
  [
    "video-room-number",
    {
      en: "Please enter the room number, then press pound.",
      fr: "Veuillez entrer le numéro de la salle, puis appuyez sur le carré.",
    },
  ],
  [
    "video-waits",
    {
      en: "Please wait until somebody lets you in.",
      fr: "Veuillez attendre que quelqu'un vous laisse entrer.",
    },
  ],
  [
    "conference-admin-pin",
    {
      en: "If you lead this conference, please enter your PIN, then press pound. Otherwise, press pound.",
      fr: "Si vous animez cette conférence, veuillez entrer votre NIP, puis appuyez sur le carré. Sinon, appuyez sur le carré.",
    },
  ],
  ["conference-locked", { en: "This conference is locked.", fr: "Cette conférence est verrouillée." }],
  ["conference-full", { en: "This conference is full.", fr: "Cette conférence est complète." }],
  ["conference-closed", { en: "This conference is closed.", fr: "Cette conférence est fermée." }],
  [
    "conference-waits",
    {
      en: "The conference begins when the organizer arrives.",
      fr: "La conférence commencera à l'arrivée de l'organisateur.",
    },
  ],
  [
    "conference-nobody-else",
    { en: "Nobody else is in this conference.", fr: "Il n'y a personne d'autre dans cette conférence." },
  ],
  [
    "conference-one-other",
    {
      en: "There is one other person in this conference.",
      fr: "Il y a une autre personne dans cette conférence.",
    },
  ],
  ["conference-recorded", { en: "This conference is recorded.", fr: "Cette conférence est enregistrée." }],
  [
    "conference-not-recorded",
    { en: "This conference is no longer recorded.", fr: "Cette conférence n'est plus enregistrée." },
  ],
  [
    "conference-your-name",
    {
      en: "After the tone, please say your name, then press pound.",
      fr: "Après le signal sonore, veuillez dire votre nom, puis appuyez sur le carré.",
    },
  ],
  ["conference-louder", { en: "Louder.", fr: "Plus fort." }],
  ["conference-quieter", { en: "Quieter.", fr: "Moins fort." }],
  ["conference-volume-limit", { en: "That is the limit.", fr: "C'est la limite." }],
  ["conference-joined", { en: "has joined.", fr: "s'est joint à la conférence." }],
  ["conference-left", { en: "has left.", fr: "a quitté la conférence." }],
  ["conference-someone-joined", { en: "Somebody has joined.", fr: "Quelqu'un s'est joint à la conférence." }],
  ["conference-someone-left", { en: "Somebody has left.", fr: "Quelqu'un a quitté la conférence." }],
  ["conference-there-are", { en: "There are", fr: "Il y a" }],
  ["conference-others", { en: "other people in this conference.", fr: "autres personnes dans cette conférence." }],
  [
    "conference-menu",
    {
      en: "To mute or unmute yourself, press 2. To hear how many people are here, press 3. To hear the others more quietly, press 4, or louder, press 6. To be heard more quietly, press 7, or louder, press 9. To leave the conference, press 8. To go back, press star.",
      fr: "Pour désactiver ou réactiver votre micro, appuyez sur le 2. Pour savoir combien de personnes sont ici, le 3. Pour entendre les autres moins fort, le 4, ou plus fort, le 6. Pour être entendu moins fort, le 7, ou plus fort, le 9. Pour quitter la conférence, le 8. Pour revenir, l'étoile.",
    },
  ],
  [
    "conference-admin-menu",
    {
      en: "To start or stop recording, press 1. To mute or unmute yourself, press 2. To hear how many people are here, press 3. To lock or unlock the conference, press 5. To hear the others more quietly, press 4, or louder, press 6. To be heard more quietly, press 7, or louder, press 9. To leave the conference, press 8. To go back, press star.",
      fr: "Pour démarrer ou arrêter l'enregistrement, appuyez sur le 1. Pour désactiver ou réactiver votre micro, le 2. Pour savoir combien de personnes sont ici, le 3. Pour verrouiller ou déverrouiller la conférence, le 5. Pour entendre les autres moins fort, le 4, ou plus fort, le 6. Pour être entendu moins fort, le 7, ou plus fort, le 9. Pour quitter la conférence, le 8. Pour revenir, l'étoile.",
    },
  ],
  ["conference-muted", { en: "You are muted.", fr: "Votre micro est désactivé." }],
  ["conference-unmuted", { en: "You are no longer muted.", fr: "Votre micro est réactivé." }],
  [
    "conference-listening",
    {
      en: "Only the organizers can speak in this conference.",
      fr: "Seuls les organisateurs peuvent parler dans cette conférence.",
    },
  ],
  ["conference-lock-on", { en: "The conference is now locked.", fr: "La conférence est maintenant verrouillée." }],
  ["conference-lock-off", { en: "The conference is no longer locked.", fr: "La conférence n'est plus verrouillée." }],

  // Leaving a message.
  ["at-extension", { en: "The person at extension", fr: "La personne au poste" }],
  ["is-unavailable", { en: "is not available.", fr: "n'est pas disponible." }],
  ["is-busy", { en: "is on the phone.", fr: "est déjà en ligne." }],
  [
    "leave-message",
    {
      en: "Please leave your message after the tone. When you have finished, hang up, or press pound for more choices.",
      fr: "Veuillez laisser votre message après le signal sonore. Quand vous aurez terminé, raccrochez, ou appuyez sur le carré pour d'autres choix.",
    },
  ],
  [
    "mailbox-full",
    {
      en: "This mailbox is full, and cannot take messages.",
      fr: "Cette boîte vocale est pleine et ne peut pas prendre de messages.",
    },
  ],
  [
    "cannot-record",
    {
      en: "Sorry, messages cannot be recorded now.",
      fr: "Désolé, les messages ne peuvent pas être enregistrés en ce moment.",
    },
  ],
  [
    "for-operator",
    {
      en: "To speak to somebody else, press 0.",
      fr: "Pour parler à quelqu'un d'autre, appuyez sur le 0.",
    },
  ],
  [
    "no-operator",
    {
      en: "Nobody else can be reached from here.",
      fr: "Personne d'autre ne peut être joint d'ici.",
    },
  ],
  [
    "message-cut",
    {
      en: "The recording had to end here. What you said until then has been sent.",
      fr: "L'enregistrement a dû s'arrêter ici. Ce que vous avez dit jusque-là a été envoyé.",
    },
  ],
  ["ten-seconds-left", { en: "Ten seconds left.", fr: "Il reste dix secondes." }],
  [
    "too-short",
    {
      en: "Your message was too short, and was not kept.",
      fr: "Votre message était trop court et n'a pas été conservé.",
    },
  ],
  [
    "review-menu",
    {
      en: "To send your message, press 1. To listen to it, press 2. To record it again, press 3. To mark it as urgent or not, press 4. To delete it, press 7.",
      fr: "Pour envoyer votre message, appuyez sur le 1. Pour l'écouter, le 2. Pour l'enregistrer de nouveau, le 3. Pour le marquer comme urgent ou non, le 4. Pour le supprimer, le 7.",
    },
  ],
  ["marked-urgent", { en: "Your message is marked as urgent.", fr: "Votre message est marqué comme urgent." }],
  [
    "not-urgent",
    { en: "Your message is not marked as urgent any more.", fr: "Votre message n'est plus marqué comme urgent." },
  ],
  ["message-sent", { en: "Your message has been sent. Thank you.", fr: "Votre message a été envoyé. Merci." }],
  ["message-deleted", { en: "Your message has been deleted.", fr: "Votre message a été supprimé." }],

  // The number of messages; numbers are said in between.
  ["you-have", { en: "You have", fr: "Vous avez" }],
  ["and", { en: "and", fr: "et" }],
  ["no-messages", { en: "You have no messages.", fr: "Vous n'avez aucun message." }],
  ["urgent-message", { en: "urgent message", fr: "message urgent" }],
  ["urgent-messages", { en: "urgent messages", fr: "messages urgents" }],
  ["new-message", { en: "new message", fr: "nouveau message" }],
  ["new-messages", { en: "new messages", fr: "nouveaux messages" }],
  ["old-message", { en: "old message", fr: "ancien message" }],
  ["old-messages", { en: "old messages", fr: "anciens messages" }],
  ["messages-more-than", { en: "more than", fr: "plus de" }],

  // The owner's menus.
  [
    "temporary-in-use",
    { en: "Your temporary greeting is in use.", fr: "Votre message d'accueil temporaire est en service." },
  ],
  [
    "main-menu",
    {
      en: "For your messages, press 1. For other folders, press 2. For greetings and your PIN, press 0. To leave, press star.",
      fr: "Pour vos messages, appuyez sur le 1. Pour les autres dossiers, le 2. Pour les messages d'accueil et votre NIP, le 0. Pour quitter, l'étoile.",
    },
  ],
  ["folder-menu", { en: "Choose a folder.", fr: "Choisissez un dossier." }],
  ["for-folder", { en: "For folder", fr: "Pour le dossier" }],
  ["for-new-messages", { en: "For new messages", fr: "Pour les nouveaux messages" }],
  ["for-old-messages", { en: "For old messages", fr: "Pour les anciens messages" }],
  ["press", { en: "press", fr: "appuyez sur le" }],
  ["folder-empty", { en: "There are no messages in this folder.", fr: "Il n'y a aucun message dans ce dossier." }],
  ["no-more-messages", { en: "There are no more messages.", fr: "Il n'y a plus de messages." }],
  ["no-earlier-messages", { en: "This is the first message.", fr: "C'est le premier message." }],
  ["message", { en: "Message", fr: "Message" }],
  ["urgent", { en: "urgent", fr: "urgent" }],
  ["received", { en: "received", fr: "reçu" }],
  ["today", { en: "today", fr: "aujourd'hui" }],
  ["yesterday", { en: "yesterday", fr: "hier" }],
  ["am", { en: "a.m.", fr: "" }],
  ["pm", { en: "p.m.", fr: "" }],
  ["from-number", { en: "from", fr: "du numéro" }],
  ["length", { en: "length", fr: "durée" }],
  ["length-minute", { en: "minute", fr: "minute" }],
  ["length-minutes", { en: "minutes", fr: "minutes" }],
  ["length-second", { en: "second", fr: "seconde" }],
  ["length-seconds", { en: "seconds", fr: "secondes" }],
  ["from-unknown", { en: "from an unknown caller", fr: "d'un appelant inconnu" }],
  [
    "message-menu",
    {
      en: "For the previous message, press 4. To hear this one again, press 5. For the next, press 6. To delete it or to keep it after all, press 7. To forward it, press 8. To save it in a folder, press 9. For more choices, press 0. For the main menu, press star.",
      fr: "Pour le message précédent, appuyez sur le 4. Pour réécouter celui-ci, le 5. Pour le suivant, le 6. Pour le supprimer ou le conserver malgré tout, le 7. Pour le transférer, le 8. Pour le ranger dans un dossier, le 9. Pour d'autres choix, le 0. Pour le menu principal, l'étoile.",
    },
  ],
  [
    "more-menu",
    {
      en: "To call the sender, press 1. To hear when the message came, press 2. While a message is played, 1 goes back five seconds, 2 pauses, and 3 goes forward. To go back, press star.",
      fr: "Pour appeler l'expéditeur, appuyez sur le 1. Pour savoir quand le message est arrivé, le 2. Pendant l'écoute, le 1 recule de cinq secondes, le 2 met en pause et le 3 avance. Pour revenir, l'étoile.",
    },
  ],
  ["deleted", { en: "Message deleted.", fr: "Message supprimé." }],
  ["kept", { en: "Message kept.", fr: "Message conservé." }],
  ["saved", { en: "Message saved.", fr: "Message rangé." }],
  ["message-gone", { en: "This message is no longer there.", fr: "Ce message n'existe plus." }],
  [
    "forward-to",
    {
      en: "Please enter the mailbox that the message goes to, then press pound.",
      fr: "Veuillez entrer la boîte vocale à laquelle transférer le message, puis appuyez sur le carré.",
    },
  ],
  [
    "comment-menu",
    {
      en: "To send it as it is, press 1. To put a comment before it, press 2. To go back, press star.",
      fr: "Pour l'envoyer tel quel, appuyez sur le 1. Pour le faire précéder d'un commentaire, le 2. Pour revenir, l'étoile.",
    },
  ],
  [
    "record-comment",
    {
      en: "Record your comment after the tone, then press pound.",
      fr: "Enregistrez votre commentaire après le signal sonore, puis appuyez sur le carré.",
    },
  ],
  ["forwarded", { en: "Message forwarded.", fr: "Message transféré." }],
  ["no-such-mailbox", { en: "There is no such mailbox.", fr: "Cette boîte vocale n'existe pas." }],
  ["cannot-call-back", { en: "This caller cannot be called back.", fr: "Cet appelant ne peut pas être rappelé." }],

  // Greetings and PIN.
  [
    "options-menu",
    {
      en: "For your unavailable greeting, press 1. For your busy greeting, press 2. For your name, press 3. For a temporary greeting, press 4. To change your PIN, press 5. To go back, press star.",
      fr: "Pour votre message d'absence, appuyez sur le 1. Pour le message de ligne occupée, le 2. Pour votre nom, le 3. Pour un message temporaire, le 4. Pour changer votre NIP, le 5. Pour revenir, l'étoile.",
    },
  ],
  [
    "greeting-menu",
    {
      en: "To record it, press 1. To listen to it, press 2. To remove it, press 3. To go back, press star.",
      fr: "Pour l'enregistrer, appuyez sur le 1. Pour l'écouter, le 2. Pour le retirer, le 3. Pour revenir, l'étoile.",
    },
  ],
  [
    "record-greeting",
    { en: "Speak after the tone, then press pound.", fr: "Parlez après le signal sonore, puis appuyez sur le carré." },
  ],
  [
    "recorded-menu",
    {
      en: "To use the recording, press 1. To listen to it, press 2. To record it again, press 3. To go back without it, press star.",
      fr: "Pour utiliser l'enregistrement, appuyez sur le 1. Pour l'écouter, le 2. Pour l'enregistrer de nouveau, le 3. Pour revenir sans lui, l'étoile.",
    },
  ],
  ["no-greeting", { en: "There is no recording.", fr: "Il n'y a pas d'enregistrement." }],
  ["greeting-saved", { en: "Recording saved.", fr: "Enregistrement conservé." }],
  ["greeting-removed", { en: "Recording removed.", fr: "Enregistrement retiré." }],
  ["recording-too-short", { en: "That was too short.", fr: "C'était trop court." }],
  [
    "new-pin",
    {
      en: "Please enter the new PIN, then press pound.",
      fr: "Veuillez entrer le nouveau NIP, puis appuyez sur le carré.",
    },
  ],
  [
    "new-pin-again",
    { en: "Please enter it again, then press pound.", fr: "Veuillez l'entrer de nouveau, puis appuyez sur le carré." },
  ],
  ["pins-differ", { en: "These were not the same.", fr: "Les deux n'étaient pas identiques." }],
  ["pin-changed", { en: "Your PIN has been changed.", fr: "Votre NIP a été changé." }],
  ["pin-needs", { en: "A PIN needs", fr: "Un NIP compte de" }],
  ["to", { en: "to", fr: "à" }],
  ["digits", { en: "digits", fr: "chiffres" }],
  ["pin-too-simple", { en: "This PIN is too easy to guess.", fr: "Ce NIP est trop facile à deviner." }],
] as const;
