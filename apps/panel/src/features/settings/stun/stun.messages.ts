export const stunMessages = {
  "settings.stun.title": "STUN servers",
  "settings.stun.hint":
    "They tell the phone by which address the rest of the internet sees it. Change them only when calls have no sound.",
  "settings.stun.list": "Servers, separated by commas",
  "settings.stun.listHint": "For example stun:stun.example.com:3478. Leave it empty for those of the phone system.",
  "settings.stun.invalid": "Invalid format",
  "settings.stun.default": "Of the phone system: {servers}",
  "settings.stun.none": "The phone system names none.",
} as const;
