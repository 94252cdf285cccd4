export const emergencyMessages = {
  "settings.emergency.title": "Emergency calls",
  "settings.emergency.hint": "What the emergency services learn of you when you call them from this phone.",
  "settings.emergency.profile": "Call-back number",
  "settings.emergency.profileChoice": "{name} ({number})",
  "settings.emergency.location": "Present location",
  "settings.emergency.none": "Not chosen",
  "settings.emergency.present": "Help is sent to",
  "settings.emergency.nowhere": "No location is chosen. Choose one, so that help finds you.",
  "settings.emergency.disabled":
    "Your company has switched these settings off: emergency calls show the number and address of the company.",
} as const;
