/** The target of queues that set none, for rows from before the log had it (docs/spec/queue-settings.md). */
export const USUAL_TARGET_MS = 20_000;

/** QREP-4: whether a caller was answered as soon as the queue wanted then. */
export const isInTarget = (row: { readonly waitMs: number; readonly targetMs?: number | undefined }): boolean =>
  row.waitMs <= (row.targetMs ?? USUAL_TARGET_MS);
