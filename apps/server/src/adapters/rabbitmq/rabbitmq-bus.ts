import { randomUUID } from "node:crypto";
import { Connection, type AsyncMessage, type Channel } from "rabbitmq-client";
import type { BusTransportEvents, ConnectBus } from "../../kernel/bus/bus-transport.port.ts";
import { keepConnection } from "../../kernel/bus/kept-connection.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";

/** Its name in RabbitMQ's list of connections. */
const CONNECTION_NAME = "callpanel bus";
const MOST_BYTES = 65_536;
const CONNECT_MS = 10_000;
/** A broker that is silently gone is noticed after two of them. */
const HEARTBEAT_SECONDS = 10;
const CONFIRM_MS = 5_000;

export interface RabbitBusDeps {
  /** `amqp:` or `amqps:`. */
  readonly url: string;
  /** Servers with the same id hear each other. */
  readonly databaseId: string;
  readonly clock: Clock;
  readonly log: Log;
}

interface Open {
  readonly connection: Connection;
  readonly channel: Channel;
}

/**
 * Servers of one database notify each other through RabbitMQ: a fanout exchange of the database, which repeats each text into
 * the queue of every server. Exchange and queues end with their connections.
 */
export const connectRabbitBus = ({ url, databaseId, clock, log }: RabbitBusDeps): ConnectBus => {
  const exchange = `callpanel.${databaseId}`;
  return (events) => {
    const open = async (lost: (error?: unknown) => void): Promise<Open> => {
      const connection = connect(url, events, lost);
      try {
        const channel = await connection.acquire();
        // The error of a connection comes right after the end of its channels, and says more.
        channel.on("close", () => queueMicrotask(lost));
        channel.on("basic.cancel", (_, error) => lost(error));
        await listen(channel, { exchange, received: events.received });
        return { connection, channel };
      } catch (error) {
        connection.unsafeDestroy();
        throw error;
      }
    };
    const kept = keepConnection({ clock, log, events, open, end });
    return {
      mostBytes: MOST_BYTES,
      ready: kept.ready,
      send: async (text) => {
        const { connection, channel } = kept.current() ?? {};
        if (channel === undefined) throw new Error("there is no connection to RabbitMQ");
        if (connection?.ready !== true) throw new Error("RabbitMQ takes no messages at the moment");
        await inTime(channel.basicPublish({ exchange, routingKey: "" }, text), clock);
      },
      close: kept.close,
    };
  };
};

/** A connection that ends with its first error: `keepConnection` makes the next one. */
function connect(url: string, events: BusTransportEvents, lost: (error?: unknown) => void): Connection {
  const connection = new Connection({
    url,
    connectionName: CONNECTION_NAME,
    connectionTimeout: CONNECT_MS,
    heartbeat: HEARTBEAT_SECONDS,
  });
  connection.on("error", (error) => {
    lost(error);
    connection.unsafeDestroy();
  });
  // While the broker had no memory or disk left, no server could send.
  connection.on("connection.unblocked", events.reconnected);
  return connection;
}

async function listen(
  channel: Channel,
  { exchange, received }: { readonly exchange: string; readonly received: (text: string) => void },
): Promise<void> {
  const queue = `${exchange}.${randomUUID()}`;
  await channel.exchangeDeclare({ exchange, type: "fanout", durable: false, autoDelete: true });
  await channel.queueDeclare({ queue, exclusive: true, autoDelete: true, durable: false });
  await channel.queueBind({ queue, exchange, routingKey: "" });
  await channel.confirmSelect();
  await channel.basicConsume({ queue, exclusive: true, noAck: true }, (message) => received(textOf(message)));
}

/** The client has parsed what another program calls JSON. */
const textOf = ({ body }: AsyncMessage): string =>
  typeof body === "string" ? body : Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);

/** Settles when the broker has confirmed it; rejects when that takes too long. */
function inTime(sent: Promise<void>, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(() => reject(new Error("RabbitMQ did not confirm a message")), CONFIRM_MS);
    sent.then(resolve, reject).finally(cancel);
  });
}

/** A broker that takes no messages would not answer. */
async function end({ connection, channel }: Open): Promise<void> {
  if (!connection.ready) return connection.unsafeDestroy();
  await channel.close();
  await connection.close();
}
