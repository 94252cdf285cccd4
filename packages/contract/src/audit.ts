/** The audit log: each change with its author and time (docs/spec/audit.md). */
import * as z from "zod/mini";

/** What was done. An area adds its own; those that are stored are never renamed. */
export const AUDIT_ACTS = [
  "chat.created",
  "chat.archived",
  "chat.restored",
  "chat.renamed",
  "chat.topic",
  "chat.readOnly",
  "chat.writable",
  "chat.deleted",
  "chat.joined",
  "chat.invited",
  "chat.left",
  "chat.kicked",
  "chat.ownerNamed",
  "chat.ownerDismissed",
  "chat.kept",
  "chat.exported",
  "chat.soundShared",
  "chat.messageDeleted",
  "chat.pinned",
  "chat.unpinned",
  "chat.personErased",
  "chat.companyKept",
  "chat.roomLimits",
  "chat.statusAdded",
  "chat.statusChanged",
  "chat.statusRemoved",
  "video.created",
  "video.changed",
  "video.deleted",
  "video.linksRenewed",
  "people.added",
  "people.changed",
  "people.removed",
  "people.suspended",
  "people.resumed",
  "people.invited",
  "people.passwordSet",
  "people.passwordChosen",
  "people.passwordForgotten",
  "people.sessionsEnded",
  "people.sessionEnded",
  "people.secondFactorReset",
  "people.pinReset",
  "people.phoneAdded",
  "people.phoneRemoved",
  "people.pictureAdded",
  "people.pictureRemoved",
  "people.emergencyChosen",
  "groups.added",
  "groups.changed",
  "groups.removed",
  "numbers.added",
  "numbers.changed",
  "numbers.removed",
  "queues.added",
  "queues.changed",
  "queues.removed",
  "conferences.added",
  "conferences.changed",
  "conferences.removed",
  "lots.added",
  "lots.changed",
  "lots.removed",
  "toggles.added",
  "toggles.changed",
  "toggles.removed",
  "lines.added",
  "lines.changed",
  "lines.removed",
  "lines.tested",
  "emergency.added",
  "emergency.changed",
  "emergency.removed",
  "hours.added",
  "hours.changed",
  "hours.removed",
  "applications.added",
  "applications.secretChanged",
  "applications.removed",
  "company.renamed",
  "company.setting",
  "activity.lockLifted",
  "activity.storyDownloaded",
  "backup.taken",
  "backup.restored",
  "backup.downloaded",
  "backup.scheduled",
  "backup.replacedRemoved",
  "contacts.noteRemoved",
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

/** The first words of acts. */
export const AUDIT_AREAS = [
  "people",
  "groups",
  "numbers",
  "queues",
  "conferences",
  "lots",
  "toggles",
  "lines",
  "emergency",
  "hours",
  "applications",
  "company",
  "activity",
  "backup",
  "chat",
  "contacts",
  "video",
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** Kinds of things: a room of chat, one of the company's own kinds of presence, a video room; and what is administered (AUDIT-6). */
export const AUDIT_OBJECTS = [
  "room",
  "status",
  "videoRoom",
  "group",
  "number",
  "queue",
  "conference",
  "lot",
  "toggle",
  "line",
  "emergency",
  "hours",
  "application",
  "setting",
] as const;
export type AuditObject = (typeof AUDIT_OBJECTS)[number];

/** How it was ordered: by a person in the panel, or on the command line of the server. */
export const AUDIT_WAYS = ["panel", "command"] as const;
export type AuditWay = (typeof AUDIT_WAYS)[number];

/** As they were named then: the name stays when the account is removed. */
const personSchema = z.object({ uid: z.string(), name: z.string() });

export const auditDetailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
/** Facts about an act by name: `from` and `to` where something was changed. Never the text of a message. */
export type AuditDetails = z.infer<typeof auditDetailsSchema>;

export const auditLineSchema = z.object({
  /** Later lines have greater ones. */
  id: z.number(),
  at: z.number(), // ms since epoch
  act: z.enum(AUDIT_ACTS),
  way: z.enum(AUDIT_WAYS),
  /** The author; null: somebody at the command line of the server. */
  by: z.nullable(personSchema),
  /** The thing that was changed; null: only a person, or the company as a whole. */
  object: z.nullable(z.object({ kind: z.enum(AUDIT_OBJECTS), id: z.string(), name: z.string() })),
  /** The person who was changed. */
  person: z.nullable(personSchema),
  details: auditDetailsSchema,
});
export type AuditLine = z.infer<typeof auditLineSchema>;
