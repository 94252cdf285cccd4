import { exportCompany } from "../company-file/company.export.ts";
import { parseCompanyFile } from "../company-file/company.file.ts";
import { applyCompany } from "../company.service.ts";
import { checkRealm, counted, nameOf, printTable, realmIn, type Command } from "./command.ts";

export const companyCommands: readonly Command[] = [
  {
    name: "realms list",
    operands: "",
    summary: "All realms and their company names",
    fewest: 0,
    most: 0,
    run: async ({ company, print }) => {
      const realms = await company.read((reader) => reader.realms());
      printTable(
        print,
        realms.map(({ name, company: companyName }) => ({ realm: name, company: companyName })),
      );
    },
  },
  {
    name: "company rename",
    operands: "<name>",
    summary: "Renames the company",
    fewest: 1,
    most: 40,
    run: async ({ company, realm, print }, { positionals }) => {
      const name = nameOf(positionals);
      await applyCompany(company, { realm, company: name, groups: [], users: [], services: [] });
      print(`the company is called ${name}`);
    },
  },
  {
    name: "import",
    operands: "<company.yaml>",
    summary: "Imports a company file, all of it or nothing; `-` reads standard input",
    fewest: 1,
    most: 1,
    namesRealm: true,
    options: { check: { type: "boolean", shows: "", about: "checks the file and changes nothing" } },
    run: async (context, input) => {
      const { company, print, readFile, readStdin } = context;
      const [path = ""] = input.positionals;
      const draft = parseCompanyFile(path === "-" ? await readStdin() : await readFile(path));
      if (input.flag("check"))
        return print(`the file is valid: realm ${draft.realm}, ${counted(draft.users.length, "user")}`);
      await checkRealm(context, draft.realm);
      const { added, changed, unchanged } = await applyCompany(company, draft);
      print(`realm ${draft.realm}: ${added} added, ${changed} changed, ${unchanged} as they were`);
    },
  },
  {
    name: "export",
    operands: "",
    summary: "Prints the company as a file for import",
    fewest: 0,
    most: 0,
    options: {
      "with-secrets": {
        type: "boolean",
        shows: "",
        about: "with password hashes and HA1: keep such a file like a password",
      },
    },
    run: async ({ company, realm, print }, input) => {
      const withSecrets = input.flag("with-secrets");
      const text = await company.read(async (reader) =>
        exportCompany(reader, { realm: await realmIn(reader, realm), withSecrets }),
      );
      print(text.trimEnd());
    },
  },
];
