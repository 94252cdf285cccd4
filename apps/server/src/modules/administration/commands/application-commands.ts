import { OLD_SECRET_MAX_HOURS } from "@callpanel/contract";
import { isItemOf } from "../../realm-settings/index.ts";
import { changeSecret, registerApplication } from "../applications/applications.service.ts";
import { removeItem } from "../company.removal.ts";
import { nameOf, printTable, realmIn, UsageError, type Command } from "./command.ts";

/** AUTH-50: applications of their own server that sign people in here. */
export const applicationCommands: readonly Command[] = [
  {
    name: "applications list",
    operands: "",
    summary: "All applications that may sign people in",
    fewest: 0,
    most: 0,
    run: async ({ company, realm, print }) => {
      const items = await company.read(async (reader) => reader.realmItems((await realmIn(reader, realm)).id));
      printTable(
        print,
        items.filter(isItemOf("application")).map(({ name, clientId, redirectUris }) => ({
          name,
          "client id": clientId,
          "redirects to": redirectUris.join(" "),
        })),
      );
    },
  },
  {
    name: "applications add",
    operands: "<name>",
    summary: "Registers an application with a secret, which is shown once",
    fewest: 1,
    most: 20,
    options: {
      redirect: {
        type: "string",
        multiple: true,
        shows: "<address>",
        about: "where people return with a code, e.g. https://crm.example/callback; may be given more than once",
      },
    },
    run: async ({ company, realm, random, print }, input) => {
      const name = nameOf(input.positionals);
      const redirectUris = input.texts("redirect") ?? [];
      if (redirectUris.length === 0) throw new UsageError("--redirect is needed");
      await company.read((reader) => realmIn(reader, realm));
      const { clientId, secret } = await registerApplication(company, { realm, name, redirectUris, random });
      print(`added application ${name}`);
      print(`client id: ${clientId}`);
      print(`secret: ${secret}`);
    },
  },
  {
    name: "applications secret",
    operands: "<name>",
    summary: "Gives an application another secret, which is shown once; the old one ends at once",
    fewest: 1,
    most: 20,
    options: {
      "keep-old": { type: "string", shows: "<hours>", about: "the old one works for so long still, at most a week" },
    },
    run: async ({ company, realm, random, now, print }, input) => {
      const name = nameOf(input.positionals);
      const keepOldHours = hoursOf(input.text("keep-old") ?? "0");
      const order = { realm, which: { name }, keepOldHours, random, at: now() };
      const { clientId, secret } = await changeSecret(company, order);
      print(`new secret of application ${name}`);
      print(`client id: ${clientId}`);
      print(`secret: ${secret}`);
      if (keepOldHours > 0) print(`the old one ends in ${keepOldHours} h`);
    },
  },
  {
    name: "applications remove",
    operands: "<name>",
    summary: "Removes an application; every session that it opened ends",
    fewest: 1,
    most: 20,
    run: async ({ company, realm, print }, input) => {
      const name = nameOf(input.positionals);
      await removeItem(company, { realm, kind: "application", name });
      print(`removed application ${name}`);
    },
  },
];

function hoursOf(text: string): number {
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  if (hours < 0 || hours > OLD_SECRET_MAX_HOURS)
    throw new UsageError(`--keep-old is a number of hours from 0 to ${OLD_SECRET_MAX_HOURS}`);
  return hours;
}
