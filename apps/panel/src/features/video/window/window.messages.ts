export const windowMessages = {
  "window.video": "Video",
  "window.joined": "You joined {name}",
  "window.dock": "Dock",
  "window.minimize": "Minimize",
  "window.fullscreen": "Full screen",
  "window.copyGuest": "Copy guest link",
  "window.invite": "Invite…",
  "window.newTab": "Open in new tab",
  "window.move": "Move window: arrow keys",
  "window.size": "Resize window: arrow keys",
  "window.opening": "Joining {name}…",
};
