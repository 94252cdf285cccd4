import {
  EXTENSION,
  isEmailAddress,
  isPersonName,
  USERNAME,
  type ListedFault,
  type ListedPerson,
  type PeopleColumn,
} from "@callpanel/contract";
import { parse } from "csv-parse/sync";
import { foldText } from "../../kernel/text/search-text.ts";
import { columnOf, freeUsername } from "../administration/index.ts";

/** What is taken already in the company. */
export interface Taken {
  readonly usernames: ReadonlySet<string>;
  /** Numbers of every kind, also slots and emergency numbers. */
  readonly means: (number: string) => boolean;
  /** Folded names of the people. */
  readonly names: ReadonlySet<string>;
}

type Field = "first" | "last" | "name" | "username" | "email" | "department" | "extension";
type Cells = Readonly<Partial<Record<Field, string>>>;

/** Titles of a column with the whole name, folded. */
const WHOLE_NAME = ["name", "full name", "nom complet"];
const FIELD_OF: Readonly<Record<PeopleColumn, Field | undefined>> = {
  username: "username",
  first_name: "first",
  last_name: "last",
  extension: "extension",
  email: "email",
  department: "department",
  groups: undefined,
  may_use_panel: undefined,
};
const FIRST_EXTENSION = 101;
const FIRST_LONG_EXTENSION = 1_001;
/** More people than this get extensions of four digits. */
const MOST_SHORT = 400;
/** A spreadsheet would take such a cell for a formula when the list is exported later. */
const FORMULA = /^[=+@-]/;

/** FIRST-20: people of a list, one a line: `Ann Able`, `Ann Able <ann@example.com>`, or cells with or without titles. */
export function readPeople(text: string, taken: Taken): readonly ListedPerson[] {
  const rows = rowsOf(text);
  const titles = rows[0] && titlesOf(rows[0].cells);
  const people = (titles === undefined ? rows : rows.slice(1)).map(({ line, cells }) => ({
    line,
    ...personOf(titles === undefined ? guessed(cells) : titled(cells, titles)),
  }));
  return proposed(people, taken);
}

/** Of two that are in as many lines, the first is it. */
const DELIMITERS = ["\t", ";", ","];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

function rowsOf(text: string): readonly Row[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const linesWith = (one: string) => lines.filter((line) => line.includes(one)).length;
  const [delimiter = ","] = DELIMITERS.toSorted((one, other) => linesWith(other) - linesWith(one));
  return lines.flatMap((line, index) => {
    const cells = cellsOf(line, delimiter);
    return cells.every((cell) => cell === "") ? [] : [{ line: index + 1, cells }];
  });
}

function cellsOf(line: string, delimiter: string): readonly string[] {
  const [cells]: readonly unknown[] = parse(line, { delimiter, relax_quotes: true, relax_column_count: true });
  return Array.isArray(cells) ? cells.map((cell: unknown) => (typeof cell === "string" ? cell.trim() : "")) : [];
}

/** The field of each column; undefined where the first row is a person. */
function titlesOf(cells: readonly string[]): readonly (Field | undefined)[] | undefined {
  const fields = cells.map((cell) => fieldOf(foldText(cell)));
  return fields.includes("name") || fields.includes("first") ? fields : undefined;
}

function fieldOf(title: string): Field | undefined {
  const column = columnOf(title);
  return WHOLE_NAME.includes(title) ? "name" : column && FIELD_OF[column];
}

const titled = (cells: readonly string[], titles: readonly (Field | undefined)[]): Cells =>
  Object.fromEntries(titles.flatMap((field, at) => (field === undefined ? [] : [[field, cells[at] ?? ""]])));

/** By what the cells look like: an address, digits, a name of two words, or a first and a last name. */
function guessed(cells: readonly string[]): Cells {
  const [, only, address] = /^([^<]+)<([^<>]+)>$/.exec(cells[0] ?? "") ?? [];
  const all = only === undefined ? cells : [only.trim(), address ?? "", ...cells.slice(1)];
  const email = all.find((cell) => cell.includes("@")) ?? "";
  const extension = all.find((cell) => /^[0-9]+$/.test(cell)) ?? "";
  const [first = "", second = "", third = ""] = all.filter((cell) => cell !== email && cell !== extension);
  const words = first.includes(" ") || second === "";
  return words
    ? { name: first, department: second, email, extension }
    : { first, last: second, department: third, email, extension };
}

type Person = Omit<ListedPerson, "line" | "fault"> & { readonly fault: ListedFault | null };

function personOf(cells: Cells): Person {
  const [first = "", ...rest] = (cells.name ?? "").split(/\s+/);
  const person = {
    first_name: cells.first ?? first,
    last_name: cells.last ?? rest.join(" "),
    username: (cells.username ?? "").toLowerCase(),
    email: cells.email ?? "",
    department: cells.department ?? "",
    extension: cells.extension ?? "",
  };
  return { ...person, fault: faultOf(person) };
}

function faultOf({ first_name, last_name, username, email, department, extension }: Omit<Person, "fault">) {
  const texts = [first_name, last_name, department];
  if (!isPersonName(first_name) || !isPersonName(last_name) || texts.some((one) => FORMULA.test(one))) return "name";
  if (email !== "" && !isEmailAddress(email)) return "email";
  if (extension !== "" && !EXTENSION.test(extension)) return "extension";
  return username !== "" && !USERNAME.test(username) ? "username" : null;
}

const nameKey = ({ first_name, last_name }: Pick<Person, "first_name" | "last_name">): string =>
  foldText(`${first_name} ${last_name}`);

/** FIRST-21: usernames and extensions for those who have none; what is in the list comes first. */
function proposed(people: ReadonlyArray<Person & { readonly line: number }>, taken: Taken): readonly ListedPerson[] {
  const usernames = new Set(taken.usernames);
  const names = new Set<string>();
  const given = new Set(people.map(({ extension }) => extension));
  const used = new Set<string>();
  let next = people.length > MOST_SHORT ? FIRST_LONG_EXTENSION : FIRST_EXTENSION;
  const nextExtension = (): string => {
    while (taken.means(String(next)) || given.has(String(next))) next += 1;
    next += 1;
    return String(next - 1);
  };
  return people.map((person) => {
    const name = nameKey(person);
    const double = names.has(name) ? "double" : null;
    names.add(name);
    const known = taken.names.has(name) ? "exists" : null;
    const extension = person.extension === "" ? nextExtension() : person.extension;
    const isTaken = taken.means(extension) || used.has(extension);
    used.add(extension);
    const username = person.username === "" ? freeUsername(person, usernames) : person.username;
    const isKnown = person.username !== "" && usernames.has(username);
    usernames.add(username);
    const fault = person.fault ?? known ?? double ?? (isTaken ? "extensionTaken" : isKnown ? "username" : null);
    return { ...person, extension, username, fault };
  });
}
