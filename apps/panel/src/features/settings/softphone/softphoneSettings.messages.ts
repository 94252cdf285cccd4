export const softphoneSettingsMessages = {
  "settings.softphone.volumes": "Volumes",
  "settings.softphone.volumesHint": "For this browser. The slider of a call changes the same call volume.",
  "settings.softphone.ringing": "Ringing volume",
  "settings.softphone.call": "Call volume",
  "settings.softphone.numbers": "Numbers",
  "settings.softphone.country": "Default country for phone numbers",
  "settings.softphone.countryHint": "Set by your administrator.",
} as const;
