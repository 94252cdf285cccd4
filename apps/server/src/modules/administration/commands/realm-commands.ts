import {
  AppError,
  CALL_LIMIT,
  LINE_ORDER,
  DIRECT_NUMBER,
  hoursText,
  isDate,
  isTimeZone,
  parseHours,
  PASSWORD_MIN_CHARS,
  USERNAME,
  type WeeklyHours,
} from "@callpanel/contract";
import {
  DEFAULT_REALM_SETTINGS,
  isItemOf,
  LINE_CLASSES,
  lineUse,
  type LineUse,
  type RealmItem,
} from "../../realm-settings/index.ts";
import { EMERGENCY_NUMBER, type RealmItemDraft } from "../company.model.ts";
import { newSipSecret } from "../../sip-credentials/index.ts";
import { removeItem } from "../company.removal.ts";
import { applyCompany } from "../company.service.ts";
import {
  nameOf,
  printTable,
  realmIn,
  UsageError,
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOption,
  withArticle,
} from "./command.ts";

/** The kinds of items of a realm, with their names for people. */
interface Kind {
  readonly noun: string;
  readonly kind: Exclude<RealmItem["kind"], "application" | "emergency" | "outgoing" | "setting">;
  readonly about: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly make: (
    name: string,
    input: CommandInput,
    context: CommandContext,
  ) => RealmItemDraft | Promise<RealmItemDraft>;
}

/** For which calls a trunk is used. */
const USE_OPTIONS = {
  calls: { type: "string", shows: "<n>", about: "limit of simultaneous calls, `none`: unlimited (the default)" },
  order: {
    type: "string",
    shows: "<n>",
    about: "lines with a lower one are tried first; `none`: last, by name (the default)",
  },
  class: {
    type: "string",
    multiple: true,
    shows: "<class>",
    about:
      "calls that it takes: inland, abroad, premium, emergency, or `all` (the default); may be given more than once",
  },
} as const satisfies Readonly<Record<string, CommandOption>>;
const PASSWORD_OPTION = {
  type: "string",
  shows: "<text>",
  about: "of the gateway's SIP account; `-` reads it from standard input; by default one is created and shown",
} as const satisfies CommandOption;

const KINDS: readonly Kind[] = [
  {
    noun: "profiles",
    kind: "emergency_profile",
    about: "emergency call-back profile",
    options: {
      number: { type: "string", shows: "<number>", about: "shown to the emergency services, and called back" },
    },
    make: (name, input) => ({ kind: "emergency_profile", name, number: checkedNumber(input.text("number")) }),
  },
  {
    noun: "locations",
    kind: "emergency_location",
    about: "emergency location",
    options: {
      address: { type: "string", shows: "<address>", about: "street, city, state and postal code in one line" },
      details: { type: "string", shows: "<text>", about: "floor, room and the like" },
    },
    make: (name, input) => ({
      kind: "emergency_location",
      name,
      address: needed(input.text("address"), "--address"),
      details: input.text("details") ?? "",
    }),
  },
  {
    noun: "time-conditions",
    kind: "time_condition",
    about: "weekly schedule",
    options: {
      zone: { type: "string", shows: "<zone>", about: "e.g. America/Toronto" },
      hours: {
        type: "string",
        multiple: true,
        shows: "<days from-to>",
        about: "`mon-fri 09:00-17:00`; may be given more than once",
      },
      closed: { type: "string", multiple: true, shows: "<date>", about: "a holiday, e.g. 2026-12-25; the same" },
    },
    make: (name, input) => {
      const timeZone = needed(input.text("zone"), "--zone");
      if (!isTimeZone(timeZone)) throw new UsageError("--zone is a time zone such as America/Toronto");
      const closed = input.texts("closed") ?? [];
      if (!closed.every(isDate)) throw new UsageError("--closed is a date such as 2026-12-25");
      const hours = (input.texts("hours") ?? []).map(checkedHours);
      return { kind: "time_condition", name, timeZone, hours, ...(closed.length === 0 ? {} : { closed }) };
    },
  },
  {
    noun: "trunks",
    kind: "trunk",
    about: "trunk",
    options: {
      password: PASSWORD_OPTION,
      ...USE_OPTIONS,
    },
    make: async (name, input, { readStdin, random }) => {
      if (!USERNAME.test(name))
        throw new UsageError("a trunk's name is a SIP username: lower-case letters, digits, . _ -");
      const password = (await typedPassword(input, readStdin)) ?? newSipSecret(random);
      return { kind: "trunk", name, password, ...lineUse(askedUse(input, {})) };
    },
  },
];

