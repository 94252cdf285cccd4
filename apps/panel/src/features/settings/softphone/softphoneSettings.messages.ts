export const softphoneSettingsMessages = {
  "settings.softphone.volumes": "Volumes",
  "settings.softphone.volumesHint": "Of this browser’s phone; the slider of a call changes the same call volume.",
  "settings.softphone.ringing": "Ringing volume",
  "settings.softphone.call": "Call volume",
  "settings.softphone.numbers": "Numbers",
  "settings.softphone.country": "Country of numbers without a country code",
  "settings.softphone.countryHint": "Set by your administrator.",
} as const;
