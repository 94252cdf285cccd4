import type { Hash } from "./digest.ts";

/** How long a nonce may be used. A client with an older nonce gets `stale=true` and retries without asking its user. */
export const NONCE_LIFETIME_MS = 60_000;

export type NonceCheck = "fresh" | "stale" | "unknown";

export interface NonceBook {
  issue(): string;
  /**
   * `fresh` once for each count above all earlier ones, `stale` for an expired nonce or a count that was used before,
   * `unknown` for a nonce that was not issued with this secret. `count` is 0 for credentials without qop: one use.
   */
  use(nonce: string, count: number): NonceCheck;
  /** The result by age and signature only, without counting a use. */
  check(nonce: string): NonceCheck;
}

export interface NonceBookOptions {
  readonly hash: Hash;
  /** Known only to this server; several copies of a server share it. */
  readonly secret: string;
  readonly now: () => number;
  /** Returns random characters of a-z and 0-9. */
  readonly random: (length: number) => string;
  readonly lifetimeMs?: number;
}

const SALT_LENGTH = 12;
const SIGNATURE_LENGTH = 24;
const NONCE = /^([0-9a-z]{1,10})-([0-9a-z]{12})-([0-9a-f]{24})$/;

/**
 * Nonces contain their own time and signature, so nothing is stored for a challenge without a response. Only the
 * highest count of a used nonce is kept, in two generations that are dropped as they age.
 */
export const createNonceBook = ({
  hash,
  secret,
  now,
  random,
  lifetimeMs = NONCE_LIFETIME_MS,
}: NonceBookOptions): NonceBook => {
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let turnedAt = now();

  const sign = (time: string, salt: string): string =>
    hash("sha256", `${secret}:${time}:${salt}:${secret}`).slice(0, SIGNATURE_LENGTH);

  const turn = (): void => {
    const age = now() - turnedAt;
    if (age < lifetimeMs) return;
    previous = age < 2 * lifetimeMs ? current : new Map<string, number>();
    current = new Map<string, number>();
    turnedAt = now();
  };

  const check = (nonce: string): NonceCheck => {
    const found = NONCE.exec(nonce);
    if (found === null) return "unknown";
    const [, time = "", salt = "", signature] = found;
    if (sign(time, salt) !== signature) return "unknown";
    const age = now() - Number.parseInt(time, 36);
    return age >= 0 && age < lifetimeMs ? "fresh" : "stale";
  };

  return {
    issue: () => {
      const time = now().toString(36);
      const salt = random(SALT_LENGTH);
      return `${time}-${salt}-${sign(time, salt)}`;
    },
    check,
    use: (nonce, count) => {
      const known = check(nonce);
      if (known !== "fresh") return known;
      turn();
      // Only the salt is the key: a longer substring of the nonce would keep the whole message in memory.
      const salt = nonce.split("-", 2)[1] ?? "";
      const last = current.get(salt) ?? previous.get(salt);
      if (last !== undefined && count <= last) return "stale";
      current.set(salt, count);
      return "fresh";
    },
  };
};
