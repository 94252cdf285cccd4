/** The second factor at sign-in (spec 1 §3 and §5, OTP; RFC 6238). */
import * as z from "zod/mini";

export const OTP_DIGITS = 6;
export const OTP_PERIOD_SECONDS = 30; // RFC 6238 §4.1
/** How long a code that was sent holds. */
export const OTP_SENT_SECONDS = 300;
/** Between two codes sent to the same person. */
export const OTP_SEND_EVERY_SECONDS = 30;
export const BACKUP_CODE_COUNT = 10;

/** What is typed: digits of a code, or a back-up code; spaces, dashes and case do not matter. */
export const otpCodeSchema = z.string().check(z.minLength(1), z.maxLength(32));
export const normaliseOtpCode = (code: string): string => code.replace(/[\s-]/g, "").toUpperCase();

/** The parameters that bring a code to the sign-in that asked for it (`otp.required` with `challenge`). */
export const otpGrantFields = {
  otp_challenge: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  otp_code: z.optional(otpCodeSchema),
} as const;
