import { AppError } from "@callpanel/contract";
import { foldUsername } from "../../users/index.ts";
import { counted, nameOf, realmIn, UsageError, type Command, type CommandContext } from "./command.ts";

/** What a person wrote, deleted on request; a running server does it within half a minute, another with its next start. */
export const erasingCommands: readonly Command[] = [
  {
    name: "users erase-messages",
    operands: "<username>",
    summary: "Deletes what a person wrote in chat; of a removed account by the name at its messages",
    fewest: 1,
    most: 10,
    options: { name: { type: "boolean", shows: "", about: "removes the name at the messages too" } },
    run: async (context, input) => {
      const { chatErasing, company, realm, print } = context;
      const asked = nameOf(input.positionals);
      const { id: realmId } = await company.read((reader) => realmIn(reader, realm));
      const userId = await personOf(context, realmId, asked);
      const withName = input.flag("name");
      const order = { realmId, userId, withName, by: null, way: "command", at: Date.now() } as const;
      const messages = await chatErasing.order(order);
      print(`${counted(messages, "message")} of ${asked} will be deleted`);
    },
  },
];

async function personOf({ company, chatErasing }: CommandContext, realmId: number, asked: string): Promise<number> {
  const username = foldUsername(asked);
  const users = await company.read((reader) => reader.users(realmId));
  const user = users.find((one) => one.username === username);
  if (user !== undefined) return user.id;
  const [removed, ...others] = await chatErasing.removedPeople(realmId, asked);
  if (removed === undefined) throw new AppError("admin.notFound", { what: { kind: "person", name: asked } });
  if (others.length > 0) throw new UsageError(`several removed accounts were named ${asked}`);
  return removed;
}
