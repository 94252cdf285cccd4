import type { SecondFactorService } from "../second-factor/index.ts";
import { shortenedNetwork } from "../../kernel/http/client-address.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { foldUsername } from "../users/index.ts";
import { USER_AGENT_CHARS, type Device } from "./auth.model.ts";
import type { CheckPassword } from "./password-check.ts";
import type { FailedSignIn, SignInsStore } from "./sign-ins.store.ts";

/** Where a sign-in comes from: the client’s address and its User-Agent. */
export interface SignInOrigin {
  readonly address: string;
  readonly userAgent: string;
}

export interface SignInNotesDeps {
  readonly signIns: Pick<SignInsStore, "addFailed">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** SESSIONS-4: checks of passwords and codes at a sign-in that keep what was wrong. */
export function createSignInNotes({ signIns, clock, log }: SignInNotesDeps) {
  // Not awaited: the response does not wait for it. The store works as much for a name that no person has.
  const note = (failed: Pick<FailedSignIn, "who" | "outcome">, origin: SignInOrigin): void => {
    signIns
      .addFailed({ ...failed, at: clock.now(), ...deviceOf(origin) })
      .catch((error: unknown) => log.warn("a failed sign-in could not be kept", { err: error }));
  };
  return {
    notingPassword:
      (checkPassword: CheckPassword) =>
      async ({ userAgent, ...attempt }: Parameters<CheckPassword>[0] & SignInOrigin) => {
        const verdict = await checkPassword(attempt);
        if (!verdict.ok && verdict.code === "login.error.login")
          note({ who: foldUsername(attempt.username), outcome: "password" }, { ...attempt, userAgent });
        return verdict;
      },
    notingCode:
      (finish: SecondFactorService["finish"]) =>
      async ({ userAgent, ...answer }: Parameters<SecondFactorService["finish"]>[0] & SignInOrigin) => {
        const verdict = await finish(answer);
        if (!verdict.ok && verdict.code === "otp.invalid")
          note({ who: verdict.userId, outcome: "code" }, { ...answer, userAgent });
        return verdict;
      },
  };
}

/** What is stored of an origin. */
export const deviceOf = ({ address, userAgent }: SignInOrigin): Device => ({
  network: shortenedNetwork(address),
  userAgent: userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, USER_AGENT_CHARS),
});
