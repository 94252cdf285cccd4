export const emergencyMessages = {
  "settings.emergency.title": "Emergency calls",
  "settings.emergency.hint": "What emergency services see when you call them from this phone.",
  "settings.emergency.profile": "Call-back number",
  "settings.emergency.profileChoice": "{name}, {number}",
  "settings.emergency.location": "Current location",
  "settings.emergency.none": "Not chosen",
  "settings.emergency.present": "Help is sent to",
  "settings.emergency.nowhere": "No location is set. Choose one, so that help can find you.",
  "settings.emergency.disabled":
    "Your company has turned off these settings: emergency calls show the company’s number and address.",
} as const;
