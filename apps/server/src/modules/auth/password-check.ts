import { AppError } from "@callpanel/contract";
import type { Lockout } from "../../kernel/lockout.ts";
import { foldUsername, verifyPassword, type UserStore } from "../users/index.ts";

/** Password checks at once: each takes 19 MiB and some 20 ms of a core; what comes above waits outside. */
const MOST_CHECKS = 32;

export interface PasswordAttempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
}

export type PasswordRefusal =
  | { readonly code: "login.error.login" }
  | { readonly code: "login.error.locked"; readonly seconds: number };

export type PasswordVerdict =
  | { readonly ok: true; readonly userId: number }
  | ({ readonly ok: false } & PasswordRefusal);

/** Checks a password; refusals are values. Throws `server.unavailable` when too many are being checked. */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<PasswordVerdict>;

export interface PasswordCheckDeps {
  readonly users: UserStore;
  readonly lockout: Lockout;
  /** A hash no password has (`createDecoyHash`): an unknown name takes as long as a wrong password. */
  readonly decoyHash: string;
}

export function createPasswordCheck({ users, lockout, decoyHash }: PasswordCheckDeps): CheckPassword {
  let checking = 0;

  const userWith = async (username: string, password: string): Promise<number | undefined> => {
    const user = await users.byUsername(username);
    const credential = user === undefined ? undefined : await users.credentialOf(user.id);
    const right = await verifyPassword(credential?.passwordHash ?? decoyHash, password);
    return right && credential !== undefined ? user?.id : undefined;
  };

  return async ({ username: typed, password, address }) => {
    if (checking >= MOST_CHECKS) throw new AppError("server.unavailable");
    const attempt = { username: foldUsername(typed), address };
    const seconds = lockout.begin(attempt);
    if (seconds !== undefined) return { ok: false, code: "login.error.locked", seconds };
    checking += 1;
    try {
      const userId = await userWith(attempt.username, password);
      if (userId === undefined) return { ok: false, code: "login.error.login" };
      lockout.succeeded(attempt);
      return { ok: true, userId };
    } finally {
      checking -= 1;
    }
  };
}
