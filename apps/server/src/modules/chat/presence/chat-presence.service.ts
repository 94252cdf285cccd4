/** Presence of people in chat: what they chose, and whether a device of theirs is there (docs/spec/chat.md). */
import { AppError, CHAT_LIMITS, type ChatPresence, type PresenceStatus, type PresenceType } from "@callpanel/contract";
import { createKeyedQueue } from "../../../kernel/concurrency/keyed-queue.ts";
import type { Log } from "../../../kernel/log.ts";
import type { ChatFacts } from "../chat.facts.ts";
import type { ChatCaller } from "../chat.policy.ts";
import type { ChatPresenceStore, StoredPresence } from "./chat-presence.store.ts";

export interface ChatPresencesDeps {
  readonly store: ChatPresenceStore;
  readonly facts: Pick<ChatFacts, "presence">;
  /** Id of this server. */
  readonly serverId: () => string;
  readonly log: Log;
}

export interface ChatPresences {
  /** A device is there. @returns it is gone */
  connect(person: ChatCaller, device: object): () => void;
  idle(device: object, idle: boolean): void;
  /** What came and went here of a person's devices is written. */
  settled(userId: number): Promise<void>;
  /** Everybody who is not offline. */
  present(realmId: number): Promise<readonly ChatPresence[]>;
  of(realmId: number, people: readonly number[]): Promise<readonly ChatPresence[]>;
  named(realmId: number, username: string): Promise<ChatPresence>;
  choose(
    caller: ChatCaller,
    wanted: {
      readonly status: PresenceStatus | "custom";
      readonly message: string;
      readonly customId?: number | undefined;
    },
  ): Promise<ChatPresence>;
  types(realmId: number): Promise<readonly PresenceType[]>;
  addType(realmId: number, type: Pick<PresenceType, "name" | "type">): Promise<void>;
  changeType(realmId: number, type: PresenceType): Promise<void>;
  removeType(realmId: number, id: number): Promise<void>;
  /** What a server left that runs no more. */
  forgetServer(server: string): Promise<void>;
  stop(): Promise<void>;
}

/** CHAT-70: offline without a device; away while no device is used; otherwise what the person chose. */
export function presenceOf({ userId, devices, idle, chosen }: StoredPresence): ChatPresence {
  const status = chosen?.status ?? "online";
  const kind = chosen?.kind;
  const base = { userId: String(userId), statusText: chosen?.message ?? "", type: null };
  if (devices <= 0 || (status === "offline" && kind === undefined) || kind?.type === "offline")
    return { ...base, status: "offline" };
  if (kind !== undefined)
    return { ...base, status: "custom", statusText: base.statusText || kind.name, type: kind.type };
  return { ...base, status: status === "online" && idle >= devices ? "away" : status };
}

export function createChatPresences({ store, facts, serverId, log }: ChatPresencesDeps): ChatPresences {
  /** Devices at this server, and whether they are idle. */
  const people = new Map<number, { readonly realmId: number; readonly devices: Map<object, boolean> }>();
  const owners = new WeakMap<object, number>();
  const written = new Map<number, string>();
  const inTurn = createKeyedQueue<number>();
  let stopped = false;

  /** Writes what is so when its turn comes; what came and went meanwhile is not written. */
  const write = async (userId: number, realmId: number): Promise<void> => {
    const own = people.get(userId)?.devices ?? new Map<object, boolean>();
    const counts = { devices: own.size, idle: [...own.values()].filter(Boolean).length };
    const mark = `${counts.devices} ${counts.idle}`;
    if (stopped || written.get(userId) === mark) return;
    await store.setDevices(serverId(), userId, counts);
    if (counts.devices === 0) written.delete(userId);
    else written.set(userId, mark);
    facts.presence(realmId, [userId]);
  };
  const changed = (userId: number, realmId: number): void => {
    inTurn(userId, () => write(userId, realmId)).catch((error: unknown) =>
      log.warn("the presence of a person could not be kept", { userId, err: error }),
    );
  };
  const of = async (realmId: number, userIds: readonly number[]): Promise<readonly ChatPresence[]> =>
    userIds.length === 0 ? [] : (await store.presences(realmId, { userIds })).map(presenceOf);
  const one = async (realmId: number, userId: number): Promise<ChatPresence> => {
    const [presence] = await of(realmId, [userId]);
    if (presence === undefined) throw new AppError("chats.person.gone");
    return presence;
  };

  return {
    connect: ({ userId, realm }, device) => {
      const own = people.get(userId) ?? { realmId: realm.id, devices: new Map<object, boolean>() };
      people.set(userId, own);
      own.devices.set(device, false);
      owners.set(device, userId);
      changed(userId, realm.id);
      return () => {
        own.devices.delete(device);
        if (own.devices.size === 0) people.delete(userId);
        changed(userId, realm.id);
      };
    },
    idle: (device, idle) => {
      const userId = owners.get(device) ?? 0;
      const own = people.get(userId);
      if (own?.devices.has(device) !== true) return;
      own.devices.set(device, idle);
      changed(userId, own.realmId);
    },
    settled: (userId) => inTurn(userId, async () => undefined),
    present: async (realmId) =>
      (await store.presences(realmId, "present")).map(presenceOf).filter(({ status }) => status !== "offline"),
    of,
    named: async (realmId, username) => {
      const [found] = await store.presences(realmId, { username: username.toLowerCase() });
      if (found === undefined) throw new AppError("chats.person.gone");
      return presenceOf(found);
    },
    choose: async ({ userId, realm }, { status, message, customId }) => {
      if (status === "custom") {
        const kind = (await store.types(realm.id)).find(({ id }) => id === customId);
        if (kind === undefined) throw new AppError("chats.presence.typeGone");
        await store.choose(userId, { status: kind.type, message, typeId: kind.id });
      } else await store.choose(userId, { status, message, typeId: null });
      facts.presence(realm.id, [userId]);
      return one(realm.id, userId);
    },
    types: store.types,
    addType: async (realmId, type) => {
      const limit = CHAT_LIMITS.presenceTypes;
      const outcome = await store.addType(realmId, type, limit);
      if (outcome === "exists") throw new AppError("chats.presence.typeExists", { name: type.name });
      if (outcome === "tooMany") throw new AppError("chats.presence.tooMany", { limit });
    },
    changeType: async (realmId, type) => {
      const outcome = await store.changeType(realmId, type);
      if (outcome === "exists") throw new AppError("chats.presence.typeExists", { name: type.name });
      if (outcome === "gone") throw new AppError("chats.presence.typeGone");
      const present = await store.presences(realmId, "present");
      facts.presence(
        realmId,
        present.filter(({ chosen }) => chosen?.kind?.id === type.id).map(({ userId }) => userId),
      );
    },
    removeType: async (realmId, id) => {
      const had = await store.removeType(realmId, id);
      if (had === undefined) throw new AppError("chats.presence.typeGone");
      facts.presence(realmId, had);
    },
    forgetServer: async (server) => {
      for (const { userId, realmId } of await store.forgetServer(server)) facts.presence(realmId, [userId]);
    },
    stop: async () => {
      stopped = true;
      await store.forgetServer(serverId());
    },
  };
}
