/** Subjects of errors. The wire has kind and name; each reader sees the text in their language. */
import * as z from "zod/mini";

export const SUBJECT_KINDS = [
  "account",
  "agent",
  "announcement",
  "application",
  "backupSchedule",
  "company",
  "did",
  "emergency",
  "emergencyLocation",
  "emergencyNumber",
  "emergencyProfile",
  "file",
  "group",
  "hours",
  "line",
  "lot",
  "number",
  "outgoingNumber",
  "person",
  "phone",
  "pinHolder",
  "queue",
  "realm",
  "replacedData",
  "right",
  "room",
  "roomAdmin",
  "setting",
  "slot",
  "sound",
  "target",
  "toggle",
  "toggleTarget",
] as const;

const kindSchema = z.enum(SUBJECT_KINDS);
export type SubjectKind = z.infer<typeof kindSchema>;

const namedSubjectSchema = z.object({
  kind: kindSchema,
  /** Username, number or name; left out where there is one of its kind. */
  name: z.optional(z.string()),
});

/** `queue 600`, `agent ann of queue 600`, `number 702 (a slot of parking lot 700)`. */
export const subjectSchema = z.object({
  ...namedSubjectSchema.shape,
  /** What it is besides, where its kind alone does not say why it is refused; `of` is then said of this. */
  as: z.optional(kindSchema),
  of: z.optional(namedSubjectSchema),
});
export type Subject = Readonly<z.infer<typeof subjectSchema>>;

/** Names a subject inside a sentence in one language. */
export type SaySubject = (subject: Subject) => string;

const NOUNS: Readonly<Record<SubjectKind, string>> = {
  account: "SIP account",
  agent: "agent",
  announcement: "announcement",
  application: "application",
  backupSchedule: "back-up schedule",
  company: "company",
  did: "direct number",
  emergency: "list of emergency numbers",
  emergencyLocation: "emergency location",
  emergencyNumber: "emergency number",
  emergencyProfile: "emergency profile",
  file: "file",
  group: "group",
  hours: "business hours schedule",
  line: "outside line",
  lot: "parking lot",
  number: "number",
  outgoingNumber: "outgoing number",
  person: "user",
  phone: "phone",
  pinHolder: "mailbox, announcement or room",
  queue: "queue",
  realm: "realm",
  replacedData: "replaced data",
  right: "permission",
  room: "room",
  roomAdmin: "admin",
  setting: "setting",
  slot: "slot",
  sound: "sound",
  target: "target",
  toggle: "toggle destination",
  toggleTarget: "person, queue or room",
};

/** In en-US: `queue Support`; `the company` where there is no name. */
export const englishSubject: SaySubject = ({ as, of, ...subject }) => {
  const owner = of === undefined ? "" : ` of ${englishNamed(of)}`;
  if (as === undefined) return `${englishNamed(subject)}${owner}`;
  const article = /^[aeio]/i.test(NOUNS[as]) ? "an" : "a";
  return `${englishNamed(subject)} (${article} ${NOUNS[as]}${owner})`;
};

const englishNamed = ({ kind, name }: Subject): string =>
  name === undefined ? `the ${NOUNS[kind]}` : `${NOUNS[kind]} ${name}`;
