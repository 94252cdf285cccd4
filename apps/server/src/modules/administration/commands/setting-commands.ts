import { COMPANY_SETTINGS, isItemOf, settingFault } from "../../realm-settings/index.ts";
import { removeItem } from "../company.removal.ts";
import { applyCompany } from "../company.service.ts";
import { printTable, realmIn, UsageError, type Command } from "./command.ts";

/** Settings of the company as a whole; a running server applies changes within half a second. */
export const settingCommands: readonly Command[] = [
  {
    name: "settings list",
    operands: "",
    summary: "All settings of the company, each with its purpose",
    fewest: 0,
    most: 0,
    run: async ({ company, realm, print }) => {
      const items = await company.read(async (reader) => reader.realmItems((await realmIn(reader, realm)).id));
      const set = new Map(items.filter(isItemOf("setting")).map(({ name, value }) => [name, value]));
      printTable(
        print,
        Object.entries(COMPANY_SETTINGS).map(([name, { about, fallback }]) => ({
          name,
          value: shortened(set.get(name) ?? textOf(fallback)),
          set: set.has(name) ? "yes" : "",
          about,
        })),
      );
    },
  },
  {
    name: "settings set",
    operands: "<name> <value>",
    summary: "Changes a setting of the company; a value that begins with - goes after --",
    fewest: 2,
    most: 40,
    run: async ({ company, realm, print }, { positionals: [name = "", ...words] }) => {
      const value = words.join(" ");
      const fault = settingFault(name, value);
      if (fault !== undefined) throw new UsageError(`${name} ${fault}`);
      const items = [{ kind: "setting", name, value } as const];
      await applyCompany(company, { realm, groups: [], users: [], services: [], items });
      print(`${name} is ${shortened(value)}`);
    },
  },
  {
    name: "settings reset",
    operands: "<name>",
    summary: "Resets a setting to its default",
    fewest: 1,
    most: 1,
    run: async ({ company, realm, print }, { positionals: [name = ""] }) => {
      await removeItem(company, { realm, kind: "setting", name });
      print(`${name} has its default`);
    },
  },
];

const textOf = (value: string | number | boolean | null): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "");

const SHOWN_CHARACTERS = 60;
/** A logo's URL may be long. */
const shortened = (value: string): string =>
  value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value;
