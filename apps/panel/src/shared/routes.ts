/** Route names and their order (spec 1 §2). */
export const PAGE_NAMES = [
  "announcements",
  "users",
  "chats",
  "queues-dashboard",
  "queue-reports",
  "conferences",
  "video-conferences",
  "parking",
  "voicemails",
  "cdrs",
  "contacts",
  "settings-phone-status",
] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** Routes of the service kind: they pass without a page of the menu behind them. */
export const SERVICE_PATHS = {
  login: "/login",
  oauth2: "/clusterpbx_callback",
  unsupported: "/unsupported",
  embeddedLogin: "/embedded_login",
  forbidden: "/403",
  signOut: "/signout",
} as const;

/** Where a sign-in may lead back to: a path of this panel, never another site or a service route. */
export function isReturnPath(path: string): boolean {
  if (!path.startsWith("/") || path.startsWith("//") || /[\\\s]/.test(path)) return false;
  const bare = path.split(/[?#]/)[0] ?? path;
  return !Object.values<string>(SERVICE_PATHS).includes(bare);
}
