import type { ErrorCode } from "@callpanel/contract";

export interface Credentials {
  readonly username: string;
  readonly password: string;
}
export type LoginFaults = Readonly<Partial<Record<keyof Credentials, ErrorCode>>>;

/** SESSION-1: both fields are required; spaces alone are no username, but they may be a password. */
export function faultsOf({ username, password }: Credentials): LoginFaults {
  return {
    ...(username.trim() === "" ? { username: "login.error.required" as const } : {}),
    ...(password === "" ? { password: "login.error.required" as const } : {}),
  };
}

/** The field to go to, top first; null when all is well. */
export function firstFault(faults: LoginFaults): keyof Credentials | null {
  return faults.username ? "username" : faults.password ? "password" : null;
}
