import {
  AppError,
  DIRECT_NUMBER,
  EXTENSION,
  isScreenPopUrl,
  LONGEST_PARKING_SECONDS,
  MOST_SLOTS,
  SCREEN_POP_TRIGGERS,
  TOGGLE_NUMBER,
} from "@callpanel/contract";
import type { PopPage } from "@callpanel/phone-port";
import { ROOM_PIN } from "../../conferences/index.ts";
import { LOT_TIMEOUT_SECONDS, type NumberEntry } from "../../directory/index.ts";
import type { ServiceEntry } from "../company.model.ts";
import { removeService } from "../company.removal.ts";
import { applyCompany } from "../company.service.ts";
import {
  nameOf,
  printTable,
  realmIn,
  UsageError,
  type Command,
  type CommandInput,
  type CommandOption,
  withArticle,
} from "./command.ts";

/** The kinds of numbers except extensions, with their names for people. */
interface Kind {
  readonly noun: string;
  readonly kind: ServiceEntry["kind"];
  readonly options?: Readonly<Record<string, CommandOption>>;
  readonly about: string;
  readonly make: (input: CommandInput) => ServiceEntry;
}

const KINDS: readonly Kind[] = [
  {
    noun: "queues",
    kind: "queue",
    about: "queue",
    make: (input) => ({ kind: "queue", ...serviceOf(input) }),
  },
  {
    noun: "rooms",
    kind: "room",
    about: "conference room",
    options: {
      pin: { type: "string", shows: "<digits>", about: "everyone who enters must give it" },
      "admin-pin": { type: "string", shows: "<digits>", about: "people who enter it are admins of the room" },
    },
    make: (input) => ({
      kind: "room",
      ...serviceOf(input),
      pin: checkedPin(input.text("pin")),
      adminPin: checkedPin(input.text("admin-pin")),
    }),
  },
  {
    noun: "lots",
    kind: "lot",
    about: "parking lot",
    options: {
      slots: { type: "string", shows: "<first-last>", about: "its parking slots, e.g. 701-720" },
      timeout: {
        type: "string",
        shows: "<seconds>",
        about: `when a call goes back to who parked it, ${LOT_TIMEOUT_SECONDS} where not said`,
      },
    },
    make: (input) => ({
      kind: "lot",
      ...serviceOf(input),
      ...checkedSlots(input.text("slots")),
      timeoutSeconds: checkedSeconds(input.text("timeout")),
    }),
  },
  {
    noun: "toggles",
    kind: "toggle",
    about: "toggle destination",
    options: {
      a: { type: "string", shows: "<number>", about: "its first destination: extension of a person, queue or room" },
      b: { type: "string", shows: "<number>", about: "its second destination" },
    },
    make: (input) => {
      const { number, name } = serviceOf(input);
      const [optionA, optionB] = [input.text("a"), input.text("b")];
      if (!TOGGLE_NUMBER.test(number)) throw new UsageError("a toggle's number does not begin with 0");
      if (optionA === undefined || optionB === undefined) throw new UsageError("--a and --b are needed");
      return { kind: "toggle", number, name, optionA, optionB };
    },
  },
  {
    noun: "numbers",
    kind: "did",
    about: "direct number",
    options: {
      to: { type: "string", shows: "<number>", about: "its destination: an extension or service number" },
      hours: { type: "string", shows: "<name>", about: "business hours (time-conditions) during which it leads there" },
      otherwise: { type: "string", shows: "<number>", about: "where it leads outside these hours" },
      sms: { type: "boolean", shows: "", about: "can send and receive SMS" },
      "screen-pop": {
        type: "string",
        shows: "<address>",
        about: "page to open for its calls, e.g. https://crm.example/?from={number}",
      },
      "pop-at": { type: "string", shows: "<when>", about: "when to open it: ringing (the default) or answered" },
    },
    make: (input) => {
      const [number = "", ...name] = input.positionals;
      if (!DIRECT_NUMBER.test(number))
        throw new UsageError("a direct number has 3 to 15 digits, best with + and country");
      const target = input.text("to");
      if (target === undefined) throw new UsageError("--to is needed");
      const popPage = popPageOf(input);
      const also = { ...(popPage === undefined ? {} : { popPage }), ...hoursOf(input) };
      return { kind: "did", number, name: nameOf(name), target, smsCapable: input.flag("sms"), ...also };
    },
  },
];

export const numberCommands: readonly Command[] = KINDS.flatMap((kind) => [listOf(kind), addOf(kind), removeOf(kind)]);

