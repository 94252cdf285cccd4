/** Message waiting (RFC 3842) as spec 1 §4 takes it: exactly three lines that are not empty, or it is ignored. */
export interface Mailbox {
  readonly newCount: number;
  readonly oldCount: number;
}

const LINES = 3;
const COUNTS = /^Voice-Message:\s*(\d{1,9})\/(\d{1,9})(?:\s|$)/i;

export function readMessageSummary(body: string): Mailbox | undefined {
  const lines = body.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length !== LINES) return undefined;
  for (const line of lines) {
    const [, newCount, oldCount] = COUNTS.exec(line) ?? [];
    if (newCount !== undefined && oldCount !== undefined)
      return { newCount: Number(newCount), oldCount: Number(oldCount) };
  }
  return undefined;
}
