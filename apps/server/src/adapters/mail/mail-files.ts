import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Message } from "./message.ts";

const OWNER_ONLY = { mode: 0o600, flush: true } as const;

/** Messages as files: those that cannot be sent, and those that an earlier version stored until they were sent. */
export interface MailFiles {
  /** Stores the message as `failed/<id>.eml`, so that an operator can see why it did not arrive. */
  putAside(message: Pick<Message, "id" | "raw">): Promise<void>;
  /**
   * Passes each message that an earlier version stored to `take`, oldest first, then removes its file. An unreadable file
   * is left.
   */
  moveWaiting(take: (message: Message) => Promise<void>): Promise<void>;
}

const envelopeSchema = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,80}$/)),
  from: z.string(),
  to: z.string(),
  writtenAt: z.number(),
  expiresAt: z.number(),
});

export async function openMailFiles(folder: string): Promise<MailFiles> {
  const waiting = join(folder, "waiting");
  const failed = join(folder, "failed");
  await mkdir(failed, { recursive: true, mode: 0o700 });

  return {
    putAside: ({ id, raw }) => writeFile(join(failed, `${id}.eml`), raw, OWNER_ONLY),
    moveWaiting: async (take) => {
      const names = (await readdir(waiting).catch(() => [])).filter((name) => name.endsWith(".mail"));
      const files = await Promise.all(
        names.map(async (name) => {
          const path = join(waiting, name);
          return { path, message: readMessage(await readFile(path)) };
        }),
      );
      const whole = files.flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]));
      for (const { path, message } of whole.toSorted((a, b) => a.message.writtenAt - b.message.writtenAt)) {
        await take(message);
        await rm(path, { force: true });
      }
    },
  };
}

/** One line of JSON with the envelope, then the message. */
function readMessage(file: Buffer): Message | undefined {
  const end = file.indexOf("\n");
  try {
    const envelope = z.safeParse(envelopeSchema, JSON.parse(file.subarray(0, end).toString("utf8")));
    return envelope.success ? { ...envelope.data, raw: file.subarray(end + 1) } : undefined;
  } catch {
    return undefined;
  }
}