function listOf({ noun, kind, about }: Kind): Command {
  return {
    name: `${noun} list`,
    operands: "",
    summary: noun === "numbers" ? "All numbers of the realm, including extensions" : `All ${about}s`,
    fewest: 0,
    most: 0,
    run: async ({ company, realm, print }) => {
      const all = await company.read(async (reader) => reader.numbers((await realmIn(reader, realm)).id));
      const shown = noun === "numbers" ? all : all.filter((entry) => entry.kind === kind);
      printTable(
        print,
        shown.map((entry) => ({ number: entry.number, kind: entry.kind, name: entry.name, details: detailsOf(entry) })),
      );
    },
  };
}

function addOf({ noun, about, options, make }: Kind): Command {
  return {
    name: `${noun} add`,
    operands: "<number> <name>",
    summary: `Adds ${withArticle(about)}`,
    fewest: 2,
    most: 20,
    ...(options === undefined ? {} : { options }),
    run: async ({ company, realm, print }, input) => {
      const entry = make(input);
      await company.read(async (reader) => {
        const existing = (await reader.realms()).find(({ name }) => name === realm);
        const numbers = existing === undefined ? [] : await reader.numbers(existing.id);
        if (numbers.some(({ number }) => number === entry.number))
          throw new AppError("admin.exists", { what: { kind: "number", name: entry.number } });
      });
      await applyCompany(company, { realm, groups: [], users: [], services: [entry] });
      print(`added ${about} ${entry.number} ${entry.name}`);
    },
  };
}

function removeOf({ noun, kind, about }: Kind): Command {
  return {
    name: `${noun} remove`,
    operands: "<number>",
    summary: `Removes ${withArticle(about)}`,
    fewest: 1,
    most: 1,
    run: async ({ company, realm, print }, { positionals: [number = ""] }) => {
      await removeService(company, { realm, number, kind });
      print(`removed ${about} ${number}`);
    },
  };
}

function detailsOf(entry: NumberEntry): string {
  switch (entry.kind) {
    case "user":
    case "queue":
    case "announcement":
      return "";
    case "room":
      return entry.pin === null ? "open" : "with PIN";
    case "lot":
      return `slots ${entry.firstSlot}-${entry.lastSlot}, ${entry.timeoutSeconds} s`;
    case "toggle":
      return `A ${entry.optionA}, B ${entry.optionB}`;
    case "did":
      return [
        `to ${entry.target}`,
        ...(entry.hours === undefined ? [] : [`outside ${entry.hours} to ${entry.otherwise}`]),
        ...(entry.smsCapable ? ["SMS"] : []),
        ...(entry.popPage ? [entry.popPage.url] : []),
      ].join(", ");
  }
}

function hoursOf(input: CommandInput): { readonly hours?: string; readonly otherwise?: string } {
  const [hours, otherwise] = [input.text("hours"), input.text("otherwise")];
  if (hours === undefined && otherwise === undefined) return {};
  if (hours === undefined || otherwise === undefined) throw new UsageError("--hours and --otherwise go together");
  return { hours, otherwise };
}

function popPageOf(input: CommandInput): PopPage | undefined {
  const url = input.text("screen-pop");
  const asked = input.text("pop-at") ?? "ringing";
  const trigger = SCREEN_POP_TRIGGERS.find((one) => one === asked);
  if (trigger === undefined) throw new UsageError("--pop-at is ringing or answered");
  if (url === undefined) return undefined;
  if (!isScreenPopUrl(url)) throw new UsageError("--screen-pop is an http or https address");
  return { url, trigger };
}

function serviceOf({ positionals: [number = "", ...name] }: CommandInput): { number: string; name: string } {
  if (!EXTENSION.test(number)) throw new UsageError("a number has 2 to 8 digits");
  return { number, name: nameOf(name) };
}

function checkedPin(pin: string | undefined): string | null {
  if (pin === undefined) return null;
  if (!ROOM_PIN.test(pin)) throw new UsageError("a PIN has 3 to 10 digits");
  return pin;
}

function checkedSlots(text: string | undefined): { firstSlot: number; lastSlot: number } {
  const [, first, last] = /^(\d{2,8})-(\d{2,8})$/.exec(text ?? "") ?? [];
  const firstSlot = Number(first);
  const lastSlot = Number(last);
  if (!(lastSlot >= firstSlot && lastSlot - firstSlot < MOST_SLOTS))
    throw new UsageError(`--slots is needed, first to last, at most ${MOST_SLOTS}: 701-720`);
  return { firstSlot, lastSlot };
}

function checkedSeconds(text: string | undefined): number {
  if (text === undefined) return LOT_TIMEOUT_SECONDS;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > LONGEST_PARKING_SECONDS)
    throw new UsageError(`--timeout is 1 to ${LONGEST_PARKING_SECONDS} seconds`);
  return seconds;
}
