import { AppError, OTP_SEND_EVERY_SECONDS, OTP_SENT_SECONDS, type Locale } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { RandomBytes } from "../../kernel/secrets.ts";
import type { Mailer } from "../mail/index.ts";
import { codeDigest, newSentCode, sameDigest } from "./second-factor.model.ts";
import { wordsOf } from "./sent-code.words.ts";

/** Sends a text message. Rejects when the gateway did not take it. */
export type SendSms = (message: { readonly to: string; readonly text: string }) => Promise<void>;

export interface SentCodesDeps {
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly mailer: Mailer;
  /** Undefined: there is no gateway. */
  readonly sendSms: SendSms | undefined;
  readonly platformName: () => string;
}

export interface Destination {
  readonly userId: number;
  readonly name: string;
  readonly method: "sms" | "email";
  readonly to: string;
  readonly locale: Locale;
}

interface SentCode {
  readonly digest: string;
  readonly to: string;
  readonly sentAt: number;
  readonly triesLeft: number;
}

/** Codes under way at once; the oldest falls out. */
const MOST_CODES = 10_000;
const TRIES = 5;

/** Codes sent to people, each good for five minutes, one use and five tries. Held in memory: a restart asks for a new one. */
export function createSentCodes(deps: SentCodesDeps) {
  const { clock, random } = deps;
  const codes = new Map<number, SentCode>();

  const current = (userId: number, to: string): SentCode | undefined => {
    const code = codes.get(userId);
    return code?.to === to && clock.now() < code.sentAt + OTP_SENT_SECONDS * 1_000 ? code : undefined;
  };

  return {
    /** A code that was sent moments ago to the same place serves: nothing is sent then. */
    send: async (destination: Destination): Promise<void> => {
      const { userId, to } = destination;
      const before = current(userId, to);
      if (before !== undefined && clock.now() < before.sentAt + OTP_SEND_EVERY_SECONDS * 1_000) return;
      const code = newSentCode(random);
      codes.delete(userId);
      codes.set(userId, { digest: codeDigest(userId, code), to, sentAt: clock.now(), triesLeft: TRIES });
      const oldest = codes.keys().next();
      if (codes.size > MOST_CODES && oldest.done !== true) codes.delete(oldest.value);
      try {
        await deliver(deps, destination, code);
      } catch (error) {
        codes.delete(userId);
        throw new AppError("otp.notSent", {}, { cause: error });
      }
    },

    /** Whether this is the code that was sent there. A right one is used up. */
    take: ({ userId, to, code }: { readonly userId: number; readonly to: string; readonly code: string }): boolean => {
      const sent = current(userId, to);
      if (sent === undefined) return false;
      const right = sameDigest(sent.digest, codeDigest(userId, code));
      if (right || sent.triesLeft <= 1) codes.delete(userId);
      else codes.set(userId, { ...sent, triesLeft: sent.triesLeft - 1 });
      return right;
    },
  };
}

async function deliver(deps: SentCodesDeps, { name, method, to, locale }: Destination, code: string): Promise<void> {
  const words = wordsOf(locale);
  if (method === "sms") {
    if (deps.sendSms === undefined) throw new Error("no text messages can be sent");
    return deps.sendSms({ to, text: words.sms(code, deps.platformName()) });
  }
  return deps.mailer.send({
    to: { name, address: to },
    locale,
    subject: words.subject(deps.platformName()),
    parts: [
      { kind: "text", text: words.lead(name) },
      { kind: "code", text: code },
      { kind: "text", text: words.warning },
    ],
    expiresAt: deps.clock.now() + OTP_SENT_SECONDS * 1_000,
  });
}
