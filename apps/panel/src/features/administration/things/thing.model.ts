import { fitsField, THING_SHAPES } from "@callpanel/contract";
import type { CompanyThing, ThingKind } from "@callpanel/contract";
import type { Stored } from "../../../shared/form/thingForm.model.ts";

/** The texts of a form, by field; a new thing has its `id` too. */
export type ThingTexts = Readonly<Record<string, string>>;

export const storedThing = ({ fields, version }: CompanyThing): Stored<ThingTexts> => ({ version, values: fields });

/** The fields of a kind, with what a new one begins with. */
export const freshTexts = (kind: ThingKind, first: ThingTexts): ThingTexts => ({
  id: "",
  ...Object.fromEntries(Object.keys(THING_SHAPES[kind].fields).map((name) => [name, ""])),
  ...first,
});

/** THINGS-2: the same checks as the server's. */
export function checksOf(kind: ThingKind): Readonly<Record<string, (texts: ThingTexts) => boolean>> {
  const shape = THING_SHAPES[kind];
  const checks = Object.entries(shape.fields).map(
    ([name, field]) =>
      [
        name,
        (texts: ThingTexts) => fitsField(field, (texts[name] ?? "").trim()) && shape.fault?.(texts) !== name,
      ] as const,
  );
  return { id: ({ id }) => id === undefined || shape.isId(id.trim()), ...Object.fromEntries(checks) };
}

/** As they are sent: without spaces around them, and without those that are the same. */
export function changedTexts(before: ThingTexts, texts: ThingTexts): ThingTexts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      name === "id" || text.trim() === before[name] ? [] : [[name, text.trim()]],
    ),
  );
}

const HOURS_LINE = /^(\S*) (\S*)-(\S*)$/;

/** A line of business hours while it is edited: parts may still be missing. */
export interface HoursRow {
  readonly days: readonly string[];
  readonly from: string;
  readonly to: string;
}

export const hoursRows = (text: string): readonly HoursRow[] =>
  text === ""
    ? []
    : text.split("\n").map((line) => {
        const [, days = "", from = "", to = ""] = HOURS_LINE.exec(line) ?? [];
        return { days: days.split(",").filter((day) => day !== ""), from, to };
      });

export const hoursTextOf = (rows: readonly HoursRow[]): string =>
  rows.map(({ days, from, to }) => `${days.join(",")} ${from}-${to}`).join("\n");
