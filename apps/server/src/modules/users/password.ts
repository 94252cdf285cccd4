import { hash, verify } from "@node-rs/argon2";
import type { Credential } from "./users.model.ts";

/** OWASP password storage cheat sheet: argon2id with 19 MiB, two passes, one lane. argon2id is the library's default. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

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
 * a wrong password.
 */
export async function createDecoyHash(secret: Uint8Array): Promise<string> {
  return hash(secret, ARGON2);
}
