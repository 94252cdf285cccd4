import { AppError, type Locale, type OtpMethod } from "@callpanel/contract";
import type { FastifyRequest } from "fastify";
import { localeOf } from "../../kernel/text/language.ts";
import type { CodeVerdict, SecondFactorService } from "../second-factor/index.ts";
import type { SignInOrigin } from "./sign-in-notes.ts";
import type { CheckPassword, PasswordAttempt, PasswordRefusal } from "./password-check.ts";

export interface SignInAttempt extends PasswordAttempt, SignInOrigin {
  /** Language of the message with a code. */
  readonly locale: Locale;
  /** The response to `otp.required`. */
  readonly otp?: { readonly challenge: string; readonly code: string } | undefined;
}

/** The password is correct and a code is needed; `sentTo` is masked, null for an app. */
export interface CodeRequired {
  readonly code: "otp.required";
  readonly challenge: string;
  readonly method: OtpMethod;
  readonly sentTo: string | null;
}

type Refusal = PasswordRefusal | Extract<CodeVerdict, { ok: false }> | CodeRequired;

export type SignIn = { readonly ok: true; readonly userId: number } | { readonly ok: false; readonly refusal: Refusal };

/** Signs in with a password, and with a code if the person has a second factor. Refusals are values. */
export type SignInByPassword = (attempt: SignInAttempt) => Promise<SignIn>;

/** The step after a correct password or sign-in link: the code, if the person has a second factor. */
export type SignInByCode = (
  attempt: Pick<SignInAttempt, "otp" | "locale" | "address" | "userAgent"> & { readonly userId: number },
) => Promise<SignIn>;

export function createSignIn(deps: {
  readonly checkPassword: (attempt: PasswordAttempt & SignInOrigin) => ReturnType<CheckPassword>;
  readonly secondStep: SignInByCode;
}): SignInByPassword {
  return async ({ otp, locale, ...attempt }) => {
    const password = await deps.checkPassword(attempt);
    if (!password.ok) return { ok: false, refusal: password };
    const { address, userAgent } = attempt;
    return deps.secondStep({ userId: password.userId, otp, locale, address, userAgent });
  };
}

/** Checks the code after a correct password. */
export type FinishSignIn = (
  answer: Parameters<SecondFactorService["finish"]>[0] & SignInOrigin,
) => ReturnType<SecondFactorService["finish"]>;

export function createSecondStep(
  secondFactor: Pick<SecondFactorService, "begin"> & { readonly finish: FinishSignIn },
): SignInByCode {
  return async ({ userId, otp, locale, ...origin }) => {
    if (otp === undefined) {
      const challenge = await secondFactor.begin(userId, locale);
      return challenge === undefined
        ? { ok: true, userId }
        : { ok: false, refusal: { code: "otp.required", ...challenge } };
    }
    const verdict = await secondFactor.finish({ ...otp, ...origin });
    if (!verdict.ok) return { ok: false, refusal: verdict };
    // A challenge is valid only for its own sign-in.
    return verdict.userId === userId
      ? { ok: true, userId }
      : { ok: false, refusal: { ok: false, code: "otp.expired" } };
  };
}

/** The error for the client. If a code is needed: its challenge, the method, and where it was sent. */
export function signInError(refusal: Refusal): AppError {
  switch (refusal.code) {
    case "login.error.locked":
      return new AppError(refusal.code, { seconds: refusal.seconds });
    case "otp.required": {
      const { challenge, method, sentTo } = refusal;
      return new AppError(refusal.code, { challenge, method, ...(sentTo === null ? {} : { sent_to: sentTo }) });
    }
    default:
      return new AppError(refusal.code);
  }
}

/** The challenge and code among the parameters of a sign-in; undefined unless both are there. */
export function otpAnswer(parameters: { readonly otp_challenge?: string; readonly otp_code?: string }) {
  const { otp_challenge: challenge, otp_code: code } = parameters;
  return challenge === undefined || code === undefined ? undefined : { challenge, code };
}

/** Address, User-Agent and language of a sign-in. */
export function signInSource({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">) {
  return { address: ip, userAgent: headers["user-agent"] ?? "", locale: localeOf(headers["accept-language"]) };
}
