import { AppError, OTP_SEND_EVERY_SECONDS, OTP_SENT_SECONDS, type Locale } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { Kept, ShortLived } from "../../kernel/short-lived/short-lived.ts";
import type { Mailer } from "../mail/index.ts";
import type { SmsGateway } from "../sms/index.ts";
import { codeDigest, newSentCode, sameDigest } from "./second-factor.model.ts";
import { wordsOf } from "./sent-code.words.ts";

export interface SentCodesDeps {
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly shortLived: ShortLived;
  readonly mailer: Mailer;
  /** Undefined: there is no gateway. */
  readonly sendSms: SmsGateway["send"] | undefined;
  readonly platformName: () => string;
}

export interface Destination {
  readonly userId: number;
  readonly name: string;
  readonly method: "sms" | "email";
  readonly to: string;
  readonly locale: Locale;
}

const KIND = {
  name: "sent code",
  schema: z.object({ digest: z.string(), to: z.string(), sentAt: z.number(), triesLeft: z.number() }),
  most: 10_000,
  maxChars: 1_000,
};
type SentCode = z.infer<typeof KIND.schema>;
const TRIES = 5;

export interface TypedCode {
  readonly userId: number;
  /** The destinations of valid codes. */
  readonly to: string;
  readonly code: string;
}

export type SentCodes = ReturnType<typeof createSentCodes>;

/** Codes sent to people, each good for five minutes, one use and five tries. A person has one at a time. */
export function createSentCodes(deps: SentCodesDeps) {
  const { clock, random } = deps;
  const codes = deps.shortLived.open(KIND);
  const kept = (value: SentCode): Kept<SentCode> => ({ value, expiresAt: value.sentAt + OTP_SENT_SECONDS * 1_000 });

  return {
    /** If a code was sent to the same place moments ago, it stays valid and nothing is sent. */
    send: async (destination: Destination): Promise<void> => {
      const { userId, to } = destination;
      const code = newSentCode(random);
      const sent = { digest: codeDigest(userId, code), to, sentAt: clock.now(), triesLeft: TRIES };
      let serves = false;
      await codes.change(String(userId), (before) => {
        serves = before?.value.to === to && clock.now() < before.value.sentAt + OTP_SEND_EVERY_SECONDS * 1_000;
        return serves ? before : kept(sent);
      });
      if (serves) return;
      try {
        await deliver(deps, destination, code);
      } catch (error) {
        await codes.change(String(userId), (now) => (now?.value.digest === sent.digest ? undefined : now));
        throw new AppError("otp.notSent", {}, { cause: error });
      }
    },

    /** Whether this is the code that was sent there. A correct one is used up. */
    take: async ({ userId, to, code }: TypedCode): Promise<boolean> => {
      let right = false;
      await codes.change(String(userId), (before) => {
        right = false;
        if (before?.value.to !== to) return before;
        right = sameDigest(before.value.digest, codeDigest(userId, code));
        const triesLeft = before.value.triesLeft - 1;
        return right || triesLeft === 0 ? undefined : kept({ ...before.value, triesLeft });
      });
      return right;
    },
  };
}

async function deliver(deps: SentCodesDeps, { name, method, to, locale }: Destination, code: string): Promise<void> {
  const words = wordsOf(locale);
  if (method === "sms") {
    if (deps.sendSms === undefined) throw new Error("no text messages can be sent");
    await deps.sendSms({ to, text: words.sms(code, deps.platformName()) });
    return;
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
