/** Missed calls and voicemail in conversations. */
export const callLineMessages = {
  "chat.call.missed": "Missed call",
  "chat.call.missedBy": "{name} missed your call",
  "chat.call.voicemail": "Voicemail",
  "chat.call.voicemailTo": "You left a voicemail",
  "chat.call.listen": "Listen",
  "chat.call.back": "Call back",
} as const;
