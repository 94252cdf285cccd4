import type { PanelErrorCode } from "@callpanel/contract";
import type { ErrorSay } from "../../shared/api/api.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
}
export type LoginFaults = Readonly<Partial<Record<keyof Credentials, PanelErrorCode>>>;

/** SESSION-1: both fields are required; spaces alone are no username, but they may be a password. */
export function faultsOf({ username, password }: Credentials): LoginFaults {
  return {
    ...(username.trim() === "" ? { username: "login.error.required" as const } : {}),
    ...(password === "" ? { password: "login.error.required" as const } : {}),
  };
}

/** The first invalid field, from the top; null if all are valid. */
export function firstFault(faults: LoginFaults): keyof Credentials | null {
  return faults.username ? "username" : faults.password ? "password" : null;
}

/** The password was correct, and a code is required; `sentTo` is null for an authenticator app. */
export interface CodeRequired {
  readonly challenge: string;
  readonly sentTo: string | null;
}

/** The challenge of the server; null if it refused the sign-in (`otp.required`, docs/spec/second-factor.md). */
export function codeRequired({ code, details }: ErrorSay): CodeRequired | null {
  const challenge = details["challenge"];
  const sentTo = details["sent_to"];
  if (code !== "otp.required" || typeof challenge !== "string") return null;
  return { challenge, sentTo: typeof sentTo === "string" ? sentTo : null };
}
