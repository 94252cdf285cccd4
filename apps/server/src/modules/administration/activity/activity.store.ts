import { sentSchema } from "@callpanel/contract";
import * as z from "zod/mini";

/** Figures of a moment, and what was sent since the one before. */
export const sampleFactsSchema = z.object({
  registrations: z.number(),
  calls: z.number(),
  waiting: z.number(),
  memoryBytes: z.number(),
  freeBytes: z.nullable(z.number()),
  sent: sentSchema,
});
export type SampleFacts = z.infer<typeof sampleFactsSchema>;

export interface Sample extends SampleFacts {
  readonly at: number;
}

/** The figures of the last day. */
export interface ActivityStore {
  add(realm: string, sample: Sample): Promise<void>;
  /** Of every server, the oldest first. */
  since(realm: string, at: number): Promise<readonly Sample[]>;
  /** Of all companies. @returns how many */
  removeBefore(at: number): Promise<number>;
}
