import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { LiveSocket, LiveSocketHandlers } from "../../kernel/http/web-sockets.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { Log } from "../../kernel/log.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { ShortLived } from "../../kernel/short-lived/short-lived.ts";
import type { UserStore } from "../users/index.ts";
import { CALL_LINE_JOB, createCallLines } from "./calls/call-lines.ts";
import { chatFactsOn, type ChatWork } from "./chat.facts.ts";
import type { KeepLimits } from "../realm-settings/index.ts";
import type { ChatStore } from "./chat.store.ts";
import { createChatFiles } from "./files/chat-files.ts";
import type { DrawChatPicture } from "./files/kept-file.ts";
import { createExportTurns, EXPORT_TURNS } from "./export/export-turns.ts";
import { createSharing } from "./share/sharing.ts";
import { createSweepTurn, SWEEP_TURNS } from "./keeping/sweep-turn.ts";
import { createOrders } from "./messages/orders.ts";
import { createChatPresences } from "./presence/chat-presence.service.ts";
import type { ChatPresenceStore } from "./presence/chat-presence.store.ts";
import { createRooms } from "./rooms/rooms.service.ts";
import { ChatConnection, type ChatConnectionDeps, type LostDevice } from "./stream/chat-connection.ts";
import { createChatHub } from "./stream/chat-room-hub.ts";
import { createChatTokens } from "./stream/chat-tokens.ts";

export interface ChatDeps {
  readonly store: ChatStore;
  readonly presenceStore: ChatPresenceStore;
  /** How long a company keeps what people write. */
  readonly keepLimits: (realmId: number) => Promise<KeepLimits>;
  readonly sounds: SoundStore;
  readonly shortLived: Pick<ShortLived, "open">;
  readonly draw: DrawChatPicture;
  readonly bus: Pick<Bus, "publish" | "subscribe" | "onGap">;
  readonly serverId: () => string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly jobs: Pick<Jobs, "work">;
  readonly users: Pick<UserStore, "byId">;
  readonly log: Log;
}

export type Chat = ReturnType<typeof createChat>;

/** Everything of chat at one server. */
export function createChat(deps: ChatDeps) {
  const { presenceStore, bus, serverId, log } = deps;
  const work = new Set<ChatWork>();
  const losses = new Set<(lost: LostDevice) => void>();
  const facts = chatFactsOn(bus, {
    written: (message) => {
      hub.written(message);
      for (const one of work) one.written(message);
    },
    changedOwn: (change) => {
      for (const one of work) one.changedOwn(change);
    },
  });
  const lost = (device: LostDevice): void => {
    for (const listener of losses) listener(device);
  };
  const presences = createChatPresences({ store: presenceStore, facts, bus, clock: deps.clock, serverId, log });
  const hub = createChatHub({ ...deps, presencesOf: presences.of });
  const tokens = createChatTokens(deps);
  const runOrder = createOrders({ ...deps, facts });
  const files = createChatFiles(deps);
  return {
    facts,
    presences,
    tokens,
    runOrder,
    rooms: createRooms({ ...deps, facts }),
    files,
    shareSound: createSharing({ users: deps.users, files, runOrder }),
    /** What is done at this server. @returns stops it */
    onWork: (listener: ChatWork): (() => void) => {
      work.add(listener);
      return () => void work.delete(listener);
    },
    /** A device of this server was silent until it was given up. @returns stops it */
    onLost: (listener: (lost: LostDevice) => void): (() => void) => {
      losses.add(listener);
      return () => void losses.delete(listener);
    },
    /** Writes calls and voicemail into conversations from now on. */
    writeCalls: () => deps.jobs.work(CALL_LINE_JOB, createCallLines({ ...deps, facts })),
    keepLimits: deps.keepLimits,
    exportTurns: createExportTurns({ ...deps, entries: deps.shortLived.open(EXPORT_TURNS) }),
    sweepTurn: createSweepTurn({ ...deps, entries: deps.shortLived.open(SWEEP_TURNS) }),
    /** Takes a socket at `/chat`. */
    accept: (who: Pick<ChatConnectionDeps, "identityOf">) => {
      const connection = { ...deps, ...who, hub, facts, runOrder, presences, lost, takeToken: tokens.take };
      return (socket: LiveSocket): LiveSocketHandlers => new ChatConnection(connection, socket);
    },
    stop: async (): Promise<void> => {
      hub.stop();
      await presences.stop();
    },
  };
}
