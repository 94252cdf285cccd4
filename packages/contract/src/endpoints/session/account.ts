/** Name, e-mail address and password of a person (spec 2 §7, settings). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { emailAddressSchema } from "../../email.ts";
import { currentUserSchema } from "./start-up.ts";
import { userIdParams } from "../people/watched-settings.ts";

export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 1024;
export const PERSON_NAME_MAX_CHARS = 64;

const personName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(PERSON_NAME_MAX_CHARS), z.regex(/^[^\p{Cc}\p{Cf}]*$/u));

/** Whether a text may be the first or last name of a person. */
export const isPersonName = (text: string): boolean => personName.safeParse(text).success;

export const changeUserSchema = z.object({
  first_name: z.optional(personName),
  last_name: z.optional(personName),
  /** Empty: no address. Needs the current password, since codes and links are sent to it. */
  email: z.optional(z.union([z.literal(""), emailAddressSchema])),
  current_password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_CHARS))),
  /** Needs the current password and the same again. Ends all other sessions. */
  new_password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_CHARS))),
  confirm_password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_CHARS))),
});
export type ChangeUser = z.infer<typeof changeUserSchema>;

export const changeUser = defineEndpoint({
  method: "PUT",
  path: "users/{id}",
  summary: "Change the user's own name, e-mail address or password",
  access: "session",
  params: userIdParams,
  body: changeUserSchema,
  response: z.pick(currentUserSchema, { id: true, firstName: true, lastName: true, email: true }),
});
