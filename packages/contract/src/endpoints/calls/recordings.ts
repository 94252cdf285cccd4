/** Recordings of calls (spec 2 §7, call detail records). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { soundBytes, soundQuery } from "../sound.ts";

/** For people who were in the call, and for users who may read the records of such a person (`cdrs:read_for`). */
export const getCallRecording = defineEndpoint({
  method: "GET",
  path: "cdrs/{id}/recording",
  summary: "What was recorded of a call, as Ogg Opus or in another format; a Range header gets a part of it",
  access: { kind: "read", module: "cdrs" },
  /** The number of the call record, or the call's id from events. */
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  /** One of several recordings of the call, by `monitorFile`; the first by default. */
  query: z.extend(soundQuery, { recording: z.optional(z.string().check(z.maxLength(64))) }),
  binary: "audio/ogg",
  response: soundBytes,
});
