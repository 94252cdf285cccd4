/** Setting up the second factor (spec 1 §3 and §5, OTP). */
import * as z from "zod/mini";
import { emailAddressSchema } from "../../email.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { otpCodeSchema } from "./otp.ts";

/** A code of an authenticator app, or one sent to a telephone or by e-mail. */
export const OTP_METHODS = ["app", "sms", "email"] as const;
export type OtpMethod = (typeof OTP_METHODS)[number];

/** A telephone number a code can be sent to: E.164. */
const phoneSchema = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/));
export const isOtpPhone = (text: string): boolean => phoneSchema.safeParse(text).success;

export const otpConfigurationSchema = z.object({
  enabled: z.boolean(),
  method: z.enum(OTP_METHODS),
  smsAvailable: z.boolean(),
  email: z.string(),
  phoneNum: z.string(),
  /** What an app is set up with (otpauth:); null while the second factor is on: it is shown once. */
  provURI: z.nullable(z.string()),
  /** The same to be typed, and as a QR code: an SVG document. */
  secret: z.nullable(z.string()),
  qr_svg: z.nullable(z.string()),
  /** New back-up codes: only in the response of the request that made them. */
  backupCodes: z.nullable(z.array(z.string())),
  backupCodesLeft: z.number(),
  /** Where a code was just sent, shortened; the same change with `code` comes next. */
  codeSentTo: z.nullable(z.string()),
});
export type OtpConfiguration = z.infer<typeof otpConfigurationSchema>;

export const changeOtpSchema = z.object({
  enabled: z.boolean(),
  method: z.optional(z.enum(OTP_METHODS)),
  /** Where codes go, for `sms` and for `email`. */
  phoneNum: z.optional(phoneSchema),
  email: z.optional(emailAddressSchema),
  /** Proves the method that is switched on, or that the user may switch it off. Without it a code is sent, if the method sends codes. */
  code: z.optional(otpCodeSchema),
  /** Makes new back-up codes while it stays on; needs a code. */
  newBackupCodes: z.optional(z.boolean()),
});
export type ChangeOtp = z.infer<typeof changeOtpSchema>;

export const getOtpConfiguration = defineEndpoint({
  method: "GET",
  path: "otp_configuration",
  summary: "The user's own second factor",
  access: { kind: "read", module: "otp_configurations" },
  response: otpConfigurationSchema,
});

export const changeOtpConfiguration = defineEndpoint({
  method: "PUT",
  path: "otp_configuration",
  summary: "Switch the user's own second factor on or off, each proven by a code",
  access: { kind: "write", module: "otp_configurations" },
  body: changeOtpSchema,
  response: otpConfigurationSchema,
});
