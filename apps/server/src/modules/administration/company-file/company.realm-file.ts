import * as z from "zod/mini";
import { isItemOf, LINE_CLASSES, settingFault, type RealmItem } from "../../realm-settings/index.ts";
import {
  CALL_LIMIT,
  LINE_ORDER,
  daysText,
  DIRECT_NUMBER,
  isDate,
  isTimeZone,
  minuteText,
  parseDays,
  parseMinute,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  USERNAME,
} from "@callpanel/contract";
import { EMERGENCY_NUMBER, type RealmItemDraft } from "../company.model.ts";

/** The part of a company file about the realm as a whole. */

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const matching = (pattern: RegExp, wanted: string) => z.string().check(z.regex(pattern, `must be ${wanted}`));
const hex = (characters: number) =>
  matching(new RegExp(`^[0-9a-f]{${characters}}$`), `${characters} hexadecimal digits`);
const directNumber = matching(DIRECT_NUMBER, "digits with an optional +");

/** Parses a text, or reports what is valid. */
const made = <Value>(parse: (value: string) => Value | undefined, wanted: string, instead: Value) =>
  z.pipe(
    z.string(),
    z.transform((value, context): Value => {
      const result = parse(value);
      if (result === undefined) context.issues.push({ code: "custom", input: value, message: `must be ${wanted}` });
      return result ?? instead;
    }),
  );

const minute = made(parseMinute, "a time such as 09:30", 0);
const timeConditionSchema = z.strictObject({
  name: text(100),
  time_zone: made((zone) => (isTimeZone(zone) ? zone : undefined), "a time zone such as America/Toronto", "UTC"),
  hours: z.array(
    z.strictObject({ days: made(parseDays, "days such as mon-fri or sat,sun", []), from: minute, to: minute }),
  ),
  closed: z.optional(z.array(z.string().check(z.refine(isDate, { error: "must be a date such as 2026-12-25" })))),
});
const disabled = made((value) => ({ true: true, false: false })[value], "true or false", false);

/** Fields of the company file. */
export const realmFields = {
  emergency: z.optional(
    z.strictObject({
      disabled: z.optional(disabled),
      numbers: z.optional(z.array(matching(EMERGENCY_NUMBER, "2 to 6 digits"))),
    }),
  ),
  emergency_profiles: z._default(z.array(z.strictObject({ name: text(100), number: directNumber })), []),
  emergency_locations: z._default(
    z.array(z.strictObject({ name: text(100), address: text(300), details: z.optional(text(200)) })),
    [],
  ),
  time_conditions: z._default(z.array(timeConditionSchema), []),
  trunks: z._default(
    z.array(
      z.strictObject({
        name: matching(USERNAME, "lower-case letters, digits, . _ -"),
        password: z.optional(z.string().check(z.minLength(PASSWORD_MIN_CHARS), z.maxLength(PASSWORD_MAX_CHARS))),
        credential: z.optional(z.strictObject({ ha1_md5: hex(32), ha1_sha256: hex(64) })),
        calls: z.optional(matching(CALL_LIMIT, "1 to 9999 calls at a time")),
        order: z.optional(matching(LINE_ORDER, "1 to 999")),
        classes: z.optional(z.array(z.enum(LINE_CLASSES))),
      }),
    ),
    [],
  ),
  outgoing_number: z.optional(directNumber),
  settings: z._default(
    z.record(z.string(), z.string()).check((context) => {
      for (const [name, value] of Object.entries(context.value)) {
        const message = settingFault(name, value);
        if (message !== undefined) context.issues.push({ code: "custom", path: [name], input: value, message });
      }
    }),
    {},
  ),
};
const realmSchema = z.object(realmFields);
type RealmFile = z.infer<typeof realmSchema>;

/** Names that occur twice in the file, by field. */
export function doubleRealmNames(
  file: RealmFile,
): ReadonlyArray<{ readonly what: string; readonly path: readonly [string, number] }> {
  return (["emergency_profiles", "emergency_locations", "time_conditions", "trunks"] as const).flatMap((field) =>
    file[field].map(({ name }, index) => ({ what: `${field} ${name}`, path: [field, index] as const })),
  );
}

