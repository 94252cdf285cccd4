/** Clients of chat on two servers, cut off and connected again at random; at the end they must know what the servers know. */
import { randomBytes } from "node:crypto";
import { createFakeClock, seededRandom, settle } from "@callpanel/testkit";
import { mergePermissions } from "@callpanel/contract";
import { createBus } from "../src/kernel/bus/bus.ts";
import { createMemoryShortLived } from "../src/kernel/short-lived/short-lived-memory.ts";
import { createChat, type Chat } from "../src/modules/chat/index.ts";
import type { Stores } from "../src/app/services/storage.ts";
import { checkWritten, compareWithStore, watchRemoved } from "./chat-checks.ts";
import { Device, type DeviceDeps } from "./chat-device.ts";
import { openMemorySite } from "./test-buses.ts";
import { silentLog } from "./temporary-storage.ts";

type Random = () => number;
const RIGHTS = mergePermissions([
  { module: "chats", rule: "read" },
  { module: "chats", rule: "write" },
]);
const EMOJIS = ["👍", "🎉", "👀"];
/** Steps of a stormy and a calm half. */
const CALM_EVERY = 140;

const FOR_EVER = { chatDays: null, rooms: "shorter", smsDays: null, auditDays: null } as const;

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
      keepLimits: async () => FOR_EVER,
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
    device: (userId: number, random: Random, look?: DeviceDeps["look"]) =>
      new Device({ userId, servers, accepts, random, look }),
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

export interface Walk {
  readonly stores: Stores;
  readonly realm: { readonly id: number; readonly name: string };
  readonly people: readonly number[];
  readonly seed: number;
  readonly steps: number;
}

/** Messages from before a time are no longer kept. `gone`: their `client_id`. */
async function expire({
  gone,
  stores,
  chat,
  room,
  before,
  people,
}: {
  readonly gone: Set<string>;
  readonly stores: Stores;
  readonly chat: Chat;
  readonly room: number;
  readonly before: number;
  readonly people: readonly number[];
}): Promise<string> {
  const part = await stores.chatKeeping.expired(room, before, 5);
  for (const id of [...(part?.roots ?? []), ...(part?.answers ?? [])]) {
    const message = await stores.chat.message(room, id);
    if (message !== undefined) gone.add(message.client_id);
  }
  const removed = part && (await stores.chatKeeping.remove(room, part));
  if (removed === undefined) return "nothing";
  chat.facts.room(room, people);
  chat.facts.subscription(room, removed.people);
  return "expire";
}

interface Acts {
  readonly stores: Stores;
  readonly random: Random;
  readonly pick: <Item>(list: readonly Item[]) => Item | undefined;
  /** Pages of history that were read and are still on their way. */
  readonly pages: Array<() => void>;
}

