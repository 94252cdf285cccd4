import type { UiFlag } from "@callpanel/contract";

/** A page of the panel: its addresses and who may see it. */
export interface PageRoute {
  readonly name: string;
  /** The link of the menu that it belongs to. */
  readonly area: string;
  /** The first is the main path, the others are aliases. */
  readonly paths: readonly [string, ...string[]];
  /** Optional segments after the path, in order; they are passed on to the page. */
  readonly params?: readonly string[];
  /** Whether the path is case-sensitive. */
  readonly caseSensitive?: boolean;
  /** Available to people with one of these flags. */
  readonly needs: readonly UiFlag[];
}

/** Every page of spec 1 §2 in its order of availability; the last three are additions. */
const PAGE_ROUTES = [
  { name: "announcements", area: "announcements", paths: ["/announcements"], needs: ["announceRead"] },
  { name: "users", area: "users", paths: ["/", "/buddies"], needs: ["usersRead"] },
  {
    name: "chats",
    area: "chats",
    paths: ["/chat"],
    params: ["roomType", "roomId", "extraPath"],
    caseSensitive: true,
    needs: ["chatsRead"],
  },
  { name: "queues-dashboard", area: "queues", paths: ["/queues/dashboard"], needs: ["queuesRead"] },
  { name: "queue-reports", area: "queues", paths: ["/queues/reports"], needs: ["queueReportsRead"] },
  { name: "conferences", area: "conferences", paths: ["/conferences"], needs: ["conferencesRead"] },
  { name: "video-conferences", area: "video-conferences", paths: ["/video_conferences"], needs: ["videoConfRead"] },
  { name: "parking", area: "parking", paths: ["/parking"], needs: ["parkRead"] },
  { name: "voicemails", area: "voicemails", paths: ["/voicemails"], params: ["folder", "id"], needs: ["vmailsRead"] },
  { name: "cdrs", area: "cdrs", paths: ["/cdrs"], needs: ["cdrsRead"] },
  { name: "contacts", area: "contacts", paths: ["/contacts"], needs: ["contactsRead", "contactsManagePersonal"] },
  {
    name: "settings-phone-status",
    area: "settings",
    paths: ["/settings/phone_status"],
    needs: ["dndRead", "cwtRead", "icomRead", "fwdRead", "fmeRead"],
  },
  { name: "settings-devices", area: "settings", paths: ["/settings/devices"], needs: ["softphone"] },
  {
    name: "settings-account",
    area: "settings",
    paths: ["/settings/account"],
    // Everyone with any settings can change their password.
    needs: ["hasAccess"],
  },
  { name: "settings-softphone", area: "settings", paths: ["/settings/softphone"], needs: ["softphone"] },
  { name: "settings-emergency", area: "settings", paths: ["/settings/emergency"], needs: ["emergencyRead"] },
  { name: "settings-notifications", area: "settings", paths: ["/settings/notifications"], needs: ["hasAccess"] },
  { name: "settings-click-to-dial", area: "settings", paths: ["/settings/click_to_dial"], needs: ["ctdRead"] },
  {
    name: "settings-call-screen-pop",
    area: "settings",
    paths: ["/settings/call_screen_pop"],
    needs: ["screenPopRead"],
  },
  { name: "settings-stun-servers", area: "settings", paths: ["/settings/stun_servers"], needs: ["softphone"] },
  { name: "settings-blacklist", area: "settings", paths: ["/settings/blacklist"], needs: ["hasAccess"] },
  {
    name: "settings-toggle-destinations",
    area: "settings",
    paths: ["/settings/toggle_destinations"],
    needs: ["toggleRead"],
  },
  { name: "settings-sms-to-email", area: "settings", paths: ["/settings/sms_to_email"], needs: ["didsRead"] },
  // In the order of the tabs; an area of administration that is not in the list is not built yet.
  {
    name: "administration-overview",
    area: "administration",
    paths: ["/administration/overview"],
    needs: ["administrationCompany", "administrationActivity"],
  },
  {
    name: "administration-people",
    area: "administration",
    paths: ["/administration/people"],
    params: ["id", "part"],
    needs: ["administrationPeople"],
  },
  {
    name: "administration-numbers",
    area: "administration",
    paths: ["/administration/numbers"],
    params: ["kind", "id"],
    needs: ["administrationNumbers"],
  },
  {
    name: "administration-queues",
    area: "administration",
    paths: ["/administration/queues"],
    params: ["id"],
    needs: ["administrationQueues"],
  },
  {
    name: "administration-rooms",
    area: "administration",
    paths: ["/administration/rooms"],
    params: ["id"],
    needs: ["administrationRooms"],
  },
  {
    name: "administration-lots",
    area: "administration",
    paths: ["/administration/lots"],
    params: ["id"],
    needs: ["administrationLots"],
  },
  {
    name: "administration-lines",
    area: "administration",
    paths: ["/administration/lines"],
    params: ["kind", "id"],
    needs: ["administrationLines"],
  },
  {
    name: "administration-permissions",
    area: "administration",
    paths: ["/administration/permissions"],
    params: ["part", "name"],
    needs: ["administrationPermissions"],
  },
  {
    name: "administration-company",
    area: "administration",
    paths: ["/administration/company"],
    needs: ["administrationCompany"],
  },
  {
    name: "administration-activity",
    area: "administration",
    paths: ["/administration/activity"],
    params: ["id"],
    needs: ["administrationActivity"],
  },
  {
    name: "administration-audit-log",
    area: "administration",
    paths: ["/administration/audit_log"],
    needs: ["administrationAuditLog"],
  },
  {
    name: "administration-backup",
    area: "administration",
    paths: ["/administration/backup"],
    needs: ["administrationBackup"],
  },
] as const satisfies readonly PageRoute[];

