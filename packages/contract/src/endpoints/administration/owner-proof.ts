import * as z from "zod/mini";
import { PASSWORD_MAX_CHARS } from "../session/account.ts";
import { otpCodeSchema } from "../session/otp.ts";

/** BACKUP-17: a stranger at an open page has neither. */
export const ownerProofSchema = z.object({
  current_password: z.string().check(z.maxLength(PASSWORD_MAX_CHARS)),
  /** Of the second factor, where the person has one; without it a method that sends codes sends one. */
  code: z.optional(otpCodeSchema),
});
export type GivenProof = z.infer<typeof ownerProofSchema>;
