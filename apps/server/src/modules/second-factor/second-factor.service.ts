import {
  AppError,
  normaliseOtpCode,
  type ChangeOtp,
  type Locale,
  type OtpConfiguration,
  type OtpMethod,
} from "@callpanel/contract";
import type { Guard } from "../../kernel/guard/guard.ts";
import { drawQrCode } from "../../kernel/files/qr-code.ts";
import { displayName, type UserStore } from "../users/index.ts";
import { addressOf, createCodeCheck, type CodeVerdict } from "./code-check.ts";
import { createConfirm, type Confirm } from "./confirm.ts";
import { createChallenges } from "./challenges.ts";
import { codeDigest, newBackupCodes, shortened, type SecondFactor } from "./second-factor.model.ts";
import type { SecondFactorStore } from "./second-factor.store.ts";
import { createSentCodes, type SentCodesDeps } from "./sent-codes.ts";
import { newSecret, provisioningUri } from "./totp.ts";

export type { CodeVerdict };

export interface SecondFactorDeps extends SentCodesDeps {
  readonly store: SecondFactorStore;
  readonly users: Pick<UserStore, "byId" | "credentialOf">;
  readonly guard: Guard;
}

/** The next step of a sign-in with a correct password. `sentTo` is masked; null for an app. */
export interface Challenge {
  readonly challenge: string;
  readonly method: OtpMethod;
  readonly sentTo: string | null;
}

/** The session of a change; it continues when the person's other sessions end. */
export interface ChangeSource {
  readonly address: string;
  readonly locale: Locale;
  readonly sessionId: string;
}

export interface SecondFactorService {
  /** Undefined when the person has no second factor: the password is enough. Sends a code where the method needs it. */
  begin(userId: number, locale: Locale): Promise<Challenge | undefined>;
  /** Checks the code of a sign-in; a challenge accepts one correct code. */
  finish(answer: { readonly challenge: string; readonly code: string; readonly address: string }): Promise<CodeVerdict>;
  /**
   * BACKUP-17: before something that cannot be undone. Refusals are thrown as `AppError`.
   * @returns where a code was sent, masked, null for an app; undefined: it is proven, or there is no second factor
   */
  readonly confirm: Confirm;
  configurationOf(userId: number): Promise<OtpConfiguration>;
  change(userId: number, change: ChangeOtp, from: ChangeSource): Promise<OtpConfiguration>;
}

type Facts = Partial<Pick<OtpConfiguration, "backupCodes" | "codeSentTo">>;

