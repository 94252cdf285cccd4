import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";

/** One address of ours, bound: datagrams come from it, and are sent from it. */
export interface Way {
  readonly port: number;
  /** `mostQueued`: bytes that may wait for a far end by TCP; more is dropped. */
  send(datagram: Buffer, port: number, address: string, mostQueued?: number): void;
  close(): void;
}

export type OnDatagram = (datagram: Buffer, address: string, port: number) => void;

/**
 * All legs of a worker share it: a pause of 100 ms must not lose packets of 200 legs. Less where the system allows less
 * (Linux: net.core.rmem_max).
 */
const BUFFER_BYTES = 4 * 1024 * 1024;

export interface UdpWayOptions {
  /** Numeric. */
  readonly address: string;
  /** 0: the system chooses. */
  readonly port: number;
  readonly onDatagram: OnDatagram;
}

export async function bindUdp({ address, port, onDatagram }: UdpWayOptions): Promise<Way> {
  const socket = await bind(address, port);
  try {
    socket.setRecvBufferSize(BUFFER_BYTES);
    socket.setSendBufferSize(BUFFER_BYTES);
  } catch {
    // Some systems refuse what is above their limit, instead of taking the limit.
  }
  // A datagram that the network refuses (EHOSTUNREACH after an interface was removed) is lost media, not an error of
  // the calls.
  socket.on("error", () => undefined);
  socket.on("message", (datagram, from) => onDatagram(datagram, from.address, from.port));
  return {
    port: socket.address().port,
    // Without a callback: it would take a tick for each packet.
    send: (datagram, to, host) => socket.send(datagram, to, host),
    close: () => socket.close(),
  };
}

function bind(address: string, port: number): Promise<Socket> {
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
