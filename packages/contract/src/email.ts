/** E-mail addresses: one, in the plain form that every mail server takes, without quotes, comments, lists or line breaks. */
import * as z from "zod/mini";

/** RFC 5321 §4.5.3.1.3 */
const EMAIL_MAX_CHARS = 254;
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

export const isEmailAddress = (text: string): boolean => text.length <= EMAIL_MAX_CHARS && EMAIL.test(text);

export const emailAddressSchema = z.string().check(z.refine(isEmailAddress, { error: "an e-mail address is needed" }));
