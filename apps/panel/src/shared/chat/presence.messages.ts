/** Whether colleagues can be written to, at their pictures. */
export const presenceMessages = {
  "chat.presence": "Chat status",
  "chat.presence.mine": "Chat status: {status}",
  "chat.presence.online": "Online",
  "chat.presence.busy": "Busy",
  "chat.presence.onCall": "Busy: on a call",
  "chat.presence.away": "Away",
  "chat.presence.offline": "Offline",
  "chat.presence.custom": "Custom",
  "chat.presence.unknown": "Unknown",
  "chat.presence.is": "Chat: {status}",
  "chat.message.write": "Message",
} as const;
