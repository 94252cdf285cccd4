/** Back-ups of the server, and its state, for those who administer it (docs/spec/administration-company.md). */
import * as z from "zod/mini";
import { managesArea, managesEverything, seesArea } from "../../administration/rights.policy.ts";
import { defineEndpoint } from "../../endpoint.ts";

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

/** What the server does with back-ups, or did last. */
const work = { act: z.enum(["take", "check"]), name: z.nullable(z.string()) };
const backupsSchema = z.object({
  /** Null: BACKUP_DIR is not set. */
  place: z.nullable(z.object({ folder: z.string(), time: z.string(), keep: z.number() })),
  running: z.nullable(z.object({ ...work, since: time })),
  last: z.nullable(z.object({ ...work, at: time, failed: z.boolean(), said: z.string() })),
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

export const downloadBackup = defineEndpoint({
  method: "GET",
  path: "administration/backups/{name}/download",
  summary: "A back-up as a ZIP file of a back-up folder, at most 4 GB",
  // It has the passwords, keys and sounds of everybody in it.
  access: managesEverything,
  params: nameParams,
  binary: "application/zip",
  response: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

export const getOverview = defineEndpoint({
  method: "GET",
  path: "administration/overview",
  summary: "State of the system now",
  access: {
    kind: "any",
    of: [seesArea("company"), { kind: "rule", module: "administration", rule: "show_activity" }],
  },
  response: z.object({
    version: z.string(),
    started_at: time,
    registrations: z.number(),
    calls: z.number(),
    /** Callers who wait in queues. */
    waiting: z.number(),
    /** Conference rooms with somebody in them. */
    rooms: z.number(),
    lines: z.object({ registered: z.number(), total: z.number() }),
    memory_bytes: z.number(),
    /** Null: not known. */
    disk: z.nullable(z.object({ free_bytes: z.number(), total_bytes: z.number() })),
    backup: z.object({ configured: z.boolean(), last_at: z.nullable(time) }),
  }),
});
