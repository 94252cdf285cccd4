import { AppError, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS, type ChangeUser, type ErrorCode } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Guard } from "../../kernel/guard/guard.ts";
import { createCredential, foldUsername, verifyPassword, type User, type UserStore } from "../users/index.ts";
import type { AccountStore } from "./account.store.ts";

export interface AccountServiceDeps {
  readonly users: UserStore;
  readonly account: AccountStore;
  readonly clock: Pick<Clock, "now">;
  /** Counts wrong passwords together with those of the sign-in. */
  readonly guard: Guard;
}

/** Changes that people make to their own account. */
export function createAccountService({ users, account, clock, guard }: AccountServiceDeps) {
  const proveCurrent = async (user: User, { password, address }: { password: string | undefined; address: string }) => {
    if (password === undefined || password === "") throw new AppError("account.currentPasswordNeeded");
    const attempt = await guard.begin({ secret: "password", name: foldUsername(user.username), address, by: "web" });
    if (!attempt.admitted) throw new AppError("request.tooMany", { seconds: attempt.seconds });
    const credential = await users.credentialOf(user.id);
    if (credential === undefined || !(await verifyPassword(credential.passwordHash, password)))
      throw new AppError("account.currentPassword");
    await attempt.succeeded();
  };

  /** @throws AppError request.invalid, account.… */
  return async (caller: Caller, change: ChangeUser, address: string): Promise<void> => {
    const user = await users.byId(caller.userId);
    if (user === undefined) throw new Error(`user ${caller.userId} was removed while signed in`);
    const profile = {
      firstName: change.first_name ?? user.firstName,
      lastName: change.last_name ?? user.lastName,
      email: change.email ?? user.email,
    };
    const { new_password: password } = change;
    const refusal = password === undefined ? undefined : passwordFault(password, change, user);
    if (refusal !== undefined) throw new AppError(refusal, { min: PASSWORD_MIN_CHARS, max: PASSWORD_MAX_CHARS });
    if (password !== undefined || profile.email !== user.email)
      await proveCurrent(user, { password: change.current_password, address });
    await account.changeProfile(user.id, profile);
    if (password === undefined) return;
    const credential = await createCredential(password);
    await account.changePassword(user.id, credential, { keep: caller.sessionId, at: clock.now() });
  };
}

/** ACCOUNT-22 */
function passwordFault(password: string, change: ChangeUser, user: User): ErrorCode | undefined {
  if (password.length < PASSWORD_MIN_CHARS || password.length > PASSWORD_MAX_CHARS) return "account.passwordLength";
  if (password !== change.confirm_password) return "account.passwordConfirm";
  if (password === change.current_password) return "account.passwordSame";
  const known = [user.username, `${user.firstName}${user.lastName}`, `${user.firstName} ${user.lastName}`].map(
    foldUsername,
  );
  return known.includes(foldUsername(password)) ? "account.passwordContent" : undefined;
}
