import * as z from "zod/mini";

export const PRODUCT = "callpanel";
/** Of the folder's layout. A later one is refused. */
export const FORMAT = 1;

export const manifestSchema = z.object({
  product: z.literal(PRODUCT),
  format: z.number(),
  /** ms since the epoch. */
  takenAt: z.number(),
  /** The newest migration of the database. */
  schema: z.string(),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  sounds: z.object({ count: z.number(), bytes: z.number(), missing: z.number() }),
  /** Whether the key of the database's secrets is in it. */
  hasKey: z.boolean(),
  /** Of the key; back-ups of earlier versions do not say. */
  keySha256: z.optional(z.string()),
  /** By a person, not by the schedule; back-ups of earlier versions do not say. */
  byHand: z.optional(z.boolean()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const NAMES = {
  manifest: "backup.json",
  database: "callpanel.db",
  key: "secret.key",
  /** Ids of sounds, one a line, a file for each first two digits. */
  sounds: "sounds",
} as const;
/** Beside the back-ups: sounds of all of them, `ab/ab12…`. */
export const SHARED_SOUNDS = "sounds";

/** Descriptions. */
export const READ_AT_ONCE = 8;

export const OWNER_FOLDER = 0o700;
export const OWNER_FILE = 0o600;

/** `2026-11-26T03-00-00Z`: also the order. */
export const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?$/;
export const backupName = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

export const SOUND_ID = /^[0-9a-f]{64}$/;
export const prefixOf = (soundId: string): string => soundId.slice(0, 2);
