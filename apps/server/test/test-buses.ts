import type { BusTransportEvents, ConnectBus } from "../src/kernel/bus/bus-transport.port.ts";

/** What joins the buses of several servers, and what may befall it. */
export interface BusSite {
  /** The transport of one more server. */
  readonly connect: ConnectBus;
  /** Any other program that reaches the transport sends a text. */
  inject(text: string): Promise<void>;
  /** All servers lose their connections, and get no new one. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  remove(): Promise<void>;
}

type Suite = (kind: string, open: () => Promise<BusSite>) => void;

/** Runs a suite of tests on each transport of the bus that can be had. */
export function onEachBus(suite: Suite): void {
  suite("memory", async () => openMemorySite());
}

const MOST_BYTES = 7_900;

function openMemorySite(): BusSite {
  const servers = new Set<BusTransportEvents>();
  let isCut = false;
  const inject = async (text: string): Promise<void> => {
    for (const { received } of servers) received(text);
  };
  return {
    connect: (events) => {
      servers.add(events);
      return {
        mostBytes: MOST_BYTES,
        ready: Promise.resolve(),
        send: async (text) => {
          if (isCut) throw new Error("there is no connection");
          await inject(text);
        },
        close: async () => void servers.delete(events),
      };
    },
    inject,
    cut: async () => {
      isCut = true;
    },
    mend: async () => {
      isCut = false;
      for (const { reconnected } of servers) reconnected();
    },
    remove: async () => undefined,
  };
}
