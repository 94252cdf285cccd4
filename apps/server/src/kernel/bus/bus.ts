import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { ConnectBus } from "./bus-transport.port.ts";
import { createListeners } from "./listeners.ts";
import type { Topic } from "./topic.ts";

/**
 * Says between modules, and between the servers of one database, that something has changed. What must not be lost is in
 * the database: a fact may be missed, and then `onGap` says so.
 */
export interface Bus {
  /** Calls the listeners of this server before it returns, and sends the fact to the other servers. */
  publish<Fact>(topic: Topic<Fact>, fact: Fact): void;
  /** Calls the listeners of this server only: for what every server finds out by itself. */
  publishHere<Fact>(topic: Topic<Fact>, fact: Fact): void;
  /** @returns unsubscribes */
  subscribe<Fact>(topic: Topic<Fact>, listener: (fact: Fact) => void): () => void;
  /** Called when facts of other servers may have been missed: what follows them reads again. @returns unsubscribes */
  onGap(listener: () => void): () => void;
  /** Resolves after the first attempt to reach the other servers. */
  readonly ready: Promise<void>;
  /** Sends what was published before. */
  close(): Promise<void>;
}

export interface BusDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Without it, facts stay in this process. */
  readonly connect?: ConnectBus | undefined;
}

/** Texts that wait for a slow connection; with more, facts are dropped and the others get a gap. */
const MOST_WAITING = 1_000;
/** Malformed texts are logged at most this often: another program could send many. */
const MALFORMED_LOG_EVERY_MS = 60_000;

/** Without a topic: facts of the sender may have been missed. */
const wireSchema = z.object({ from: z.string(), topic: z.optional(z.string()), fact: z.optional(z.unknown()) });

export function createBus({ clock, log, connect }: BusDeps): Bus {
  /** Identity of this bus: its own texts come back from the transport. */
  const self = { id: randomUUID() };
  const gaps = createListeners<[]>();
  /** Takes facts of other servers, by the names of the topics that have had a listener here. */
  const takers = new Map<string, (value: unknown) => boolean>();
  const deliver = createDelivery(log);

  const publishHere = <Fact>(topic: Topic<Fact>, fact: Fact): void => {
    deliver(topic.name, () => [...topic.listenersOn(self)], fact);
  };
  const gap = (): void => deliver("gap", () => [gaps.tell], undefined);
  const malformed = createMalformedLog(clock, log);
  const receive = (text: string): void => {
    const wire = parseWire(text);
    if (wire === undefined) return malformed("no message of a server");
    if (wire.from === self.id) return undefined;
    if (wire.topic === undefined) return gap();
    const isTaken = takers.get(wire.topic)?.(wire.fact) ?? true;
    return isTaken ? undefined : malformed(wire.topic);
  };
  const outgoing = connect === undefined ? undefined : createOutgoing({ connect, from: self.id, receive, gap, log });

  return {
    ready: outgoing?.ready ?? Promise.resolve(),
    close: async () => outgoing?.close(),
    publishHere,
    publish: (topic, fact) => {
      publishHere(topic, fact);
      outgoing?.send(topic.name, fact);
    },
    subscribe: (topic, listener) => {
      takers.set(topic.name, (value) => {
        const parsed = z.safeParse(topic.schema, value);
        if (parsed.success) publishHere(topic, parsed.data);
        return parsed.success;
      });
      const listeners = topic.listenersOn(self);
      const own: typeof listener = (fact) => listener(fact);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    onGap: gaps.subscribe,
  };
}

/** Calls listeners in the order of the facts: what a listener publishes is delivered after what it was called for. */
function createDelivery(log: Log) {
  const waiting: Array<() => void> = [];
  let delivering = false;
  return <Fact>(name: string, listeners: () => ReadonlyArray<(fact: Fact) => void>, fact: Fact): void => {
    waiting.push(() => {
      for (const listener of listeners()) {
        try {
          listener(fact);
        } catch (error) {
          log.error("a listener of the bus failed", { topic: name, err: error });
        }
      }
    });
    if (delivering) return;
    delivering = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
    delivering = false;
  };
}

/** Sends facts to the other servers. What could not be sent is made up for by a gap, as soon as something can be sent. */
function createOutgoing({
  connect,
  from,
  receive,
  gap,
  log,
}: {
  readonly connect: ConnectBus;
  readonly from: string;
  readonly receive: (text: string) => void;
  readonly gap: () => void;
  readonly log: Log;
}) {
  const gapText = JSON.stringify({ from });
  const sending = new Set<Promise<void>>();
  let lost = false;

  const transport = connect({
    received: receive,
    reconnected: () => {
      gap();
      if (lost) post(gapText);
    },
  });
  function post(text: string): void {
    if (sending.size >= MOST_WAITING) {
      lost = true;
      return;
    }
    const isGap = text === gapText;
    if (isGap) lost = false;
    const sent = transport.send(text).then(
      () => {
        if (!isGap && lost) post(gapText);
      },
      (error: unknown) => {
        if (!lost) log.warn("other servers could not be told of a change", { err: error });
        lost = true;
      },
    );
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  }
  return {
    ready: transport.ready,
    send: (topic: string, fact: unknown): void => {
      const text = JSON.stringify({ from, topic, fact });
      post(Buffer.byteLength(text) > transport.mostBytes ? gapText : text);
    },
    close: async (): Promise<void> => {
      await Promise.all(sending);
      await transport.close();
    },
  };
}

function createMalformedLog(clock: Pick<Clock, "now">, log: Log): (what: string) => void {
  let count = 0;
  let loggedAt = -Infinity;
  return (what) => {
    count += 1;
    if (clock.now() - loggedAt < MALFORMED_LOG_EVERY_MS) return;
    log.warn("malformed messages on the bus were dropped", { count, what: what.slice(0, 100) });
    loggedAt = clock.now();
    count = 0;
  };
}

function parseWire(text: string): z.infer<typeof wireSchema> | undefined {
  try {
    const parsed = z.safeParse(wireSchema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
