/** What a refusal of administration is about: the kinds of the company as subjects of errors (ERROR-7). */
import type { Subject, SubjectKind, TargetKind } from "@callpanel/contract";
import type { NumberEntry } from "../directory/index.ts";
import type { RealmItem } from "../realm-settings/index.ts";

const NUMBERS: Readonly<Record<NumberEntry["kind"], SubjectKind>> = {
  announcement: "announcement",
  did: "did",
  lot: "lot",
  queue: "queue",
  room: "room",
  toggle: "toggle",
  user: "person",
};

const ITEMS: Readonly<Record<RealmItem["kind"], SubjectKind>> = {
  application: "application",
  emergency: "emergency",
  emergency_location: "emergencyLocation",
  emergency_profile: "emergencyProfile",
  outgoing: "outgoingNumber",
  setting: "setting",
  time_condition: "hours",
  trunk: "line",
};

const TARGETS: Readonly<Record<TargetKind, SubjectKind>> = {
  announcements: "announcement",
  lots: "lot",
  people: "person",
  queues: "queue",
  rooms: "room",
  toggles: "toggle",
};

/** `queue 600` */
export const subjectOfNumber = ({ kind, number }: Pick<NumberEntry, "kind" | "number">): Subject => ({
  kind: NUMBERS[kind],
  name: number,
});

/** `number 600 (a queue)`: of a number that is taken. */
export const takenNumber = ({ kind, number }: Pick<NumberEntry, "kind" | "number">): Subject => ({
  kind: "number",
  name: number,
  as: NUMBERS[kind],
});

/** `outside line gate`; of some kinds there is one without a name. */
export const subjectOfItem = ({ kind, name }: Pick<RealmItem, "kind" | "name">): Subject =>
  name === "" ? { kind: ITEMS[kind] } : { kind: ITEMS[kind], name };

/** `queue 600`: what a right is limited to. */
export const subjectOfTarget = ({ kind, target }: { readonly kind: TargetKind; readonly target: string }): Subject => ({
  kind: TARGETS[kind],
  name: target,
});
