import { AppError, type Subject } from "@callpanel/contract";
import type { QueueMemberSettings } from "@callpanel/phone-port";
import type { NumberEntry } from "../directory/index.ts";
import { DEFAULT_QUEUE, exitsOf, soundsOf, type ConfiguredQueue, type QueueConfiguration } from "../queues/index.ts";

/** Settings and agents of a queue as an administrator writes them: an absent setting keeps its value. */
export interface QueueDraft {
  readonly settings?: Partial<QueueConfiguration>;
  /** All of its agents, in order. */
  readonly members?: readonly QueueMemberDraft[];
}

export interface QueueMemberDraft extends Omit<QueueMemberSettings, "agentId"> {
  readonly username: string;
}

/** The queue after a draft. */
export function completedQueue(
  draft: QueueDraft & Pick<ConfiguredQueue, "number" | "name">,
  before: ConfiguredQueue | undefined,
  idOf: (username: string) => number | undefined,
): ConfiguredQueue {
  const { number, name } = draft;
  const configuration = { ...(before?.configuration ?? DEFAULT_QUEUE), ...draft.settings };
  if ((configuration.exitKey === null) !== (configuration.exitTo === null))
    throw new AppError("admin.queueExit", { number });
  if (configuration.callbackKey !== null && configuration.callbackKey === configuration.exitKey)
    throw new AppError("admin.queueKeys", { number });
  const members = draft.members?.map(({ username, ...member }) => {
    const agentId = idOf(username);
    if (agentId === undefined) throw new AppError("admin.notFound", { what: { kind: "person", name: username } });
    return { agentId, ...member };
  });
  const double = members?.find((one, at) => members.findIndex(({ agentId }) => agentId === one.agentId) !== at);
  if (double !== undefined) {
    const username = draft.members?.find((one) => idOf(one.username) === double.agentId)?.username ?? "";
    throw new AppError("admin.exists", {
      what: { kind: "agent", name: username, of: { kind: "queue", name: number } },
    });
  }
  return { number, name, configuration, members: members ?? before?.members ?? [] };
}

/** QUEUESET-4: callers can be sent to numbers of the company and to outside numbers, and hear announcements that exist. */
export function checkQueue({ number, configuration }: ConfiguredQueue, entries: readonly NumberEntry[]): void {
  const missing = (subject: Subject, field: string): AppError =>
    new AppError("admin.notFound", { what: { ...subject, of: { kind: "queue", name: number } }, field });
  for (const [field, to] of Object.entries(exitsOf(configuration))) {
    if (to === null || to.startsWith("+")) continue;
    if (to === number) throw new AppError("admin.circle", { number, path: `${number} → ${number}`, field });
    if (!entries.some((entry) => entry.number === to)) throw missing({ kind: "target", name: to }, field);
  }
  for (const [field, sound] of Object.entries(soundsOf(configuration)))
    if (sound !== null && !entries.some(({ kind, number: one }) => kind === "announcement" && one === sound))
      throw missing({ kind: "announcement", name: sound }, field);
}

/** The numbers that a queue leads to, and the announcements that it plays. */
export const numbersUsedBy = ({ configuration }: ConfiguredQueue): readonly string[] =>
  [...Object.values(exitsOf(configuration)), ...Object.values(soundsOf(configuration))].filter((to) => to !== null);

/** Equal in all settings, whatever the order of their keys. */
export function sameQueue(a: ConfiguredQueue, b: ConfiguredQueue): boolean {
  const text = ({ configuration, members }: ConfiguredQueue) =>
    JSON.stringify([
      Object.entries(configuration).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      members.map(({ agentId, penalty, login, ringInUse }) => [agentId, penalty, login, ringInUse]),
    ]);
  return text(a) === text(b);
}