/** `defaults` apply where the file has no emergency numbers. */
export function toRealmItems(
  file: RealmFile,
  defaults: { readonly numbers: readonly string[] },
): readonly RealmItemDraft[] {
  const { emergency, outgoing_number: number } = file;
  return [
    ...(emergency === undefined
      ? []
      : [
          {
            kind: "emergency" as const,
            name: "" as const,
            disabledGlobally: emergency.disabled ?? false,
            numbers: emergency.numbers ?? defaults.numbers,
          },
        ]),
    ...file.emergency_profiles.map((one) => ({ kind: "emergency_profile" as const, ...one })),
    ...file.emergency_locations.map(({ details = "", ...one }) => ({
      kind: "emergency_location" as const,
      ...one,
      details,
    })),
    ...file.time_conditions.map(({ name, time_zone: timeZone, hours, closed }) => ({
      kind: "time_condition" as const,
      name,
      timeZone,
      hours: hours.map(({ days, from, to }) => ({ days, fromMinute: from, toMinute: to })),
      ...(closed === undefined ? {} : { closed }),
    })),
    // A trunk without both keeps its stored credential; a new one needs one.
    ...file.trunks.flatMap(({ name, password, credential, calls, order, classes }): readonly RealmItemDraft[] => {
      const use = {
        callLimit: calls === undefined ? undefined : Number(calls),
        order: order === undefined ? undefined : Number(order),
        classes,
        keepsUse: true as const,
      };
      if (credential !== undefined)
        return [{ kind: "trunk", name, ha1Md5: credential.ha1_md5, ha1Sha256: credential.ha1_sha256, ...use }];
      return [
        password === undefined
          ? { kind: "trunk", name, keepsPassword: true, ...use }
          : { kind: "trunk", name, password, ...use },
      ];
    }),
    ...(number === undefined ? [] : [{ kind: "outgoing" as const, name: "" as const, number }]),
    ...Object.entries(file.settings).map(([name, value]) => ({ kind: "setting" as const, name, value })),
  ];
}

/** The reverse of `toRealmItems`. */
export function writeRealmFields(items: readonly RealmItem[], withSecrets: boolean): Readonly<Record<string, unknown>> {
  const emergency = items.find(isItemOf("emergency"));
  const outgoing = items.find(isItemOf("outgoing"));
  const settings = items.filter(isItemOf("setting"));
  const fields = {
    emergency_profiles: items.filter(isItemOf("emergency_profile")).map(({ name, number }) => ({ name, number })),
    emergency_locations: items
      .filter(isItemOf("emergency_location"))
      .map(({ name, address, details }) => ({ name, address, ...(details === "" ? {} : { details }) })),
    time_conditions: items.filter(isItemOf("time_condition")).map(({ name, timeZone, hours, closed }) => ({
      name,
      time_zone: timeZone,
      hours: hours.map(({ days, fromMinute, toMinute }) => ({
        days: daysText(days),
        from: minuteText(fromMinute),
        to: minuteText(toMinute),
      })),
      ...(closed === undefined ? {} : { closed }),
    })),
    trunks: items.filter(isItemOf("trunk")).map(({ name, ha1Md5, ha1Sha256, callLimit, order, classes }) => ({
      name,
      ...(callLimit === undefined ? {} : { calls: callLimit }),
      ...(order === undefined ? {} : { order }),
      ...(classes === undefined ? {} : { classes }),
      ...(withSecrets ? { credential: { ha1_md5: ha1Md5, ha1_sha256: ha1Sha256 } } : {}),
    })),
  };
  return {
    ...(emergency === undefined
      ? {}
      : { emergency: { disabled: emergency.disabledGlobally, numbers: emergency.numbers } }),
    ...Object.fromEntries(Object.entries(fields).filter(([, list]) => list.length > 0)),
    ...(outgoing === undefined ? {} : { outgoing_number: outgoing.number }),
    ...(settings.length === 0
      ? {}
      : { settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])) }),
  };
}
