export const clickToDialSettingsMessages = {
  "settings.dial.title": "When you click a number",
  "settings.dial.hint": "Numbers in this panel, phone links, and numbers on web pages that work with it.",
  "settings.dial.softphoneShow": "Show the softphone",
  "settings.dial.softphoneShowHint": "Fills in the number. You press Call.",
  "settings.dial.callPanelDial": "Dial in the call panel",
  "settings.dial.callPanelDialHint": "Calls right away, using this computer’s microphone.",
  "settings.dial.dialAfterOriginate": "Call my devices and dial after answer",
  "settings.dial.dialAfterOriginateHint": "Your phones ring first. The number is dialed when you answer.",
  "settings.dial.saved": "Click-to-dial saved",
} as const;
