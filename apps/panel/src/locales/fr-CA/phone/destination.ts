export const destination = {
  "destination.voicemail": "Boîte vocale",
  "destination.conference": "Conférence {number}",
  "destination.personal_conference": "Conférence personnelle",
  "destination.parking_lot": "Stationnement {number}",
  "destination.parking_pickup": "Reprise de stationnement {number}",
  "destination.queue": "File d’attente {number}",
  "destination.video_conference": "Conférence Jitsi {number}",
  "destination.music": "{number} Musique d’attente",
  "destination.announcement": "Annonce {number}",
  "destination.feature": "Code de fonction {number}",
};
