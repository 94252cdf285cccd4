import type { SettingFields } from "../../../kernel/text/setting-fields.ts";
import { AppError } from "@callpanel/contract";
import type { InstanceStore } from "../../../kernel/jobs/lease.ts";
import type { PinTryStore } from "../../../kernel/guard/pin-tries.port.ts";
import type { RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { ChatErasingStore } from "../../chat/index.ts";
import type { CallHandlingStore } from "../../call-handling/index.ts";
import type { ToggleStore } from "../../toggles/index.ts";
import type { SipCredentials } from "../../sip-credentials/index.ts";
import type { Realm } from "../../users/index.ts";
import type { Backups } from "../backups.port.ts";
import type { BackupSchedules, ServerSettingStore } from "../backups/backup-schedule.ts";
import type { CompanyReader, CompanyStore } from "../company.store.ts";

/** What a command may use. */
export interface CommandContext {
  readonly company: CompanyStore;
  readonly callHandling: CallHandlingStore;
  readonly toggles: ToggleStore;
  readonly chatErasing: Pick<ChatErasingStore, "order" | "removedPeople">;
  readonly pinTries: Pick<PinTryStore, "forget">;
  readonly sipCredentials: SipCredentials;
  /** The realm of the command; it need not exist yet if the command may create it. */
  readonly realm: string;
  /** What was requested with an option: the first realm of an empty store, or a further one. */
  readonly mayCreate: { readonly company: boolean; readonly realm: boolean };
  readonly print: (line: string) => void;
  readonly readFile: (path: string) => Promise<string>;
  readonly readStdin: () => Promise<string>;
  readonly random: RandomBytes;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Servers that run on the database, and what is asked of them. */
  readonly instances: Pick<InstanceStore, "live">;
  readonly serverSettings: Pick<ServerSettingStore, "read" | "replace">;
  readonly backupSchedules: Pick<BackupSchedules, "kinds" | "read" | "write">;
  /** Makes a link for the first run (docs/spec/first-run.md). */
  readonly renewSetupLink: () => Promise<string>;
}

export interface CommandInput {
  readonly positionals: readonly string[];
  text(option: string): string | undefined;
  texts(option: string): readonly string[] | undefined;
  flag(option: string): boolean;
}

export interface CommandShape {
  /** `users add` */
  readonly name: string;
  /** The arguments after the name: `<username> …`. */
  readonly operands: string;
  readonly summary: string;
  readonly fewest: number;
  readonly most: number;
  readonly options?: Readonly<Record<string, CommandOption>>;
}

export interface Command extends CommandShape {
  /** The command reads its realm from a file, and checks it itself. */
  readonly namesRealm?: true;
  readonly run: (context: CommandContext, input: CommandInput) => Promise<void>;
}

/** A command about the data folder as a whole; it opens no store. */
export interface StorageCommand extends CommandShape {
  readonly runOnStorage: (context: StorageContext, input: CommandInput) => Promise<void>;
}

export interface StorageContext {
  readonly backups: Backups;
  readonly print: (line: string) => void;
}

export interface CommandOption {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  /** How help shows the value, and its purpose. */
  readonly shows: string;
  readonly about: string;
}

/** An invalid command line; exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Words of the command line as one name. */
export function nameOf(words: readonly string[]): string {
  const name = words.join(" ").trim();
  if (name === "" || name.length > 100) throw new UsageError("a name has 1 to 100 characters");
  return name;
}

/** The realm, for commands that need an existing one. */
export async function realmIn(reader: CompanyReader, name: string): Promise<Realm> {
  const realm = (await reader.realms()).find((one) => one.name === name);
  if (realm === undefined) throw new AppError("admin.notFound", { what: { kind: "realm", name } });
  return realm;
}

/** ADMIN-24: a realm is created only on request, so that a typing error in a name creates none. */
export async function checkRealm({ company, mayCreate }: CommandContext, name: string): Promise<void> {
  const realms = await company.read((reader) => reader.realms());
  const mayMake = mayCreate.realm || (mayCreate.company && realms.length === 0);
  if (mayMake || realms.some((realm) => realm.name === name)) return;
  const known = realms.map((realm) => realm.name).join(", ");
  throw new AppError("admin.unknownRealm", { realm: name, realms: known });
}

/** Names and values by turns. */
export function settingsIn<Settings>(fields: SettingFields<Settings>, words: readonly string[]): Partial<Settings> {
  if (words.length % 2 === 1) throw new UsageError("each setting needs a value");
  const texts = Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]]] : [])));
  const { settings, faults } = fields.read(texts);
  const [fault] = faults;
  if (fault !== undefined) throw new UsageError(`${fault.name} ${fault.message}`);
  return settings;
}

/** Rows under column heads; each column is as wide as its widest cell. */
export function printTable(print: (line: string) => void, rows: ReadonlyArray<Readonly<Record<string, string>>>): void {
  const [first] = rows;
  if (first === undefined) return print("(none)");
  const heads = Object.keys(first);
  const widths = heads.map((head) => Math.max(head.length, ...rows.map((row) => row[head]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  print(line(heads));
  for (const row of rows) print(line(heads.map((head) => row[head] ?? "")));
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** `a queue`, `an emergency location` */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
