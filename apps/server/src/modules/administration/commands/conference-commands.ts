import { AppError, PERSONAL_CONFERENCE_PREFIX } from "@callpanel/contract";
import { PERSONAL_FIELDS } from "../../conferences/index.ts";
import { foldUsername } from "../../users/index.ts";
import type { StoredUser } from "../company.model.ts";
import { applyCompany } from "../company.service.ts";
import { printTable, realmIn, settingsIn, type Command, type CommandContext } from "./command.ts";

/** CONF-45: people's own conferences; a running server applies changes within half a second. */
export const conferenceCommands: readonly Command[] = [
  {
    name: "conferences show",
    operands: "<username>",
    summary: "All settings of a person's own conference",
    fewest: 1,
    most: 1,
    run: async (context, { positionals: [typed = ""] }) => {
      const { conference, extension } = await userIn(context, foldUsername(typed));
      context.print(`number ${PERSONAL_CONFERENCE_PREFIX}${extension}`);
      context.print("");
      printTable(
        context.print,
        PERSONAL_FIELDS.write(conference).map(({ name, value, about }) => ({ name, value, about })),
      );
    },
  },
  {
    name: "conferences set",
    operands: "<username> <setting> <value>…",
    summary: "Changes settings of a person's own conference; `conferences show` lists them",
    fewest: 3,
    most: 31,
    run: async (context, { positionals: [typed = "", ...words] }) => {
      const conference = settingsIn(PERSONAL_FIELDS, words);
      const { username } = await userIn(context, foldUsername(typed));
      const { company, realm, print } = context;
      await applyCompany(company, { realm, groups: [], users: [{ username, conference }], services: [] });
      print(`changed the conference of ${username}`);
    },
  },
];

const userIn = ({ company, realm }: CommandContext, username: string): Promise<StoredUser> =>
  company.read(async (reader) => {
    const { id } = await realmIn(reader, realm);
    const user = (await reader.users(id, { usernames: [username] }))[0];
    if (user === undefined) throw new AppError("admin.notFound", { what: { kind: "person", name: username } });
    return user;
  });
