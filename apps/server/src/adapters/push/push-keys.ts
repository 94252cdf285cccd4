import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import webPush from "web-push";
import * as z from "zod/mini";

/** By which push services know the server (VAPID, RFC 8292); base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
const FILE = "push-keys.json";

/** The keys of the data directory, made at the first start: with others every browser would have to subscribe anew. */
export async function openPushKeys(dataDir: string): Promise<PushKeys> {
  const path = join(dataDir, FILE);
  try {
    // `wx`: of two processes that start at once the first one's keys count.
    await writeFile(path, JSON.stringify(webPush.generateVAPIDKeys()), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return keysSchema.parse(JSON.parse(await readFile(path, "utf8")));
}
