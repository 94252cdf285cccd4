/** Clients of chat on two servers, cut off and connected again at random; at the end they must know what the servers know. */
import { randomBytes } from "node:crypto";
import { createFakeClock, seededRandom, settle } from "@callpanel/testkit";
import { createChatClient, type ChatClient } from "@callpanel/contract/chat-client";
import {
  chatServerFrameSchema,
  mergePermissions,
  type AnyRoom,
  type ChatClientFrame,
  type ChatMessage,
  type ChatServerFrame,
} from "@callpanel/contract";
import { expect, vi } from "vitest";
import { createBus } from "../src/kernel/bus/bus.ts";
import type { LiveSocketHandlers } from "../src/kernel/http/web-sockets.ts";
import { createMemoryShortLived } from "../src/kernel/short-lived/short-lived-memory.ts";
import { createChat, type Chat } from "../src/modules/chat/index.ts";
import type { Stores } from "../src/app/services/storage.ts";
import { openMemorySite } from "./test-buses.ts";
import { silentLog } from "./temporary-storage.ts";

type Random = () => number;
const RIGHTS = mergePermissions([
  { module: "chats", rule: "read" },
  { module: "chats", rule: "write" },
]);
const EMOJIS = ["👍", "🎉", "👀"];

/** Two servers of one database. */
export function openChatServers(
  stores: Pick<Stores, "chat" | "chatPresence" | "users">,
  realm: { readonly id: number; readonly name: string },
) {
  const clock = createFakeClock();
  const site = openMemorySite();
  const shortLived = createMemoryShortLived(clock);
  const serverOf = (name: string): Chat =>
    createChat({
      store: stores.chat,
      presenceStore: stores.chatPresence,
      sounds: noSounds,
      shortLived: { open: shortLived.open },
      draw: async () => undefined,
      bus: createBus({ clock, log: silentLog, connect: site.connect }),
      serverId: () => name,
      clock,
      random: randomBytes,
      jobs: { work: () => undefined },
      users: stores.users,
      log: failingLog,
    });
  const servers = [serverOf("one"), serverOf("other")];
  const accepts = servers.map((chat) =>
    chat.accept({
      identityOf: async ({ userId }) => {
        const user = await stores.users.byId(userId);
        return user && { userId, realm, name: user.firstName, username: user.username, rights: RIGHTS };
      },
    }),
  );
  return {
    clock,
    site,
    chat: servers[0] ?? serverOf("spare"),
    servers,
    /** Takes sockets of either server. */
    accepts,
    device: (userId: number, random: Random) => new Device({ userId, servers, accepts, random }),
    stop: async () => {
      for (const chat of servers) await chat.stop();
    },
  };
}

/** No message of a walk has a file. */
const absent = async (): Promise<never> => {
  throw new Error("there are no files here");
};
const noSounds = {
  take: absent,
  put: absent,
  takeUpload: absent,
  scratch: absent,
  inFormat: absent,
  find: absent,
  heldBy: absent,
  read: absent,
  localPath: absent,
  hold: absent,
  release: absent,
  used: absent,
};

/** What would be an error of the server is one of the test. */
const failingLog = {
  ...silentLog,
  error: (text: string, details?: object) => {
    throw new Error(text, { cause: details });
  },
};

interface DeviceDeps {
  readonly userId: number;
  readonly servers: readonly Chat[];
  readonly accepts: ReadonlyArray<ReturnType<Chat["accept"]>>;
  readonly random: Random;
}

/** A device of a person with a link that loses what is on its way when it is cut. */
class Device {
  readonly client: ChatClient;
  /** Rooms on screen. */
  readonly shown = new Set<string>();
  readonly #deps: DeviceDeps;
  #toServer: ChatClientFrame[] = [];
  #toClient: ChatServerFrame[] = [];
  #socket: LiveSocketHandlers | undefined;

