import { timingSafeEqual, createHash } from "node:crypto";
import { BACKUP_CODE_COUNT, OTP_DIGITS, type OtpMethod } from "@callpanel/contract";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";

/** A person's stored second factor. While it is off, its secret is for the set-up of an app. */
export interface SecondFactor {
  readonly enabled: boolean;
  readonly method: OtpMethod;
  /** Base32, 160 bits (RFC 4226 §4, R6). */
  readonly secret: string;
  readonly phone: string;
  readonly email: string;
  /** The latest used time step: neither it nor an earlier one is accepted again. */
  readonly lastStep: number;
  readonly backupCodesLeft: number;
}

/** RFC 4648 §6 */
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** 60 bits: cannot be guessed, and cannot be found from its digest. */
const BACKUP_CODE_CHARS = 12;

/** New back-up codes in the form in which they are shown: `ABCD-EFGH-IJKL`. */
export function newBackupCodes(random: RandomBytes): readonly string[] {
  return Array.from({ length: BACKUP_CODE_COUNT }, () =>
    Array.from(random(BACKUP_CODE_CHARS), (byte) => BASE32[byte % BASE32.length])
      .join("")
      .replace(/.{4}(?=.)/g, "$&-"),
  );
}

/** The stored digest of a code, typed without spaces and dashes; different for each person. */
export function codeDigest(userId: number, code: string): string {
  return createHash("sha256").update(`${userId}:${code}`, "utf8").digest("base64url");
}

export const isBackupCode = (code: string): boolean => new RegExp(`^[${BASE32}]{${BACKUP_CODE_CHARS}}$`).test(code);
export const isDigitCode = (code: string): boolean => new RegExp(`^\\d{${OTP_DIGITS}}$`).test(code);

/** A code to send; all of the million codes are equally likely. */
export function newSentCode(random: RandomBytes): string {
  const most = 10 ** OTP_DIGITS;
  const fair = Math.floor(2 ** 32 / most) * most;
  for (;;) {
    const drawn = Buffer.from(random(4)).readUInt32BE();
    if (drawn < fair) return String(drawn % most).padStart(OTP_DIGITS, "0");
  }
}

export function sameDigest(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Enough for users to recognise their own address or number, and not more: it is shown before the second factor is proven. */
export function shortened(to: string): string {
  const at = to.lastIndexOf("@");
  return at < 0 ? `…${to.slice(-4)}` : `${to.slice(0, 1)}…${to.slice(at)}`;
}
