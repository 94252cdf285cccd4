/** Events of parking lots, and a parked call (spec 1 §3). */
import * as z from "zod/mini";

const ms = z.number(); // since epoch

export const parkingEventSchema = z.object({
  action: z.literal("PARKING"),
  realm: z.string(),
  event: z.enum(["parked", "unparked", "giveup", "timeout", "swap"]),
  lot: z.string(),
  exten: z.string(),
  space: z.string(),
  parkee: z.optional(z.object({ name: z.string(), number: z.string(), channel: z.string(), uniqueid: z.string() })),
  parker: z.optional(z.object({ name: z.string(), number: z.string() })),
  timeoutSeconds: z.optional(z.number()),
  startedAt: z.optional(ms),
});
/** Spec 1 §3, parked call: a taken slot in a snapshot and in ParkedCalls. */
export const parkedCallSchema = z.object({
  realm: z.string(),
  /** The lot's name and extension, and the slot. */
  lot: z.string(),
  exten: z.string(),
  space: z.string(),
  parkee: z.object({ name: z.string(), number: z.string(), channel: z.string(), uniqueid: z.string() }),
  parker: z.object({ name: z.string(), number: z.string() }),
  timeoutSeconds: z.number(),
  startedAt: ms,
});
export type ParkedCall = z.infer<typeof parkedCallSchema>;
