import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { randomInt } from "node:crypto";
import type { TransportAddress } from "../ice/lite-agent.ts";

/** A bound datagram socket; closing it twice is harmless. */
export interface UdpSocket {
  readonly port: number;
  send(datagram: Buffer, to: TransportAddress): void;
  close(): void;
}

export interface UdpSocketOptions {
  /** Numeric address to bind to. */
  readonly address: string;
  /** First and last port that may be used; without it the system chooses. */
  readonly portRange: readonly [number, number] | undefined;
  readonly onDatagram: (datagram: Buffer, from: TransportAddress) => void;
}

const ATTEMPTS = 64; // ports tried in a range before giving up

export async function bindUdpSocket({ address, portRange, onDatagram }: UdpSocketOptions): Promise<UdpSocket> {
  const socket = await bind(address, portRange);
  let open = true;
  // A datagram that the network refuses (EHOSTUNREACH after an interface went) is lost sound, not an error of the call.
  socket.on("error", () => undefined);
  socket.on("message", onDatagram);
  return {
    port: socket.address().port,
    send: (datagram, to) => {
      if (open) socket.send(datagram, to.port, to.address, () => undefined);
    },
    close: () => {
      if (!open) return;
      open = false;
      socket.close();
    },
  };
}

async function bind(address: string, portRange: readonly [number, number] | undefined): Promise<Socket> {
  if (portRange === undefined) return bindTo(address, 0);
  const [first, last] = portRange;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bindTo(address, randomInt(first, last + 1));
    } catch (cause) {
      if (attempt === ATTEMPTS) throw new Error(`no free media port in ${first}-${last}`, { cause });
    }
  }
}

function bindTo(address: string, port: number): Promise<Socket> {
  const socket = createSocket({
    type: address.includes(":") ? "udp6" : "udp4",
    // Every address is numeric; node would otherwise spend a tick a packet on looking it up.
    lookup: (host, _options, found) => found(null, host, address.includes(":") ? 6 : 4),
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
