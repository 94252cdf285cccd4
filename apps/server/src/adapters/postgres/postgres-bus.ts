import pg from "pg";
import type { BusTransportEvents, ConnectBus } from "../../kernel/bus/bus-transport.port.ts";
import { repeat, type Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";

const CHANNEL = "callpanel_bus";
/** Its name in `pg_stat_activity`. */
const APPLICATION = "callpanel bus";
const MOST_BYTES = 7_999; // PostgreSQL's documentation of NOTIFY: shorter than 8000 bytes
const CONNECT_MS = 10_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
/** A connection that is silently gone would never say so: it only listens. */
const PROBE_EVERY_MS = 15_000;
const PROBE_MS = 10_000;

export interface PostgresBusDeps {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Servers of one database tell each other by LISTEN and NOTIFY, over one connection each. */
export const connectPostgresBus =
  (deps: PostgresBusDeps): ConnectBus =>
  (events) => {
    const connection = keepConnection(deps, events);
    /** Ends when what was sent before is on its way: a client takes one query after the other. */
    let last: Promise<unknown> = Promise.resolve();
    const sendNext = async (text: string): Promise<void> => {
      const client = connection.current();
      if (client === undefined) throw new Error("there is no connection to PostgreSQL");
      await client.query("select pg_notify($1, $2)", [CHANNEL, text]);
    };
    return {
      mostBytes: MOST_BYTES,
      ready: connection.ready,
      send: (text) => {
        const sent = last.then(() => sendNext(text));
        last = sent.catch(() => undefined); // the caller handles it
        return sent;
      },
      close: connection.close,
    };
  };

/** Connects, and again after each loss, with pauses that double. */
function keepConnection({ url, clock, log }: PostgresBusDeps, events: BusTransportEvents) {
  let client: pg.Client | undefined;
  let retryMs = FIRST_RETRY_MS;
  let wasAway = false;
  let isClosed = false;
  let cancelRetry = (): void => undefined;

  const lost = (one: pg.Client, error?: unknown): void => {
    if (one !== client) return;
    client = undefined;
    later(error);
  };
  const later = (error: unknown): void => {
    if (isClosed) return;
    if (!wasAway) log.warn("the connection to other servers is lost", { err: error });
    wasAway = true;
    cancelRetry = clock.setTimeout(() => void open(), retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  };
  const open = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: APPLICATION,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: PROBE_MS,
      keepAlive: true,
    });
    next.on("notification", ({ payload = "" }) => events.received(payload));
    next.on("error", (error) => lost(next, error));
    next.on("end", () => lost(next));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      void end(next);
      return later(error);
    }
    if (isClosed) return end(next);
    client = next;
    retryMs = FIRST_RETRY_MS;
    if (!wasAway) return undefined;
    wasAway = false;
    log.info("the connection to other servers is there again");
    return events.reconnected();
  };
  const probe = (): void => {
    const probed = client;
    probed?.query("select 1").catch((error: unknown) => {
      lost(probed, error);
      void end(probed);
    });
  };
  const stopProbing = repeat(clock, PROBE_EVERY_MS, probe);
  return {
    ready: open(),
    current: () => client,
    close: async (): Promise<void> => {
      isClosed = true;
      cancelRetry();
      stopProbing();
      if (client !== undefined) await end(client);
    },
  };
}

/** An end that fails is an end. */
const end = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);
