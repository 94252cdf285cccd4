import { ADMINISTRATION_RULES, type Permission, type PermissionModule } from "@callpanel/contract";
import type { GroupDraft } from "./company.model.ts";

const grant = (module: PermissionModule, ...rules: readonly string[]): readonly Permission[] =>
  rules.map((rule) => ({ module, rule }));

/** A person's own settings and data. */
const OWN_SETTINGS: readonly PermissionModule[] = [
  "call_waiting",
  "do_not_disturb",
  "follow_me",
  "forward",
  "intercom",
  "click_to_dial",
  "screenpop",
  "otp_configurations",
  "user_preferences",
  "emergency_caller_id_profiles",
  "emergency_caller_id_locations",
  "personal_conferences",
  "toggle_destinations",
  "dids",
];

/** Data of other people, for supervisors of sub-accounts. */
const WATCHED: readonly PermissionModule[] = [
  "call_waiting",
  "do_not_disturb",
  "follow_me",
  "forward",
  "intercom",
  "click_to_dial",
  "screenpop",
  "emergency_caller_id_profiles",
  "emergency_caller_id_locations",
  "user_preferences",
  "dids",
  "cdrs",
  "voicemails",
  "voicemail_boxes",
];

/** Roles of every new realm; its administrators may change them. */
export const STANDARD_GROUPS: readonly GroupDraft[] = [
  {
    name: "staff",
    permissions: [
      ...grant("configs", "read"),
      ...grant("softphone", "read"),
      ...grant("outside_calls", "execute_inland"),
      ...grant(
        "panel_buddies",
        "read",
        "write",
        "show_voicemail_count",
        "show_call_state",
        "show_caller_id_info",
        "show_dnd",
        "show_callforward",
        "show_followme",
      ),
      ...grant("chats", "read", "write"),
      ...grant("contacts", "read", "write", "manage_personal"),
      ...grant("queues", "read"),
      ...grant("conferences", "read", "execute_callconference", "execute_confinvite"),
      ...grant("video_conferences", "read", "write"),
      ...grant("parkings", "read", "write"),
      ...grant("voicemails", "read", "write"),
      ...grant("voicemail_boxes", "read", "write"),
      ...grant("cdrs", "read"),
      ...grant("announcements", "read"),
      // To people and slots; elsewhere the right to listen is needed too (docs/spec/realtime.md).
      ...grant("active_calls", "read", "execute_pickup", "execute_redirect"),
      ...grant("permissions", "read"),
      ...grant("clearly_anywhere_access", "read"),
      ...OWN_SETTINGS.flatMap((module) => grant(module, "read", "write")),
    ],
  },
  {
    name: "supervisor",
    permissions: [
      ...grant("active_calls", "execute_callspy", "execute_record"),
      ...grant("outside_calls", "execute_inland", "execute_abroad"),
      ...grant("queues", "execute_pause", "execute_pause_self", "execute_redirect_self", "execute_redirect_user"),
      ...grant("queue_reports", "read"),
      ...grant("conferences", "write"),
      ...grant("announcements", "write"),
      ...grant("chats", "manage_templates"),
      ...WATCHED.flatMap((module) => grant(module, "list_for", "read_for")),
    ],
  },
  // Rights of administration alone: what else an administrator may do comes from other groups.
  { name: "administrators", permissions: grant("administration", ...ADMINISTRATION_RULES) },
  { name: "agent", permissions: grant("queues", "execute_pause_self", "execute_redirect_self") },
  {
    name: "buddies-only",
    // configs: for events; without softphone:read it gives no phone.
    permissions: [...grant("configs", "read"), ...grant("panel_buddies", "read", "show_call_state")],
  },
];
