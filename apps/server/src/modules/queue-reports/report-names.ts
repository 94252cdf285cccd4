import type { DirectoryStore } from "../directory/index.ts";
import { displayName, type UserStore } from "../users/index.ts";

/** Names for ids of the queue log. Queues and people that were removed have none. */
export interface ReportNames {
  /** The id itself for a removed queue. */
  queue(queueId: string): string;
  /** The queues that there are, by name. */
  queues(): readonly { readonly id: string; readonly name: string }[];
  /** Empty texts without an agent, or for a removed person. */
  agent(userId: number | null): Promise<{ readonly extension: string; readonly name: string }>;
}

const NOBODY = { extension: "", name: "" };

export async function openReportNames(
  deps: { readonly users: Pick<UserStore, "byId">; readonly directory: Pick<DirectoryStore, "numbersOf"> },
  realmId: number,
): Promise<ReportNames> {
  const queues = new Map<string, string>();
  for (const { kind, number, name } of await deps.directory.numbersOf(realmId))
    if (kind === "queue") queues.set(number, name);
  const agents = new Map<number, ReturnType<ReportNames["agent"]>>();
  const read = async (userId: number) => {
    const user = await deps.users.byId(userId);
    return user === undefined ? NOBODY : { extension: user.extension, name: displayName(user) };
  };
  return {
    queues: () =>
      [...queues].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name)),
    queue: (queueId) => queues.get(queueId) ?? queueId,
    agent: (userId) => {
      if (userId === null) return Promise.resolve(NOBODY);
      const known = agents.get(userId) ?? read(userId);
      agents.set(userId, known);
      return known;
    },
  };
}
