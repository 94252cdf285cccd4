/** Runs the queue engine: its timer, its agents' phones, its log, and the callers who wait (docs/spec/queues.md). */
import type {
  Clock,
  Directory,
  Log,
  MaybePromise,
  OpenQueueLog,
  Party,
  PhoneEvent,
  PhoneQueues,
  QueueLog,
  QueueOrder,
  QueueParts,
  QueueSettings,
  QueueView,
} from "@callpanel/phone-port";
import { createQueueEngine } from "../../queues/engine.ts";
import type { LeaveReason, QueueDecision, QueueEvent } from "../../queues/engine.port.ts";
import type { Bindings } from "../../registrar/bindings.ts";
import type { Arrival } from "../call/arrival.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { SendOn } from "../call/moves.port.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { Service } from "../call/service.ts";
import type { Admission } from "../ringing/admission.ts";
import type { OwnPhones } from "../ringing/own-phones.ts";
import { whenReady } from "../../when-ready.ts";
import type { DialPlan } from "../../dialplan/resolve.ts";
import type { Allowance } from "../lines/allowance.ts";
import type { Lines } from "../lines/lines.ts";
import type { OriginateCall } from "../moving/originated-call.ts";
import { createAgentPhones } from "./agent-phones.ts";
import { createCallbackNumbers } from "./callback-numbers.ts";
import { createKeptPlaces } from "./kept-places.ts";
import { createLogWriter } from "./log-writer.ts";
import { createOutcalls } from "./outcalls.ts";
import { createSpokenOrder } from "./spoken-order.ts";
import { QueueCall } from "./queue-call.ts";

export interface Queues extends PhoneQueues {
  settingsOf(queueId: string): QueueSettings | undefined;
  /** Why a caller could not join now; undefined: they could. */
  admission(queueId: string): LeaveReason | undefined;
  /** The service that puts the caller of an arrival into the line. */
  serviceOf(
    arrival: Arrival,
    place: { readonly settings: QueueSettings; readonly party: Party; readonly priority: number },
  ): Service;
  /** The queue in whose line the caller of a call waits; undefined: none, or an agent has picked up. */
  waitsIn(callId: string): string | undefined;
  isMember(queueId: string, agentId: number): boolean;
  /** Whether an agent is configured to log in to a queue by code. */
  mayLogIn(queueId: string, agentId: number): boolean;
  /** Whether an agent has joined a queue, and could log off. */
  hasJoined(agentId: number): boolean;
  /** Says that an order to join or leave is done. To be asked for before the order. */
  confirmationOf(order: QueueOrder): Service;
  views(): readonly QueueView[];
  /** The person has one call more or less. */
  occupied(userId: number): void;
  /** The person's phones or settings have changed. */
  changed(userId: number): void;
  /** Resolves when every row so far is durable. */
  durable(): Promise<void>;
  /** Starts nothing more. */
  stop(): void;
}

export interface QueuesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
  readonly directory: Directory;
  readonly bindings: Bindings;
  readonly register: CallRegister;
  readonly admission: Admission;
  readonly ownPhones: OwnPhones;
  readonly sendOn: SendOn;
  readonly dialPlan: DialPlan;
  readonly allowance: Allowance;
  readonly lines: Lines;
  readonly originateCall: OriginateCall;
  readonly emit: (event: PhoneEvent) => void;
  /** 0 up to 1. */
  readonly random: () => number;
}

/** QUE-86: more often in this time, a caller goes in a circle of queues that send each other their callers. */
const MOST_SENT = 5;
const SENT_WITHIN_MS = 10_000;

/** How long an order waits for its rows. */
const WRITE_LIMIT_MS = 5_000;

const NOTHING_OPEN: OpenQueueLog = {
  lastAt: undefined,
  stays: [],
  members: [],
  pauses: [],
  logins: new Map(),
  talks: [],
};

