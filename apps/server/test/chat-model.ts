/** Clients of chat on two servers, cut off and connected again at random; at the end they must know what the servers know. */
import { randomBytes } from "node:crypto";
import { createFakeClock, seededRandom, settle } from "@callpanel/testkit";
import { mergePermissions } from "@callpanel/contract";
import { createBus } from "../src/kernel/bus/bus.ts";
import { createMemoryShortLived } from "../src/kernel/short-lived/short-lived-memory.ts";
import type { ChatCaller } from "../src/modules/chat/chat.policy.ts";
import { createChat, type Chat } from "../src/modules/chat/index.ts";
import type { Stores } from "../src/app/services/storage.ts";
import { watchAnswers } from "./answers.ts";
import { actsOf, stormActsOf } from "./chat-acts.ts";
import { checkMessages, checkWritten, compareWithStore, watchRemoved } from "./chat-checks.ts";
import { checkWanted, compareOwn } from "./chat-own-checks.ts";
import { Device, type DeviceDeps } from "./chat-device.ts";
import { openMemorySite } from "./test-buses.ts";
import { silentLog } from "./temporary-storage.ts";

type Random = () => number;
const RIGHTS = mergePermissions([
  { module: "chats", rule: "read" },
  { module: "chats", rule: "write" },
]);
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

/** @returns what happened, by kind */
export async function walkThroughChat({ realm, people, seed, steps, ...walk }: Walk): Promise<Record<string, number>> {
  const random = seededRandom(seed);
  const { watch, isAnswered } = watchAnswers();
  const { chat: rooms, chatPresence, users } = walk.stores;
  const stores = { ...walk.stores, chat: watch(rooms), chatPresence: watch(chatPresence), users: watch(users) };
  const servers = openChatServers(stores, realm);
  const { chat, clock } = servers;
  const [owner = 0, ...others] = people;
  const callerOf = (userId: number) => ({ userId, realm });
  const roomIds = await openRooms(chat, callerOf(owner), others);
  const [group = "", channel = "", direct = ""] = roomIds;
  const removed = watchRemoved();
  // Two people, the second with two devices.
  const devices = [owner, ...others, ...others].map((userId) => servers.device(userId, random, removed.look));
  const counts: Record<string, number> = { compared: 0 };
  const gone = new Set<string>();
  const underway: Array<() => void | Promise<void>> = [];
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];
  const acts = { stores, clock, random, pick, servers: servers.servers, callerOf, underway };
  const act = actsOf(acts);
  const storm = stormActsOf(acts, people);

  const arriveAll = async (): Promise<void> => {
    for (const arrive of underway.splice(0).toReversed()) await arrive();
  };
  /** Everything has arrived. @returns the last message of each room: later ones are sent to everybody */
  const beCalm = async (): Promise<ReadonlyMap<string, number>> => {
    for (const room of [group, channel]) await storm.restore(room);
    await arriveAll();
    await finish({ stores, devices, clock, isAnswered });
    const heads = new Map<string, number>();
    for (const room of roomIds) heads.set(room, (await stores.chat.heads(Number(room))).seq);
    return heads;
  };
  const check = async (since: ReadonlyMap<string, number>): Promise<void> => {
    await arriveAll();
    for (const device of devices) device.isLossy = false;
    // After it nothing is missing any more.
    const [first] = devices;
    for (const room of roomIds) first?.write(room, "the last word");
    await drain({ stores, devices, clock, isAnswered });
    for (const device of devices) {
      counts["compared"] = (counts["compared"] ?? 0) + (await compareWithStore(stores, device.client, device.shown));
      await compareOwn(stores, device, since);
    }
    await checkWritten(stores, roomIds, devices, gone);
    await checkMessages(stores, roomIds);
    // The first person has one device: what it ordered last is so.
    if (first !== undefined) await checkWanted(stores, first);
  };
  /** The second person loses the group, or gets it back. */
  const changeMember = async (): Promise<string> => {
    const [person = 0] = others;
    const isMember = (await stores.chat.subscription(Number(group), person)) !== undefined;
    await storm.restore(group);
    if (isMember) {
      await chat.rooms.kick(callerOf(owner), group, String(person));
      removed.removed(person, group, (await stores.chat.heads(Number(group))).seq);
    } else {
      removed.back(person, group);
      await chat.rooms.invite(callerOf(owner), group, String(person));
      const drafts = await stores.chat.drafts(person);
      if (drafts.some(({ roomId }) => String(roomId) === group)) throw new Error("a draft outlived its member");
    }
    for (const one of devices) one.shown.delete(group);
    return isMember ? "kick" : "invite";
  };
  const happen = async (kind: number, device: Device): Promise<string> => {
    if (kind < 0.03) {
      device.cut();
      return "cut";
    }
    if (kind < 0.12) {
      await device.connect();
      return "connect";
    }
    if (kind < 0.13) return changeMember();
    if (kind < 0.145) {
      const room = pick(roomIds) ?? group;
      const before = clock.now() - Math.floor(random() * 3_000);
      return expire({ gone, stores, chat, room: Number(room), before, people: room === direct ? people : [] });
    }
    if (kind < 0.155) {
      await servers.site.cut();
      await settle();
      // What happens now is sent at one server only.
      for (const one of devices) one.pass(1);
      await storm.change(random() < 0.5 ? group : channel);
      await storm.notify(pick(roomIds) ?? group);
      await settle();
      await servers.site.mend();
      return "gap";
    }
    if (kind < 0.165) return storm.change(random() < 0.5 ? group : channel);
    if (kind < 0.175) return storm.notify(pick(roomIds) ?? group);
    return act(device);
  };

  let since: ReadonlyMap<string, number> = new Map();
  for (let step = 0; step < steps; step += 1) {
    const device = pick(devices);
    if (device === undefined) continue;
    // Sometimes nobody is disconnected for a while, so that only sent changes keep the clients correct.
    const isCalm = step % CALM_EVERY >= CALM_EVERY / 2;
    if (step % CALM_EVERY === CALM_EVERY / 2) {
      since = await beCalm();
      for (const one of devices) one.isLossy = true;
    }
    const done = await happen(isCalm ? 1 : random(), device);
    counts[done] = (counts[done] ?? 0) + 1;
    for (const one of devices) if (random() < 0.6) one.pass(random());
    await loadFresh(stores, devices);
    // Not in the order in which they were sent.
    if (random() < 0.2) await underway.splice(Math.floor(random() * underway.length), 1)[0]?.();
    await clock.advance(20);
    if (step % CALM_EVERY === CALM_EVERY - 1) await check(since);
  }

  await check(await beCalm());
  for (const device of devices) device.cut();
  await settle();
  await servers.stop();
  return counts;
}

