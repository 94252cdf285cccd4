import type { QueueLogEvent, QueueLogRow } from "@callpanel/phone-port";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 14;

/** Who answers the calls of each queue of the demo company, and how many there are on a working day. */
const QUEUES = [
  { id: "600", agents: ["dave", "carol", "jamal"], calls: 4, talkSeconds: 260 },
  { id: "601", agents: ["carol", "dave", "grace"], calls: 3, talkSeconds: 180 },
  { id: "602", agents: ["alice", "mei"], calls: 2, talkSeconds: 340 },
] as const;

/** Numbers reserved for fiction (555-01xx). */
const CALLERS = [
  ["+14165550110", ""],
  ["+14165550132", "Harbour Freight"],
  ["+15145550147", ""],
  ["+16045550181", "Marguerite Lavoie-Desrochers"],
  ["+14165550177", "J. Okafor"],
  ["+19055550123", ""],
] as const;

/** The same numbers at each start, 0 up to 1 (Park and Miller). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

interface Stay {
  readonly realm: string;
  readonly queueId: string;
  readonly callId: string;
  readonly at: number;
}

export interface DemoLogInput {
  readonly realm: string;
  readonly now: number;
  readonly idOf: (username: string) => number | undefined;
}

/** Rows of a fortnight of calls that have all ended, in order of time: most are answered, some give up, few wait too long. */
export function demoQueueLog({ realm, now, idOf }: DemoLogInput): readonly QueueLogRow[] {
  const random = numbersFrom(20_260_105);
  const rows: QueueLogRow[] = [];
  for (let day = DAYS; day >= 1; day -= 1) {
    const end = now - (day - 1) * DAY_MS;
    // Fewer calls at the weekend.
    const share = [0, 6].includes(new Date(end).getUTCDay()) ? 0.3 : 1;
    for (const { id: queueId, agents, calls, talkSeconds } of QUEUES)
      for (let call = 0; call < Math.round(calls * share); call += 1) {
        // Within the eight hours before the time of the start, so that a new company has calls of today.
        const at = end - Math.round((0.3 + random() * 7.7) * HOUR_MS);
        const agentId = idOf(agents[Math.floor(random() * agents.length)] ?? "");
        const stay = { realm, queueId, callId: `demo-queue-${queueId}-${day}-${call}`, at };
        rows.push(...stayRows(stay, { agentId, talkSeconds, random }));
      }
  }
  return rows.toSorted((one, other) => one.at - other.at);
}

function stayRows(
  stay: Stay,
  { agentId, talkSeconds, random }: { agentId: number | undefined; talkSeconds: number; random: () => number },
): readonly QueueLogRow[] {
  const { at } = stay;
  const after = (ms: number, event: QueueLogEvent, agent?: number): QueueLogRow => ({
    ...stay,
    ...event,
    at: at + ms,
    ...(agent === undefined ? {} : { agentId: agent }),
  });
  const [number, name] = CALLERS[Math.floor(random() * CALLERS.length)] ?? CALLERS[0];
  const position = 1 + Math.floor(random() * 3);
  const entered = after(0, { event: "ENTERQUEUE", number, name, position });
  // Most are answered soon, few wait for minutes.
  const waitMs = Math.round((3 + 150 * random() ** 3) * SECOND_MS);
  const place = { position: 1, originalPosition: position, waitMs };
  const fate = random();
  if (fate < 0.1 || agentId === undefined) return [entered, after(waitMs, { event: "ABANDON", ...place })];
  if (fate < 0.13) return [entered, after(waitMs, { event: "EXITWITHTIMEOUT", ...place })];
  const missed = random() < 0.08 && waitMs > 20 * SECOND_MS;
  const ringMs = Math.min(waitMs, Math.round((2 + random() * 6) * SECOND_MS));
  const talkMs = Math.round((20 + talkSeconds * 2 * random()) * SECOND_MS);
  const talk = { waitMs, talkMs, originalPosition: position };
  const event = random() < 0.6 ? ("COMPLETECALLER" as const) : ("COMPLETEAGENT" as const);
  return [
    entered,
    ...(missed ? [after(waitMs - ringMs - SECOND_MS, { event: "RINGNOANSWER", ringMs: 15 * SECOND_MS }, agentId)] : []),
    after(waitMs, { event: "CONNECT", waitMs, agentLegId: `${stay.callId}-leg`, ringMs }, agentId),
    after(waitMs + talkMs, { event, ...talk }, agentId),
  ];
}