export function createQueues(deps: QueuesDeps, { book, log: queueLog, promptsFolder }: QueueParts): Queues {
  const { clock, log, realm, directory } = deps;
  const engine = createQueueEngine({ realm, random: deps.random });
  const writer = createLogWriter({ ...deps, queueLog });
  const calls = new Map<string, QueueCall>();
  const waiting: QueueEvent[] = [];
  let stopTimer: () => void = () => undefined;
  let running = false;
  let stopped = false;

  const maySendOn = createCircleGuard(clock);
  const keptPlaces = createKeptPlaces(clock);

  const perform = (decision: QueueDecision): void => {
    if (!performOutcall(decision)) calls.get(decision.callId)?.decide(decision);
  };
  const step = (event: QueueEvent): void => {
    const { decisions, rows, changes } = engine.take(clock.now(), event);
    writer.write(rows, changes);
    for (const decision of decisions) perform(decision);
  };
  const setTimer = (): void => {
    stopTimer();
    const { nextAt } = engine;
    if (nextAt === undefined || stopped) return;
    stopTimer = clock.setTimeout(() => tell({ kind: "tick" }), Math.max(0, nextAt - clock.now()));
  };
  /** One after the other: what a decision causes comes after all decisions of its step. */
  const tell = (event: QueueEvent): void => {
    waiting.push(event);
    if (running) return;
    running = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) step(next);
    } finally {
      running = false;
    }
    setTimer();
  };

  const { userOf, occupied, changed } = createAgentPhones({
    ...deps,
    agentIds: engine.agentIds,
    engages: (callId, agentId) => calls.get(callId)?.engages(agentId) === true,
    tell,
  });
  const numbers = createCallbackNumbers(deps);
  const mayCall = createHoldCheck({ log, realm, queueLog, lost: (callId) => tell({ kind: "lost", callId }) });
  const performOutcall = createOutcalls({ ...deps, engine, numbers, promptsFolder, userOf, mayCall, tell });
  /** Agents may be there who were not before. */
  const reportAgents = (event: QueueEvent): void => {
    tell(event);
    for (const agentId of engine.agentIds) changed(agentId);
  };
  const configure = async (): Promise<void> => {
    try {
      const queues = await book.queues(realm);
      reportAgents({ kind: "configured", queues });
    } catch (error) {
      log.error("queues could not be read", { error: String(error) });
    }
  };
  const start = async (): Promise<void> => {
    let open = NOTHING_OPEN;
    try {
      open = await queueLog.open(realm);
    } catch (error) {
      log.error("the queue log could not be read", { error: String(error) });
    }
    await configure();
    reportAgents({ kind: "resumed", open });
  };
  const started = start();
  const stopBook = book.subscribe(() => void started.then(configure));
  const takeOver = (open: OpenQueueLog) => void started.then(() => reportAgents({ kind: "tookOver", open }));
  const stopOthers = queueLog.subscribe?.(realm, takeOver);
  const stopDirectory = directory.subscribe((change) => {
    if (change.kind !== "user" || change.realm !== realm) return;
    void whenReady(directory.userBySipUsername(realm, change.sipUsername), (user) => {
      if (user !== undefined) changed(user.id);
    });
  });

  return {
    settingsOf: engine.settingsOf,
    admission: (queueId) => engine.admission(queueId),
    serviceOf: (arrival, { settings, party, priority }) => {
      const over = (): void => void calls.delete(arrival.call.id);
      const { placeOf } = engine;
      const callDeps = { ...deps, promptsFolder, userOf, tell, maySendOn, placeOf, keptPlaces, numbers };
      const queued = new QueueCall({ deps: callDeps, arrival, settings, party, priority, over });
      calls.set(arrival.call.id, queued);
      return queued;
    },
    waitsIn: (callId) => engine.placeOf(callId)?.queueId,
    isMember: (queueId, agentId) => engine.queuesOf(agentId).includes(queueId),
    mayLogIn: (queueId, agentId) =>
      engine.settingsOf(queueId)?.members.some((one) => one.agentId === agentId && one.login === "byCode") === true,
    hasJoined: (agentId) => engine.refusalOf({ kind: "logOff", agentId }) === undefined,
    confirmationOf: (order) => createSpokenOrder({ clock, log, promptsFolder, engine }, order),
    views: engine.views,
    order: async (order) => {
      const why = engine.refusalOf(order);
      if (why !== undefined) return why;
      tell(order);
      if (order.kind === "addMember" || order.kind === "logIn") changed(order.agentId);
      return inTime(clock, writer.durable());
    },
    removeCallback: async ({ queueId, callId, by }) => {
      if (engine.callbackOf(callId)?.queueId !== queueId) return "unknownCallback";
      tell({ kind: "exit", callId, how: { kind: "withdrawn", why: "callback removed", by } });
      return inTime(clock, writer.durable());
    },
    beginDay: () => tell({ kind: "newDay" }),
    occupied,
    changed,
    durable: writer.durable,
    stop: () => {
      stopped = true;
      stopTimer();
      stopBook();
      stopOthers?.();
      stopDirectory();
    },
  };
}

function createCircleGuard(clock: Clock): (leg: Leg) => boolean {
  const sentAt = new WeakMap<Leg, readonly number[]>();
  return (leg) => {
    const now = clock.now();
    const recent = (sentAt.get(leg) ?? []).filter((at) => now - at < SENT_WITHIN_MS);
    if (recent.length >= MOST_SENT) return false;
    sentAt.set(leg, [...recent, now]);
    return true;
  };
}

function inTime(clock: Clock, durable: Promise<void>): Promise<"unavailable" | undefined> {
  return new Promise((resolve) => {
    const stop = clock.setTimeout(() => resolve("unavailable"), WRITE_LIMIT_MS);
    void durable.then(() => {
      stop();
      resolve(undefined);
    });
  });
}

/** QCB-15: whether an open callback is this system's, as far as that is known. */
function createHoldCheck(deps: {
  readonly log: Log;
  readonly realm: string;
  readonly queueLog: QueueLog;
  readonly lost: (callId: string) => void;
}): (callId: string) => MaybePromise<boolean> {
  const { log, realm, queueLog, lost } = deps;
  return (callId) => {
    const isOurs = queueLog.holds?.(realm, callId) ?? true;
    if (isOurs === true) return true;
    const answered = (ours: boolean): boolean => {
      if (!ours) lost(callId);
      return ours;
    };
    return Promise.resolve(isOurs).then(answered, (error: unknown) => {
      log.warn("nobody is called back: the queue log cannot be read", { call: callId, error: String(error) });
      return false;
    });
  };
}
