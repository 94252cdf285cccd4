/** What every route that gives sound has in common. */
import * as z from "zod/mini";

/** Ogg Opus, as it is stored, by default; other formats are made at the first request. */
export const soundFormatSchema = z.optional(z.enum(["ogg", "mp3", "wav"]));
export const soundQuery = z.object({
  format: soundFormatSchema,
  /** 1: to be saved as a file. */
  download: z.optional(z.enum(["0", "1"])),
});

/** The bytes of a sound, as they come. */
export const soundBytes = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);
