/** Presence of people in chat: what they chose, and whether a device of theirs is there (docs/spec/chat.md). */
import {
  AppError,
  CHAT_LIMITS,
  type ChatPresence,
  type OwnChatPresence,
  type PresenceStatus,
  type PresenceType,
} from "@callpanel/contract";
import type { Bus } from "../../../kernel/bus/bus.ts";
import { createKeyedQueue } from "../../../kernel/concurrency/keyed-queue.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { oneLine } from "../../../kernel/text/one-line.ts";
import type { Log } from "../../../kernel/log.ts";
import { presenceChanged, type ChatFacts } from "../chat.facts.ts";
import type { ChatCaller } from "../chat.policy.ts";
import type { ChatPresenceStore, StoredPresence } from "./chat-presence.store.ts";

export interface ChatPresencesDeps {
  readonly store: ChatPresenceStore;
  readonly facts: Pick<ChatFacts, "presence">;
  readonly bus: Pick<Bus, "subscribe" | "onGap">;
  readonly clock: Pick<Clock, "now">;
  /** Id of this server. */
  readonly serverId: () => string;
  readonly log: Log;
}

export interface ChatPresences {
  /** A device is there. @returns it is gone */
  connect(person: ChatCaller, device: object): () => void;
  idle(device: object, idle: boolean): void;
  /** Arrivals and departures of a person's devices at this server are written. */
  settled(userId: number): Promise<void>;
  /** How many answered calls a person has on telephones of this server. */
  talks(userId: number, calls: number): void;
  /** Everybody who is not offline. */
  present(realmId: number): Promise<readonly ChatPresence[]>;
  of(realmId: number, people: readonly number[]): Promise<readonly ChatPresence[]>;
  named(realmId: number, username: string): Promise<ChatPresence>;
  choose(
    caller: ChatCaller,
    wanted: {
      readonly status: PresenceStatus | "custom";
      readonly message?: string | undefined;
      readonly customId?: number | undefined;
    },
  ): Promise<ChatPresence>;
  own(caller: ChatCaller): Promise<OwnChatPresence>;
  prefer(
    caller: ChatCaller,
    wanted: { readonly busyOnCalls?: boolean | undefined; readonly callLines?: boolean | undefined },
  ): Promise<OwnChatPresence>;
  types(realmId: number): Promise<readonly PresenceType[]>;
  addType(caller: ChatCaller, type: Pick<PresenceType, "name" | "type">): Promise<void>;
  changeType(caller: ChatCaller, type: PresenceType): Promise<void>;
  removeType(caller: ChatCaller, id: number): Promise<void>;
  /** The entries of a server that no longer runs. */
  forgetServer(server: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * CHAT-70: offline without a device; away while no device is used; otherwise what the person chose. CHAT-73: busy while on a
 * call, if they wish it and can be seen.
 */
export function presenceOf({ userId, devices, idle, calls, busyOnCalls, chosen }: StoredPresence): ChatPresence {
  const status = chosen?.status ?? "online";
  const kind = chosen?.kind;
  const base = { userId: String(userId), statusText: chosen?.message ?? "", type: null };
  if (devices <= 0 || (status === "offline" && kind === undefined) || kind?.type === "offline")
    return { ...base, status: "offline" };
  if (busyOnCalls && calls > 0) return { ...base, status: "busy", onCall: true };
  if (kind !== undefined)
    return { ...base, status: "custom", statusText: base.statusText || kind.name, type: kind.type };
  return { ...base, status: status === "online" && idle >= devices ? "away" : status };
}

/** Without devices and calls there is no row. */
const NOTHING = "0 0 0";

export function createChatPresences({ store, facts, bus, clock, serverId, log }: ChatPresencesDeps): ChatPresences {
  /** Devices at this server, and whether they are idle. */
  const people = new Map<number, Map<object, boolean>>();
  /** Answered calls of people at this server. */
  const talking = new Map<number, number>();
  const owners = new WeakMap<object, number>();
  const written = new Map<number, string>();
  const wishes = createWishes(store, bus);
  const inTurn = createKeyedQueue<number>();
  let stopped = false;

  /** Writes what is so when its turn comes; what came and went meanwhile is not written. */
  const write = async (userId: number): Promise<void> => {
    const calls = await wishes.shownCalls(userId, talking.get(userId) ?? 0);
    const own = people.get(userId) ?? new Map<object, boolean>();
    const idle = [...own.values()].filter(Boolean).length;
    const counts = { devices: own.size, idle, calls };
    const mark = `${counts.devices} ${counts.idle} ${counts.calls}`;
    if (stopped || (written.get(userId) ?? NOTHING) === mark) return;
    const realmId = await store.setCounts(serverId(), userId, counts);
    if (mark === NOTHING) written.delete(userId);
    else written.set(userId, mark);
    if (realmId !== undefined) facts.presence(realmId, [userId]);
  };
  const changed = (userId: number): void => {
    inTurn(userId, () => write(userId)).catch((error: unknown) =>
      log.warn("the presence of a person could not be kept", { userId, err: error }),
    );
  };
  /** A wish may have been changed at another server than the one that has the call. */
  const stops = [
    wishes.stop,
    bus.subscribe(presenceChanged, ({ people: changedPeople }) => {
      for (const userId of changedPeople) if (talking.has(userId)) changed(userId);
    }),
    bus.onGap(() => {
      for (const userId of talking.keys()) changed(userId);
    }),
  ];
  const of = async (realmId: number, userIds: readonly number[]): Promise<readonly ChatPresence[]> =>
    userIds.length === 0 ? [] : (await store.presences(realmId, { userIds })).map(presenceOf);
  const own = async ({ userId, realm }: ChatCaller): Promise<OwnChatPresence> => {
    const [found] = await store.presences(realm.id, { userIds: [userId] });
    const chosen = found?.chosen;
    return {
      status: chosen?.kind?.type ?? chosen?.status ?? "online",
      message: chosen?.message ?? "",
      customId: chosen?.kind?.id ?? null,
      ...(await store.preferences(userId)),
    };
  };
  const one = async (realmId: number, userId: number): Promise<ChatPresence> => {
    const [presence] = await of(realmId, [userId]);
    if (presence === undefined) throw new AppError("chats.person.gone");
    return presence;
  };

  return {
    connect: ({ userId }, device) => {
      const own = people.get(userId) ?? new Map<object, boolean>();
      people.set(userId, own);
      own.set(device, false);
      owners.set(device, userId);
      changed(userId);
      return () => {
        own.delete(device);
        if (own.size === 0 && people.get(userId) === own) people.delete(userId);
        changed(userId);
      };
    },
    idle: (device, idle) => {
      const userId = owners.get(device) ?? 0;
      const own = people.get(userId);
      if (own?.has(device) !== true) return;
      own.set(device, idle);
      changed(userId);
    },
    talks: (userId, calls) => {
      if ((talking.get(userId) ?? 0) === calls) return;
      if (calls === 0) talking.delete(userId);
      else talking.set(userId, calls);
      changed(userId);
    },
    own,
    prefer: async (caller, { busyOnCalls, callLines }) => {
      await store.setPreferences(caller.userId, {
        ...(busyOnCalls !== undefined && { busyOnCalls }),
        ...(callLines !== undefined && { callLines }),
      });
      wishes.forget(caller.userId);
      if (busyOnCalls !== undefined) await inTurn(caller.userId, () => write(caller.userId));
      facts.presence(caller.realm.id, [caller.userId]);
      return own(caller);
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
    choose: async ({ userId, realm }, { status, message: text, customId }) => {
      const message = text === undefined ? undefined : oneLine(text);
      if (status === "custom") {
        const kind = (await store.types(realm.id)).find(({ id }) => id === customId);
        if (kind === undefined) throw new AppError("chats.presence.typeGone");
        await store.choose(userId, { status: kind.type, typeId: kind.id }, message);
      } else await store.choose(userId, { status, typeId: null }, message);
      facts.presence(realm.id, [userId]);
      return one(realm.id, userId);
    },
    ...presenceKinds({ store, facts, clock }),
    forgetServer: async (server) => {
      for (const { userId, realmId } of await store.forgetServer(server)) facts.presence(realmId, [userId]);
    },
    stop: async () => {
      stopped = true;
      for (const stop of stops) stop();
      await store.forgetServer(serverId());
    },
  };
}

/** CHAT-73: the people who want to be busy on calls, read once for each person until their presence changes. */
function createWishes(store: Pick<ChatPresenceStore, "preferences">, bus: ChatPresencesDeps["bus"]) {
  const known = new Map<number, Promise<boolean>>();
  const forget = (userId: number): void => void known.delete(userId);
  const stops = [
    bus.subscribe(presenceChanged, ({ people }) => people.forEach(forget)),
    bus.onGap(() => known.clear()),
  ];
  const read = (userId: number): Promise<boolean> => {
    const wish = store.preferences(userId).then(({ busyOnCalls }) => busyOnCalls);
    known.set(userId, wish);
    wish.catch(() => {
      if (known.get(userId) === wish) known.delete(userId);
    });
    return wish;
  };
  return {
    /** Calls are written of those only who are shown as busy by them, so that most calls cost no commit. */
    shownCalls: async (userId: number, calls: number): Promise<number> =>
      calls > 0 && (await (known.get(userId) ?? read(userId))) ? calls : 0,
    forget,
    stop: (): void => stops.forEach((stop) => stop()),
  };
}

/** CHAT-71: the company's own kinds of presence. */
function presenceKinds({
  store,
  facts,
  clock,
}: Pick<ChatPresencesDeps, "store" | "facts" | "clock">): Pick<
  ChatPresences,
  "types" | "addType" | "changeType" | "removeType"
> {
  const changeBy = ({ userId }: ChatCaller) => ({ by: userId, at: clock.now() });
  return {
    types: store.types,
    addType: async (caller, type) => {
      const limit = CHAT_LIMITS.presenceTypes;
      const outcome = await store.addType(caller.realm.id, type, { ...changeBy(caller), most: limit });
      if (outcome === "exists") throw new AppError("chats.presence.typeExists", { name: type.name });
      if (outcome === "tooMany") throw new AppError("chats.presence.tooMany", { limit });
    },
    changeType: async (caller, type) => {
      const realmId = caller.realm.id;
      const outcome = await store.changeType(realmId, type, changeBy(caller));
      if (outcome === "exists") throw new AppError("chats.presence.typeExists", { name: type.name });
      if (outcome === "gone") throw new AppError("chats.presence.typeGone");
      const present = await store.presences(realmId, "present");
      facts.presence(
        realmId,
        present.filter(({ chosen }) => chosen?.kind?.id === type.id).map(({ userId }) => userId),
      );
    },
    removeType: async (caller, id) => {
      const realmId = caller.realm.id;
      const had = await store.removeType(realmId, id, changeBy(caller));
      if (had === undefined) throw new AppError("chats.presence.typeGone");
      facts.presence(realmId, had);
    },
  };
}
