/** Back-ups of the server, for those who administer it (docs/spec/administration-company.md). */
import * as z from "zod/mini";
import { managesArea, managesEverything, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { otpCodeSchema } from "../session/otp.ts";
import { PASSWORD_MAX_CHARS } from "../session/account.ts";

/** `2026-11-26T03-00-00Z` */
const nameParams = z.object({ name: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d{1,4})?$/)) });
const time = z.number();

const backupSchema = z.object({
  name: z.string(),
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
    }),
  ),
});
export type ListedBackup = z.infer<typeof backupSchema>;

/** What a restore replaces, for its preview. */
export const RESTORED_KINDS = ["people", "numbers", "contacts", "calls", "recordings", "voicemails"] as const;
export type RestoredKind = (typeof RESTORED_KINDS)[number];

/** What the server does with back-ups, or did last. */
const work = { act: z.enum(["take", "check", "prepare"]), name: z.nullable(z.string()) };
const backupsSchema = z.object({
  /** Null: BACKUP_DIR is not set. */
  place: z.nullable(z.object({ folder: z.string(), time: z.string(), keep: z.number() })),
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
  path: "administration/backups/{name}/check",
  summary: "Begin to read a back-up completely: its database and each of its sounds",
  access: managesArea("backup"),
  params: nameParams,
  response: backupsSchema,
});

/** Seconds in which a download has to begin. */
export const BACKUP_DOWNLOAD_SECONDS = 60;

export const orderBackupDownload = defineEndpoint({
  method: "POST",
  path: "administration/backups/{name}/download",
  summary: "Begin to download a back-up: the address in the response is for one download, within a minute",
  // It has the passwords, keys and sounds of everybody in it.
  access: managesEverything,
  params: nameParams,
  /** Of the server, without its origin. */
  response: z.object({ url: z.string() }),
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
  path: "administration/backups/{name}/prepare",
  summary: "Begin to check a back-up and to put it beside the data, while calls go on; nothing is replaced",
  access: managesEverything,
  params: nameParams,
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
  path: "administration/backups/{name}/restore",
  summary: "Replace everything by the prepared back-up and restart the server; calls end, and everybody signs in again",
  access: managesEverything,
  params: nameParams,
  body: z.object({
    /** The name of the company, typed. */
    company: z.string().check(z.maxLength(200)),
    current_password: z.string().check(z.maxLength(PASSWORD_MAX_CHARS)),
    /** Of the second factor, where the person has one; without it a method that sends codes sends one. */
    code: z.optional(otpCodeSchema),
  }),
  /** `code`: a code is needed, and nothing happened. */
  response: z.object({ state: z.enum(["restarting", "code"]), code_sent_to: z.nullable(z.string()) }),
});
