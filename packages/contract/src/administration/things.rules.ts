/**
 * Things of a company that are a form of a few fields: direct numbers, toggle destinations, business hours, parking lots,
 * outside lines, emergency profiles and locations (docs/spec/administration-things.md). Each field is a text, written as in
 * company files; form and server ask the same functions (PAGES-6).
 */
import { isScreenPopUrl, SCREEN_POP_TRIGGERS } from "../endpoints/calls/screen-pop.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../endpoints/session/account.ts";
import { isTimeZone } from "../wall-clock.ts";
import { EXTENSION, USERNAME } from "./person.rules.ts";
import { isDate, parseHours } from "./weekly-hours.ts";

export const DIRECT_NUMBER = /^\+?[0-9]{3,15}$/;
/** The number is also the id. */
export const TOGGLE_NUMBER = /^[1-9][0-9]{1,7}$/;
/** Limit of parallel calls on a line. */
export const CALL_LIMIT = /^[1-9][0-9]{0,3}$/;
/** The place of a line among the others. */
export const LINE_ORDER = /^[1-9][0-9]{0,2}$/;
export const MOST_SLOTS = 1_000;
export const LONGEST_PARKING_SECONDS = 86_400;
const MOST_HOURS = 50;
const MOST_DATES = 200;

export interface ThingField {
  /** `number`: a number of the company. `hours`: business hours by name. `secret`: written, never read. */
  readonly kind: "text" | "number" | "flag" | "choice" | "whole" | "secret" | "zone" | "hours" | "week" | "dates";
  readonly choices?: readonly string[];
  /** May be empty. */
  readonly optional?: boolean;
  readonly fits: (text: string) => boolean;
}

export interface ThingShape {
  /** Whether a text can be the number or name by which the thing is known; it stays. */
  readonly isId: (text: string) => boolean;
  readonly fields: Readonly<Record<string, ThingField>>;
  /** What fields must be together. @returns the field that is wrong */
  readonly fault?: (texts: Readonly<Record<string, string>>) => string | undefined;
}

const isLine = (text: string, most: number): boolean =>
  text.trim() !== "" && text.length <= most && !/\p{Cc}/u.test(text);
const NAME_CHARACTERS = 100;
const isName = (text: string): boolean => isLine(text, NAME_CHARACTERS);
const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");
const every = (most: number, fits: (line: string) => boolean) => (text: string) =>
  linesOf(text).length <= most && linesOf(text).every((line) => fits(line.trim()));

const name: ThingField = { kind: "text", fits: isName };
const extension = (optional = false): ThingField => ({
  kind: "number",
  optional,
  fits: (text) => EXTENSION.test(text),
});
/** Empty: yes. */
const defaultOn: ThingField = { kind: "flag", optional: true, fits: (text) => text === "true" || text === "false" };
const flag: ThingField = { kind: "flag", fits: (text) => text === "true" || text === "false" };
const line = (most: number, optional = false): ThingField => ({
  kind: "text",
  optional,
  fits: (text) => isLine(text, most),
});
const digits = (pattern: RegExp, optional = false): ThingField => ({
  kind: "whole",
  optional,
  fits: (text) => pattern.test(text),
});

/** Business hours as lines of text. */
export const hoursLines = linesOf;

const direct: ThingShape = {
  isId: (text) => DIRECT_NUMBER.test(text),
  fields: {
    name,
    target: extension(),
    hours: { kind: "hours", optional: true, fits: isName },
    otherwise: extension(true),
    sms: flag,
    pop_url: { kind: "text", optional: true, fits: (text) => isScreenPopUrl(text) },
    pop_trigger: {
      kind: "choice",
      choices: SCREEN_POP_TRIGGERS,
      fits: (text) => SCREEN_POP_TRIGGERS.some((one) => one === text),
    },
  },
  fault: ({ hours, otherwise }) => {
    if ((hours === "") === (otherwise === "")) return undefined;
    return hours === "" ? "hours" : "otherwise";
  },
};

const parking: ThingShape = {
  isId: (text) => EXTENSION.test(text),
  fields: {
    name,
    first_slot: digits(EXTENSION),
    last_slot: digits(EXTENSION),
    timeout_seconds: {
      kind: "whole",
      fits: (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= LONGEST_PARKING_SECONDS,
    },
  },
  fault: ({ first_slot: first, last_slot: last }) => {
    const count = Number(last) - Number(first) + 1;
    return count < 1 || count > MOST_SLOTS ? "last_slot" : undefined;
  },
};

const trunks: ThingShape = {
  isId: (text) => USERNAME.test(text),
  fields: {
    password: {
      kind: "secret",
      optional: true,
      fits: (text) => text.length >= PASSWORD_MIN_CHARS && text.length <= PASSWORD_MAX_CHARS && !/\p{Cc}/u.test(text),
    },
    calls: digits(CALL_LIMIT, true),
    order: digits(LINE_ORDER, true),
    inland: defaultOn,
    abroad: defaultOn,
    premium: defaultOn,
    emergency: defaultOn,
  },
};

/** By area, and by the kind in the address. */
export const COMPANY_THINGS = {
  numbers: {
    direct,
    toggles: {
      isId: (text: string) => TOGGLE_NUMBER.test(text),
      fields: { name, a: extension(), b: extension() },
    },
    hours: {
      isId: isName,
      fields: {
        zone: { kind: "zone", fits: isTimeZone },
        week: { kind: "week", optional: true, fits: every(MOST_HOURS, (text) => parseHours(text) !== undefined) },
        closed: { kind: "dates", optional: true, fits: every(MOST_DATES, isDate) },
      },
    },
  },
  lots: { parking },
  lines: {
    trunks,
    profiles: { isId: isName, fields: { number: { kind: "text", fits: (text: string) => DIRECT_NUMBER.test(text) } } },
    locations: { isId: isName, fields: { address: line(300), details: line(200, true) } },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ThingShape>>>>;

export type ThingArea = keyof typeof COMPANY_THINGS;
export type ThingKind = { [Area in ThingArea]: keyof (typeof COMPANY_THINGS)[Area] }[ThingArea];

/** All kinds by name. */
export const THING_SHAPES: Readonly<Record<ThingKind, ThingShape>> = {
  ...COMPANY_THINGS.numbers,
  ...COMPANY_THINGS.lots,
  ...COMPANY_THINGS.lines,
};

/** Whether a text is valid in a field. */
export const fitsField = ({ optional = false, fits }: ThingField, text: string): boolean =>
  text === "" ? optional : fits(text);

/** The first field that is not valid. */
export function thingFault({ fields, fault }: ThingShape, texts: Readonly<Record<string, string>>): string | undefined {
  const wrong = Object.entries(fields).find(([field, shape]) => !fitsField(shape, texts[field] ?? ""));
  return wrong?.[0] ?? fault?.(texts);
}
