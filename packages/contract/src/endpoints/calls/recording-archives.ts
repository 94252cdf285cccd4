/** Recordings of several calls as one file (spec 2 §7, call history). What the spec leaves open is settled in docs/spec/call-history.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { ARCHIVE_CHOSEN_MAX, ARCHIVE_FAILURES, ARCHIVE_STATES } from "../../limits.ts";
import { callFilter, readsCalls } from "./call-history.ts";
import { searchSchema } from "../paging.ts";
import { soundBytes } from "../sound.ts";

export const recordingArchiveSchema = z.object({
  id: z.string(),
  state: z.enum(ARCHIVE_STATES),
  /** Recordings in total, and those that are packed or missing. */
  total: z.number(),
  packed: z.number(),
  missing: z.number(),
  /** Of the file; 0 until it is done. */
  bytes: z.number(),
  /** Why it failed. */
  error: z.nullable(z.enum(ARCHIVE_FAILURES)),
  created_at: z.string(),
  /** When the file is removed; null until there is one. */
  expires_at: z.nullable(z.string()),
});
export type RecordingArchive = z.infer<typeof recordingArchiveSchema>;

export const startRecordingArchive = defineEndpoint({
  method: "POST",
  path: "archive/cdrs/recording/bulk",
  summary:
    "Begin to pack recordings of calls into one ZIP file; ARCHIVE reports its progress. It replaces the user's earlier archive",
  access: readsCalls,
  body: z.object({
    ...callFilter,
    search: searchSchema,
    /** Ids of call records; without it every call that fits. */
    calls: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(ARCHIVE_CHOSEN_MAX))),
  }),
  response: recordingArchiveSchema,
});

export const getOwnRecordingArchive = defineEndpoint({
  method: "GET",
  path: "archive/cdrs/recording/bulk",
  summary: "The user's own archive of recordings, where there is one",
  access: readsCalls,
  response: z.object({ data: z.nullable(recordingArchiveSchema) }),
});

const archiveParams = z.object({ id: z.string().check(z.maxLength(64)) });

export const removeRecordingArchive = defineEndpoint({
  method: "DELETE",
  path: "archive/cdrs/recording/bulk/{id}",
  summary: "Give up an archive of the user, or remove its file",
  access: readsCalls,
  params: archiveParams,
  response: z.object({ success: z.literal(true) }),
});

export const downloadRecordingArchive = defineEndpoint({
  method: "GET",
  path: "archive/cdrs/recording/bulk_download/{id}",
  summary: "The file of an archive of the user, from when it is done until it expires",
  access: readsCalls,
  params: archiveParams,
  binary: "application/zip",
  response: soundBytes,
});
