import { OTP_DIGITS, OTP_PERIOD_SECONDS } from "@callpanel/contract";
import { generateSecret, generateURI, verifySync } from "otplib";

/** RFC 6238 §5.2: one step back for delay and slow typing, one ahead for a fast clock. */
const TOLERANCE_SECONDS = OTP_PERIOD_SECONDS;

export const newSecret = (): string => generateSecret();

/** The URI that an authenticator app reads from a QR code. */
export function provisioningUri(parts: {
  readonly issuer: string;
  readonly username: string;
  readonly secret: string;
}) {
  const { issuer, username, secret } = parts;
  return generateURI({ issuer, label: username, secret, digits: OTP_DIGITS, period: OTP_PERIOD_SECONDS });
}

/** The time step of a code; undefined when it is not valid at `now` (ms), or not later than `lastStep`. */
export function stepOf(input: {
  readonly secret: string;
  readonly code: string;
  readonly now: number;
  readonly lastStep: number;
}): number | undefined {
  const { secret, code, now, lastStep } = input;
  const verdict = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
    digits: OTP_DIGITS,
    period: OTP_PERIOD_SECONDS,
    ...(lastStep > 0 ? { afterTimeStep: lastStep } : {}),
  });
  return verdict.valid && "timeStep" in verdict ? verdict.timeStep : undefined;
}
