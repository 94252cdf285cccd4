import { parseArgs } from "node:util";
import { AppError } from "@callpanel/contract";
import { REALM_NAME } from "../company.model.ts";
import {
  checkRealm,
  UsageError,
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandShape,
  type StorageCommand,
  type StorageContext,
} from "./command.ts";
import { applicationCommands } from "./application-commands.ts";
import { backupCommands } from "./backup-commands.ts";
import { companyCommands } from "./company-commands.ts";
import { lineCommands } from "./line-commands.ts";
import { numberCommands } from "./number-commands.ts";
import { erasingCommands } from "./erasing-commands.ts";
import { handlingCommands } from "./handling-commands.ts";
import { phoneCommands } from "./phone-commands.ts";
import { pinCommands } from "./pin-commands.ts";
import { permissionCommands } from "./permission-commands.ts";
import { queueCommands } from "./queue-commands.ts";
import { conferenceCommands } from "./conference-commands.ts";
import { roomCommands } from "./room-commands.ts";
import { realmCommands } from "./realm-commands.ts";
import { settingCommands } from "./setting-commands.ts";
import { setupCommands } from "./setup-commands.ts";
import { userCommands } from "./user-commands.ts";

const COMMANDS: ReadonlyArray<Command | StorageCommand> = [
  ...userCommands,
  ...erasingCommands,
  ...handlingCommands,
  ...pinCommands,
  ...phoneCommands,
  ...permissionCommands,
  ...numberCommands,
  ...queueCommands,
  ...roomCommands,
  ...conferenceCommands,
  ...realmCommands,
  ...lineCommands,
  ...applicationCommands,
  ...settingCommands,
  ...companyCommands,
  ...backupCommands,
  ...setupCommands,
];

const GLOBAL_OPTIONS = {
  realm: { type: "string", shows: "<name>", about: "the realm to work on; by default the first one" },
  create: { type: "boolean", shows: "", about: "creates the company if there is none" },
  "create-realm": { type: "boolean", shows: "", about: "creates the realm if it does not exist" },
  help: { type: "boolean", shows: "", about: "shows the arguments of a command" },
} as const;

export interface CommandLine {
  readonly argv: readonly string[];
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  readonly backups: StorageContext["backups"];
  /**
   * Opens the store once the command line is valid; `realm` if it names one. A store without a company is refused without
   * `create`.
   */
  readonly open: (wanted: {
    readonly realm: string | undefined;
    readonly create: boolean;
  }) => Promise<Omit<CommandContext, "mayCreate"> & { close(): Promise<void> }>;
}

/** Runs one command. @returns 0 done, 1 refused, 2 invalid command line */
export async function runCommand(line: CommandLine): Promise<0 | 1 | 2> {
  try {
    const asked = readCommandLine(line.argv);
    if (asked.kind === "help") {
      asked.lines.forEach(line.print);
      return 0;
    }
    const { command, input, realm } = asked;
    if ("runOnStorage" in command) {
      await command.runOnStorage(line, input);
      return 0;
    }
    const create = input.flag("create");
    const opened = await line.open({ realm, create });
    const context = { ...opened, mayCreate: { company: create, realm: input.flag("create-realm") } };
    try {
      if (command.namesRealm !== true) await checkRealm(context, context.realm);
      await command.run(context, input);
    } finally {
      await opened.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      line.printError(`callpanel: ${error.message}`);
      return 2;
    }
    if (!(error instanceof AppError)) throw error;
    line.printError(`callpanel: ${error.message}`);
    return 1;
  }
}

type Asked =
  | { readonly kind: "help"; readonly lines: readonly string[] }
  | {
      readonly kind: "run";
      readonly command: Command | StorageCommand;
      readonly input: CommandInput;
      readonly realm: string | undefined;
    };

function readCommandLine(argv: readonly string[]): Asked {
  const words = argv.filter((word) => !word.startsWith("-"));
  const [first = "", second = ""] = words;
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  const wantsHelp = argv.includes("--help") || argv.includes("-h") || first === "help";
  if (command === undefined) {
    const area = first === "help" ? second : first;
    const known = COMMANDS.filter(({ name }) => name.startsWith(`${area} `) || name === area);
    if (wantsHelp || argv.length === 0)
      return { kind: "help", lines: known.length > 0 ? known.flatMap(helpOf) : overview() };
    const choices = known.length > 0 ? known.map(({ name }) => name).join(", ") : "see callpanel --help";
    throw new UsageError(`unknown command "${words.slice(0, 2).join(" ")}": ${choices}`);
  }
  if (wantsHelp) return { kind: "help", lines: helpOf(command) };
  const { values, positionals } = parseOptions(command, argv);
  const operands = positionals.slice(command.name.split(" ").length);
  if (operands.length < command.fewest || operands.length > command.most)
    throw new UsageError(`usage: callpanel ${command.name} ${command.operands}`.trimEnd());
  const input = inputOf(values, operands);
  const realm = input.text("realm");
  if (realm !== undefined && !REALM_NAME.test(realm))
    throw new UsageError("a realm has lower-case letters, digits, . -");
  return { kind: "run", command, input, realm };
}

type Values = Readonly<Record<string, string | boolean | ReadonlyArray<string | boolean> | undefined>>;

function parseOptions(
  command: CommandShape,
  argv: readonly string[],
): { values: Values; positionals: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries({ ...GLOBAL_OPTIONS, ...command.options }).map(([name, { type, ...rest }]) => [
      name,
      { type, multiple: "multiple" in rest && rest.multiple === true },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". ", 1)[0] ?? error.message) : "bad option", {
      cause: error,
    });
  }
}

function inputOf(values: Values, positionals: readonly string[]): CommandInput {
  return {
    positionals,
    text: (option) => {
      const value = values[option];
      return typeof value === "string" ? value : undefined;
    },
    texts: (option) => {
      const value = values[option];
      return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : undefined;
    },
    flag: (option) => values[option] === true,
  };
}

function overview(): readonly string[] {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "Administers callpanel. Works on the data in DATA_DIR or DATABASE_URL, also while the server runs.",
    "",
    "usage: npm run callpanel -- <command> [options]",
    "",
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    ...optionLines(GLOBAL_OPTIONS),
    "",
    "A permission is module:rule or module:rule:target,target: voicemails:read, queues:execute_pause_self.",
    "callpanel <command> --help shows the arguments of a command.",
  ];
}

function helpOf({ name, operands, summary, options = {} }: CommandShape): readonly string[] {
  return [`callpanel ${name} ${operands}`.trimEnd(), `  ${summary}`, ...optionLines(options), ""];
}

function optionLines(options: NonNullable<CommandShape["options"]>): readonly string[] {
  const shown = Object.entries(options).map(
    ([name, { shows, about }]) => [`--${name} ${shows}`.trimEnd(), about] as const,
  );
  const width = Math.max(0, ...shown.map(([option]) => option.length));
  return shown.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`);
}
