/** The common texts of the settings pages. */
export const settingsMessages = {
  "settings.pages": "Settings pages",
  "settings.page": "Settings page",
  "settings.whose": "Settings of",
  "settings.myself": "Myself ({name})",
  "settings.person": "{name} ({extension})",
  "settings.goTo": "Settings: {page}",
  "settings.save": "Save",
  "settings.discard": "Discard changes",
  "settings.changed": "You have unsaved changes",
  "settings.saved": "Settings saved",
  "settings.readOnly": "You can see these settings, but not change them.",
  "settings.retry": "Retry",
  "settings.matches": "Matching numbers",
  "settings.matchCount": "{count, plural, one {# match} other {# matches}}",
  "settings.number.missing": "Enter a number",
  "settings.number.invalid": "This number can’t be dialed",
} as const;
