/** Permissions of the product: a module plus a rule, merged from the user's groups and the user (spec 1 §6). */
import * as z from "zod/mini";
import { isTargetedRule, type AdministrationArea } from "./administration/areas.ts";

/** Every module that rules are granted on (spec 1 §6), and those of our own. */
export const PERMISSION_MODULES = [
  "active_calls",
  "announcements",
  "panel_buddies",
  "call_waiting",
  "contacts",
  "cdrs",
  "chats",
  "configs",
  "conferences",
  "do_not_disturb",
  "follow_me",
  "forward",
  "intercom",
  "permissions",
  "personal_conferences",
  "queues",
  "queue_reports",
  "video_conferences",
  "voicemails",
  "voicemail_boxes",
  "emergency_caller_id_profiles",
  "emergency_caller_id_locations",
  "toggle_destinations",
  "clearly_anywhere_access",
  "softphone",
  "otp_configurations",
  "click_to_dial",
  "screenpop",
  "parkings",
  "user_preferences",
  "dids",
  // docs/spec/toll.md
  "outside_calls",
  // docs/spec/administration-pages.md
  "administration",
] as const;
export type PermissionModule = (typeof PERMISSION_MODULES)[number];

/** Modules whose `read_for`, `list_for` and `write_for` take ids: of people, or of the module's own things (announcements, toggles, queues, rooms). */
const TARGETED_MODULES: ReadonlySet<PermissionModule> = new Set<PermissionModule>([
  "announcements",
  "panel_buddies",
  "call_waiting",
  "cdrs",
  "conferences",
  "do_not_disturb",
  "follow_me",
  "forward",
  "intercom",
  "personal_conferences",
  "queues",
  "queue_reports",
  "voicemails",
  "voicemail_boxes",
  "emergency_caller_id_profiles",
  "emergency_caller_id_locations",
  "toggle_destinations",
  "otp_configurations",
  "click_to_dial",
  "screenpop",
  "user_preferences",
  "dids",
]);
/** Modules with a plain `read` that may also be limited to some ids. */
const TARGETED_READS: ReadonlySet<PermissionModule> = new Set<PermissionModule>([
  "announcements",
  "panel_buddies",
  "toggle_destinations",
]);

/** Modules whose special rules hold for the whole company or not at all. */
const WHOLE_MODULES: ReadonlySet<PermissionModule> = new Set<PermissionModule>(["outside_calls"]);

/** PERM-12: whether a rule can be limited to targets; any other rule with targets is not a permission. */
export function takesTargets({ module, rule }: { readonly module: PermissionModule; readonly rule: string }): boolean {
  if (module === "administration") return isTargetedRule(rule);
  if (/^(execute|show)_/.test(rule)) return !WHOLE_MODULES.has(module);
  return rule === "read" ? TARGETED_READS.has(module) : rule.endsWith("_for") && TARGETED_MODULES.has(module);
}

export const permissionSchema = z
  .object({
    module: z.enum(PERMISSION_MODULES),
    /** `read`, `read_for`, `list_for`, `write`, `write_for`, or `manage_<x>`, `execute_<x>`, `show_<x>`. */
    rule: z.string().check(z.regex(/^(read|read_for|list_for|write|write_for|(manage|execute|show)_[a-z_]+)$/)),
    /** Ids the rule is granted on; absent means the rule holds for everything it can apply to. */
    targets: z.optional(z.array(z.string())),
  })
  .check(z.refine((one) => one.targets === undefined || takesTargets(one), "this rule has no targets"));
export type Permission = z.infer<typeof permissionSchema>;

/** A user's merged permissions, indexed for questions. Build with `mergePermissions`. */
export interface Rights {
  readonly granted: ReadonlyMap<string, ReadonlySet<string> | "all">;
}

const keyOf = (module: PermissionModule, rule: string): string => `${module}:${rule}`;

/** Merges group and user permissions: a rule without targets wins over the same rule with targets; target lists add up. */
export function mergePermissions(...lists: ReadonlyArray<readonly Permission[]>): Rights {
  const granted = new Map<string, Set<string> | "all">();
  for (const permission of lists.flat()) {
    if (permission.targets !== undefined && !takesTargets(permission)) continue;
    const key = keyOf(permission.module, permission.rule);
    const before = granted.get(key);
    if (before === "all") continue;
    if (permission.targets === undefined) granted.set(key, "all");
    else granted.set(key, new Set([...(before ?? []), ...permission.targets]));
  }
  return { granted };
}

/** Whether one rule is held, on `target` when one is given. A rule limited to some targets never holds without one (PERM-11). */
export function holdsRule(rights: Rights, module: PermissionModule, rule: string, target?: string): boolean {
  const granted = rights.granted.get(keyOf(module, rule));
  if (granted === undefined || granted === "all") return granted === "all";
  return target !== undefined && granted.has(target);
}

