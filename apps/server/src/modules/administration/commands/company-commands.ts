import { exportCompany } from "../company.export.ts";
import { parseCompanyFile } from "../company.file.ts";
import { applyCompany } from "../company.service.ts";
import { counted, realmIn, type Command } from "./command.ts";

export const companyCommands: readonly Command[] = [
  {
    name: "import",
    operands: "<company.yaml>",
    summary: "Makes the company hold what the file says: all of it or nothing; `-` reads standard input",
    fewest: 1,
    most: 1,
    options: { check: { type: "boolean", shows: "", about: "only reads the file and says what is wrong with it" } },
    run: async ({ company, print, readFile, readStdin }, input) => {
      const [path = ""] = input.positionals;
      const draft = parseCompanyFile(path === "-" ? await readStdin() : await readFile(path));
      if (input.flag("check"))
        return print(`the file is valid: realm ${draft.realm}, ${counted(draft.users.length, "user")}`);
      const { added, changed, unchanged } = await applyCompany(company, draft);
      print(`realm ${draft.realm}: ${added} added, ${changed} changed, ${unchanged} as they were`);
    },
  },
  {
    name: "export",
    operands: "",
    summary: "Prints the company as a file that import takes",
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
