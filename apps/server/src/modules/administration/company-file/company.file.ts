import {
  AppError,
  DIRECT_NUMBER,
  isScreenPopUrl,
  LONGEST_PARKING_SECONDS,
  MOST_SLOTS,
  TOGGLE_NUMBER,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  SCREEN_POP_TRIGGERS,
  type Permission,
  EXTENSION,
  GROUP_NAME,
  USERNAME,
} from "@callpanel/contract";
import { isMap, isNode, isPair, isScalar, stringify, type Document } from "yaml";
import * as z from "zod/mini";
import "../../../kernel/http/issue-words.ts";
import { LOT_TIMEOUT_SECONDS } from "../../directory/index.ts";
import { EMERGENCY_NUMBERS } from "../../realm-settings/index.ts";
import { parsePermission, REALM_NAME, type CompanyDraft, type ServiceDraft } from "../company.model.ts";
import { queueSchema } from "./company.queue-file.ts";
import { personalSchema, roomSchema } from "./company.room-file.ts";
import { doubleRealmNames, realmFields, toRealmItems } from "./company.realm-file.ts";
import { invalidFile, readYaml } from "./company.yaml.ts";

/** Limit: a company file is written by people, so a larger one is probably the wrong file. */
const MOST_CHARS = 8_000_000;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const matching = (pattern: RegExp, wanted: string) => z.string().check(z.regex(pattern, `must be ${wanted}`));

/** Every scalar of the file is read as plain text, so that 0101 keeps its zero; other types are parsed here. */
const flag = z.pipe(
  z.enum(["true", "false"], "must be true or false"),
  z.transform((value) => value === "true"),
);
const extension = matching(EXTENSION, "2 to 8 digits");
const popPageSchema = z.strictObject({
  url: z.string().check(z.refine(isScreenPopUrl, { error: "must be an http or https address" })),
  trigger: z._default(z.enum(SCREEN_POP_TRIGGERS, "must be ringing or answered"), "ringing"),
});
const slots = z.pipe(
  matching(/^\d{2,8}-\d{2,8}$/, "a range such as 701-720"),
  z.transform((value, context) => {
    const [firstSlot = 0, lastSlot = 0] = value.split("-").map(Number);
    if (lastSlot < firstSlot || lastSlot - firstSlot >= MOST_SLOTS)
      context.issues.push({ code: "custom", input: value, message: `must be 1 to ${MOST_SLOTS} slots, first to last` });
    return { firstSlot, lastSlot };
  }),
);
const parkingSeconds = z.pipe(
  z.string(),
  z.transform((value, context) => {
    const seconds = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (seconds < 1 || seconds > LONGEST_PARKING_SECONDS)
      context.issues.push({ code: "custom", input: value, message: `must be 1 to ${LONGEST_PARKING_SECONDS} seconds` });
    return seconds;
  }),
);
const permissions = z.array(
  z.pipe(
    z.string(),
    z.transform((value, context): Permission => {
      const parsed = parsePermission(value);
      if ("permission" in parsed) return parsed.permission;
      context.issues.push({ code: "custom", input: value, message: parsed.fault });
      return { module: "permissions", rule: "read" };
    }),
  ),
);
const password = z.string().check(z.minLength(PASSWORD_MIN_CHARS), z.maxLength(PASSWORD_MAX_CHARS));
const hex = (characters: number) =>
  matching(new RegExp(`^[0-9a-f]{${characters}}$`), `${characters} hexadecimal digits`);

const groupSchema = z.strictObject({ name: matching(GROUP_NAME, "lower-case letters, digits, . _ -"), permissions });
const userSchema = z.strictObject({
  username: matching(USERNAME, "lower-case letters, digits, . _ -"),
  first_name: z.optional(text(100)),
  last_name: z.optional(text(100)),
  extension: z.optional(extension),
  email: z.optional(z.string().check(z.maxLength(254))),
  department: z.optional(text(100)),
  panel: z.optional(flag),
  suspended: z.optional(flag),
  groups: z.optional(z.array(z.string())),
  permissions: z.optional(permissions),
  conference: z.optional(personalSchema),
  password: z.optional(password),
  /** Of a new person: there is no password until they are invited. */
  invited: z.optional(flag),
  credential: z.optional(
    z.strictObject({
      password_hash: matching(/^\$argon2id\$/, "an argon2id hash"),
      /** In exports from before SIP had its own secrets; not used any more. */
      ha1_md5: z.optional(hex(32)),
      ha1_sha256: z.optional(hex(64)),
    }),
  ),
});
const companySchema = z.strictObject({
  realm: matching(REALM_NAME, "lower-case letters, digits, . -"),
  company: z.optional(text(200)),
  groups: z._default(z.array(groupSchema), []),
  users: z._default(z.array(userSchema), []),
  queues: z._default(z.array(queueSchema), []),
  rooms: z._default(z.array(roomSchema), []),
  lots: z._default(
    z.array(z.strictObject({ number: extension, name: text(100), slots, timeout_seconds: z.optional(parkingSeconds) })),
    [],
  ),
  toggles: z._default(
    z.array(
      z.strictObject({
        number: matching(TOGGLE_NUMBER, "2 to 8 digits, the first no 0"),
        name: text(100),
        a: extension,
        b: extension,
      }),
    ),
    [],
  ),
  ...realmFields,
  numbers: z._default(
    z.array(
      z
        .strictObject({
          number: matching(DIRECT_NUMBER, "digits with an optional +"),
          name: text(100),
          target: extension,
          hours: z.optional(text(100)),
          otherwise: z.optional(extension),
          sms: z.optional(flag),
          screen_pop: z.optional(popPageSchema),
        })
        .check(
          z.refine(({ hours, otherwise }) => (hours === undefined) === (otherwise === undefined), {
            error: "needs both hours and otherwise, or neither",
          }),
        ),
    ),
    [],
  ),
});
type CompanyFile = z.infer<typeof companySchema>;

