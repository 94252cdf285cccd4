import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import webPush from "web-push";
import * as z from "zod/mini";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";

/** Keys that identify the server to push services (VAPID, RFC 8292); base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeysDeps {
  /** The folder where an earlier version stored the keys. */
  readonly dataDir: string;
  /** Returns the value that the database has for a name; stores the given one if there is none. */
  readonly settle: (name: string, value: string) => Promise<string>;
  readonly box: SecretBox;
}

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
const NAME = "push";
const FILE = "push-keys.json";

/**
 * PUSH-1, OWN-9: the same keys for all servers of a database. With other keys every browser would have to subscribe again.
 * The keys of an earlier version's file move into the database.
 * @throws WrongSecretKey when they were encrypted with another key
 */
export async function openPushKeys({ dataDir, settle, box }: PushKeysDeps): Promise<PushKeys> {
  const path = join(dataDir, FILE);
  const earlier = await readKeys(path);
  const { publicKey, privateKey } = earlier ?? webPush.generateVAPIDKeys();
  const offered = { publicKey, privateKey: box.seal(privateKey, boundTo(publicKey)) };
  const settled = keysSchema.parse(JSON.parse(await settle(NAME, JSON.stringify(offered))));
  const keys = { ...settled, privateKey: box.open(settled.privateKey, boundTo(settled.publicKey)) };
  // The file contains a private key in clear.
  if (earlier !== undefined) await rm(path, { force: true });
  return keys;
}

const boundTo = (publicKey: string): string => `private key of push key ${publicKey}`;

async function readKeys(path: string): Promise<PushKeys | undefined> {
  try {
    return keysSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
