import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { createServer as createTlsServer } from "node:tls";

/** In PEM. */
export interface TlsKey {
  readonly key: string;
  readonly cert: string;
}

/** An address in front of a server, which can be cut off. */
export interface Cable {
  /** The address of the server, by way of the cable. */
  readonly url: string;
  /** Ends all connections, and lets no new one through. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  remove(): Promise<void>;
}

/** With a TLS key the address speaks TLS, while the server does not. */
export async function openCable(target: URL, tls?: TlsKey): Promise<Cable> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const take = (near: Socket): void => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) sockets.add(socket);
    const ended = (): void => {
      for (const socket of [near, far]) sockets.delete(socket.destroy());
    };
    pipeline(near, far, ended);
    pipeline(far, near, ended);
  };
  const server = tls === undefined ? createServer(take) : createTlsServer(tls, take);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = typeof address === "object" && address !== null ? String(address.port) : "";
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: async () => {
      isCut = true;
      drop();
    },
    mend: async () => {
      isCut = false;
    },
    remove: async () => {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
