export const stunMessages = {
  "settings.stun.title": "STUN servers",
  "settings.stun.hint": "They help calls connect through firewalls. Change them only if calls have no sound.",
  "settings.stun.list": "Servers, separated by commas",
  "settings.stun.listHint": "For example stun:stun.example.com:3478. Leave empty to use those of the phone system.",
  "settings.stun.invalid": "Invalid format",
  "settings.stun.default": "From the phone system: {servers}",
  "settings.stun.none": "The phone system has none.",
} as const;
