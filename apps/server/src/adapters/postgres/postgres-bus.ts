import pg from "pg";
import type { ConnectBus } from "../../kernel/bus/bus-transport.port.ts";
import { keepConnection } from "../../kernel/bus/kept-connection.ts";
import { repeat, type Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";

const CHANNEL = "callpanel_bus";
/** Its name in `pg_stat_activity`. */
const APPLICATION = "callpanel bus";
const MOST_BYTES = 7_999; // PostgreSQL's documentation of NOTIFY: shorter than 8000 bytes
const CONNECT_MS = 10_000;
/** A connection that is silently gone would never say so: it only listens. */
const PROBE_EVERY_MS = 15_000;
const PROBE_MS = 10_000;

export interface PostgresBusDeps {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Servers of one database notify each other by LISTEN and NOTIFY, over one connection each. */
export const connectPostgresBus =
  ({ url, clock, log }: PostgresBusDeps): ConnectBus =>
  (events) => {
    const open = async (lost: (error?: unknown) => void): Promise<pg.Client> => {
      const client = new pg.Client({
        connectionString: url,
        application_name: APPLICATION,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: PROBE_MS,
        keepAlive: true,
      });
      client.on("notification", ({ payload = "" }) => events.received(payload));
      client.on("error", lost);
      client.on("end", () => {
        stopProbing();
        lost();
      });
      const probe = (): void => {
        client.query("select 1").catch((error: unknown) => {
          lost(error);
          void end(client);
        });
      };
      const stopProbing = repeat(clock, PROBE_EVERY_MS, probe);
      try {
        await client.connect();
        await client.query(`listen ${CHANNEL}`);
      } catch (error) {
        stopProbing();
        void end(client);
        throw error;
      }
      return client;
    };
    const connection = keepConnection({ clock, log, events, open, end });
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

/** An end that fails is an end. */
const end = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);