export const realmCommands: readonly Command[] = [
  ...KINDS.flatMap((kind) => [listOf(kind), addOf(kind), removeOf(kind)]),
  {
    name: "trunks change",
    operands: "<name>",
    summary: "Changes the given values of a trunk; all others stay, and so does its password unless one is given",
    fewest: 1,
    most: 1,
    options: {
      ...USE_OPTIONS,
      password: { ...PASSWORD_OPTION, about: "another one; `-` reads it from standard input" },
    },
    run: async (context, input) => {
      const { company, realm, print, readStdin } = context;
      const [name = ""] = input.positionals;
      const items = await company.read(async (reader) => reader.realmItems((await realmIn(reader, realm)).id));
      const before = items.filter(isItemOf("trunk")).find((one) => one.name === name);
      if (before === undefined) throw new AppError("admin.notFound", { what: { kind: "line", name } });
      const password = await typedPassword(input, readStdin);
      const use = lineUse(askedUse(input, before));
      await save(
        context,
        password === undefined
          ? { kind: "trunk", name, keepsPassword: true, ...use }
          : { kind: "trunk", name, password, ...use },
      );
      print(`changed trunk ${name}`);
    },
  },
  {
    name: "emergency list",
    operands: "",
    summary: "Emergency numbers, and which chosen emergency settings are in use",
    fewest: 0,
    most: 0,
    run: async ({ company, realm, print }) => {
      const items = await company.read(async (reader) => reader.realmItems((await realmIn(reader, realm)).id));
      const { numbers, disabledGlobally } = items.find(isItemOf("emergency")) ?? DEFAULT_REALM_SETTINGS.emergency;
      printTable(print, [{ numbers: numbers.join(","), callerid: disabledGlobally ? "disabled" : "enabled" }]);
    },
  },
  {
    name: "emergency set",
    operands: "",
    summary: "Changes the given values; all others stay",
    fewest: 0,
    most: 0,
    options: {
      numbers: { type: "string", shows: "<n,n>", about: "the emergency numbers, e.g. 911,933" },
      disable: { type: "boolean", shows: "", about: "ignore the emergency caller ids that people have chosen" },
      enable: { type: "boolean", shows: "", about: "use them again" },
    },
    run: async ({ company, realm, print }, input) => {
      const items = await company.read(async (reader) => reader.realmItems((await realmIn(reader, realm)).id));
      const before = items.find(isItemOf("emergency")) ?? DEFAULT_REALM_SETTINGS.emergency;
      const numbers = input.text("numbers")?.split(",") ?? before.numbers;
      if (!numbers.every((number) => EMERGENCY_NUMBER.test(number)))
        throw new UsageError("--numbers are 2 to 6 digits each, with commas");
      const disabledGlobally = input.flag("disable") || (before.disabledGlobally && !input.flag("enable"));
      await save({ company, realm }, { kind: "emergency", name: "", numbers, disabledGlobally });
      print("changed emergency calls");
    },
  },
  {
    name: "outgoing set",
    operands: "<number>",
    summary: "Sets the caller ID outside for people without a direct number",
    fewest: 1,
    most: 1,
    run: async ({ company, realm, print }, { positionals: [number] }) => {
      await save({ company, realm }, { kind: "outgoing", name: "", number: checkedNumber(number) });
      print(`caller ID of outside calls: ${number ?? ""}`);
    },
  },
];

async function typedPassword(input: CommandInput, readStdin: CommandContext["readStdin"]): Promise<string | undefined> {
  const given = input.text("password");
  const password = given === "-" ? (await readStdin()).replace(/\r?\n$/, "") : given;
  if (password !== undefined && password.length < PASSWORD_MIN_CHARS)
    throw new UsageError(`a password has at least ${PASSWORD_MIN_CHARS} characters`);
  return password;
}