/**
 * Reads a company file (YAML).
 * @throws AppError `admin.invalidFile` with every fault, each with its line
 */
export function parseCompanyFile(source: string): CompanyDraft {
  if (source.length > MOST_CHARS) throw invalidFile([`it is larger than ${MOST_CHARS} characters`]);
  const { document, lines } = readYaml(source);
  const lineOf = (path: ReadonlyArray<PropertyKey>): number => lines.linePos(offsetOf(document, path)).line;
  const parsed = z.safeParse(companySchema, unfold(document));
  if (!parsed.success)
    throw invalidFile(
      parsed.error.issues.map((issue) => `line ${lineOf(pathOf(issue))}: ${placeText(issue.path)}${issue.message}`),
    );
  const doubles = doublesIn(parsed.data, lineOf);
  if (doubles.length > 0) throw invalidFile(doubles);
  return toDraft(parsed.data, lineOf);
}

/** The file as plain values; exploding aliases are refused. */
function unfold(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new AppError("admin.invalidFile", { detail: "its aliases unfold to too much" }, { cause: error });
  }
}

/** For an unknown field the path of the field itself, not of its parent. */
function pathOf(issue: z.core.$ZodIssue): ReadonlyArray<PropertyKey> {
  return issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
}

type LineOf = (path: ReadonlyArray<PropertyKey>) => number;

const placeText = (path: ReadonlyArray<PropertyKey>): string =>
  path.length === 0 ? "" : `${path.map(String).join(".")}: `;

/** The offset of a node, or of the nearest parent that exists. */
function offsetOf(document: Document, path: ReadonlyArray<PropertyKey>): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    // A fault in a value is shown at its key, which exists even if the value is empty.
    const pair = isMap(parent)
      ? parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
      : undefined;
    const node: unknown = pair?.key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** Things that occur twice in the file. */
function doublesIn(file: CompanyFile, lineOf: LineOf): readonly string[] {
  const seen = new Map<string, number>();
  const faults: string[] = [];
  const note = (what: string, path: ReadonlyArray<PropertyKey>): void => {
    const line = lineOf(path);
    const before = seen.get(what);
    if (before === undefined) seen.set(what, line);
    else faults.push(`line ${line}: ${what} stands in line ${before} already`);
  };
  file.groups.forEach(({ name }, index) => note(`group ${name}`, ["groups", index, "name"]));
  file.users.forEach((user, index) => {
    note(`user ${user.username}`, ["users", index, "username"]);
    if (user.extension !== undefined) note(`number ${user.extension}`, ["users", index, "extension"]);
  });
  for (const { what, path } of doubleRealmNames(file)) note(what, path);
  for (const kind of ["queues", "rooms", "lots", "toggles", "numbers"] as const)
    file[kind].forEach(({ number }, index) => note(`number ${number}`, [kind, index, "number"]));
  return faults;
}

function toDraft(file: CompanyFile, lineOf: LineOf): CompanyDraft {
  const services: readonly ServiceDraft[] = [
    ...file.queues.map((one, index): ServiceDraft => ({ kind: "queue", ...one, line: lineOf(["queues", index]) })),
    ...file.rooms.map((one, index): ServiceDraft => ({ kind: "room", ...one, line: lineOf(["rooms", index]) })),
    ...file.lots.map(({ number, name, slots: range, timeout_seconds }, index): ServiceDraft => ({
      kind: "lot",
      number,
      name,
      ...range,
      timeoutSeconds: timeout_seconds ?? LOT_TIMEOUT_SECONDS,
      line: lineOf(["lots", index]),
    })),
    ...file.toggles.map(({ number, name, a, b }, index): ServiceDraft => ({
      kind: "toggle",
      number,
      name,
      optionA: a,
      optionB: b,
      line: lineOf(["toggles", index]),
    })),
    ...file.numbers.map(({ number, name, target, hours, otherwise, sms, screen_pop }, index): ServiceDraft => ({
      kind: "did",
      number,
      name,
      target,
      ...hoursOf({ hours, otherwise }),
      smsCapable: sms ?? false,
      ...(screen_pop === undefined ? {} : { popPage: screen_pop }),
      line: lineOf(["numbers", index]),
    })),
  ];
  return {
    realm: file.realm,
    company: file.company,
    groups: file.groups.map((group, index) => ({ ...group, line: lineOf(["groups", index]) })),
    users: file.users.map(({ first_name, last_name, panel, invited, credential, ...user }, index) => ({
      ...user,
      firstName: first_name,
      lastName: last_name,
      mayUsePanel: panel,
      invited: invited === true ? "later" : undefined,
      credential: credential === undefined ? undefined : { passwordHash: credential.password_hash },
      line: lineOf(["users", index]),
    })),
    services,
    items: toRealmItems(file, { numbers: EMERGENCY_NUMBERS }),
  };
}

const hoursOf = ({
  hours,
  otherwise,
}: {
  readonly hours?: string | undefined;
  readonly otherwise?: string | undefined;
}) => (hours === undefined || otherwise === undefined ? {} : { hours, otherwise });

/** The file that would create this company; the reverse of `parseCompanyFile`. */
export function writeCompanyFile(file: Readonly<Record<string, unknown>>): string {
  return stringify(file, { lineWidth: 0, defaultStringType: "PLAIN" });
}
