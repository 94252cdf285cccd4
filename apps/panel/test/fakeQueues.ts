import type { Queue, QueueAgent, QueueCaller, QueueState } from "@callpanel/contract";
import type { LiveQueues } from "../src/shared/live/liveQueues.ts";

export const fakeAgent = (number: number, name: string, changes: Partial<QueueAgent> = {}): QueueAgent => ({
  exten: String(100 + number),
  name,
  penalty: 0,
  dynamic: false,
  status: 1,
  state: "idle",
  since: Date.now() - 61_000,
  ringing: false,
  paused: false,
  pausedReason: "",
  pausedAt: null,
  callsTaken: 0,
  lastCall: null,
  missed: 0,
  responseDelay: null,
  callid: null,
  ...changes,
});

export const fakeCaller = (callid: string, changes: Partial<QueueCaller> = {}): QueueCaller => ({
  callid,
  channel: `leg-${callid}`,
  callerNumber: "+15145550142",
  callerName: "",
  position: 1,
  enteredAt: Date.now() - 10_000,
  wait: 10,
  ringing: [],
  ...changes,
});

export const fakeQueue = (queue: string, name: string, changes: Partial<QueueState> = {}): QueueState => ({
  realm: "demo",
  queue,
  name,
  summary: {
    holdtime: 32,
    completed: 12,
    abandoned: 3,
    serviceLevel: 85,
    target: 20,
    agents: changes.agents?.length ?? 0,
  },
  waiting: [],
  agents: [],
  ...changes,
});

/** The same as REST lists have it. */
export const listedQueue = ({ queue, name, summary, waiting, agents }: QueueState): Queue => ({
  id: `${name}1`,
  db_id: Number(queue),
  name,
  number: queue,
  realm_id: 1,
  summary: { ...summary, watch: true },
  waiting,
  agents,
});

/** The response with the names of queues. */
export const namesOf = (queues: readonly QueueState[], mayLogIn = false) => ({
  status: 200,
  body: { total: queues.length, data: queues.map(listedQueue), may_log_in: mayLogIn },
});

/** No queue has a line. */
export const NO_LINES: Pick<LiveQueues, "line"> = { line: () => ({ get: () => [], subscribe: () => () => undefined }) };