  constructor(deps: DeviceDeps) {
    this.#deps = deps;
    let ids = 0;
    this.client = createChatClient({
      send: (frame) => void this.#toServer.push(structuredClone(frame)),
      newId: () => `dev-${deps.userId}-${Math.floor(deps.random() * 1e9)}-${(ids += 1)}`,
      topics: ["unread", "notifications"],
    });
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  async connect(): Promise<void> {
    if (this.#socket !== undefined) return;
    const at = this.#deps.random() < 0.5 ? 0 : 1;
    const token = await this.#deps.servers[at]?.tokens.issue({ sessionId: "s", userId: this.#deps.userId });
    const accept = this.#deps.accepts[at];
    if (accept === undefined || token === undefined) throw new Error("there are two servers");
    const own = accept({
      remoteAddress: "127.0.0.1",
      network: "127.0.0.1",
      bufferedAmount: 0,
      send: (text) => {
        if (this.#socket === own) this.#toClient.push(chatServerFrameSchema.parse(JSON.parse(text)));
      },
      close: () => this.#lose(),
    });
    this.#socket = own;
    this.client.opened(token);
  }

  cut(): void {
    const socket = this.#socket;
    this.#lose();
    socket?.closed();
  }

  #lose(): void {
    if (this.#socket === undefined) return;
    this.#socket = undefined;
    this.#toServer = [];
    this.#toClient = [];
    this.client.closed();
  }

  /** A part of what is on its way arrives. */
  pass(share: number): void {
    const sent = this.#toServer.splice(0, Math.ceil(this.#toServer.length * share));
    for (const frame of sent) this.#socket?.receive(JSON.stringify(frame));
    const told = this.#toClient.splice(0, Math.ceil(this.#toClient.length * share));
    for (const frame of told) this.client.receive(frame);
  }

  get isQuiet(): boolean {
    return this.#toServer.length === 0 && this.#toClient.length === 0;
  }
}

export interface Walk {
  readonly stores: Stores;
  readonly realm: { readonly id: number; readonly name: string };
  readonly people: readonly number[];
  readonly seed: number;
  readonly steps: number;
}

/** @returns what happened, by kind */
export async function walkThroughChat({ stores, realm, people, seed, steps }: Walk): Promise<Record<string, number>> {
  const random = seededRandom(seed);
  const servers = openChatServers(stores, realm);
  const { chat, clock } = servers;
  const [owner = 0, ...others] = people;
  const caller = (userId: number) => ({ userId, realm });
  const uids = (ids: readonly number[]) => ids.map(String);
  const draft = { topic: "", readOnly: false } as const;
  const roomIds = [
    await chat.rooms.create(caller(owner), { ...draft, name: "Model", type: "p", people: uids(others) }),
    await chat.rooms.create(caller(owner), { ...draft, name: "Open", type: "c", people: uids(others) }),
    await chat.rooms.create(caller(owner), { ...draft, name: undefined, type: "p", people: uids(others.slice(0, 1)) }),
  ].map(String);
  // Two people, the second with two devices.
  const devices = [owner, ...others, ...others].map((userId) => servers.device(userId, random));
  const counts: Record<string, number> = {};
  /** Pages of history that were read and are still on their way. */
  const pages: Array<() => void> = [];
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];

  const act = async (device: Device): Promise<string> => {
    const { client } = device;
    const room = pick(client.roomIds());
    if (room === undefined) return "nothing";
    const message = pick(client.messages(room));
    const kind = random();
    if (kind < 0.35) {
      const root = random() < 0.2 && message?.deleted === false ? message.id : undefined;
      const text = `${random() < 0.2 ? "@all " : ""}text ${Math.floor(random() * 1e6)}`;
      client.write(room, text, root === undefined ? {} : { thread: root });
      return "write";
    }
    if (kind < 0.45) {
      device.shown.delete(room);
      if (random() < 0.6) {
        client.openRoom(room);
        device.shown.add(room);
      } else client.closeRoom(room);
      return "show";
    }
    if (kind < 0.55) {
      const { n } = client.room(room) ?? { n: 0 };
      const place = Math.floor(random() * (n + 2));
      client.order({ order: random() < 0.8 ? "read" : "unread", room, n: place });
      return "read";
    }
    if (message === undefined) return "nothing";
    const { id } = message;
    if (kind < 0.8) {
      const emoji = pick(EMOJIS) ?? "👍";
      client.order({ order: "react", room, id, emoji, on: random() < 0.7 });
      return "react";
    }
    if (kind < 0.9) {
      client.order({
        order: "edit",
        room,
        id,
        text: `edited ${Math.floor(random() * 1e6)} ${random() < 0.1 ? "@all" : ""}`,
      });
      return "edit";
    }
    if (kind < 0.94) {
      client.order({ order: "delete", room, id });
      return "delete";
    }
    if (kind < 0.96) {
      client.order({ order: "pin", room, id, on: random() < 0.5 });
      return "pin";
    }
    const { history, heads } = stores.chat;
    const { seq } = await heads(Number(room));
    const { first, last } = await stores.chat.places(Number(room), 0);
    const from = Math.max(first, Math.floor(random() * last));
    const messages = [...(await history({ roomId: Number(room), thread: 0, from, to: from + 20 }))];
    pages.push(() => client.addPage(room, { messages, n: last, thread: null, seq }));
    return "page";
  };

  for (let step = 0; step < steps; step += 1) {
    const device = pick(devices);
    if (device === undefined) continue;
    const kind = random();
    let done: string;
    if (kind < 0.03) {
      device.cut();
      done = "cut";
    } else if (kind < 0.12) {
      await device.connect();
      done = "connect";
    } else if (kind < 0.13) {
      // The second person loses the group, or gets it back.
      const [removed = 0] = others;
      const [room = ""] = roomIds;
      const isMember = (await stores.chat.subscription(Number(room), removed)) !== undefined;
      if (isMember) await chat.rooms.kick(caller(owner), room, String(removed));
      else await chat.rooms.invite(caller(owner), room, String(removed));
      for (const one of devices) one.shown.delete(room);
      done = isMember ? "kick" : "invite";
    } else if (kind < 0.14) {
      await servers.site.cut();
      await settle();
      await servers.site.mend();
      done = "gap";
    } else done = await act(device);
    counts[done] = (counts[done] ?? 0) + 1;
    for (const one of devices) if (random() < 0.6) one.pass(random());
    if (random() < 0.2) pages.shift()?.();
    await clock.advance(20);
  }

  for (const arrive of pages) arrive();
  await finish(devices, clock);
  counts["compared"] = 0;
  for (const device of devices) counts["compared"] += await compare(stores, device.client);
  for (const device of devices) device.cut();
  await settle();
  await servers.stop();
  return counts;
}

/** Everybody is connected, opens every room at its end, and gets everything. */
async function finish(devices: readonly Device[], clock: ReturnType<typeof createFakeClock>): Promise<void> {
  const round = async (): Promise<void> => {
    await clock.advance(100);
    for (const device of devices) {
      if (!device.isConnected) await device.connect();
      device.client.retry();
      device.pass(1);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const quiet = async (): Promise<void> => {
    let calm = 0;
    for (let rounds = 0; calm < 20; rounds += 1) {
      if (rounds > 20_000) throw new Error("it never becomes quiet");
      await round();
      const pending = devices.flatMap(({ client }) => client.outbox().filter(({ state }) => state !== "refused"));
      const isCalm = pending.length === 0 && devices.every((one) => one.isConnected && one.isQuiet);
      calm = isCalm ? calm + 1 : 0;
    }
  };
  await quiet();
  // What is on screen is not asked for again: it must be true as it is.
  for (const { client, shown } of devices)
    for (const room of client.roomIds()) if (!shown.has(room)) client.openRoom(room);
  await quiet();
}

const byId = (one: { readonly id: string }, other: { readonly id: string }) => Number(one.id) - Number(other.id);
const facts = (room: AnyRoom) => {
  const { id, n: _n, seq: _seq, unread: _unread, lastMessage, ...rest } = room;
  return { ...rest, id, lastMessage: lastMessage && { ...lastMessage } };
};

/** @returns how many messages the client knows */
async function compare(stores: Stores, client: ChatClient): Promise<number> {
  let count = 0;
  const { presentRoom } = await import("../src/modules/chat/rooms/room.view.ts");
  const userId = Number(client.uid);
  const stored = (await stores.chat.roomsOf(userId)).map((listed) => presentRoom(listed, userId)).toSorted(byId);
  const known = client.roomIds().map((id) => client.room(id));
  const rooms = known.flatMap((one) => one?.room ?? []).toSorted(byId);
  await vi.waitFor(() => expect(rooms.map(({ id }) => id)).toEqual(stored.map(({ id }) => id)));
  for (const truth of stored) {
    const own = client.room(truth.id);
    const mentions = truth.subscription?.mentions ?? [];
    expect({ unread: own?.unread, n: own?.n, mentions: own?.mentions }, `room ${truth.id} of ${userId}`).toEqual({
      unread: truth.unread,
      n: truth.n,
      mentions,
    });
    const { subscription: before, ...view } = facts(own?.room ?? truth);
    const { subscription: after, ...wanted } = facts(truth);
    expect(view).toEqual(wanted);
    expect({ ...before, mentions: [] }).toEqual({ ...after, mentions: [] });
    const messages = client.messages(truth.id);
    const [first] = messages;
    const last = messages.at(-1);
    const range = { roomId: Number(truth.id), thread: 0, from: first?.n ?? 1, to: last?.n ?? 0 };
    const kept: readonly ChatMessage[] = await stores.chat.history(range);
    expect(messages).toEqual(kept);
    expect(messages.length > 0, "some messages are known").toBe(truth.n > 0);
    if (client.isLive(truth.id)) expect(last?.n ?? 0).toBe(truth.n);
    const ids = new Set(messages.map(({ client_id, from }) => `${from.uid} ${client_id}`));
    expect(ids.size).toBe(messages.length);
    count += messages.length;
  }
  return count;
}
