import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { randomInt } from "node:crypto";
import type { TransportAddress } from "../ice/lite-agent.ts";

/** The bound datagram sockets of one media port; closing is idempotent. */
export interface UdpSocket {
  /** The candidates of descriptions, the first one is the default; a `TransportAddress` refers to them by index. */
  readonly candidates: readonly Candidate[];
  send(datagram: Buffer, to: TransportAddress): void;
  close(): void;
}

export interface Candidate {
  readonly address: string;
  readonly port: number;
}

export interface UdpSocketOptions {
  /** Numeric. The first one must exist; others that the machine no longer has are left out. */
  readonly addresses: readonly MediaAddress[];
  /** First and last allowed port; undefined: the system chooses. All addresses get the same port. */
  readonly portRange: readonly [number, number] | undefined;
  readonly onDatagram: (datagram: Buffer, from: TransportAddress) => void;
}

export interface MediaAddress {
  /** The address in descriptions. */
  readonly offered: string;
  readonly bound: string;
}

const ATTEMPTS = 64; // ports tried before giving up

export async function bindUdpSocket({ addresses, portRange, onDatagram }: UdpSocketOptions): Promise<UdpSocket> {
  const bound = await bindAll(addresses, portRange);
  let open = true;
  for (const [local, { socket }] of bound.entries()) {
    // A datagram that the network refuses (EHOSTUNREACH after an interface was removed) is lost audio, not an error of
    // the call.
    socket.on("error", () => undefined);
    socket.on("message", (datagram, { address, port }) => onDatagram(datagram, { address, port, local }));
  }
  return {
    candidates: bound.map(({ offered, socket }) => ({ address: offered, port: socket.address().port })),
    send: (datagram, to) => {
      if (open) bound[to.local]?.socket.send(datagram, to.port, to.address, () => undefined);
    },
    close: () => {
      if (!open) return;
      open = false;
      for (const { socket } of bound) socket.close();
    },
  };
}

interface Bound {
  readonly offered: string;
  readonly socket: Socket;
}

/** One port for all addresses: if one of them has it in use, another port is tried. */
async function bindAll(
  [first, ...others]: readonly MediaAddress[],
  portRange: readonly [number, number] | undefined,
): Promise<readonly Bound[]> {
  if (first === undefined) throw new Error("no address for media");
  for (let attempt = 1; ; attempt += 1) {
    const bound: Bound[] = [];
    try {
      const socket = await bindTo(first.bound, portRange === undefined ? 0 : randomInt(portRange[0], portRange[1] + 1));
      bound.push({ offered: first.offered, socket });
      for (const other of others) await bindOther(other, socket.address().port, bound);
      return bound;
    } catch (cause) {
      for (const { socket } of bound) socket.close();
      if (attempt < ATTEMPTS && (portRange !== undefined || bound.length > 0)) continue;
      if (portRange === undefined) throw cause;
      throw new Error(`no free media port in ${portRange[0]}-${portRange[1]}`, { cause });
    }
  }
}

/** An address that was removed since it was read, for example with another network, is left out. */
async function bindOther({ offered, bound: address }: MediaAddress, port: number, bound: Bound[]): Promise<void> {
  try {
    bound.push({ offered, socket: await bindTo(address, port) });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") throw error;
  }
}

function bindTo(address: string, port: number): Promise<Socket> {
  const isIpv6 = address.includes(":");
  const socket = createSocket({
    type: isIpv6 ? "udp6" : "udp4",
    ipv6Only: isIpv6 && address !== "::",
    // Every address is numeric; without this, node would spend a tick per packet on looking it up.
    lookup: (host, _options, found) => found(null, host, host.includes(":") ? 6 : 4),
  });
  return new Promise((resolve, reject) => {
    socket.once("error", (error) => {
      socket.close();
      reject(error);
    });
    socket.bind(port, address, () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
}
