import { AppError, targetsPeople, type Permission, type Subject, GROUP_NAME } from "@callpanel/contract";
import { foldUsername } from "../../users/index.ts";
import { parsePermission, permissionText, type CompanyDraft } from "../company.model.ts";
import { removeGroup } from "../company.removal.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyReader } from "../company.store.ts";
import { printTable, realmIn, UsageError, type Command, type CommandContext } from "./command.ts";
import { userIn } from "./user-commands.ts";

export const permissionCommands: readonly Command[] = [
  {
    name: "permissions list",
    operands: "<username|@group>",
    summary: "Permissions of a person or a group; for a person, also from which group each comes",
    fewest: 1,
    most: 1,
    run: async ({ company, realm, print }, { positionals: [who = ""] }) => {
      const rows = await company.read(async (reader) => {
        if (who.startsWith("@")) return grantsOf(await groupIn(reader, realm, who.slice(1)));
        const user = await userIn(reader, realm, foldUsername(who));
        const groups = await reader.groups((await realmIn(reader, realm)).id);
        return [
          ...user.permissions.map((permission) => ({ permission: permissionText(permission), from: "own" })),
          ...groups.filter(({ name }) => user.groups.includes(name)).flatMap(grantsOf),
        ];
      });
      printTable(print, rows);
    },
  },
  {
    name: "permissions grant",
    operands: "<username|@group> <module:rule[:target,…]>…",
    summary: "Grants permissions to a person or a group; targets are usernames or ids",
    fewest: 2,
    most: 200,
    run: async (context, { positionals: [who = "", ...texts] }) => {
      await changePermissions({ context, who, texts }, (before, granted) => [...before, ...granted]);
      context.print(`granted to ${who}: ${texts.join(" ")}`);
    },
  },
  {
    name: "permissions revoke",
    operands: "<username|@group> <module:rule[:target,…]>…",
    summary: "Revokes permissions; without targets, the whole rule",
    fewest: 2,
    most: 200,
    run: async (context, { positionals: [who = "", ...texts] }) => {
      await changePermissions({ context, who, texts }, (before, revoked) => {
        const left = revoked.reduce(without, before);
        if (left.length === before.length && left.every((one, index) => one === before[index]))
          throw new AppError("admin.notFound", { what: { kind: "right", name: texts.join(" "), of: holderOf(who) } });
        return left;
      });
      context.print(`revoked from ${who}: ${texts.join(" ")}`);
    },
  },
  {
    name: "groups list",
    operands: "",
    summary: "All groups, with the number of permissions and the members of each",
    fewest: 0,
    most: 0,
    run: async ({ company, realm, print }) => {
      const rows = await company.read(async (reader) => {
        const { id } = await realmIn(reader, realm);
        const users = await reader.users(id);
        return (await reader.groups(id)).map(({ name, permissions }) => ({
          group: name,
          permissions: String(permissions.length),
          members: users
            .filter(({ groups }) => groups.includes(name))
            .map(({ username }) => username)
            .join(","),
        }));
      });
      printTable(print, rows);
    },
  },
  {
    name: "groups add",
    operands: "<name> [<module:rule[:target,…]>…]",
    summary: "Adds a group with these permissions",
    fewest: 1,
    most: 200,
    run: async ({ company, realm, print }, { positionals: [name = "", ...texts] }) => {
      if (!GROUP_NAME.test(name)) throw new UsageError("a group's name has lower-case letters, digits, . _ -");
      const named = texts.map(checkedPermission);
      const permissions = await company.read(async (reader) => {
        const realms = await reader.realms();
        const existing = realms.find((one) => one.name === realm);
        const groups = existing === undefined ? [] : await reader.groups(existing.id);
        if (groups.some((group) => group.name === name))
          throw new AppError("admin.exists", { what: { kind: "group", name } });
        return Promise.all(named.map((one) => withIds(reader, realm, one)));
      });
      await applyCompany(company, { realm, groups: [{ name, permissions }], users: [], services: [] });
      print(`added group ${name}`);
    },
  },
  {
    name: "groups remove",
    operands: "<name>",
    summary: "Removes a group; its members stay",
    fewest: 1,
    most: 1,
    run: async ({ company, realm, print }, { positionals: [name = ""] }) => {
      await removeGroup(company, { realm, name });
      print(`removed group ${name}`);
    },
  },
  membership("groups join", "Puts people into a group", (groups, name) => [...new Set([...groups, name])]),
  membership("groups leave", "Takes people out of a group", (groups, name) => groups.filter((one) => one !== name)),
];

