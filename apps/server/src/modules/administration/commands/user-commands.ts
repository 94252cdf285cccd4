import { AppError, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS, EXTENSION, USERNAME } from "@callpanel/contract";
import { newPassword } from "../../../kernel/secrets/secrets.ts";
import { displayName, foldUsername } from "../../users/index.ts";
import { type StoredUser, type UserDraft } from "../company.model.ts";
import { removePeople } from "../company.removal.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyReader } from "../company.store.ts";
import { printTable, realmIn, UsageError, type Command, type CommandContext, type CommandInput } from "./command.ts";

const PROFILE_OPTIONS = {
  "first-name": { type: "string", shows: "<name>", about: "given name" },
  "last-name": { type: "string", shows: "<name>", about: "family name" },
  extension: { type: "string", shows: "<digits>", about: "the number colleagues dial" },
  email: { type: "string", shows: "<address>", about: "mail address" },
  department: { type: "string", shows: "<name>", about: "shown on the buddy card" },
  group: {
    type: "string",
    multiple: true,
    shows: "<name>",
    about: "group of permissions; may be given more than once",
  },
  "no-panel": { type: "boolean", shows: "", about: "the person may not use the panel" },
} as const;
const PASSWORD_OPTION = {
  password: {
    type: "string",
    shows: "<text>",
    about: "`-` reads it from standard input; by default one is created and shown",
  },
} as const;

export const userCommands: readonly Command[] = [
  {
    name: "users list",
    operands: "",
    summary: "All users, with extension, groups and whether they may use the panel",
    fewest: 0,
    most: 0,
    run: async ({ company, realm, print }) => {
      const users = await company.read(async (reader) => reader.users((await realmIn(reader, realm)).id));
      printTable(
        print,
        users.map((user) => ({
          username: user.username,
          extension: user.extension,
          name: displayName(user),
          groups: user.groups.join(","),
          panel: user.mayUsePanel ? "yes" : "no",
        })),
      );
    },
  },
  {
    name: "users add",
    operands: "<username>",
    summary: "Adds a person; without --group they join `staff`",
    fewest: 1,
    most: 1,
    options: { ...PROFILE_OPTIONS, ...PASSWORD_OPTION },
    run: async (context, input) => {
      const profile = profileOf(input);
      if (profile.firstName === undefined || profile.lastName === undefined || profile.extension === undefined)
        throw new UsageError("--first-name, --last-name and --extension are needed");
      await context.company.read(async (reader) => {
        const owner = await reader.ownerOf(profile.username);
        if (owner !== undefined)
          throw new AppError("admin.exists", { what: { kind: "person", name: profile.username } });
      });
      const { password, made } = await passwordOf(context, input);
      await saveUser(context, { groups: ["staff"], ...profile, password });
      context.print(`added ${profile.username}, extension ${profile.extension}`);
      if (made) context.print(`password: ${password}`);
    },
  },
  {
    name: "users set",
    operands: "<username>",
    summary: "Changes the given values; all others stay",
    fewest: 1,
    most: 1,
    options: { ...PROFILE_OPTIONS, panel: { type: "boolean", shows: "", about: "may use the panel" } },
    run: async (context, input) => {
      const profile = profileOf(input);
      await context.company.read((reader) => userIn(reader, context.realm, profile.username));
      await saveUser(context, profile);
      context.print(`changed ${profile.username}`);
    },
  },
  {
    name: "users passwd",
    operands: "<username>",
    summary: "Sets a new password and signs the person out everywhere",
    fewest: 1,
    most: 1,
    options: PASSWORD_OPTION,
    run: async (context, input) => {
      const username = usernameOf(input);
      await context.company.read((reader) => userIn(reader, context.realm, username));
      const { password, made } = await passwordOf(context, input);
      await saveUser(context, { username, password });
      context.print(`changed the password of ${username}`);
      if (made) context.print(`password: ${password}`);
    },
  },
  {
    name: "users remove",
    operands: "<username>…",
    summary: "Removes users with their extensions and sessions; their call records stay",
    fewest: 1,
    most: 1_000,
    run: async ({ company, realm, print }, { positionals }) => {
      const usernames = positionals.map(foldUsername);
      await removePeople(company, { realm, usernames });
      for (const username of usernames) print(`removed ${username}`);
    },
  },
  {
    name: "extensions list",
    operands: "",
    summary: "Extensions and their owners",
    fewest: 0,
    most: 0,
    run: async ({ company, realm, print }) => {
      const users = await company.read(async (reader) => reader.users((await realmIn(reader, realm)).id));
      const byExtension = users.toSorted((a, b) => Number(a.extension) - Number(b.extension));
      printTable(
        print,
        byExtension.map(({ extension, username, ...user }) => ({ extension, username, name: displayName(user) })),
      );
    },
  },
  {
    name: "extensions set",
    operands: "<username> <extension>",
    summary: "Changes the extension of a person",
    fewest: 2,
    most: 2,
    run: async (context, { positionals: [typed = "", extension = ""] }) => {
      const username = foldUsername(typed);
      await context.company.read((reader) => userIn(reader, context.realm, username));
      await saveUser(context, { username, extension: checkedExtension(extension) });
      context.print(`${username} has extension ${extension}`);
    },
  },
];

export async function userIn(reader: CompanyReader, realm: string, username: string): Promise<StoredUser> {
  const users = await reader.users((await realmIn(reader, realm)).id);
  const user = users.find((one) => one.username === username);
  if (user === undefined) throw new AppError("admin.notFound", { what: { kind: "person", name: username } });
  return user;
}

async function saveUser({ company, realm }: CommandContext, user: UserDraft): Promise<void> {
  await applyCompany(company, { realm, groups: [], users: [user], services: [] });
}

function usernameOf({ positionals: [typed = ""] }: CommandInput): string {
  const username = foldUsername(typed);
  if (!USERNAME.test(username))
    throw new UsageError("a username has lower-case letters, digits, . _ - and at most 64 characters");
  return username;
}

function profileOf(input: CommandInput): UserDraft {
  const extension = input.text("extension");
  return {
    username: usernameOf(input),
    firstName: input.text("first-name"),
    lastName: input.text("last-name"),
    extension: extension === undefined ? undefined : checkedExtension(extension),
    email: input.text("email"),
    department: input.text("department"),
    ...(input.texts("group") === undefined ? {} : { groups: input.texts("group") }),
    mayUsePanel: input.flag("no-panel") ? false : input.flag("panel") ? true : undefined,
  };
}

function checkedExtension(extension: string): string {
  if (!EXTENSION.test(extension)) throw new UsageError("an extension has 2 to 8 digits");
  return extension;
}

async function passwordOf(
  { readStdin, random }: CommandContext,
  input: CommandInput,
): Promise<{ readonly password: string; readonly made: boolean }> {
  const given = input.text("password");
  if (given === undefined) return { password: newPassword(random), made: true };
  const password = given === "-" ? (await readStdin()).replace(/\r?\n$/, "") : given;
  if (password.length < PASSWORD_MIN_CHARS || password.length > PASSWORD_MAX_CHARS)
    throw new UsageError(`a password has ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters`);
  return { password, made: false };
}
