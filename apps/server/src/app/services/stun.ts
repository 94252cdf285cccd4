import { openStunServer } from "../../adapters/stun/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { isLoopback, type Settings } from "../config.ts";

export interface Stun {
  /** Starts to listen; without a port, or with one in use, `uriFor` returns undefined. */
  listen(): Promise<void>;
  /** URI for browsers that reach the server by a name: `stun:phone.example.com:19302`; undefined without a STUN server. */
  uriFor(hostname: string): string | undefined;
}

/** STUN-4: the server's own STUN server. */
export function createStun({
  settings,
  clock,
  log,
  shutdown,
}: {
  readonly settings: Pick<Settings, "host" | "publicUrl" | "stunPort">;
  readonly clock: Clock;
  readonly log: Log;
  readonly shutdown: Shutdown;
}): Stun {
  const { host, publicUrl, stunPort: port } = settings;
  const publicName = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  // A proxy on this machine forwards pages, but not datagrams.
  const isBehindProxy = isLoopback(host) && publicName !== undefined && !isLoopback(publicName);
  let isOpen = false;
  return {
    listen: async () => {
      if (port === undefined) return;
      try {
        const server = await openStunServer({ host: isBehindProxy ? "0.0.0.0" : host, port, clock });
        shutdown.add(server.close);
        isOpen = true;
      } catch (error) {
        log.warn("STUN_PORT cannot be used: browsers are given no STUN server", { port, err: error });
      }
    },
    uriFor: (hostname) => (isOpen ? `stun:${publicName ?? hostname}:${port}` : undefined),
  };
}
