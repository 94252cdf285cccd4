/** How an error travels (spec 2 §8). */
import * as z from "zod/mini";
import { subjectSchema } from "./subject.ts";

/** `what` is a subject, never a text: a text would be in one language. */
export const errorDetailsSchema = z.catchall(
  z.object({ what: z.optional(subjectSchema) }),
  z.union([z.string(), z.number(), subjectSchema]),
);
export type ErrorDetails = Readonly<z.infer<typeof errorDetailsSchema>>;

/**
 * The one error shape of every REST answer that is not 2xx. `error` is a catalogue code, or for oauth/token the
 * code of RFC 6749 §5.2 with the catalogue code in `code`.
 */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.string(),
  /** For people, en-US, already filled in; preferred over the panel's own fallback text. */
  error_description: z.string(),
  details: z.optional(errorDetailsSchema),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