/** Whether one rule is held on any target: for what is offered, and for lists that are filtered afterwards. */
export const holdsOnSome = (rights: Rights, module: PermissionModule, rule: string): boolean => {
  const granted = rights.granted.get(keyOf(module, rule));
  return granted === "all" || (granted !== undefined && granted.size > 0);
};

/** The ids on which one rule is held; none where it holds on all. */
export const targetsHeld = (rights: Rights, module: PermissionModule, rule: string): readonly string[] => {
  const granted = rights.granted.get(keyOf(module, rule));
  return granted === undefined || granted === "all" ? [] : [...granted];
};

/** Whether one rule is held without being limited to some targets. */
export const holdsForAll = (rights: Rights, module: PermissionModule, rule: string): boolean =>
  rights.granted.get(keyOf(module, rule)) === "all";

/**
 * Read is granted by read, read_for or list_for; with a target id it needs read_for or write_for on that id (spec 1 §6).
 * Without one, a rule on some ids opens the module, and its lists contain only those ids.
 */
export function canRead(rights: Rights, module: PermissionModule, target?: string): boolean {
  if (target === undefined) return ["read", "read_for", "list_for"].some((rule) => holdsOnSome(rights, module, rule));
  return ["read_for", "write_for"].some((rule) => holdsRule(rights, module, rule, target));
}

/** Write needs the rule write; with a target id write_for on that id serves as well. */
export function canWrite(rights: Rights, module: PermissionModule, target?: string): boolean {
  if (holdsRule(rights, module, "write")) return true;
  return target !== undefined && holdsRule(rights, module, "write_for", target);
}

/** The UI flags of spec 1 §6, derived from rights. The panel only hides by them: the server checks every call itself. */
export type UiFlag = keyof ReturnType<typeof uiFlags>;

export function uiFlags(rights: Rights) {
  const read = (module: PermissionModule) => canRead(rights, module);
  const settings = {
    dndRead: read("do_not_disturb"),
    cwtRead: read("call_waiting"),
    icomRead: read("intercom"),
    fwdRead: read("forward"),
    fmeRead: read("follow_me"),
    ctdRead: read("click_to_dial"),
    didsRead: read("dids"),
    screenPopRead: read("screenpop"),
    ecidProfRead: read("emergency_caller_id_profiles"),
    ecidLocRead: read("emergency_caller_id_locations"),
    otpRead: read("otp_configurations"),
    userPreferencesRead: read("user_preferences"),
  };
  const softphone = read("configs") && read("softphone");
  const contactsManagePersonal = holdsRule(rights, "contacts", "manage_personal");
  return {
    ...settings,
    confRead: read("configs"),
    softphoneRead: read("softphone"),
    usersRead: read("panel_buddies"),
    chatsRead: read("chats"),
    queuesRead: read("queues"),
    queueReportsRead: read("queue_reports"),
    conferencesRead: read("conferences"),
    videoConfRead: read("video_conferences"),
    parkRead: read("parkings"),
    vmailsRead: read("voicemails"),
    cdrsRead: read("cdrs"),
    toggleRead: read("toggle_destinations"),
    contactsRead: read("contacts"),
    contactsWrite: canWrite(rights, "contacts"),
    contactsManagePersonal,
    announceRead: read("announcements"),
    /** Emergency settings need profile and location, read and write (spec 1 §6). */
    emergencyRead: (["emergency_caller_id_profiles", "emergency_caller_id_locations"] as const).every(
      (module) => canRead(rights, module) && canWrite(rights, module),
    ),
    /** The settings link: any settings page at all. */
    hasAccess: softphone || Object.values(settings).some(Boolean) || read("toggle_destinations"),
    canCallRecord: holdsOnSome(rights, "active_calls", "execute_record"),
    /** The softphone is configured only with both (spec 1 §6). */
    softphone,
    ...administrationFlags(rights),
  };
}

/** PAGES-2: the areas of administration that a person sees, completely or in part. */
function administrationFlags(rights: Rights) {
  const sees = (area: AdministrationArea) =>
    ["show", "manage"].some((act) => holdsOnSome(rights, "administration", `${act}_${area}`));
  return {
    administrationPeople: sees("people"),
    administrationNumbers: sees("numbers"),
    administrationQueues: sees("queues"),
    administrationRooms: sees("rooms"),
    administrationLots: sees("lots"),
    administrationLines: sees("lines"),
    administrationPermissions: sees("permissions"),
    administrationCompany: sees("company"),
    administrationActivity: sees("activity"),
    administrationAuditLog: sees("audit_log"),
    administrationBackup: sees("backup"),
  };
}
