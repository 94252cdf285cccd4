/** Undefined where its programs are missing or it does not start. */
export function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> } | undefined>;
