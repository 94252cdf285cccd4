import { AppError } from "@callpanel/contract";
import { MOST_PENALTY, QUEUE_FIELDS, type ConfiguredQueue } from "../../queues/index.ts";
import { foldUsername } from "../../users/index.ts";
import type { QueueDraft, QueueMemberDraft } from "../company.queues.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyReader } from "../company.store.ts";
import { printTable, realmIn, UsageError, type Command, type CommandContext, type CommandInput } from "./command.ts";

/** Settings and agents of queues; a running server applies changes within half a second. */
export const queueCommands: readonly Command[] = [
  {
    name: "queues show",
    operands: "<number>",
    summary: "All settings of a queue, and its agents",
    fewest: 1,
    most: 1,
    run: async ({ company, realm, print }, { positionals: [number = ""] }) => {
      const { queue, usernames } = await company.read((reader) => queueIn(reader, realm, number));
      printTable(
        print,
        QUEUE_FIELDS.write(queue.configuration).map(({ name, value, about }) => ({ name, value, about })),
      );
      print("");
      printTable(
        print,
        queue.members.map(({ agentId, penalty, login, ringInUse }) => ({
          agent: usernames.get(agentId) ?? "",
          penalty: String(penalty),
          login: login === "byCode" ? "by code" : "always",
          "rings in use": ringInUse === undefined ? "" : ringInUse ? "yes" : "no",
        })),
      );
    },
  },
  {
    name: "queues set",
    operands: "<number> <setting> <value>…",
    summary: "Changes settings of a queue: name and value, as often as needed; `queues show` lists them",
    fewest: 3,
    most: 61,
    run: async (context, { positionals: [number = "", ...words] }) => {
      if (words.length % 2 === 1) throw new UsageError("each setting needs a value");
      const texts = Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]]] : [])));
      const { settings, faults } = QUEUE_FIELDS.read(texts);
      const [fault] = faults;
      if (fault !== undefined) throw new UsageError(`${fault.name} ${fault.message}`);
      await changeQueue(context, number, () => ({ settings }));
      context.print(`changed queue ${number}`);
    },
  },
  {
    name: "queues add-agent",
    operands: "<number> <username>",
    summary: "Makes a person an agent of a queue, at the end of the list, or changes how they are one",
    fewest: 2,
    most: 2,
    options: {
      penalty: { type: "string", shows: "<number>", about: "agents with a lower one are rung first; 0 by default" },
      "by-code": { type: "boolean", shows: "", about: "they log in with *45 or in the panel; by default always in it" },
      "ring-in-use": { type: "string", shows: "<yes|no>", about: "rings them in other calls, whatever the queue says" },
    },
    run: async (context, input) => {
      const [number = "", username = ""] = input.positionals;
      const agent = memberOf(foldUsername(username), input);
      await changeQueue(context, number, (members) => ({
        members: members.some((one) => one.username === agent.username)
          ? members.map((one) => (one.username === agent.username ? agent : one))
          : [...members, agent],
      }));
      context.print(`${agent.username} is an agent of queue ${number}`);
    },
  },
  {
    name: "queues remove-agent",
    operands: "<number> <username>",
    summary: "A person is an agent of a queue no longer",
    fewest: 2,
    most: 2,
    run: async (context, { positionals: [number = "", typed = ""] }) => {
      const username = foldUsername(typed);
      await changeQueue(context, number, (members) => {
        if (!members.some((one) => one.username === username))
          throw new AppError("admin.notFound", {
            what: { kind: "agent", name: username, of: { kind: "queue", name: number } },
          });
        return { members: members.filter((one) => one.username !== username) };
      });
      context.print(`${username} is not an agent of queue ${number}`);
    },
  },
];

async function queueIn(
  reader: CompanyReader,
  realm: string,
  number: string,
): Promise<{ readonly queue: ConfiguredQueue; readonly usernames: ReadonlyMap<number, string> }> {
  const { id } = await realmIn(reader, realm);
  const queue = (await reader.queues(id)).find((one) => one.number === number);
  if (queue === undefined) throw new AppError("admin.notFound", { what: { kind: "queue", name: number } });
  return { queue, usernames: new Map((await reader.users(id)).map((user) => [user.id, user.username])) };
}

async function changeQueue(
  { company, realm }: CommandContext,
  number: string,
  step: (members: readonly QueueMemberDraft[]) => QueueDraft,
): Promise<void> {
  const { queue, usernames } = await company.read((reader) => queueIn(reader, realm, number));
  const members = queue.members.flatMap(({ agentId, ...member }) => {
    const username = usernames.get(agentId);
    return username === undefined ? [] : { username, ...member };
  });
  const { name } = queue;
  const service = { kind: "queue" as const, number, name, ...step(members) };
  await applyCompany(company, { realm, groups: [], users: [], services: [service] });
}

function memberOf(username: string, input: CommandInput): QueueMemberDraft {
  const penalty = input.text("penalty") ?? "0";
  if (!/^\d{1,3}$/.test(penalty) || Number(penalty) > MOST_PENALTY)
    throw new UsageError(`--penalty is 0 to ${MOST_PENALTY}`);
  const inUse = input.text("ring-in-use");
  if (inUse !== undefined && inUse !== "yes" && inUse !== "no") throw new UsageError("--ring-in-use is yes or no");
  return {
    username,
    penalty: Number(penalty),
    login: input.flag("by-code") ? "byCode" : "always",
    ...(inUse === undefined ? {} : { ringInUse: inUse === "yes" }),
  };
}
