/** Back-ups of the server, for those who administer it (docs/spec/administration-company.md). */
import * as z from "zod/mini";
import { managesArea, managesEverything, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ownerProofSchema } from "./owner-proof.ts";
import { versionSchema } from "./people.ts";

const time = z.number();

/** Where back-ups are: BACKUP_DIR, or BACKUP_URL. */
export const BACKUP_PLACES = ["folder", "bucket"] as const;
export type BackupPlaceKind = (typeof BACKUP_PLACES)[number];
const place = z.enum(BACKUP_PLACES);

const backupSchema = z.object({
  name: z.string(),
  place,
  /** Null: it cannot be read. */
  facts: z.nullable(
    z.object({
      taken_at: time,
      database_bytes: z.number(),
      sounds: z.number(),
      sounds_bytes: z.number(),
      /** Sounds that were missing in the data folder. */
      missing: z.number(),
      /** Whether the key of the database's secrets is in it. */
      has_key: z.boolean(),
      /** Taken by a person: counted by themselves. */
      by_hand: z.boolean(),
    }),
  ),
});
export type ListedBackup = z.infer<typeof backupSchema>;

/** What a restore replaces, for its preview. */
export const RESTORED_KINDS = ["people", "numbers", "contacts", "calls", "recordings", "voicemails"] as const;
export type RestoredKind = (typeof RESTORED_KINDS)[number];

/** `2026-11-26T03-00-00Z` */
const nameParams = z.object({ name: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d{1,4})?$/)) });
const placedParams = z.extend(nameParams, { place });

export const BACKUP_KEEP_MAX = 9_999;

/** BACKUP-18: the back-up of each night. */
export const backupScheduleSchema = z.object({
  on: z.boolean(),
  /** `03:00` */
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** IANA name. */
  time_zone: z.string().check(z.maxLength(100)),
  keep: z.number().check(z.int(), z.minimum(1), z.maximum(BACKUP_KEEP_MAX)),
  place,
});
export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

/** What the server does with back-ups, or did last. */
const work = { act: z.enum(["take", "check", "prepare"]), name: z.nullable(z.string()) };
const backupsSchema = z.object({
  /** None: BACKUP_DIR and BACKUP_URL are not set. */
  /** `readable`: false while its back-ups cannot be listed; those of the other place are. */
  places: z.array(z.object({ kind: place, label: z.string(), readable: z.boolean() })),
  schedule: backupScheduleSchema,
  /** Of the schedule. */
  version: versionSchema,
  /** When the next one of the night is due; null: there is none. */
  next_at: z.nullable(time),
  /** How the last one of the night ended; null: there was none. */
  night: z.nullable(z.object({ at: time, failed: z.boolean(), said: z.string() })),
  running: z.nullable(z.object({ ...work, since: time })),
  last: z.nullable(z.object({ ...work, at: time, failed: z.boolean(), said: z.string() })),
  /** A back-up that waits beside the data; null: there is none. */
  prepared: z.nullable(
    z.object({
      name: z.string(),
      taken_at: time,
      has_key: z.boolean(),
      counts: z.array(z.object({ kind: z.enum(RESTORED_KINDS), now: z.number(), restored: z.number() })),
    }),
  ),
  /** BACKUP-19: data that restores replaced, the latest first. */
  replaced: z.array(z.object({ name: z.string(), at: time, bytes: z.number() })),
  /** Whether the server can restart by itself. */
  restarts: z.boolean(),
  /** The name of the company, which is typed to restore. */
  company: z.string(),
  /** The latest first. */
  data: z.array(backupSchema),
});
export type BackupState = z.infer<typeof backupsSchema>;

export const listBackups = defineEndpoint({
  method: "GET",
  path: "administration/backups",
  summary: "Back-ups of the server, the latest first, and what is being done with them",
  access: seesArea("backup"),
  response: backupsSchema,
});

export const takeBackup = defineEndpoint({
  method: "POST",
  path: "administration/backups",
  summary: "Begin to take a back-up, while calls go on",
  access: managesArea("backup"),
  response: backupsSchema,
});

export const checkBackup = defineEndpoint({
  method: "POST",
  path: "administration/backups/{place}/{name}/check",
  summary: "Begin to read a back-up completely: its database and each of its sounds",
  access: managesArea("backup"),
  params: placedParams,
  response: backupsSchema,
});

export const changeBackupSchedule = defineEndpoint({
  method: "PUT",
  path: "administration/backups/schedule",
  summary: "Change the back-up of each night: whether, when, where to, and how many are kept; it needs the password",
  access: managesArea("backup"),
  /** The proof is needed where something changes. */
  body: z.extend(backupScheduleSchema, { version: versionSchema, ...z.partial(ownerProofSchema).shape }),
  response: backupsSchema,
});

export const removeReplaced = defineEndpoint({
  method: "DELETE",
  path: "administration/backups/replaced/{name}",
  summary: "Remove data that a restore replaced; they cannot be brought back then",
  access: managesEverything,
  params: z.object({ name: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/)) }),
  response: backupsSchema,
});

const codeSentTo = z.nullable(z.string());

/** Seconds in which a download has to begin. */
export const BACKUP_DOWNLOAD_SECONDS = 60;

export const orderBackupDownload = defineEndpoint({
  method: "POST",
  path: "administration/backups/{place}/{name}/download",
  summary: "Begin to download a back-up: the address in the response is for one download, within a minute",
  // It has the passwords, keys and sounds of everybody in it.
  access: managesEverything,
  params: placedParams,
  body: ownerProofSchema,
  /** `url`: of the server, without its origin; null: a code is needed, and nothing happened. */
  response: z.object({ url: z.nullable(z.string()), code_sent_to: codeSentTo }),
});

/** The browser itself loads and saves it, so it has no session; nothing of it is in the memory of the page. */
export const downloadBackup = defineEndpoint({
  method: "GET",
  path: "administration/backup_downloads/{token}",
  summary: "A back-up as a ZIP file of a back-up folder, at most 4 GB; with the address of orderBackupDownload",
  access: "public",
  params: z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) }),
  binary: "application/zip",
  response: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

export const prepareRestore = defineEndpoint({
  method: "POST",
  path: "administration/backups/{place}/{name}/prepare",
  summary: "Begin to check a back-up and to put it beside the data, while calls go on; nothing is replaced",
  access: managesEverything,
  params: placedParams,
  response: backupsSchema,
});

export const dropRestore = defineEndpoint({
  method: "DELETE",
  path: "administration/backups/prepared",
  summary: "Remove the prepared back-up; back-ups and data stay",
  access: managesEverything,
  response: backupsSchema,
});

export const restoreBackup = defineEndpoint({
  method: "POST",
  path: "administration/backups/prepared/{name}/restore",
  summary: "Replace everything by the prepared back-up and restart the server; calls end, and everybody signs in again",
  access: managesEverything,
  params: nameParams,
  /** `company`: its name, typed. */
  body: z.extend(ownerProofSchema, { company: z.string().check(z.maxLength(200)) }),
  /** `code`: a code is needed, and nothing happened. */
  response: z.object({ state: z.enum(["restarting", "code"]), code_sent_to: codeSentTo }),
});
