import { AppError, mayRemoveCallback, maySeeQueue } from "@callpanel/contract";
import type { PhoneQueues, QueueOrder } from "@callpanel/phone-port";
import { pauseOrders, presentQueue } from "../queues/index.ts";
import { notServed, type Carry, type Scene } from "./command.ts";

/** QBOARD-6: the same as in the snapshot. */
export const showQueues: Carry<"queue show"> = ({ queue }, scene) => shown(scene, queue);
export const queueStatus: Carry<"QueueStatus"> = ({ queue }, scene) => shown(scene, queue);

function shown({ queues, sight, now }: Scene, wanted: string | undefined) {
  return queues
    .visible(sight.queues)
    .filter(({ id }) => wanted === undefined || id === wanted)
    .map((queue) => presentQueue(queue, sight.queues, now()));
}

/** QBOARD-7. No await between the check and the first order; the agents of the others may change meanwhile, the rights may not. */
export const pauseAgents: Carry<"QueuePause"> = async (frame, scene) => {
  const { caller, queues, sight } = scene;
  for (const order of pauseOrders(frame, caller, queues.visible(sight.queues))) await ordered(scene, order);
};

/** QBOARD-8 */
export const logIn: Carry<"AgentLogin"> = (_frame, scene) =>
  ordered(scene, { kind: "logIn", agentId: scene.caller.userId });
export const logOff: Carry<"AgentLogoff"> = (_frame, scene) =>
  ordered(scene, { kind: "logOff", agentId: scene.caller.userId });

/** QCB-14 */
export const withdrawCallback: Carry<"QueueWithdrawCaller"> = async ({ queue: queueId, callid: callId }, scene) => {
  const { caller, removeCallback } = scene;
  if (!maySeeQueue(caller.rights, queueId)) throw new AppError("queues.callback.gone");
  if (!mayRemoveCallback(caller.rights, queueId)) throw new AppError("request.forbidden");
  const refusal = await (removeCallback?.({ queueId, callId, by: caller.userId }) ?? notServed());
  if (refusal === "unavailable") throw new AppError("command.unavailable");
  if (refusal !== undefined) throw new AppError("queues.callback.gone");
};

async function ordered({ orderQueue }: Scene, order: QueueOrder): Promise<undefined> {
  const refusal = await (orderQueue?.(order) ?? notServed());
  if (refusal !== undefined) throw new AppError(REFUSALS[refusal]);
}

const REFUSALS = {
  unknownQueue: "queues.noAgent",
  notMember: "queues.noAgent",
  alreadyMember: "queues.noLogin",
  static: "queues.noLogin",
  noQueue: "queues.noLogin",
  unavailable: "command.unavailable",
} as const satisfies Record<NonNullable<Awaited<ReturnType<PhoneQueues["order"]>>>, string>;
