/** Decisions of the queue engine with 200 queues, 2,000 agents and 500 callers who wait: the time of each step. */
import { performance } from "node:perf_hooks";
import type { QueueSettings } from "@callpanel/phone-port";
import { seededRandom } from "@callpanel/testkit";
import { createQueueEngine } from "../../packages/pbx/src/queues/engine.ts";
import type { QueueDecision, QueueEvent } from "../../packages/pbx/src/queues/engine.port.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";

const QUEUES = 200;
const AGENTS = 2_000;
const WAITING = 500;
const CALLS = 20_000;
const BOUND_MS = 1; // docs/spec/queues.md, QUE-71
const AGAINST = "bound of docs/spec/queues.md";

export function run(report: Report): void {
  for (const spread of ["one queue", "all queues"] as const) {
    const steps = measure(spread);
    const figure = (name: string, value: number): void =>
      report({
        name: `a step with ${WAITING} callers in ${spread}: ${name}`,
        value,
        unit: "ms",
        bound: BOUND_MS,
        better: "lower",
        against: AGAINST,
      });
    figure("p50", percentile(steps, 50));
    figure("p99", percentile(steps, 99));
  }
}

/** Every agent is in three queues; callers come, are rung, talk and end, while as many others wait. */
function measure(spread: "one queue" | "all queues"): readonly number[] {
  const random = seededRandom(7);
  const engine = createQueueEngine({ realm: "demo", random });
  const steps: number[] = [];
  const talking: string[] = [];
  const rung: QueueDecision[] = [];
  let now = 1_000_000;
  const take = (event: QueueEvent): void => {
    const start = performance.now();
    const { decisions } = engine.take(now, event);
    steps.push(performance.now() - start);
    rung.push(...decisions.filter(({ kind }) => kind === "ring"));
  };
  take({ kind: "configured", queues: Array.from({ length: QUEUES }, (_, queue) => settings(queue)) });
  for (let agentId = 0; agentId < AGENTS; agentId += 1)
    take({ kind: "agentDevice", agentId, reachable: true, busy: false });

  let entered = 0;
  const enter = (): void => {
    const queue = spread === "one queue" ? 0 : Math.floor(random() * QUEUES);
    const caller = { number: "+16045550000", name: "Caller" };
    take({ kind: "enter", callId: `c${entered}`, queueId: String(queue), caller, priority: 0 });
    entered += 1;
  };
  const answer = (): void => {
    for (let ring = rung.shift(); ring !== undefined; ring = rung.shift()) {
      if (ring.kind !== "ring") continue;
      const { callId, agentId } = ring;
      take({ kind: "answered", callId, agentId });
      take({ kind: "connected", callId, agentId, agentLegId: "leg" });
      talking.push(callId);
    }
  };
  // Until all agents of the queue talk and the others wait.
  const busy = spread === "one queue" ? AGENTS / 2 : AGENTS;
  for (let count = 0; count < busy + WAITING; count += 1) {
    enter();
    answer();
  }
  steps.length = 0;
  for (let count = 0; count < CALLS; count += 1) {
    now += 50;
    enter();
    answer();
    const [ended] = talking.splice(Math.floor(random() * talking.length), 1);
    if (ended !== undefined) take({ kind: "ended", callId: ended, how: { kind: "caller" } });
    answer();
    take({ kind: "tick" });
  }
  return steps;
}

/** Queue 0 has half of all agents; each other one those who are next to each other. */
function settings(queue: number): QueueSettings {
  const size = queue === 0 ? AGENTS / 2 : 30;
  return {
    id: String(queue),
    number: String(6_000 + queue),
    name: `Queue ${queue}`,
    strategy: "leastRecent",
    members: Array.from({ length: size }, (_, index) => ({
      agentId: (queue * 10 + index) % AGENTS,
      penalty: 0,
      login: "always",
    })),
    agentRingSeconds: 15,
    retrySeconds: 5,
    wrapUpSeconds: 0,
    joinWhenEmpty: "never",
    leaveWhenEmpty: "never",
    callbacks: { attempts: 3, retrySeconds: 600, expireSeconds: 86_400, most: 20 },
    weight: 0,
    ringInUse: false,
    autoPauseScope: "queue",
    announce: { position: true, wait: true, firstSeconds: 10, everySeconds: 30 },
    language: "en",
    records: false,
  };
}
