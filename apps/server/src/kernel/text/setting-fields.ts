import { NO_SETTING, type SettingForm } from "@callpanel/contract";

/** Settings as they are written in company files and on the command line: each has a name, a form and a purpose. */

interface Form<Value> {
  /** What is valid, as the end of a sentence. */
  readonly wanted: string;
  /** The same for a form of a page. */
  readonly form: SettingForm;
  /** Undefined: not valid. */
  readonly read: (text: string) => Value | undefined;
  readonly write: (value: Value) => string;
}
type Fields<Settings> = {
  readonly [Key in keyof Settings]: Form<Settings[Key]> & { readonly name: string; readonly about: string };
};

export const NONE = NO_SETTING;

export const whole = (least: number, most: number): Form<number> => ({
  wanted: `a whole number from ${least} to ${most}`,
  form: { kind: "whole", least, most, optional: false },
  read: (text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
    return value >= least && value <= most ? value : undefined;
  },
  write: String,
});

export const text = (pattern: RegExp, wanted: string): Form<string> => ({
  wanted,
  form: { kind: "text", pattern: pattern.source.replace(/^\^|\$$/g, ""), optional: false },
  read: (value) => (pattern.test(value) ? value : undefined),
  write: (value) => value,
});

export const orNone = <Value>({ wanted, form, read, write }: Form<Value>): Form<Value | null> => ({
  wanted: `${wanted}, or none`,
  form: "optional" in form ? { ...form, optional: true } : form,
  read: (value) => (value === NONE ? null : read(value)),
  write: (value) => (value === null ? NONE : write(value)),
});

export function oneOf<Value extends string>(names: Readonly<Record<Value, string>>): Form<Value> {
  const words = new Map<string, Value>();
  let value: Value;
  for (value in names) words.set(names[value], value);
  return {
    wanted: `one of ${[...words.keys()].join(", ")}`,
    form: { kind: "choice", choices: [...words.keys()] },
    read: (word) => words.get(word),
    write: (chosen) => names[chosen],
  };
}

export const FLAG: Form<boolean> = {
  wanted: "true or false",
  form: { kind: "flag" },
  read: (word) => (word === "true" ? true : word === "false" ? false : undefined),
  write: String,
};

export interface WrittenField {
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly form: SettingForm;
}

export interface SettingFields<Settings> {
  /** Reads settings by their names. @returns what is wrong with each that is not valid, as the end of a sentence */
  read(texts: Readonly<Record<string, unknown>>): {
    readonly settings: Partial<Settings>;
    readonly faults: ReadonlyArray<{ readonly name: string; readonly message: string }>;
  };
  /** Every setting as it is written, with its purpose. */
  write(settings: Settings): readonly WrittenField[];
}

export function defineSettingFields<Settings extends object>(fields: Fields<Settings>): SettingFields<Settings> {
  const keys: Array<Extract<keyof Settings, string>> = [];
  let next: Extract<keyof Settings, string>;
  for (next in fields) keys.push(next);

  const readInto = (settings: Partial<Settings>, name: string, value: unknown): string | undefined => {
    const key = keys.find((one) => fields[one].name === name);
    if (key === undefined) return `must be one of ${keys.map((one) => fields[one].name).join(", ")}`;
    const read = typeof value === "string" ? fields[key].read(value) : undefined;
    if (read === undefined) return `must be ${fields[key].wanted}`;
    settings[key] = read;
    return undefined;
  };

  return {
    read: (texts) => {
      const settings: Partial<Settings> = {};
      const faults = Object.entries(texts).flatMap(([name, value]) => {
        const message = readInto(settings, name, value);
        return message === undefined ? [] : { name, message };
      });
      return { settings, faults };
    },
    write: (settings) =>
      keys.map((key) => {
        const { name, about, form, write } = fields[key];
        return { name, value: write(settings[key]), about, form };
      }),
  };
}
