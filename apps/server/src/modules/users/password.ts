import { hash, verify } from "@node-rs/argon2";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { Credential } from "./users.model.ts";

/** OWASP password storage cheat sheet: argon2id with 19 MiB, two passes, one lane. argon2id is the library's default. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The library's sizes of a salt and of a digest. */
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/** Published in the README; the server refuses to be reachable from outside while anybody has it. */
export const DEMO_PASSWORD = "callpanel-demo";

/** The stored credential of a new password; `passwordHash` is its argon2id hash, if it has been computed already. */
export async function createCredential(password: string, passwordHash?: string): Promise<Credential> {
  return { passwordHash: passwordHash ?? (await hash(password, ARGON2)), isDemo: password === DEMO_PASSWORD };
}

/** argon2id of any secret that people type, e.g. a PIN. */
export const hashSecret = (secret: string): Promise<string> => hash(secret, ARGON2);

/** Never throws on a malformed hash: that counts as a wrong password. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password);
  } catch {
    return false;
  }
}

/**
 * A hash that matches no password. It is checked when the username is unknown, so that the response takes as long as for
 * a wrong password. It is written, not computed: to find a password for random bytes is as hard as to guess the bytes.
 */
export function createDecoyHash(random: RandomBytes): string {
  const { memoryCost, timeCost, parallelism } = ARGON2;
  const [salt, digest] = [SALT_BYTES, DIGEST_BYTES].map((count) => unpaddedBase64(random(count)));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`;
}

const unpaddedBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
