import type { QueueLogEvent, QueueLogRow } from "@callpanel/phone-port";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 14;

/** The agents who answer the calls of each queue of the demo company, and how many there are on a working day. */
const QUEUES = [
  { id: "600", agents: ["dave", "carol", "jamal"], calls: 4, talkSeconds: 260, wrapUpMs: 10 * SECOND_MS },
  { id: "601", agents: ["carol", "dave", "grace"], calls: 3, talkSeconds: 180, wrapUpMs: 0 },
  { id: "602", agents: ["alice", "mei"], calls: 2, talkSeconds: 340, wrapUpMs: 0 },
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

/**
 * Rows of a fortnight of calls that have all ended, in order of time: most are answered, some give up, few wait too long. The
 * agents are logged in for eight hours of each day, with two pauses.
 */
export function demoQueueLog({ realm, now, idOf }: DemoLogInput): readonly QueueLogRow[] {
  const random = numbersFrom(20_260_105);
  const rows: QueueLogRow[] = [];
  for (let day = DAYS; day >= 1; day -= 1) {
    const end = now - (day - 1) * DAY_MS;
    // Fewer calls at the weekend.
    const share = [0, 6].includes(new Date(end).getUTCDay()) ? 0.3 : 1;
    const ofDay: QueueLogRow[] = [];
    for (const { id: queueId, agents, calls, talkSeconds, wrapUpMs } of QUEUES)
      for (let call = 0; call < Math.round(calls * share); call += 1) {
        // Within the eight hours before the time of the start, so that a new company has calls of today.
        const at = end - Math.round((0.3 + random() * 7.7) * HOUR_MS);
        const agentId = idOf(agents[Math.floor(random() * agents.length)] ?? "");
        const stay = { realm, queueId, callId: `demo-queue-${queueId}-${day}-${call}`, at };
        ofDay.push(...stayRows(stay, { agentId, talkSeconds, wrapUpMs, random }));
      }
    rows.push(...ofDay, ...shiftRows(ofDay, { realm, end, idOf }));
  }
  return rows.toSorted((one, other) => one.at - other.at);
}

/** When the pauses begin after the login, and their length. */
const PAUSES = [
  { afterMs: 2 * HOUR_MS, lengthMs: 12 * MINUTE_MS, reason: "break" },
  { afterMs: 4 * HOUR_MS, lengthMs: 35 * MINUTE_MS, reason: "lunch_break" },
] as const;

/** Each agent logs in to their queues, pauses when no call is in the way, and logs off. */
function shiftRows(
  calls: readonly QueueLogRow[],
  { realm, end, idOf }: { readonly realm: string; readonly end: number; readonly idOf: DemoLogInput["idOf"] },
): readonly QueueLogRow[] {
  const [from, until] = [end - 8 * HOUR_MS, end - MINUTE_MS];
  return [...new Set(QUEUES.flatMap(({ agents }) => agents))].flatMap((username): readonly QueueLogRow[] => {
    const agentId = idOf(username);
    if (agentId === undefined) return [];
    const row = (at: number, event: QueueLogEvent): QueueLogRow => ({ realm, at, agentId, ...event });
    const inQueues = (at: number, event: QueueLogEvent): readonly QueueLogRow[] =>
      QUEUES.filter(({ agents }) => agents.some((one) => one === username)).map(({ id }) => ({
        ...row(at, event),
        queueId: id,
      }));
    const busy = calls.filter((call) => call.agentId === agentId).map(({ at }) => at);
    const pauses = PAUSES.flatMap(({ afterMs, lengthMs, reason }) => {
      const at = freeTime(busy, from + afterMs, lengthMs);
      return [
        row(at, { event: "PAUSEALL", reason }),
        ...inQueues(at, { event: "PAUSE", reason }),
        row(at + lengthMs, { event: "UNPAUSEALL", reason }),
        ...inQueues(at + lengthMs, { event: "UNPAUSE", reason }),
      ];
    });
    return [
      row(from, { event: "AGENTLOGIN" }),
      ...inQueues(from, { event: "ADDMEMBER", penalty: 0, paused: false }),
      ...pauses,
      ...inQueues(until, { event: "REMOVEMEMBER" }),
      row(until, { event: "AGENTLOGOFF", loginMs: until - from }),
    ];
  });
}

/** A call takes at most this long. */
const LONGEST_CALL_MS = 20 * MINUTE_MS;

/** The first time from `at` on in which the agent has no call. */
function freeTime(busy: readonly number[], at: number, lengthMs: number): number {
  const inTheWay = busy.find((one) => one > at - LONGEST_CALL_MS && one < at + lengthMs);
  return inTheWay === undefined ? at : freeTime(busy, inTheWay + LONGEST_CALL_MS, lengthMs);
}

interface StayInput {
  readonly agentId: number | undefined;
  readonly talkSeconds: number;
  readonly wrapUpMs: number;
  readonly random: () => number;
}

function stayRows(stay: Stay, { agentId, talkSeconds, wrapUpMs, random }: StayInput): readonly QueueLogRow[] {
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
  const talk = { waitMs, talkMs, originalPosition: position, ...(wrapUpMs === 0 ? {} : { wrapUpMs }) };
  const event = random() < 0.6 ? ("COMPLETECALLER" as const) : ("COMPLETEAGENT" as const);
  return [
    entered,
    ...(missed ? [after(waitMs - ringMs - SECOND_MS, { event: "RINGNOANSWER", ringMs: 15 * SECOND_MS }, agentId)] : []),
    after(waitMs, { event: "CONNECT", waitMs, agentLegId: `${stay.callId}-leg`, ringMs }, agentId),
    after(waitMs + talkMs, { event, ...talk }, agentId),
  ];
}
