import { AppError, normaliseOtpCode } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { Guard } from "../../kernel/guard/guard.ts";
import { codeDigest, isBackupCode, isDigitCode, type SecondFactor } from "./second-factor.model.ts";
import type { SecondFactorStore } from "./second-factor.store.ts";
import type { SentCodes } from "./sent-codes.ts";
import { stepOf } from "./totp.ts";

export type CodeVerdict =
  | { readonly ok: true; readonly userId: number }
  | { readonly ok: false; readonly code: "otp.invalid"; readonly userId: number }
  | { readonly ok: false; readonly code: "otp.expired" }
  | { readonly ok: false; readonly code: "login.error.locked"; readonly seconds: number };

interface CodeCheckDeps {
  readonly store: SecondFactorStore;
  readonly clock: Pick<Clock, "now">;
  readonly guard: Guard;
  readonly sentCodes: SentCodes;
}

/** Takes codes of all methods, each once; the guard counts the tries. */
export function createCodeCheck({ store, clock, guard, sentCodes }: CodeCheckDeps) {
  /** OTP-5: a code of an app is accepted once, also with parallel requests. */
  const takeAppCode = async (userId: number, { secret, lastStep }: SecondFactor, code: string): Promise<boolean> => {
    const step = stepOf({ secret, code, now: clock.now(), lastStep });
    return step !== undefined && store.takeStep(userId, step);
  };
  const takeCode = async (userId: number, factor: SecondFactor, typed: string): Promise<boolean> => {
    const code = normaliseOtpCode(typed);
    if (isBackupCode(code)) return store.takeBackupCode(userId, codeDigest(userId, code));
    if (!isDigitCode(code)) return false;
    if (factor.method === "app") return takeAppCode(userId, factor, code);
    return sentCodes.take({ userId, to: addressOf(factor, factor.method), code });
  };

  /** Counts the try before it is checked, so that parallel tries count too. */
  const guarded = async (
    { userId, address }: { userId: number; address: string },
    check: () => Promise<boolean>,
  ): Promise<CodeVerdict> => {
    const attempt = await guard.begin({ secret: "code", name: String(userId), address, by: "web" });
    if (!attempt.admitted) return { ok: false, code: "login.error.locked", seconds: attempt.seconds };
    if (!(await check())) return { ok: false, code: "otp.invalid", userId };
    await attempt.succeeded();
    return { ok: true, userId };
  };
  const prove = async (who: { userId: number; address: string }, check: () => Promise<boolean>): Promise<void> => {
    const verdict = await guarded(who, check);
    if (verdict.ok) return;
    throw verdict.code === "login.error.locked"
      ? new AppError("request.tooMany", { seconds: verdict.seconds })
      : new AppError(verdict.code);
  };

  return { takeAppCode, takeCode, guarded, prove };
}

export function addressOf(places: { readonly phone: string; readonly email: string }, method: "sms" | "email"): string {
  return method === "sms" ? places.phone : places.email;
}
