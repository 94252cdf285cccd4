import { DEMO_PASSWORD } from "../users/index.ts";
import type { CompanyDraft, QueueServiceDraft, RoomServiceDraft, UserDraft } from "./company.model.ts";
import { STANDARD_GROUPS } from "./standard-groups.ts";

export const DEMO_REALM = "demo";

/** The demo company of the outside surface: 24 people, three queues, five rooms, a lot, three direct numbers. */
export function createDemoCompany(): CompanyDraft {
  return {
    realm: DEMO_REALM,
    company: "Callpanel Demo",
    groups: [...STANDARD_GROUPS, { name: "none", permissions: [] }],
    users: PEOPLE.map(toUser),
    services: [
      ...QUEUES,
      { kind: "lot", number: "700", name: "Main", firstSlot: 701, lastSlot: 720, timeoutSeconds: 45 },
      ...ROOMS,
      { kind: "toggle", number: "650", name: "Day and night", optionA: "600", optionB: "102" },
      { kind: "toggle", number: "651", name: "Sales on the road", optionA: "601", optionB: "103" },
      // Everybody behind it shares the number for text messages: alice, and with the agents of Sales bob and carol.
      { kind: "toggle", number: "652", name: "Front desk", optionA: "101", optionB: "601" },
      // 555-01xx is reserved for fiction.
      { kind: "did", number: "+14165550101", name: "Alice direct", target: "101", smsCapable: true },
      { kind: "did", number: "+14165550160", name: "Support line", target: "600", smsCapable: false },
      { kind: "did", number: "+14165550170", name: "Office texts", target: "652", smsCapable: true },
    ],
    items: REALM_ITEMS,
  };
}

const WORKDAYS = [1, 2, 3, 4, 5];
const HOUR_MINUTES = 60;
const REALM_ITEMS: CompanyDraft["items"] = [
  { kind: "emergency_profile", name: "Front desk", number: "+14165550160" },
  { kind: "emergency_profile", name: "Alice direct", number: "+14165550101" },
  {
    kind: "emergency_location",
    name: "Head office",
    address: "100 Front St W, Toronto ON M5J 1E3",
    details: "3rd floor",
  },
  { kind: "emergency_location", name: "Warehouse", address: "20 Dock Rd, Mississauga ON L5B 1H7", details: "Gate 2" },
  {
    kind: "time_condition",
    name: "Office hours",
    timeZone: "America/Toronto",
    hours: [{ days: WORKDAYS, fromMinute: 9 * HOUR_MINUTES, toMinute: 17 * HOUR_MINUTES }],
  },
  { kind: "outgoing", name: "", number: "+14165550160" },
];

const QUEUES: readonly QueueServiceDraft[] = [
  {
    kind: "queue",
    number: "600",
    name: "Support",
    settings: {
      strategy: "leastRecent",
      wrapUpSeconds: 10,
      announcePosition: true,
      announceWait: true,
      callbackKey: "2",
    },
    members: [
      { username: "dave", penalty: 0, login: "always" },
      { username: "carol", penalty: 0, login: "always" },
      { username: "jamal", penalty: 1, login: "byCode" },
      { username: "olumide", penalty: 1, login: "byCode" },
      { username: "tala", penalty: 1, login: "byCode" },
    ],
  },
  {
    kind: "queue",
    number: "601",
    name: "Sales",
    settings: { serviceLevelSeconds: 30 },
    members: [
      { username: "dave", penalty: 0, login: "always" },
      { username: "carol", penalty: 0, login: "always" },
      { username: "bob", penalty: 1, login: "byCode" },
      { username: "grace", penalty: 1, login: "byCode" },
      { username: "liam", penalty: 1, login: "byCode" },
    ],
  },
  {
    kind: "queue",
    number: "602",
    name: "Billing",
    settings: { strategy: "linear", overflowTo: "601", maxWaitSeconds: 600 },
    members: [
      { username: "alice", penalty: 0, login: "always" },
      { username: "ines", penalty: 1, login: "byCode" },
      { username: "mei", penalty: 1, login: "byCode" },
    ],
  },
];

const ROOMS: readonly RoomServiceDraft[] = [
  { kind: "room", number: "800", name: "Open room", pin: null, adminPin: null },
  { kind: "room", number: "801", name: "Board room", pin: "1234", adminPin: "4321" },
  {
    kind: "room",
    number: "802",
    name: "Sales meeting",
    pin: null,
    adminPin: null,
    admins: ["bob", "carol"],
    settings: { announceCount: true, announceJoinLeave: true, optionsMenu: true, maxUsers: 20 },
  },
  {
    kind: "room",
    number: "803",
    name: "Customer workshop",
    pin: "2468",
    adminPin: "8642",
    admins: ["carol"],
    settings: { waitForAdmin: true, optionsMenu: true, maxUsers: 12 },
  },
  {
    kind: "room",
    number: "804",
    name: "All hands",
    pin: null,
    adminPin: "9753",
    admins: ["alice", "soren"],
    settings: { listenOnly: true, announceCount: true },
  },
];

interface Person {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly department: string;
  readonly groups?: readonly string[];
  readonly mayUsePanel?: false;
}

/** In order of extension, starting with 101. */
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
