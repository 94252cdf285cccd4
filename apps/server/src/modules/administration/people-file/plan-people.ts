import {
  mayGive,
  mayTouch,
  PERSON_CHECKS,
  PERSON_GROUPS_MAX,
  PEOPLE_COLUMNS,
  type FilePerson,
  type LineProblem,
  type PeopleColumn,
  type PeoplePreview,
  type Permission,
  type PersonField,
  type Rights,
} from "@callpanel/contract";
import { versionOf } from "../company.author.ts";
import { permissionText, type StoredGroup, type StoredUser } from "../company.model.ts";
import { personFacts } from "../company.people.ts";
import { freeUsername } from "./usernames.ts";
import type { FileLine, PeopleFile } from "./read-people-file.ts";

/** The company that a file is compared with. */
export interface KnownPeople {
  readonly users: readonly StoredUser[];
  readonly groups: readonly StoredGroup[];
  /** A number of the company that is no extension, a slot, or an emergency number. */
  readonly means: (number: string) => boolean;
  readonly author: Rights;
}

type Values = Omit<FilePerson, "line" | "version">;

const YES = new Set(["yes", "true", "1", "oui", "y", "o"]);
const NO = new Set(["no", "false", "0", "non", "n"]);
const TEXT_FIELDS: readonly PersonField[] = ["username", "first_name", "last_name", "extension", "email", "department"];
const FIRST_EXTENSION = 101;
const FIRST_LONG_EXTENSION = 1_001;
/** More people than this get extensions of four digits. */
const MOST_SHORT = 400;

/** PEOPLE-11: what each line of a file would do. */
export function planPeople({ lines, ignored }: PeopleFile, known: KnownPeople): PeoplePreview {
  const plan = createPlan(known, lines);
  const people: PeoplePreview["people"] = [];
  const problems: PeoplePreview["problems"] = [];
  let same = 0;
  for (const line of lines) {
    const { before, values, problem, text } = plan(line);
    if (problem !== undefined) {
      const name = `${values.first_name} ${values.last_name}`.trim();
      problems.push({ line: line.line, username: values.username, name, extension: values.extension, problem, text });
      continue;
    }
    const changes = before === undefined ? [] : changesOf(valuesOf(before), values);
    if (before !== undefined && changes.length === 0) same += 1;
    else
      people.push({
        ...values,
        line: line.line,
        version: before === undefined ? null : versionOf(personFacts(before)),
        changes,
      });
  }
  return { ignored: [...ignored], people, same, problems };
}

const valuesOf = (user: StoredUser): Values => ({
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  extension: user.extension,
  email: user.email,
  department: user.department ?? "",
  may_use_panel: user.mayUsePanel,
  groups: user.groups.toSorted(),
});

const textOf = (values: Values, column: PeopleColumn): string => {
  const value = values[column];
  return typeof value === "string" ? value : typeof value === "boolean" ? (value ? "yes" : "no") : value.join(" ");
};

const changesOf = (before: Values, after: Values): PeoplePreview["people"][number]["changes"] =>
  PEOPLE_COLUMNS.flatMap((field) => {
    const [from, to] = [textOf(before, field), textOf(after, field)];
    return from === to ? [] : [{ field, from, to }];
  });

interface Planned {
  readonly before: StoredUser | undefined;
  readonly values: Values;
  readonly problem?: LineProblem;
  /** The text that is wrong. */
  readonly text: string;
}

function createPlan({ users, groups, means, author }: KnownPeople, lines: readonly FileLine[]) {
  const byUsername = new Map(users.map((user) => [user.username, user]));
  const byExtension = new Map(users.map((user) => [user.extension, user]));
  const permissions = new Map(groups.map((group) => [group.name, group.permissions]));
  const usernames = new Set(byUsername.keys());
  const given = new Set(lines.map(({ cells }) => cells.extension ?? ""));
  const seen = { usernames: new Set<string>(), extensions: new Set<string>() };
  let next = lines.length > MOST_SHORT ? FIRST_LONG_EXTENSION : FIRST_EXTENSION;
  const nextExtension = (): string => {
    while (means(String(next)) || byExtension.has(String(next)) || given.has(String(next))) next += 1;
    next += 1;
    return String(next - 1);
  };
  const rightsOf = (of: { readonly groups: readonly string[]; readonly permissions?: readonly Permission[] }) => [
    ...(of.permissions ?? []),
    ...of.groups.flatMap((name) => permissions.get(name) ?? []),
  ];
  /** PAGES-3, PAGES-4: the same that is asked when a person is saved. */
  const rightsProblem = (before: StoredUser | undefined, values: Values): LineProblem | undefined => {
    const held = before === undefined ? [] : rightsOf(before);
    if (!mayTouch(author, held)) return "mayNotTouch";
    const texts = new Set(held.map(permissionText));
    return rightsOf(values).every((one) => texts.has(permissionText(one)) || mayGive(author, one))
      ? undefined
      : "mayNotGive";
  };
  return ({ cells }: FileLine): Planned => {
    const named = (cells.username ?? "").toLowerCase();
    // Without a username, the extension says who it is.
    const before = named === "" ? byExtension.get(cells.extension ?? "") : byUsername.get(named);
    const kept = before === undefined ? undefined : valuesOf(before);
    const filled = (column: "first_name" | "last_name" | "extension") =>
      (cells[column] ?? "") === "" ? (kept?.[column] ?? "") : (cells[column] ?? "");
    const first_name = filled("first_name");
    const last_name = filled("last_name");
    const groupNames = (cells.groups ?? "").split(/[\s,;|]+/).filter((one) => one !== "");
    const panel = (cells.may_use_panel ?? "").toLowerCase();
    const typed: Values = {
      username: before?.username ?? (named === "" ? freeUsername({ first_name, last_name }, usernames) : named),
      first_name,
      last_name,
      extension: filled("extension"),
      // An empty cell empties these.
      email: cells.email ?? kept?.email ?? "",
      department: cells.department ?? kept?.department ?? "",
      may_use_panel: YES.has(panel) ? true : NO.has(panel) ? false : (kept?.may_use_panel ?? true),
      groups:
        groupNames.length === 0
          ? (kept?.groups ?? ["staff"].filter((one) => permissions.has(one)))
          : groupNames.toSorted(),
    };
    const wrong = TEXT_FIELDS.find(
      (field) => !PERSON_CHECKS[field](typed[field]) && !(field === "extension" && typed[field] === ""),
    );
    const problem = (name: LineProblem, text: string): Planned => ({ before, values: typed, problem: name, text });
    if (wrong !== undefined) return problem(wrong, typed[wrong]);
    if (panel !== "" && !YES.has(panel) && !NO.has(panel)) return problem("may_use_panel", panel);
    const unknown = typed.groups.find((name) => !permissions.has(name));
    if (unknown !== undefined || typed.groups.length > PERSON_GROUPS_MAX) return problem("groups", unknown ?? "");
    const values = typed.extension === "" ? { ...typed, extension: nextExtension() } : typed;
    if (seen.usernames.has(values.username)) return problem("double", values.username);
    if (seen.extensions.has(values.extension)) return problem("double", values.extension);
    const holder = byExtension.get(values.extension);
    if ((holder !== undefined && holder.id !== before?.id) || (holder === undefined && means(values.extension)))
      return problem("extensionTaken", values.extension);
    const refused = rightsProblem(before, values);
    if (refused !== undefined) return problem(refused, values.groups.join(" "));
    seen.usernames.add(values.username);
    seen.extensions.add(values.extension);
    usernames.add(values.username);
    return { before, values, text: "" };
  };
}