export type PageName = (typeof PAGE_ROUTES)[number]["name"];
export type AreaName = (typeof PAGE_ROUTES)[number]["area"];

/** A row of the table. */
export interface Page extends PageRoute {
  readonly name: PageName;
  readonly area: AreaName;
}
export const PAGES: readonly Page[] = PAGE_ROUTES;

/** The pages that a person may see, in order of availability. */
export function availablePages(flags: Readonly<Record<UiFlag, boolean>>): readonly Page[] {
  return PAGES.filter(({ needs }) => needs.some((flag) => flags[flag]));
}

/** Addresses that redirect to another (spec 1 §2). */
export const REDIRECTS = [
  { from: "/queues", to: "/queues/dashboard" },
  { from: "/settings", to: "/settings/phone_status" },
  { from: "/administration", to: "/administration/overview" },
] as const;

/** The scope of a search: the address, except that a voicemail message has the scope of its folder. */
export const searchedPlace = (pathname: string): string =>
  pathname.replace(/^\/voicemails(\/[^/]+)?.*$/, (_, folder: string | undefined) => `/voicemails${folder ?? "/all"}`);

/** Room types of a chat's address: channel, private group, direct. */
const ROOM_TYPES = ["c", "p", "d"];

/** Whether the segments of a page are valid: the room type of a chat is one of three. */
export function areParams({ roomType }: Readonly<Record<string, string | undefined>>): boolean {
  return roomType === undefined || ROOM_TYPES.includes(roomType);
}

/** Service routes: they have no page in the menu. */
export const SERVICE_PATHS = {
  login: "/login",
  oauth2: "/clusterpbx_callback",
  unsupported: "/unsupported",
  embeddedLogin: "/embedded_login",
  forbidden: "/403",
  signOut: "/signout",
  /** A display on a wall; its secret is behind the `#`. */
  queueWall: "/queues/wall",
  /** The first run; the secret of its link is behind the `#`. */
  setup: "/setup",
} as const;

/** A link that starts a call: `/dialer/tel:+15145550142`. Only for signed-in people. */
export const DIALER_PATH = "/dialer";

/** Valid return paths after sign-in: a path of this panel, never another site or a service route. */
export function isReturnPath(path: string): boolean {
  if (!path.startsWith("/") || path.startsWith("//") || /[\\\s]/.test(path)) return false;
  const bare = path.split(/[?#]/)[0] ?? path;
  return !Object.values<string>(SERVICE_PATHS).includes(bare);
}
