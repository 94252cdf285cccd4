/** Every right that can be given, as pages show it: modules in groups, the rules of each, and what their targets are (docs/spec/administration-rights.md). */
import * as z from "zod/mini";
import { permissionSchema, takesTargets, type Permission, type PermissionModule } from "../permissions.ts";
import { ADMINISTRATION_RULES } from "./areas.ts";

/** Rules with a name of their own, by module (spec 1 §6, "Special rules"). */
export const SPECIAL_RULES = {
  administration: ADMINISTRATION_RULES,
  chats: ["manage_templates"],
  contacts: ["manage_personal"],
  conferences: ["execute_callconference", "execute_confinvite"],
  active_calls: ["execute_callspy", "execute_pickup", "execute_record", "execute_redirect"],
  intercom: ["execute_silent"],
  outside_calls: ["execute_inland", "execute_abroad", "execute_premium"],
  queues: ["execute_pause", "execute_pause_self", "execute_redirect_self", "execute_redirect_user"],
  panel_buddies: [
    "show_voicemail_count",
    "show_call_state",
    "show_caller_id_info",
    "show_dnd",
    "show_callforward",
    "show_followme",
  ],
} as const satisfies Partial<Record<PermissionModule, readonly string[]>>;

export const ACCESS_RULES = ["read", "read_for", "list_for", "write", "write_for"] as const;

/** Modules with targets that are not ids of people but of the module's own things. */
const OWN_IDS: ReadonlySet<PermissionModule> = new Set<PermissionModule>([
  "administration",
  "announcements",
  "conferences",
  "queues",
  "queue_reports",
  "toggle_destinations",
]);
/** Whether the targets of a module's rules are user ids. */
export const targetsPeople = (module: PermissionModule): boolean => !OWN_IDS.has(module);

/** Groups of modules, each in the order of a page; every module is in one of them. */
export const RIGHT_GROUPS = {
  calls: ["softphone", "outside_calls", "active_calls", "click_to_dial", "parkings", "cdrs", "screenpop", "dids"],
  people: ["panel_buddies", "chats", "contacts"],
  queues: ["queues", "queue_reports"],
  meetings: ["conferences", "personal_conferences", "video_conferences"],
  voicemail: ["voicemails", "voicemail_boxes", "announcements"],
  settings: [
    "configs",
    "permissions",
    "user_preferences",
    "otp_configurations",
    "clearly_anywhere_access",
    "do_not_disturb",
    "call_waiting",
    "forward",
    "follow_me",
    "intercom",
    "toggle_destinations",
    "emergency_caller_id_profiles",
    "emergency_caller_id_locations",
  ],
  administration: ["administration"],
} as const satisfies Readonly<Record<string, readonly PermissionModule[]>>;
export type RightGroup = keyof typeof RIGHT_GROUPS;

/** Modules that have only rules with names of their own. */
const SPECIAL_ONLY: ReadonlySet<PermissionModule> = new Set<PermissionModule>(["administration", "outside_calls"]);
/** Modules without a right to write. */
const READ_ONLY: ReadonlySet<PermissionModule> = new Set<PermissionModule>([
  "active_calls",
  "cdrs",
  "clearly_anywhere_access",
  "configs",
  "permissions",
  "queue_reports",
  "softphone",
]);

const SPECIAL = new Map<string, readonly string[]>(Object.entries(SPECIAL_RULES));

/** The rules of a module that mean something: those of access, then its own. */
export function rulesOf(module: PermissionModule): readonly string[] {
  const own = SPECIAL.get(module) ?? [];
  if (SPECIAL_ONLY.has(module)) return own;
  const access = ACCESS_RULES.filter((rule) => {
    if (rule.startsWith("write") && READ_ONLY.has(module)) return false;
    return rule === "read" || rule === "write" || takesTargets({ module, rule });
  });
  return [...access, ...own];
}

/** What the targets of a right are. */
export const TARGET_KINDS = ["people", "queues", "rooms", "lots", "announcements", "toggles"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

const OWN_KINDS: Readonly<Partial<Record<PermissionModule, TargetKind>>> = {
  announcements: "announcements",
  conferences: "rooms",
  queues: "queues",
  queue_reports: "queues",
  toggle_destinations: "toggles",
};

/** What a right can be limited to; null: it holds for everything or not at all. */
export function targetKindOf(right: { readonly module: PermissionModule; readonly rule: string }): TargetKind | null {
  const { module, rule } = right;
  if (!takesTargets(right)) return null;
  if (module === "administration") return TARGET_KINDS.find((kind) => rule === `manage_${kind}`) ?? null;
  return targetsPeople(module) ? "people" : (OWN_KINDS[module] ?? null);
}

/** The right that a text names: `voicemails:read_for`; undefined: none. */
export function rightNamed(text: string, targets?: readonly string[]): Permission | undefined {
  const [module, rule, ...rest] = text.split(":");
  const right = { module, rule, ...(targets === undefined ? {} : { targets: [...targets] }) };
  const parsed = z.safeParse(permissionSchema, right);
  return parsed.success && rest.length === 0 ? parsed.data : undefined;
}
