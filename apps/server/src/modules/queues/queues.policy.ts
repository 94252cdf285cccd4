import { AppError, mayPause, maySeeQueue, type Rights } from "@callpanel/contract";
import type { QueueOrder } from "@callpanel/phone-port";
import type { LiveQueue } from "./board/queue.model.ts";

/** The target of a pause; see the command QueuePause. */
export interface PauseRequest {
  readonly queue?: string | undefined;
  readonly agent?: string | undefined;
  readonly all?: true | undefined;
  readonly paused: boolean;
  readonly cause?: string | undefined;
}

interface Ordering {
  readonly userId: number;
  readonly rights: Rights;
}

/**
 * QBOARD-7: the orders of a request, about agents of the realm's queues.
 * @throws AppError `queues.pause` unless each of them is permitted
 */
export function pauseOrders(
  { queue: wanted, agent, all, paused, cause = "" }: PauseRequest,
  { userId: own, rights }: Ordering,
  queues: readonly LiveQueue[],
): readonly QueueOrder[] {
  const seen = queues.filter(({ id }) => (wanted === undefined || id === wanted) && maySeeQueue(rights, id));
  const isWanted = (one: { readonly exten: string; readonly userId: number }): boolean =>
    all === true || (agent === undefined ? one.userId === own : one.exten === agent);
  const members = seen.flatMap(({ id, agents }) => agents.filter(isWanted).map(({ userId }) => ({ id, userId })));
  // A user who may not pause anyone there must not learn who the agents are.
  const mayAll = (id: string, userId: number | undefined): boolean => mayPause(rights, id, { isOwn: userId === own });
  const isSelf = agent === undefined && all !== true;
  if (!seen.some(({ id }) => mayAll(id, isSelf ? own : members[0]?.userId))) throw new AppError("queues.pause");
  if (members.length === 0) throw new AppError("queues.noAgent");
  if (!members.every(({ id, userId }) => mayAll(id, userId))) throw new AppError("queues.pause");
  const kind = paused ? ("pause" as const) : ("unpause" as const);
  const order = (agentId: number, queueId?: string): QueueOrder => ({
    kind,
    agentId,
    reason: cause,
    ...(queueId === undefined ? {} : { queueId }),
    ...(agentId === own ? {} : { by: own }),
  });
  if (wanted !== undefined) return members.map(({ id, userId }) => order(userId, id));
  const agents = [...new Set(members.map(({ userId }) => userId))];
  // An order for all queues would also reach those that the right does not cover.
  return agents.flatMap((agentId) =>
    isInEvery(members, agentId, queues)
      ? [order(agentId)]
      : members.filter(({ userId }) => userId === agentId).map(({ id }) => order(agentId, id)),
  );
}

const isInEvery = (
  members: ReadonlyArray<{ readonly id: string; readonly userId: number }>,
  agentId: number,
  queues: readonly LiveQueue[],
): boolean =>
  queues
    .filter(({ agents }) => agents.some(({ userId }) => userId === agentId))
    .every(({ id }) => members.some((one) => one.id === id && one.userId === agentId));
