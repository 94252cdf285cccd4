import * as z from "zod/mini";
import { CONFERENCE_FIELDS, DEFAULT_CONFERENCE, type ConfiguredConference } from "../conferences/index.ts";
import { EXTENSION, USERNAME } from "./company.model.ts";

/** The rooms of a company file. Every scalar is text. */

const fixedSchema = z.object({
  number: z.string().check(z.regex(EXTENSION, "must be 2 to 8 digits")),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  admins: z.optional(z.array(z.string().check(z.regex(USERNAME, "must be lower-case letters, digits, . _ -")))),
});

/** Number, name, admins, and PINs and any of the settings by their names. Without a PIN in the file the room has none. */
export const roomSchema = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((written, context) => {
    const { number, name, admins, ...texts } = written;
    const fixed = z.safeParse(fixedSchema, { number, name, ...(admins === undefined ? {} : { admins }) });
    for (const { path, message } of fixed.error?.issues ?? [])
      context.issues.push({ code: "custom", path, input: written, message });
    const { settings: read, faults } = CONFERENCE_FIELDS.read(texts);
    for (const { name: field, message } of faults)
      context.issues.push({ code: "custom", path: [field], input: texts[field], message });
    if (!fixed.success || faults.length > 0) return z.NEVER;
    const { pin = null, adminPin = null, ...settings } = read;
    return {
      number: fixed.data.number,
      name: fixed.data.name,
      pin,
      adminPin,
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
      ...(fixed.data.admins === undefined ? {} : { admins: fixed.data.admins }),
    };
  }),
);

/** The reverse; settings with their default are left out. */
export function writeRoom(
  { number, name, configuration, adminIds, pin, adminPin }: ConfiguredConference,
  usernameOf: (userId: number) => string | undefined,
): Readonly<Record<string, unknown>> {
  const defaults = new Map(
    CONFERENCE_FIELDS.write({ ...DEFAULT_CONFERENCE, pin: null, adminPin: null }).map((one) => [one.name, one.value]),
  );
  const changed = CONFERENCE_FIELDS.write({ ...configuration, pin, adminPin }).filter(
    (field) => defaults.get(field.name) !== field.value,
  );
  const admins = adminIds.flatMap((id) => usernameOf(id) ?? []);
  return {
    number,
    name,
    ...Object.fromEntries(changed.map((field) => [field.name, field.value])),
    ...(admins.length === 0 ? {} : { admins }),
  };
}
