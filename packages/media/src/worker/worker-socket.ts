import type { TransportAddress } from "../ice/lite-agent.ts";
import type { MediaAddress } from "./media-addresses.ts";
import { createRoutes } from "./routes.ts";
import type { Receive, Route } from "./routes.ts";
import { listenTcp } from "./tcp-way.ts";
import type { TcpWay } from "./tcp-way.ts";
import { bindUdp } from "./udp-way.ts";
import type { Way } from "./udp-way.ts";

/**
 * The one port of a worker, for all of its legs. It is bound when the first leg opens, and kept until the worker ends.
 * All addresses have the same number, and the first one has it for TCP too.
 */
export interface WorkerSocket {
  /** Rejects if no number is free; the next leg tries again. `mostQueued`: see `Way`. */
  open(receive: Receive, mostQueued?: number): Promise<LegSocket>;
  /** Resolves when all datagrams that have arrived by now are read. */
  drained(): Promise<void>;
  /** Datagrams that belonged to no leg. */
  readonly dropped: number;
  close(): void;
}

/** A leg's share of the port. */
export interface LegSocket extends Route {
  /** The candidates of descriptions, the first one is the default; TCP comes last. */
  readonly candidates: readonly Candidate[];
  send(datagram: Buffer, to: TransportAddress): void;
  /** Whether what arrives at this `local` (see `TransportAddress`) came by TCP. */
  isFallback(local: number): boolean;
}

export interface Candidate {
  readonly protocol: Protocol;
  readonly address: string;
  readonly port: number;
}

/** `tcp`: the far end connects (RFC 6544, tcptype passive). */
export type Protocol = "udp" | "tcp";

export interface WorkerSocketOptions {
  /**
   * Asked for each leg, because a laptop changes its network. The first one must exist; others that the machine no
   * longer has are left out.
   */
  readonly addresses: () => readonly MediaAddress[];
  readonly ports: PortShare;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
  /** Milliseconds. */
  readonly now: () => number;
  /** So many datagrams of `FLOOD_WITHIN_MS` belonged to no leg. */
  readonly onFlood: (count: number) => void;
}

/** The ports of the worker with this index, among so many workers. */
export interface PortShare {
  readonly worker: number;
  readonly workers: number;
  /** First and last allowed port; undefined: the system chooses. */
  readonly range: readonly [number, number] | undefined;
}

/** Fewer is what any port of the internet gets. */
const FLOOD = 1000;
const FLOOD_WITHIN_MS = 10_000;
const ATTEMPTS = 64; // ports tried before giving up
/** libuv reads no more datagrams of a socket in one turn of the event loop. */
const READ_PER_TURN = 32;
/** More than a socket's buffer holds. */
const MOST_TURNS = 500;
/** The first turn may have been in progress already. */
const QUIET_TURNS = 2;

interface Place extends MediaAddress {
  readonly protocol: Protocol;
}

interface Bound extends Place {
  readonly way: Way & Partial<TcpWay>;
}

