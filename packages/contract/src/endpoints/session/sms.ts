/** Text messages that are passed on by e-mail (spec 2 §7, SMS). */
import * as z from "zod/mini";
import { emailAddressSchema } from "../../email.ts";
import { defineEndpoint } from "../../endpoint.ts";

export const SMS_TO_EMAIL_MAX_ADDRESSES = 10;

/** A direct number of the user that takes text messages. */
export const smsDidSchema = z.object({ id: z.number(), name: z.string(), number: z.string() });
export type SmsDid = z.infer<typeof smsDidSchema>;

export const smsToEmailSchema = z.object({
  did_id: z.number().check(z.int()),
  enabled: z.boolean(),
  emails: z.array(emailAddressSchema).check(z.maxLength(SMS_TO_EMAIL_MAX_ADDRESSES)),
});
export type SmsToEmail = z.infer<typeof smsToEmailSchema>;

const listed = z.object({ total: z.number(), data: z.array(smsToEmailSchema) });

export const listSmsDids = defineEndpoint({
  method: "GET",
  path: "sms/list_dids",
  summary: "The user's own direct numbers that take text messages",
  access: { kind: "read", module: "dids" },
  response: z.object({ total: z.number(), data: z.array(smsDidSchema) }),
});

export const listSmsToEmail = defineEndpoint({
  method: "GET",
  path: "sms/sms_to_email",
  summary: "Where text messages to the user's own numbers are passed on",
  access: { kind: "read", module: "dids" },
  response: listed,
});

export const changeSmsToEmail = defineEndpoint({
  method: "POST",
  path: "sms/set_sms_to_email",
  summary: "Set where text messages are passed on; numbers that are not named stay as they are",
  access: { kind: "write", module: "dids" },
  body: z.object({
    sms_to_emails: z.array(
      smsToEmailSchema.check(
        z.refine(({ enabled, emails }) => !enabled || emails.length > 0, {
          error: "an e-mail address is needed",
          path: ["emails"],
        }),
      ),
    ),
  }),
  response: listed,
});
