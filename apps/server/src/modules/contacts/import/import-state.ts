import { duplicateChoiceSchema, importFieldSchema, importPhaseSchema, importProgressSchema } from "@callpanel/contract";
import * as z from "zod/mini";
import type { ImportPlan } from "./import.model.ts";

const planSchema = z.object({
  book: z.object({ realmId: z.number(), ownerId: z.nullable(z.number()) }),
  hasHeader: z.boolean(),
  mapping: z.array(z.nullable(importFieldSchema)),
  onDuplicate: duplicateChoiceSchema,
  choices: z.array(z.tuple([z.number(), duplicateChoiceSchema])),
});

/** The part of an import that all servers of a database know. */
export const importStateSchema = z.object({
  id: z.string(),
  realm: z.string(),
  /** Null: the file is being read. */
  plan: z.nullable(planSchema),
  phase: importPhaseSchema,
  progress: z.nullable(importProgressSchema),
  unwritten: z.array(z.number()),
  /** Milliseconds since the epoch. */
  usedAt: z.number(),
  /** Counts the steps of the person. */
  revision: z.number(),
  /** The newest check of the rows; empty: none yet. */
  check: z.string(),
  filePieces: z.number(),
  duplicatePieces: z.number(),
  /** The server that writes the rows. */
  owner: z.string(),
  isCancelled: z.boolean(),
});
export type ImportState = z.infer<typeof importStateSchema>;

/** The state while the file of an import is being read. */
export const readingState = (facts: Pick<ImportState, "id" | "realm" | "owner" | "usedAt">): ImportState => ({
  ...facts,
  plan: null,
  phase: "mapping",
  progress: null,
  unwritten: [],
  revision: 0,
  check: "",
  filePieces: 0,
  duplicatePieces: 0,
  isCancelled: false,
});

export const storedPlan = (plan: ImportPlan): ImportState["plan"] => ({
  ...plan,
  mapping: [...plan.mapping],
  choices: [...plan.choices],
});
