import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Message } from "./message.ts";

const OWNER_ONLY = { mode: 0o600, flush: true } as const;

/** Messages as files: one line of JSON with the envelope, then the message. */
export interface MailSpool {
  keep(message: Message): Promise<void>;
  /** What still waits from an earlier run, oldest first; a file that cannot be read is left alone. */
  waiting(): Promise<readonly Message[]>;
  taken(id: string): Promise<void>;
  /** Keeps the message as `failed/<id>.eml`, for whoever looks why it did not arrive. */
  gaveUp(message: Message): Promise<void>;
}

const envelopeSchema = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,80}$/)),
  from: z.string(),
  to: z.string(),
  writtenAt: z.number(),
  expiresAt: z.number(),
});

export async function openMailSpool(folder: string): Promise<MailSpool> {
  const waiting = join(folder, "waiting");
  const failed = join(folder, "failed");
  for (const one of [waiting, failed]) await mkdir(one, { recursive: true, mode: 0o700 });
  const fileOf = (id: string): string => join(waiting, `${id}.mail`);

  return {
    keep: async ({ raw, ...envelope }) => {
      const draft = join(waiting, `${envelope.id}.new`);
      await writeFile(draft, Buffer.concat([Buffer.from(`${JSON.stringify(envelope)}\n`), raw]), OWNER_ONLY);
      await rename(draft, fileOf(envelope.id));
    },
    waiting: async () => {
      const names = (await readdir(waiting)).filter((name) => name.endsWith(".mail")).toSorted();
      const read = await Promise.all(names.map(async (name) => readMessage(await readFile(join(waiting, name)))));
      return read.filter((message) => message !== undefined).toSorted((a, b) => a.writtenAt - b.writtenAt);
    },
    taken: (id) => rm(fileOf(id), { force: true }),
    gaveUp: async ({ id, raw }) => {
      await writeFile(join(failed, `${id}.eml`), raw, OWNER_ONLY);
      await rm(fileOf(id), { force: true });
    },
  };
}

function readMessage(file: Buffer): Message | undefined {
  const end = file.indexOf("\n");
  try {
    const envelope = z.safeParse(envelopeSchema, JSON.parse(file.subarray(0, end).toString("utf8")));
    return envelope.success ? { ...envelope.data, raw: file.subarray(end + 1) } : undefined;
  } catch {
    return undefined;
  }
}
