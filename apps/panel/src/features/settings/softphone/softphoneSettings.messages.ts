export const softphoneSettingsMessages = {
  "settings.softphone.volumes": "Volumes",
  "settings.softphone.volumesHint": "Of this browser’s phone; the slider of a call changes the same call volume.",
  "settings.softphone.ringing": "Ringing volume",
  "settings.softphone.call": "Call volume",
  "settings.softphone.log": "Calls log",
  "settings.softphone.missed": "Show missed calls count",
  "settings.softphone.missedHint": "At the softphone’s button and at its calls log.",
  "settings.softphone.missedOn": "The count of missed calls is shown",
  "settings.softphone.missedOff": "The count of missed calls is hidden",
  "settings.softphone.numbers": "Numbers",
  "settings.softphone.country": "Country of numbers without a country code",
  "settings.softphone.countryHint": "Set by your administrator.",
} as const;
