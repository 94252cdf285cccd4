/** Feature codes of agents: *45 log in or off, *46 off all, *70 and *71 join and leave one queue (rules QUE-90 to QUE-93). */
import type { Directory, DirectoryUser, QueueOrder } from "@callpanel/phone-port";
import type { Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { refusalOf } from "../leg/refusal.ts";
import type { Queues } from "../queueing/queues.ts";
import type { ReachFeature } from "./feature.port.ts";

export interface QueueCodeDeps {
  readonly realm: string;
  readonly directory: Directory;
  readonly queues?: Queues | undefined;
}

const NOT_ALLOWED: LegReason = { status: 403, text: "Not allowed to join this queue" };
const NO_QUEUE: LegReason = { status: 480, text: "No queue to log in to" };

/** What a code does: an order, or why there is none. */
type Ordered = QueueOrder | LegReason;

export function createQueueCodes({ realm, directory, queues }: QueueCodeDeps): ReadonlyMap<string, ReachFeature> {
  if (queues === undefined) return new Map();

  const reach =
    (name: string, orderOf: (user: DirectoryUser, target: string) => Ordered | Promise<Ordered>): ReachFeature =>
    async ({ call, caller }: Arrival, { number, target }) => {
      const party = { number, name, kind: "service" } as const;
      const order = await orderOf(caller.leg.user, target);
      if (!call.live) return;
      if ("status" in order) return call.refuse(party, order);
      const confirmation = queues.confirmationOf(order);
      const refused = await queues.order(order);
      if (!call.live) return;
      if (refused !== undefined) return call.refuse(party, NO_QUEUE);
      call.put(party, confirmation);
    };

  const queueAt = async (number: string): Promise<string | undefined> => {
    const entry = await directory.lookup(realm, number);
    return entry?.kind === "queue" ? entry.id : undefined;
  };
  const join = async (user: DirectoryUser, target: string): Promise<Ordered> => {
    const queueId = await queueAt(target);
    if (queueId === undefined) return refusalOf(404);
    const may = queues.mayLogIn(queueId, user.id) || directory.mayDo?.(user, { kind: "joinQueue", queueId }) === true;
    return may ? { kind: "addMember", agentId: user.id, queueId, penalty: 0 } : NOT_ALLOWED;
  };
  const leave = async ({ id: agentId }: DirectoryUser, target: string): Promise<Ordered> => {
    const queueId = await queueAt(target);
    return queueId === undefined ? refusalOf(404) : { kind: "removeMember", agentId, queueId };
  };
  const toggle = async (user: DirectoryUser, target: string): Promise<Ordered> => {
    const { id: agentId } = user;
    if (target === "") return { kind: queues.hasJoined(agentId) ? "logOff" : "logIn", agentId };
    const queueId = await queueAt(target);
    const isIn = queueId !== undefined && queues.isMember(queueId, agentId);
    return isIn ? { kind: "removeMember", agentId, queueId } : join(user, target);
  };

  return new Map([
    ["agentlogin", reach("Agent login", toggle)],
    ["qoffall", reach("Log off all queues", ({ id: agentId }) => ({ kind: "logOff", agentId }))],
    [
      "adhoc",
      reach("Join queue", (user, target) => (target === "" ? { kind: "logIn", agentId: user.id } : join(user, target))),
    ],
    [
      "unadhoc",
      reach("Leave queue", (user, target) =>
        target === "" ? { kind: "logOff", agentId: user.id } : leave(user, target),
      ),
    ],
  ]);
}
