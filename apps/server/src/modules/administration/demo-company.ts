import type { Permission, PermissionModule } from "@callpanel/contract";
import { DEMO_PASSWORD } from "../users/index.ts";
import type { CompanyDraft, GroupDraft, UserDraft } from "./company.model.ts";

export const DEMO_REALM = "demo";

/** Who to sign in as, printed at the start. */
export const DEMO_SIGN_INS = ["alice", "bob", "carol", "dave", "erin", "frank"] as const;

/** The demo company of the outside surface: 24 people, two queues, two rooms, a lot, two direct numbers. */
export function createDemoCompany(): CompanyDraft {
  return {
    realm: DEMO_REALM,
    company: "Callpanel Demo",
    groups: GROUPS,
    users: PEOPLE.map(toUser),
    services: [
      { kind: "queue", number: "600", name: "Support" },
      { kind: "queue", number: "601", name: "Sales" },
      { kind: "lot", number: "700", name: "Main", firstSlot: 701, lastSlot: 720 },
      { kind: "room", number: "800", name: "Open room", pin: null, adminPin: null },
      { kind: "room", number: "801", name: "Board room", pin: "1234", adminPin: "4321" },
      // 555-01xx is set aside for fiction.
      { kind: "did", number: "+14165550101", name: "Alice direct", target: "101", smsCapable: true },
      { kind: "did", number: "+14165550160", name: "Support line", target: "600", smsCapable: false },
    ],
  };
}

const grant = (module: PermissionModule, ...rules: readonly string[]): readonly Permission[] =>
  rules.map((rule) => ({ module, rule }));

/** A person's own settings and belongings. */
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

const GROUPS: readonly GroupDraft[] = [
  {
    name: "staff",
    permissions: [
      ...grant("configs", "read"),
      ...grant("softphone", "read"),
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
      ...grant("active_calls", "read"),
      ...grant("permissions", "read"),
      ...grant("clearly_anywhere_access", "read"),
      ...OWN_SETTINGS.flatMap((module) => grant(module, "read", "write")),
    ],
  },
  {
    name: "supervisor",
    permissions: [
      ...grant("active_calls", "execute_callspy", "execute_record"),
      ...grant("queues", "execute_pause", "execute_pause_self", "execute_redirect_self", "execute_redirect_user"),
      ...grant("queue_reports", "read"),
      ...grant("announcements", "write"),
      ...WATCHED.flatMap((module) => grant(module, "list_for", "read_for")),
    ],
  },
  { name: "agent", permissions: grant("queues", "execute_pause_self") },
  {
    name: "buddies-only",
    // configs: where events are had; without softphone:read it gives no phone.
    permissions: [...grant("configs", "read"), ...grant("panel_buddies", "read", "show_call_state")],
  },
  { name: "none", permissions: [] },
];

interface Person {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly department: string;
  readonly groups?: readonly string[];
  readonly mayUsePanel?: false;
}

/** In order of extension, from 101 on. */
const PEOPLE: readonly Person[] = [
  { username: "alice", firstName: "Alice", lastName: "Archer", department: "Office" },
  { username: "bob", firstName: "Bob", lastName: "Brandt", department: "Sales" },
  { username: "carol", firstName: "Carol", lastName: "Chen", department: "Support", groups: ["staff", "supervisor"] },
  { username: "dave", firstName: "Dave", lastName: "Diaz", department: "Support", groups: ["staff", "agent"] },
  { username: "erin", firstName: "Erin", lastName: "Evans", department: "Reception", groups: ["buddies-only"] },
  {
    username: "frank",
    firstName: "Frank",
    lastName: "Fox",
    department: "Warehouse",
    groups: ["none"],
    mayUsePanel: false,
  },
  { username: "grace", firstName: "Grace", lastName: "Gyamfi", department: "Sales" },
  { username: "hiro", firstName: "Hiro", lastName: "Hayashi", department: "Engineering" },
  { username: "ines", firstName: "Inês", lastName: "Ibáñez de la Concepción", department: "Finance" },
  { username: "jamal", firstName: "Jamal", lastName: "Jabari", department: "Support" },
  {
    username: "katarzyna",
    firstName: "Katarzyna",
    lastName: "Kowalczyk-Brzęczyszczykiewicz",
    department: "Engineering",
  },
  { username: "liam", firstName: "Liam", lastName: "Ó Laoghaire", department: "Sales" },
  { username: "mei", firstName: "Mei", lastName: "Ma", department: "Finance" },
  { username: "noel", firstName: "Noël", lastName: "Nguyễn", department: "Engineering" },
  { username: "olumide", firstName: "Olumide", lastName: "Okonkwo", department: "Support" },
  { username: "priya", firstName: "Priya", lastName: "Parthasarathy Venkataraman", department: "Engineering" },
  { username: "quentin", firstName: "Quentin", lastName: "Quispe", department: "Warehouse" },
  { username: "rania", firstName: "Rania", lastName: "Al-Rashid", department: "Sales" },
  { username: "soren", firstName: "Søren", lastName: "Sørensen", department: "Office" },
  { username: "tala", firstName: "Tala", lastName: "Tagaloa", department: "Support" },
  { username: "uma", firstName: "Uma", lastName: "Upadhyay", department: "Finance" },
  { username: "viktor", firstName: "Viktor", lastName: "Volkov", department: "Warehouse" },
  {
    username: "wilhelmina",
    firstName: "Wilhelmina Alexandrine",
    lastName: "van Wassenaer-Obdam tot Zuidwijk",
    department: "Office",
  },
  { username: "xochitl", firstName: "Xóchitl", lastName: "Ximénez", department: "Engineering" },
];

const FIRST_EXTENSION = 101;

function toUser(person: Person, index: number): UserDraft {
  return {
    groups: ["staff"],
    ...person,
    extension: String(FIRST_EXTENSION + index),
    email: `${person.username}@demo.example`,
    password: DEMO_PASSWORD,
  };
}
