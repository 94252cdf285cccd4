/** The real event gateway on a port of its own, with an office that a benchmark drives. */
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { mergePermissions, SPECIAL_RULES } from "@callpanel/contract";
import { createBoards, type Boards } from "../../apps/server/src/app/boards.ts";
import { createBus } from "../../apps/server/src/kernel/bus/bus.ts";
import { createClientAddress } from "../../apps/server/src/kernel/http/client-address.ts";
import { createOriginPolicy } from "../../apps/server/src/kernel/http/origin-policy.ts";
import { serveWebSockets } from "../../apps/server/src/kernel/http/web-sockets.ts";
import { createCommands } from "../../apps/server/src/modules/commands/index.ts";
import type { PresenceBoard } from "../../apps/server/src/modules/presence/index.ts";
import { createRealtimeGateway, EVENTS_FRAME_BYTES } from "../../apps/server/src/modules/realtime/index.ts";
import { WALL_CLOCK } from "./phone-floor.ts";

export interface BenchGateway {
  /** `127.0.0.1:<port>`; events are at `/events`. */
  readonly host: string;
  stop(): void;
}

export interface BenchGatewayOptions {
  readonly presenceBoard: PresenceBoard;
  /** Absent: no queues. */
  readonly queueBoard?: Boards["queues"];
  readonly realm: string;
  /** Every sign-in is this user. */
  readonly username: string;
  /** How many panels come. */
  readonly sockets: number;
  /** Answers what is not a socket. */
  readonly answer?: RequestListener;
}

/** Everybody is let in and may see everybody and their calls. */
export async function openBenchGateway({
  presenceBoard,
  queueBoard,
  realm,
  username,
  sockets,
  answer,
}: BenchGatewayOptions): Promise<BenchGateway> {
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const rights = mergePermissions([
    { module: "configs", rule: "read" },
    { module: "panel_buddies", rule: "read" },
    { module: "queues", rule: "read" },
    ...SPECIAL_RULES.panel_buddies.map((rule) => ({ module: "panel_buddies" as const, rule })),
  ]);
  const caller = { userId: 1, username, extension: "999", realm: { id: 1, name: realm } };
  const others = createBoards({ clock: WALL_CLOCK });
  const boards = { ...others, presenceBoard, queues: queueBoard ?? others.queues };
  const gateway = createRealtimeGateway({
    clock: WALL_CLOCK,
    log,
    sources: Object.values(boards),
    bus: createBus({ clock: WALL_CLOCK, log }),
    openCommands: createCommands({
      ...boards,
      conferenceConfigurations: { of: () => [] },
      clock: WALL_CLOCK,
      log,
      commands: {},
    }),
    authenticate: async () => ({ ...caller, sessionId: "s", mayUsePanel: true, rights }),
    rightsOf: async () => rights,
  });
  const server = createServer(answer);
  const portOf = (): number => {
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  serveWebSockets({
    server,
    clock: WALL_CLOCK,
    log,
    origins: createOriginPolicy({ publicUrl: undefined, allowedOrigins: [], loopbackOnly: true, port: portOf }),
    clientAddress: createClientAddress([]),
    socketsPerAddress: sockets,
    paths: [{ path: "/events", frameBytes: EVENTS_FRAME_BYTES, accept: gateway.accept }],
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `127.0.0.1:${portOf()}`,
    stop: () => {
      gateway.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** For benchmarks that take everything except events from the real server at this address. */
export function passTo(address: string) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, headers, url = "/" } = incoming;
    const origin = headers.origin === undefined ? {} : { origin: address };
    const onward = request(
      new URL(url, address),
      { method, headers: { ...headers, host: new URL(address).host, ...origin } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  };
}
