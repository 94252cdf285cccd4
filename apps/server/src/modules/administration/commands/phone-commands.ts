import { AppError, isPhoneLabel, PHONE_LABEL_MAX_CHARS } from "@callpanel/contract";
import { foldUsername } from "../../users/index.ts";
import type { StoredUser } from "../company.model.ts";
import { printTable, UsageError, type Command, type CommandContext, type CommandInput } from "./command.ts";
import { userIn } from "./user-commands.ts";

/** Desk phones and SIP apps of people; a running server applies changes immediately. */
export const phoneCommands: readonly Command[] = [
  {
    name: "phones list",
    operands: "<username>",
    summary: "Desk phones and SIP apps of a person, with the time and address of their last use",
    fewest: 1,
    most: 1,
    run: async (context, input) => {
      const { id } = await ownerOf(context, input);
      const phones = await context.sipCredentials.phonesOf(id);
      printTable(
        context.print,
        phones.map((phone) => ({
          id: phone.id,
          label: phone.label,
          added: new Date(phone.createdAt).toISOString(),
          "last used": phone.lastUsedAt === null ? "never" : new Date(phone.lastUsedAt).toISOString(),
          from: phone.address,
          "user agent": printable(phone.userAgent),
        })),
      );
    },
  },
  {
    name: "phones add",
    operands: "<username>",
    summary: "Creates a SIP secret for a desk phone or app of a person and shows it once",
    fewest: 1,
    most: 1,
    options: { label: { type: "string", shows: "<text>", about: "name of the phone, e.g. `Desk phone`" } },
    run: async (context, input) => {
      const label = input.text("label") ?? "";
      if (!isPhoneLabel(label)) throw new UsageError(`--label is needed: 1 to ${PHONE_LABEL_MAX_CHARS} characters`);
      const { id: userId, username } = await ownerOf(context, input);
      const { realm, sipCredentials, print } = context;
      const { phone, secret } = await sipCredentials.addPhone({ userId, username, realm }, label.trim());
      print(`added ${label.trim()} of ${username}, id ${phone.id}`);
      print(`username: ${username}`);
      print(`realm: ${realm}`);
      print(`secret: ${secret}`);
    },
  },
  {
    name: "phones remove",
    operands: "<username> <id>",
    summary: "Removes the secret of a phone and signs it out at once",
    fewest: 2,
    most: 2,
    run: async (context, input) => {
      const { id: userId, username } = await ownerOf(context, input);
      const [, id = ""] = input.positionals;
      const phone = (await context.sipCredentials.phonesOf(userId)).find((one) => one.id === id);
      if (phone === undefined)
        throw new AppError("admin.notFound", {
          what: { kind: "phone", name: id, of: { kind: "person", name: username } },
        });
      await context.sipCredentials.removePhone(userId, id);
      context.print(`removed ${phone.label} of ${username}`);
    },
  },
];

const ownerOf = (
  { company, realm }: CommandContext,
  { positionals: [typed = ""] }: CommandInput,
): Promise<StoredUser> => company.read((reader) => userIn(reader, realm, foldUsername(typed)));

/** Text that a phone sent, without control characters for the terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, "");
