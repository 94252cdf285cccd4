import { EXTENSION, USERNAME } from "@callpanel/contract";
import * as z from "zod/mini";
import type { SettingFields, WrittenField } from "../../../kernel/text/setting-fields.ts";
import {
  CONFERENCE_FIELDS,
  DEFAULT_CONFERENCE,
  DEFAULT_PERSONAL,
  PERSONAL_FIELDS,
  type ConfiguredConference,
  type PersonalConfiguration,
} from "../../conferences/index.ts";

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

/** A person's own room: any of the settings by their names. */
export const personalSchema = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((written, context) => {
    const { settings, faults } = PERSONAL_FIELDS.read(written);
    for (const { name, message } of faults)
      context.issues.push({ code: "custom", path: [name], input: written[name], message });
    return faults.length > 0 ? z.NEVER : settings;
  }),
);

/** The reverse; undefined: it was never changed. */
export function writePersonal(conference: PersonalConfiguration): Readonly<Record<string, string>> | undefined {
  const changed = changedFields(PERSONAL_FIELDS, conference, DEFAULT_PERSONAL);
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map(({ name, value }) => [name, value]));
}

function changedFields<Settings>(
  fields: SettingFields<Settings>,
  settings: Settings,
  defaults: Settings,
): readonly WrittenField[] {
  const usual = new Map(fields.write(defaults).map(({ name, value }) => [name, value]));
  return fields.write(settings).filter(({ name, value }) => usual.get(name) !== value);
}

/** The reverse; settings with their default are left out. */
export function writeRoom(
  { number, name, configuration, adminIds, pin, adminPin }: ConfiguredConference,
  usernameOf: (userId: number) => string | undefined,
): Readonly<Record<string, unknown>> {
  const defaults = { ...DEFAULT_CONFERENCE, pin: null, adminPin: null };
  const changed = changedFields(CONFERENCE_FIELDS, { ...configuration, pin, adminPin }, defaults);
  const admins = adminIds.flatMap((id) => usernameOf(id) ?? []);
  return {
    number,
    name,
    ...Object.fromEntries(changed.map((field) => [field.name, field.value])),
    ...(admins.length === 0 ? {} : { admins }),
  };
}
