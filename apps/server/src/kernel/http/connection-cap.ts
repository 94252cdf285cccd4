import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networksOf, type ClientAddress } from "./client-address.ts";

/**
 * Closes new connections of an address (for IPv6: its /64 network) above a limit, before anything is read from them.
 * WebSockets have their own limits and are not counted. A trusted proxy is not limited, because it carries many people.
 */
export function capConnections({
  server,
  perAddress,
  clientAddress,
}: {
  readonly server: Server;
  readonly perAddress: number;
  readonly clientAddress: Pick<ClientAddress, "isTrusted">;
}): void {
  const counts = new Map<string, number>();
  const forget = new WeakMap<Socket, () => void>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    if (clientAddress.isTrusted(remoteAddress)) return;
    const { near } = networksOf(remoteAddress);
    const count = counts.get(near) ?? 0;
    if (count >= perAddress) return void socket.destroy();
    counts.set(near, count + 1);
    let isCounted = true;
    const release = (): void => {
      if (!isCounted) return;
      isCounted = false;
      const left = (counts.get(near) ?? 1) - 1;
      if (left > 0) counts.set(near, left);
      else counts.delete(near);
    };
    forget.set(socket, release);
    socket.once("close", release);
  });
  server.on("upgrade", ({ socket }) => forget.get(socket)?.());
}