/** A group and a channel of all, and the direct conversation of the first two. */
async function openRooms({ rooms }: Chat, caller: ChatCaller, others: readonly number[]): Promise<readonly string[]> {
  const draft = { topic: "", readOnly: false } as const;
  const people = others.map(String);
  return [
    await rooms.create(caller, { ...draft, name: "Model", type: "p", people }),
    await rooms.create(caller, { ...draft, name: "Open", type: "c", people }),
    await rooms.create(caller, { ...draft, name: undefined, type: "p", people: people.slice(0, 1) }),
  ].map(String);
}

/** What a panel asks for when the rooms came. */
async function loadFresh({ chat }: Stores, devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    if (!device.isFresh) continue;
    device.isFresh = false;
    const threads = await chat.threads(device.userId, 1_000);
    device.client.addThreads(
      threads.map(({ n, read, message }) => ({ room: message.room, root: message.id, n, read, message })),
    );
    for (const { roomId, text, version } of await chat.drafts(device.userId))
      device.takeDraft({ room: String(roomId), thread: null, text, version });
  }
}

interface Underway {
  readonly stores: Stores;
  readonly devices: readonly Device[];
  readonly clock: ReturnType<typeof createFakeClock>;
  /** By the stores, of what the servers asked them. */
  readonly isAnswered: () => boolean;
}

/** Everybody is connected, and everything that is on its way arrives. */
async function drain({ stores, devices, clock, isAnswered }: Underway): Promise<void> {
  let calm = 0;
  for (let rounds = 0; calm < 20; rounds += 1) {
    if (rounds > 20_000) throw new Error("it never becomes quiet");
    await clock.advance(100);
    for (const device of devices) {
      if (!device.isConnected) await device.connect();
      device.client.retry();
      device.pass(1);
    }
    await loadFresh(stores, devices);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const pending = devices.flatMap(({ client }) => client.outbox().filter(({ state }) => state !== "refused"));
    const isCalm = isAnswered() && pending.length === 0 && devices.every((one) => one.isConnected && one.isQuiet);
    calm = isCalm ? calm + 1 : 0;
  }
}

/** Everybody sees every room. */
async function finish(underway: Underway): Promise<void> {
  const { devices } = underway;
  await drain(underway);
  // What is on screen is not asked for again: it must be true as it is.
  for (const { client, shown } of devices)
    for (const room of client.roomIds())
      if (!shown.has(room)) {
        client.openRoom(room);
        shown.add(room);
      }
  await drain(underway);
}