function membership(
  name: string,
  summary: string,
  change: (groups: readonly string[], group: string) => readonly string[],
): Command {
  return {
    name,
    operands: "<group> <username>…",
    summary,
    fewest: 2,
    most: 1_000,
    run: async ({ company, realm, print }, { positionals: [group = "", ...typed] }) => {
      const usernames = typed.map(foldUsername);
      const users = await company.read(async (reader) => {
        await groupIn(reader, realm, group);
        return Promise.all(
          usernames.map(async (username) => {
            const { groups } = await userIn(reader, realm, username);
            return { username, groups: change(groups, group) };
          }),
        );
      });
      await applyCompany(company, { realm, groups: [], users, services: [] });
      print(`${name.split(" ")[1] ?? ""} ${group}: ${usernames.join(", ")}`);
    },
  };
}

/** `@group`, or a username. */
const holderOf = (who: string): Subject =>
  who.startsWith("@") ? { kind: "group", name: who.slice(1) } : { kind: "person", name: who };

interface Named {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

const grantsOf = ({ name, permissions }: Named) =>
  permissions.map((permission) => ({ permission: permissionText(permission), from: `@${name}` }));

async function groupIn(reader: CompanyReader, realm: string, name: string): Promise<Named> {
  const groups = await reader.groups((await realmIn(reader, realm)).id);
  const group = groups.find((one) => one.name === name);
  if (group === undefined) throw new AppError("admin.notFound", { what: { kind: "group", name } });
  return group;
}

function checkedPermission(text: string): Permission {
  const parsed = parsePermission(text);
  if ("fault" in parsed) throw new UsageError(`"${text}" ${parsed.fault}`);
  return parsed.permission;
}

/** ADMIN-40: people are given by username, or by the id in listings; not by extension. */
async function withIds(reader: CompanyReader, realm: string, permission: Permission): Promise<Permission> {
  const { module, targets } = permission;
  if (targets === undefined || !targetsPeople(module)) return permission;
  const people = await reader.users((await realmIn(reader, realm)).id);
  const ids = targets.map((target) => {
    const found = people.find(({ id, username }) => username === foldUsername(target) || String(id) === target);
    if (found === undefined) throw new AppError("admin.notFound", { what: { kind: "person", name: target } });
    return String(found.id);
  });
  return { ...permission, targets: ids };
}

interface Change {
  readonly context: CommandContext;
  readonly who: string;
  readonly texts: readonly string[];
}

async function changePermissions(
  { context: { company, realm }, who, texts }: Change,
  change: (before: readonly Permission[], named: readonly Permission[]) => readonly Permission[],
): Promise<void> {
  const typed = texts.map(checkedPermission);
  const draft = await company.read(async (reader): Promise<Pick<CompanyDraft, "groups" | "users">> => {
    const named = await Promise.all(typed.map((one) => withIds(reader, realm, one)));
    if (who.startsWith("@")) {
      const { name, permissions } = await groupIn(reader, realm, who.slice(1));
      return { groups: [{ name, permissions: change(permissions, named) }], users: [] };
    }
    const { username, permissions } = await userIn(reader, realm, foldUsername(who));
    return { groups: [], users: [{ username, permissions: change(permissions, named) }] };
  });
  await applyCompany(company, { realm, ...draft, services: [] });
}

/** The list without a rule, or without some of its targets. */
function without(list: readonly Permission[], revoked: Permission): readonly Permission[] {
  return list.flatMap((permission) => {
    if (permission.module !== revoked.module || permission.rule !== revoked.rule) return [permission];
    if (revoked.targets === undefined) return [];
    if (permission.targets === undefined) return [permission]; // applies to everything: a single target cannot be taken out
    const targets = permission.targets.filter((target) => revoked.targets?.includes(target) !== true);
    return targets.length === 0 ? [] : [{ ...permission, targets }];
  });
}