export function createWorkerSocket(options: WorkerSocketOptions): WorkerSocket {
  const { ports } = options;
  const routes = createRoutes({
    onEntered: ({ local, port, address }) => bound[local]?.way.keep?.(port, address),
    onLeft: ({ local, port, address }) => bound[local]?.way.drop?.(port, address),
  });
  /** By the `local` of a `TransportAddress`; an address that the machine lost leaves a gap. */
  const bound: (Bound | undefined)[] = [];
  let isClosed = false;
  let arrived = 0;
  let latest: Promise<unknown> = Promise.resolve();
  let counted = { from: options.now(), dropped: 0 };

  const countDropped = (): void => {
    const now = options.now();
    if (now - counted.from < FLOOD_WITHIN_MS) return;
    const count = routes.dropped - counted.dropped;
    counted = { from: now, dropped: routes.dropped };
    if (count >= FLOOD) options.onFlood(count);
  };

  const bindOne = async (place: Place, port: number): Promise<number> => {
    const local = bound.push(undefined) - 1;
    const at = {
      address: place.bound,
      port,
      onDatagram: (datagram: Buffer, from: string, fromPort: number): void => {
        arrived += 1;
        routes.take(datagram, from, fromPort, local);
        countDropped();
      },
    };
    const onClosed = (address: string, from: number): void => routes.forget({ address, port: from, local });
    try {
      const way =
        place.protocol === "udp"
          ? await bindUdp(at)
          : await listenTcp({ ...at, onClosed, setTimeout: options.setTimeout });
      bound[local] = { ...place, way };
      return way.port;
    } catch (error) {
      bound.pop(); // addresses are bound one after the other
      throw error;
    }
  };

  /** An address that was removed since it was read, for example with another network, is left out. */
  const bindOther = async (place: Place, port: number): Promise<void> => {
    try {
      await bindOne(place, port);
    } catch (error) {
      if (isInUse(error)) throw error;
    }
  };

  const closeAll = (): void => {
    for (const one of bound.splice(0)) one?.way.close();
  };

  /** One number for all addresses: if one of them has it in use, another number is tried. */
  const bindAll = async ([first, ...others]: readonly Place[]): Promise<void> => {
    if (first === undefined) throw new Error("no address for media");
    for (const number of portNumbers(ports)) {
      try {
        const port = await bindOne(first, number);
        for (const other of others) await bindOther(other, port);
        return;
      } catch (error) {
        closeAll();
        if (!isInUse(error)) throw error;
      }
    }
    throw new Error(`no free media port${ports.range === undefined ? "" : ` in ${ports.range.join("-")}`}`);
  };

  const isSame = (one: Place) => (other: Place | undefined) =>
    other?.protocol === one.protocol && other.offered === one.offered && other.bound === one.bound;

  /** Binds what the machine has now, and returns the candidates. */
  const settle = async (): Promise<readonly Candidate[]> => {
    if (isClosed) throw new Error("the media port is closed");
    const wanted = placesOf(options.addresses());
    const port = bound.find((one) => one !== undefined)?.way.port;
    if (port === undefined) await bindAll(wanted);
    else {
      for (const [local, one] of bound.entries()) {
        if (one === undefined || wanted.some(isSame(one))) continue;
        one.way.close();
        bound[local] = undefined;
      }
      for (const one of wanted) if (!bound.some(isSame(one))) await bindOne(one, port).catch(() => undefined);
    }
    if (isClosed) closeAll();
    return wanted.flatMap((one) => {
      const found = bound.find(isSame(one));
      return found === undefined ? [] : [{ protocol: found.protocol, address: found.offered, port: found.way.port }];
    });
  };

  return {
    open: async (receive, mostQueued) => {
      const settled = latest.then(settle);
      latest = settled.catch(() => undefined);
      const candidates = await settled;
      return {
        ...routes.add(receive),
        candidates,
        isFallback: (local) => bound[local]?.protocol === "tcp",
        send: (datagram, to) => bound[to.local]?.way.send(datagram, to.port, to.address, mostQueued),
      };
    },
    drained: async () => {
      let quiet = 0;
      for (let turns = 0; turns < MOST_TURNS && quiet < QUIET_TURNS; turns += 1) {
        const before = arrived;
        await new Promise((resolve) => setImmediate(resolve));
        quiet = arrived - before < READ_PER_TURN ? quiet + 1 : 0;
      }
    },
    get dropped() {
      return routes.dropped;
    },
    close: () => {
      isClosed = true;
      closeAll();
    },
  };
}

/** TCP is for far ends whose network blocks UDP; such a one is not on this machine, where further addresses are offered. */
function placesOf(addresses: readonly MediaAddress[]): readonly Place[] {
  const places = addresses.map((address): Place => ({ ...address, protocol: "udp" }));
  return [...places, ...addresses.slice(0, 1).map((address): Place => ({ ...address, protocol: "tcp" }))];
}

/** Each worker has numbers of its own, so that no two try for the same one; 0: the system chooses. */
function portNumbers({ worker, workers, range }: PortShare): readonly number[] {
  if (range === undefined) return Array.from({ length: ATTEMPTS }, () => 0);
  const [first, last] = range;
  const count = Math.max(0, Math.ceil((last - first + 1 - worker) / workers));
  return Array.from({ length: Math.min(ATTEMPTS, count) }, (_, i) => first + worker + i * workers);
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