/** What a person does at a device, at random. The answer is its kind. */
function actsOf({ stores, random, pick, pages }: Acts): (device: Device) => Promise<string> {
  return async (device) => {
    const { client } = device;
    const room = pick(client.roomIds());
    if (room === undefined) return "nothing";
    const message = pick(client.messages(room));
    const kind = random();
    if (kind < 0.35) {
      const root = random() < 0.2 && message?.deleted === false ? message.id : undefined;
      const text = `${random() < 0.2 ? "@all " : ""}text ${Math.floor(random() * 1e6)}`;
      device.write(room, text, root);
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
  const removed = watchRemoved();
  // Two people, the second with two devices.
  const devices = [owner, ...others, ...others].map((userId) => servers.device(userId, random, removed.look));
  const counts: Record<string, number> = { compared: 0 };
  const gone = new Set<string>();
  /** Pages of history that were read and are still on their way. */
  const pages: Array<() => void> = [];
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];

  const act = actsOf({ stores, pick, random, pages });

  /** Everything has arrived, and followed threads are known. */
  const beCalm = async (): Promise<void> => {
    for (const arrive of pages.splice(0)) arrive();
    await finish(devices, clock);
    for (const { client } of devices) {
      const threads = await stores.chat.threads(Number(client.uid), 1_000);
      client.addThreads(
        threads.map(({ n, read, message }) => ({ room: message.room, root: message.id, n, read, message })),
      );
    }
  };
  const check = async (): Promise<void> => {
    for (const arrive of pages.splice(0)) arrive();
    for (const device of devices) device.isLossy = false;
    // After it nothing is missing any more.
    const [first] = devices;
    for (const room of roomIds) first?.write(room, "the last word");
    await drain(devices, clock);
    for (const device of devices)
      counts["compared"] = (counts["compared"] ?? 0) + (await compareWithStore(stores, device.client, device.shown));
    await checkWritten(stores, roomIds, devices, gone);
  };

  for (let step = 0; step < steps; step += 1) {
    const device = pick(devices);
    if (device === undefined) continue;
    // Now and then nobody is cut off for a while, so that nothing but what is told keeps the clients true.
    const isCalm = step % CALM_EVERY >= CALM_EVERY / 2;
    if (step % CALM_EVERY === CALM_EVERY / 2) {
      await beCalm();
      for (const one of devices) one.isLossy = true;
    }
    const kind = isCalm ? 1 : random();
    let done: string;
    if (kind < 0.03) {
      device.cut();
      done = "cut";
    } else if (kind < 0.12) {
      await device.connect();
      done = "connect";
    } else if (kind < 0.13) {
      // The second person loses the group, or gets it back.
      const [person = 0] = others;
      const [room = ""] = roomIds;
      const isMember = (await stores.chat.subscription(Number(room), person)) !== undefined;
      if (isMember) {
        await chat.rooms.kick(caller(owner), room, String(person));
        removed.removed(person, room, (await stores.chat.heads(Number(room))).seq);
      } else {
        removed.back(person, room);
        await chat.rooms.invite(caller(owner), room, String(person));
      }
      for (const one of devices) one.shown.delete(room);
      done = isMember ? "kick" : "invite";
    } else if (kind < 0.145) {
      const room = Number(pick(roomIds));
      const before = clock.now() - Math.floor(random() * 3_000);
      done = await expire({ gone, stores, chat, room, before, people: room === Number(roomIds[2]) ? people : [] });
    } else if (kind < 0.155) {
      await servers.site.cut();
      await settle();
      await servers.site.mend();
      done = "gap";
    } else done = await act(device);
    counts[done] = (counts[done] ?? 0) + 1;
    for (const one of devices) if (random() < 0.6) one.pass(random());
    if (random() < 0.2) pages.shift()?.();
    await clock.advance(20);
    if (step % CALM_EVERY === CALM_EVERY - 1) await check();
  }

  await beCalm();
  await check();
  for (const device of devices) device.cut();
  await settle();
  await servers.stop();
  return counts;
}

/** Everybody is connected, and everything that is on its way arrives. */
async function drain(devices: readonly Device[], clock: ReturnType<typeof createFakeClock>): Promise<void> {
  let calm = 0;
  for (let rounds = 0; calm < 20; rounds += 1) {
    if (rounds > 20_000) throw new Error("it never becomes quiet");
    await clock.advance(100);
    for (const device of devices) {
      if (!device.isConnected) await device.connect();
      device.client.retry();
      device.pass(1);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
    const pending = devices.flatMap(({ client }) => client.outbox().filter(({ state }) => state !== "refused"));
    const isCalm = pending.length === 0 && devices.every((one) => one.isConnected && one.isQuiet);
    calm = isCalm ? calm + 1 : 0;
  }
}

/** Everybody sees every room. */
async function finish(devices: readonly Device[], clock: ReturnType<typeof createFakeClock>): Promise<void> {
  await drain(devices, clock);
  // What is on screen is not asked for again: it must be true as it is.
  for (const { client, shown } of devices)
    for (const room of client.roomIds())
      if (!shown.has(room)) {
        client.openRoom(room);
        shown.add(room);
      }
  await drain(devices, clock);
}
