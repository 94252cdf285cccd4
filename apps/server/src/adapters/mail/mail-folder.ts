import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Message } from "./message.ts";

/** Without a mail server, every message becomes a file named by its time: `2026-11-21T09-30-00-…eml`. */
export async function openMailFolder(folder: string): Promise<(message: Message) => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return async ({ id, writtenAt, raw }) => {
    const name = `${new Date(writtenAt).toISOString().slice(0, 19).replaceAll(":", "-")}-${id}`;
    const draft = join(folder, `${name}.new`);
    await writeFile(draft, raw, { mode: 0o600, flush: true });
    await rename(draft, join(folder, `${name}.eml`));
  };
}
