export const clickToDialSettingsMessages = {
  "settings.dial.title": "When you click a number",
  "settings.dial.hint": "Numbers on this panel, on web pages that work with it, and telephone links.",
  "settings.dial.softphoneShow": "Show the softphone",
  "settings.dial.softphoneShowHint": "With the number in it. Nothing is dialled until you say so.",
  "settings.dial.callPanelDial": "Dial in the call panel",
  "settings.dial.callPanelDialHint": "At once, with the microphone of this computer.",
  "settings.dial.dialAfterOriginate": "Call my devices and dial after answer",
  "settings.dial.dialAfterOriginateHint": "Your telephones ring first; the number is dialled when you have answered.",
  "settings.dial.saved": "Click-to-dial saved",
} as const;