/** What a command asks of a trunk; what it does not name stays. */
function askedUse(input: CommandInput, before: LineUse): LineUse {
  const whole = (option: "calls" | "order", pattern: RegExp, most: number) => {
    const text = input.text(option);
    if (text === undefined) return undefined;
    if (text !== "none" && !pattern.test(text)) throw new UsageError(`--${option} is 1 to ${most}, or none`);
    return { value: text === "none" ? undefined : Number(text) };
  };
  const [calls, order] = [whole("calls", CALL_LIMIT, 9_999), whole("order", LINE_ORDER, 999)];
  const asked = input.texts("class");
  const classes = LINE_CLASSES.filter((one) => asked?.includes(one) === true || asked?.includes("all") === true);
  const isKnown = (text: string) => text === "all" || LINE_CLASSES.some((one) => one === text);
  if (asked?.every(isKnown) === false) throw new UsageError(`--class is one of ${LINE_CLASSES.join(", ")}, all`);
  return {
    callLimit: calls === undefined ? before.callLimit : calls.value,
    order: order === undefined ? before.order : order.value,
    classes: asked === undefined ? before.classes : classes,
  };
}

const save = ({ company, realm }: Pick<CommandContext, "company" | "realm">, item: RealmItemDraft) =>
  applyCompany(company, { realm, groups: [], users: [], services: [], items: [item] });

function listOf({ noun, kind, about }: Kind): Command {
  return {
    name: `${noun} list`,
    operands: "",
    summary: `All ${about}s`,
    fewest: 0,
    most: 0,
    run: async ({ company, realm, print }) => {
      const items = await company.read(async (reader) => reader.realmItems((await realmIn(reader, realm)).id));
      printTable(
        print,
        items.filter((item) => item.kind === kind).map((item) => ({ name: item.name, details: detailsOf(item) })),
      );
    },
  };
}

function addOf({ noun, about, options, make }: Kind): Command {
  return {
    name: `${noun} add`,
    operands: "<name>",
    summary: `Adds ${withArticle(about)}, or changes the one of that name`,
    fewest: 1,
    most: 20,
    options,
    run: async (context, input) => {
      const name = nameOf(input.positionals);
      const item = await make(name, input, context);
      await save(context, item);
      context.print(`added ${about} ${name}`);
      if ("password" in item && input.text("password") === undefined) context.print(`password: ${item.password}`);
    },
  };
}

function removeOf({ noun, kind, about }: Kind): Command {
  return {
    name: `${noun} remove`,
    operands: "<name>",
    summary: `Removes ${withArticle(about)}`,
    fewest: 1,
    most: 20,
    run: async ({ company, realm, print }, input) => {
      const name = nameOf(input.positionals);
      await removeItem(company, { realm, kind, name });
      print(`removed ${about} ${name}`);
    },
  };
}

function detailsOf(item: RealmItem): string {
  switch (item.kind) {
    case "emergency_location":
      return [item.address, item.details].filter((one) => one !== "").join(", ");
    case "time_condition":
      return [item.timeZone, ...item.hours.map(hoursText), ...closedText(item.closed)].join("; ");
    case "emergency_profile":
    case "outgoing":
      return item.number;
    case "trunk":
      return [
        ...(item.callLimit === undefined ? [] : [`${item.callLimit} calls at a time`]),
        ...(item.order === undefined ? [] : [`order ${item.order}`]),
        ...(item.classes === undefined ? [] : [item.classes.join(",") || "no outgoing calls"]),
      ].join("; ");
    case "application":
      return item.redirectUris.join(" ");
    case "setting":
      return item.value;
    case "emergency":
      return "";
  }
}

function needed(value: string | undefined, option: string): string {
  if (value === undefined || value === "") throw new UsageError(`${option} is needed`);
  return value;
}

function checkedNumber(number: string | undefined): string {
  if (number === undefined || !DIRECT_NUMBER.test(number))
    throw new UsageError("a number has 3 to 15 digits, best with + and country");
  return number;
}

const closedText = (dates: readonly string[] = []) => (dates.length === 0 ? [] : [`closed ${dates.join(", ")}`]);

/** `mon-fri 09:00-17:00` */
function checkedHours(text: string): WeeklyHours {
  const hours = parseHours(text);
  if (hours === undefined) throw new UsageError('--hours are days and times such as "mon-fri 09:00-17:00"');
  return hours;
}
