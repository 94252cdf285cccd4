import { CHAT_LIMITS, CHAT_SOCKET_PATH, MEETING_LIMITS, MEETING_SOCKET_PATH } from "@callpanel/contract";
import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { createShutdown } from "../../kernel/shutdown.ts";
import type { SocketPath } from "../../kernel/http/web-sockets.ts";
import type { AuthService } from "../../modules/auth/index.ts";
import type { Chat } from "../../modules/chat/index.ts";
import { createCommands } from "../../modules/commands/index.ts";
import { createRealtimeGateway, EVENTS_FRAME_BYTES, eventSourcesOn } from "../../modules/realtime/index.ts";
import { EVENTS_PATH, SIP_PATH } from "../../modules/softphone/index.ts";
import { displayName } from "../../modules/users/index.ts";
import type { Video } from "../../modules/video/index.ts";
import type { PersonOf } from "../services/people.ts";
import type { RunningPhone } from "../services/phone.ts";

/** Larger SIP frames close the socket; the phone system has its own, lower limit. */
const SIP_FRAME_BYTES = 65_536;

/** Paths of sockets, which other routes must leave free. At that of chat there is a page too. */
export const SOCKET_PATHS = [SIP_PATH, EVENTS_PATH, MEETING_SOCKET_PATH];

export interface SocketPathsDeps {
  readonly running: RunningPhone;
  readonly auth: AuthService;
  readonly personOf: PersonOf;
  readonly chat: Chat;
  readonly video: Video;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: (area: string) => Log;
  readonly shutdown: ReturnType<typeof createShutdown>;
}

/** SIP for the phone system, and events for the panels. */
export function socketPathsOf(deps: SocketPathsDeps): readonly SocketPath[] {
  const { running, auth, personOf, chat, video, bus, clock, log, shutdown } = deps;
  const gateway = createRealtimeGateway({
    clock,
    log: log("realtime"),
    authenticate: auth.authenticate,
    rightsOf: async (caller) => (await personOf(caller))?.rights,
    sources: [...Object.values(running.boards), ...eventSourcesOn(bus, clock)],
    bus,
    openCommands: createCommands({
      ...running.boards,
      conferenceConfigurations: running.conferenceConfigurations,
      clock,
      log: log("realtime"),
      commands: running.phone.commands,
      orderQueue: running.phone.queues?.order,
      removeCallback: running.phone.queues?.removeCallback,
    }),
  });
  shutdown.add(gateway.stop);
  return [
    {
      path: SIP_PATH,
      subprotocol: "sip",
      frameBytes: SIP_FRAME_BYTES,
      accept: (socket) => running.phone.connect(socket),
    },
    {
      path: EVENTS_PATH,
      frameBytes: EVENTS_FRAME_BYTES,
      accept: gateway.accept,
    },
    {
      path: CHAT_SOCKET_PATH,
      frameBytes: CHAT_LIMITS.frameBytes,
      accept: chat.accept({
        identityOf: async (session) => {
          const person = await personOf(session);
          if (person === undefined) return undefined;
          const { user, rights } = person;
          return { userId: user.id, realm: user.realm, name: displayName(user), username: user.username, rights };
        },
      }),
    },
    { path: MEETING_SOCKET_PATH, frameBytes: MEETING_LIMITS.frameBytes, accept: video.accept },
  ];
}
