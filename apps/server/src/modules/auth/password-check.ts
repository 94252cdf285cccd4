import { AppError } from "@callpanel/contract";
import { networksOf } from "../../kernel/http/client-address.ts";
import { createFairGate } from "../../kernel/concurrency/fair-gate.ts";
import type { Guard } from "../../kernel/guard/guard.ts";
import { foldUsername, verifyPassword, type UserStore } from "../users/index.ts";

/** Each check takes 19 MiB and about 20 ms of a core; Node has four threads for them. */
const CHECKS_AT_ONCE = 8;
/** Limits of waiting checks: for one network (IPv4 address, IPv6 /64), and for all: about ten seconds. */
const MOST_WAITING = 40;
const MOST_WAITING_IN_ALL = 1_000;

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

/** Checks a password; refusals are values. Throws `server.unavailable` when too many checks wait. */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<PasswordVerdict>;

export interface PasswordCheckDeps {
  readonly users: UserStore;
  readonly guard: Guard;
  /** A hash that matches no password (`createDecoyHash`): an unknown name takes as long as a wrong password. */
  readonly decoyHash: string;
}

export function createPasswordCheck({ users, guard, decoyHash }: PasswordCheckDeps): CheckPassword {
  const limits = { atOnce: CHECKS_AT_ONCE, mostInLane: MOST_WAITING, busy: () => new AppError("server.unavailable") };
  const strangers = createFairGate({ ...limits, mostInAll: MOST_WAITING_IN_ALL });
  // A separate gate, so that people at a known place do not wait behind strangers.
  const regulars = createFairGate({ ...limits, mostInAll: MOST_WAITING_IN_ALL });

  const userWith = async (username: string, password: string): Promise<number | undefined> => {
    const user = await users.byUsername(username);
    const credential = user === undefined ? undefined : await users.credentialOf(user.id);
    const right = await verifyPassword(credential?.passwordHash ?? decoyHash, password);
    // PEOPLE-3: to who may not sign in, a right password is a wrong one.
    return right && credential !== undefined && user?.suspended === false ? user.id : undefined;
  };

  return async ({ username: typed, password, address }) => {
    const name = foldUsername(typed);
    const attempt = await guard.begin({ secret: "password", name, address, by: "web" });
    if (!attempt.admitted) return { ok: false, code: "login.error.locked", seconds: attempt.seconds };
    try {
      const gate = attempt.isKnown ? regulars : strangers;
      const userId = await gate.run(networksOf(address).near, () => userWith(name, password));
      if (userId === undefined) return { ok: false, code: "login.error.login" };
      await attempt.succeeded();
      return { ok: true, userId };
    } catch (error) {
      await attempt.withdrawn();
      throw error;
    }
  };
}