/** Codes at sign-in, and their set-up. Refusals of a change are thrown as `AppError`. */
export function createSecondFactor(deps: SecondFactorDeps): SecondFactorService {
  const { store, users, clock, random, guard, sendSms } = deps;
  const challenges = createChallenges(deps);
  const sentCodes = createSentCodes(deps);

  const userOf = async (userId: number) => {
    const user = await users.byId(userId);
    if (user === undefined) throw new Error(`user ${userId} was removed while signed in`);
    return user;
  };

  const send = async (userId: number, method: "sms" | "email", to: string, locale: Locale): Promise<string> => {
    const name = displayName(await userOf(userId));
    await sentCodes.send({ userId, name, method, to, locale });
    return shortened(to);
  };

  const { takeAppCode, takeCode, guarded, prove } = createCodeCheck({ store, clock, guard, sentCodes });

  const configurationOf = async (userId: number, facts: Facts = {}): Promise<OtpConfiguration> => {
    const user = await userOf(userId);
    const factor = await store.prepare(userId, newSecret());
    const { enabled, method, secret } = factor;
    const provURI = provisioningUri({ issuer: deps.platformName(), username: user.username, secret });
    return {
      enabled,
      method,
      smsAvailable: sendSms !== undefined,
      email: factor.email === "" ? user.email : factor.email,
      phoneNum: factor.phone,
      // OTP-2: a person at somebody's open panel must not learn the secret later.
      provURI: enabled ? null : provURI,
      secret: enabled ? null : secret,
      qr_svg: enabled ? null : (await drawQrCode(provURI)).svg,
      backupCodes: null,
      backupCodesLeft: factor.backupCodesLeft,
      codeSentTo: null,
      ...facts,
    };
  };

  const makeBackupCodes = (userId: number): { codes: string[]; digests: readonly string[] } => {
    const codes = [...newBackupCodes(random)];
    return { codes, digests: codes.map((code) => codeDigest(userId, normaliseOtpCode(code))) };
  };

  const switchOn = async (userId: number, change: ChangeOtp, from: ChangeSource) => {
    const { method = "app", code } = change;
    const factor = await store.prepare(userId, newSecret());
    const { email: ownEmail } = await userOf(userId);
    const places = { phone: change.phoneNum ?? factor.phone, email: change.email ?? ownEmail };
    if (method === "sms" && sendSms === undefined) throw new AppError("otp.smsUnavailable");
    if (method === "sms" && places.phone === "") throw new AppError("otp.phone");
    if (method === "email" && places.email === "") throw new AppError("otp.email");
    if (method === "app") {
      if (code === undefined) throw new AppError("otp.codeNeeded");
      await prove({ userId, ...from }, () => takeAppCode(userId, factor, normaliseOtpCode(code)));
    } else {
      const to = addressOf(places, method);
      if (code === undefined) {
        return configurationOf(userId, { codeSentTo: await send(userId, method, to, from.locale) });
      }
      await prove({ userId, ...from }, () => sentCodes.take({ userId, to, code: normaliseOtpCode(code) }));
    }
    const { codes, digests } = makeBackupCodes(userId);
    const sessions = { keep: from.sessionId, at: clock.now() };
    await store.enable(userId, { method, ...places, backupDigests: digests }, sessions);
    return configurationOf(userId, { backupCodes: codes });
  };

  /** A change of an enabled factor needs a proof; @returns undefined once it is proven */
  const proveOrSend = async (
    userId: number,
    factor: SecondFactor,
    { code, ...from }: ChangeSource & { readonly code: string | undefined },
  ): Promise<OtpConfiguration | undefined> => {
    if (code !== undefined) {
      await prove({ userId, address: from.address }, () => takeCode(userId, factor, code));
      return undefined;
    }
    if (factor.method === "app") throw new AppError("otp.codeNeeded");
    const to = addressOf(factor, factor.method);
    return configurationOf(userId, { codeSentTo: await send(userId, factor.method, to, from.locale) });
  };

  return {
    begin: async (userId, locale) => {
      const factor = await store.find(userId);
      if (factor?.enabled !== true) return undefined;
      const { method } = factor;
      const sentTo = method === "app" ? null : await send(userId, method, addressOf(factor, method), locale);
      return { challenge: await challenges.open(userId), method, sentTo };
    },

    finish: async ({ challenge, code, address }) => {
      const userId = await challenges.holder(challenge);
      const factor = userId === undefined ? undefined : await store.find(userId);
      if (userId === undefined || factor?.enabled !== true) return { ok: false, code: "otp.expired" };
      const verdict = await guarded({ userId, address }, () => takeCode(userId, factor, code));
      // Two right codes at the same moment are one sign-in.
      if (verdict.ok && !(await challenges.close(challenge))) return { ok: false, code: "otp.expired" };
      return verdict;
    },

    confirm: createConfirm({ store, send, takeCode, prove }),

    configurationOf: (userId) => configurationOf(userId),

    change: async (userId, change, from) => {
      const factor = await store.prepare(userId, newSecret());
      if (!factor.enabled) return change.enabled ? switchOn(userId, change, from) : configurationOf(userId);
      if (change.enabled && change.newBackupCodes !== true) {
        if (change.method !== undefined && change.method !== factor.method) throw new AppError("otp.alreadyOn");
        return configurationOf(userId);
      }
      const asked = await proveOrSend(userId, factor, { code: change.code, ...from });
      if (asked !== undefined) return asked;
      if (!change.enabled) {
        await store.remove(userId, { keep: from.sessionId, at: clock.now() });
        return configurationOf(userId);
      }
      const { codes, digests } = makeBackupCodes(userId);
      await store.replaceBackupCodes(userId, digests);
      return configurationOf(userId, { backupCodes: codes });
    },
  };
}
