/** The page of a guest before and after the meeting. */
export const guestMessages = {
  "guest.loading": "Opening the meeting…",
  "guest.title": "Join “{room}”",
  "guest.asAdmin": "You join as an admin.",
  "guest.devices": "Choose what others see and hear. You can change it at any time.",
  "guest.preview": "Your video",
  "guest.cameraOff": "Your camera is off",
  "guest.level": "Microphone level",
  "guest.name": "Your name",
  "guest.pin": "PIN",
  "guest.join": "Join",
  "guest.again": "Join again",
  "guest.retry": "Try again",
  "guest.closeTab": "You can close this page.",
  "guest.askLink": "To come back, ask the person who invited you for a new link.",
  "guest.failed": "The meeting could not be opened",
  "guest.noLink": "This link doesn’t work",
  "guest.noLinkText": "The link may be incomplete, or a new one has replaced it. Ask the person who invited you.",
  "guest.oldBrowser":
    "This browser can’t join video meetings. Use a current version of Chrome, Edge, Firefox or Safari.",
};
