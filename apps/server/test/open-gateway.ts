import {
  mergePermissions,
  serverFrameSchema,
  type Permission,
  type PermissionModule,
  type Rights,
  type ServerFrame,
} from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit";
import { createBoards } from "../src/app/boards.ts";
import type { ConnectBus } from "../src/kernel/bus/bus-transport.port.ts";
import { createBus } from "../src/kernel/bus/bus.ts";
import type { LiveSocketHandlers } from "../src/kernel/http/web-sockets.ts";
import type { ConfiguredConference, LiveMember, ThreeWayMember } from "../src/modules/conferences/index.ts";
import { createCommands, type ServedCommands } from "../src/modules/commands/index.ts";
import type { PersonCall } from "../src/modules/presence/index.ts";
import { createRealtimeGateway, eventSourcesOn, ownEventsOn } from "../src/modules/realtime/index.ts";
import { silentLog } from "./temporary-storage.ts";

export const rule = (module: PermissionModule, name: string): Permission => ({ module, rule: name });
export const STAFF = [
  rule("configs", "read"),
  rule("panel_buddies", "read"),
  rule("panel_buddies", "show_call_state"),
  rule("panel_buddies", "show_caller_id_info"),
  rule("parkings", "read"),
];
/** May read active calls and move those of others. */
export const MOVER = [...STAFF, rule("active_calls", "read"), rule("active_calls", "execute_redirect")];
export const WATCHER = [rule("configs", "read"), rule("panel_buddies", "read")];

/** A panel's end of the socket. */
export interface Peer extends LiveSocketHandlers {
  readonly frames: ServerFrame[];
  readonly texts: string[];
  readonly closes: Array<{ code: number; reason: string }>;
  behindBytes: number;
  say(frame: object): void;
  /** Sends a command and waits for the last frame. */
  ask(command: string, parts?: object): Promise<ServerFrame | undefined>;
}

const MEMBER = {
  talking: false,
  muted: false,
  microphoneOff: false,
  mutedByRoom: false,
  admin: false,
  invited: false,
  waiting: false,
  joinedAt: 1,
};

/** A member of a conference, as the phone system reports them. */
export const memberOf = (number: number, changes: Partial<LiveMember> = {}): LiveMember => ({
  ...MEMBER,
  channel: `leg-${number}`,
  number: String(100 + number),
  name: `Person ${number}`,
  userId: number,
  ...changes,
});

/** A user id, and the matching extension. */
const at = (number: number) => ({ realm: "demo", userId: number, exten: String(100 + number) });

/** A call of this person, with the channels `own` and `peer`. */
export const callOf = (changes: Partial<PersonCall> = {}): PersonCall => ({
  callid: "c1",
  legCallid: "l1",
  user: "101",
  name: "Alice",
  state: "early",
  direction: "in",
  channel: "ch1",
  peerChannel: "",
  recording: "off",
  held: false,
  startedAt: 1,
  ...changes,
});

/** A member of a three-way call, as the phone system reports it. */
export const personOf = (number: number, changes: Partial<ThreeWayMember> = {}): ThreeWayMember => ({
  id: `leg-${number}`,
  number: String(100 + number),
  name: `Person ${number}`,
  userId: number,
  state: "in",
  talking: false,
  muted: false,
  held: false,
  isHost: false,
  ...changes,
});

/** A connection to other servers that can be lost for a while. */
function createLostLink() {
  const lost = new Set<() => void>();
  const connect: ConnectBus = ({ reconnected }) => {
    lost.add(reconnected);
    return { mostBytes: 1_000, ready: Promise.resolve(), send: async () => undefined, close: async () => undefined };
  };
  return { connect, gap: () => lost.forEach((reconnected) => reconnected()) };
}

/** A gateway with real presence, and panels connected to it. The user ids given to `join` distinguish usernames. */
export function openGateway(
  commands: ServedCommands = {},
  { conferences: conferenceConfigurations = [] }: { readonly conferences?: readonly ConfiguredConference[] } = {},
) {
  const clock = createFakeClock();
  const { connect, gap } = createLostLink();
  const bus = createBus({ clock, log: silentLog, connect });
  const boards = createBoards({ clock });
  const { presenceBoard, conferences } = boards;
  const rights = new Map<string, Rights | undefined>();
  const userIds = new Map<string, number>();
  const gateway = createRealtimeGateway({
    clock,
    log: silentLog,
    sources: [...Object.values(boards), ...eventSourcesOn(bus, clock)],
    bus,
    openCommands: createCommands({
      ...boards,
      conferenceConfigurations: { of: () => conferenceConfigurations },
      clock,
      log: silentLog,
      commands: { goalOf: async () => ({ kind: "user", userId: 9 }), ...commands },
    }),
    authenticate: async (token) => {
      const held = rights.get(token);
      if (held === undefined) return undefined;
      const userId = userIds.get(token) ?? 1;
      const own = { userId, username: token, extension: String(100 + userId), realm: { id: 1, name: "demo" } };
      return { ...own, sessionId: token, rights: held, mayUsePanel: true };
    },
    rightsOf: async ({ sessionId }) => rights.get(sessionId),
  });
  const open = (): Peer => {
    const peer: Omit<Peer, keyof LiveSocketHandlers | "say" | "ask"> = {
      frames: [],
      texts: [],
      closes: [],
      behindBytes: 0,
    };
    const handlers = gateway.accept({
      send: (text) => {
        peer.texts.push(text);
        const frames: readonly unknown[] = [JSON.parse(text)].flat();
        peer.frames.push(...frames.map((frame) => serverFrameSchema.parse(frame)));
      },
      close: (code, reason) => void peer.closes.push({ code, reason }),
      remoteAddress: "127.0.0.1",
      network: "127.0.0.1",
      get bufferedAmount() {
        return peer.behindBytes;
      },
    });
    const say = (frame: object) => handlers.receive(JSON.stringify(frame));
    let asked = 0;
    const ask = async (command: string, parts: object = {}) => {
      say({ type: "command", command, id: `a${(asked += 1)}`, ...parts });
      await settle();
      return peer.frames.at(-1);
    };
    return Object.assign(peer, {
      say,
      ask,
      receive: (data: string | Uint8Array) => handlers.receive(data),
      closed: () => handlers.closed(),
    });
  };
  const join = async (username: string, permissions = STAFF, userId = 1, signIn: object = {}): Promise<Peer> => {
    userIds.set(username, userId);
    rights.set(username, mergePermissions(permissions));
    const peer = open();
    peer.say({ type: "signin", username, token: username, realm: "demo", ...signIn });
    await settle();
    return peer;
  };
  return {
    clock,
    ...boards,
    ownEvents: ownEventsOn(bus),
    bus,
    gap,
    open,
    join,
    permit: (username: string, permissions: readonly Permission[] | null) =>
      rights.set(username, permissions === null ? undefined : mergePermissions(permissions)),
    register: (number: number) =>
      presenceBoard.apply({ kind: "registered", ...at(number), userAgent: "x", expiresSeconds: 60 }),
    unregister: (number: number) => presenceBoard.apply({ kind: "unregistered", ...at(number) }),
    /** A person joins a room. */
    enter: (confno: string, number: number, channel = `room-${number}`) =>
      conferences.apply({ kind: "joined", realm: "demo", confno, member: memberOf(number, { channel }) }),
    /** By default, 101 calls 102. */
    ring: (number = 2, changes: Partial<PersonCall> = {}) => {
      const call = callOf(changes);
      presenceBoard.apply({ kind: "called", callid: call.callid, sides: [{ ...at(number), call }] });
    },
  };
}
