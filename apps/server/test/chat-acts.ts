/** What people do in a random walk through chat. */
import type { ChatDraft, NotifyLevel } from "@callpanel/contract";
import type { createFakeClock } from "@callpanel/testkit";
import type { Stores } from "../src/app/services/storage.ts";
import type { Chat } from "../src/modules/chat/index.ts";
import type { ChatCaller } from "../src/modules/chat/chat.policy.ts";
import type { Device } from "./chat-device.ts";

const EMOJIS = ["👍", "🎉", "👀"];
const LEVELS: readonly NotifyLevel[] = ["all", "mentions", "nothing"];
const MOST_DRAFTS = 200;

export interface Acts {
  readonly stores: Stores;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly random: () => number;
  readonly pick: <Item>(list: readonly Item[]) => Item | undefined;
  readonly servers: readonly Chat[];
  readonly callerOf: (userId: number) => ChatCaller;
  /** Requests and pages of history that are on their way. */
  readonly underway: Array<() => void | Promise<void>>;
}

/** `[act, share of all acts]`; the answer of an act says whether there was something to do. */
type Kind = readonly [name: string, share: number, act: (device: Device, room: string) => boolean | Promise<boolean>];

/** A random act at a device. The answer is its kind. */
export function actsOf(acts: Acts): (device: Device) => Promise<string> {
  const kinds = [...roomActs(acts), ...messageActs(acts), ...ownActs(acts)];
  const all = kinds.reduce((sum, [, share]) => sum + share, 0);
  return async (device) => {
    const room = acts.pick(device.client.roomIds());
    if (room === undefined) return "nothing";
    let at = acts.random() * all;
    for (const [name, share, act] of kinds) {
      at -= share;
      if (at < 0) return (await act(device, room)) ? name : "nothing";
    }
    return "nothing";
  };
}

function roomActs({ random, pick, stores, underway }: Acts): readonly Kind[] {
  const names = ["@all ", "@ann ", "@ben ", "", "", "", "", ""];
  return [
    [
      "write",
      33,
      (device, room) => {
        const message = pick(device.client.messages(room));
        const root = random() < 0.25 && message?.deleted === false ? message.id : undefined;
        device.write(room, `${pick(names) ?? ""}text ${Math.floor(random() * 1e6)}`, root);
        return true;
      },
    ],
    [
      "show",
      9,
      ({ client, shown }, room) => {
        shown.delete(room);
        if (random() < 0.6) {
          client.openRoom(room);
          shown.add(room);
        } else client.closeRoom(room);
        return true;
      },
    ],
    [
      "read",
      9,
      (device, room) => {
        const place = Math.floor(random() * ((device.client.room(room)?.n ?? 0) + 2));
        device.order({ order: random() < 0.8 ? "read" : "unread", room, n: place });
        return true;
      },
    ],
    [
      "page",
      3,
      async (device, room) => {
        const { history, heads, places } = stores.chat;
        const { seq } = await heads(Number(room));
        const { first, last } = await places(Number(room), 0);
        const from = Math.max(first, Math.floor(random() * last));
        const messages = [...(await history({ roomId: Number(room), thread: 0, from, to: from + 20 }))];
        underway.push(() => device.takePage(room, { messages, n: last, thread: null, seq }));
        return true;
      },
    ],
  ];
}

function messageActs({ random, pick }: Acts): readonly Kind[] {
  const on = (act: (device: Device, room: string, id: number) => void) => (device: Device, room: string) => {
    const message = pick(device.client.messages(room));
    if (message !== undefined) act(device, room, message.id);
    return message !== undefined;
  };
  return [
    [
      "react",
      20,
      on((device, room, id) =>
        device.order({ order: "react", room, id, emoji: pick(EMOJIS) ?? "👍", on: random() < 0.7 }),
      ),
    ],
    [
      "edit",
      9,
      on((device, room, id) => {
        const text = `${pick(["@all ", "@ann ", "", "", "", ""]) ?? ""}edited ${Math.floor(random() * 1e6)}`;
        device.order({ order: "edit", room, id, text });
      }),
    ],
    ["delete", 3, on((device, room, id) => device.order({ order: "delete", room, id }))],
    ["pin", 3, on((device, room, id) => device.order({ order: "pin", room, id, on: random() < 0.5 }))],
    ["save", 2, on((device, room, id) => device.order({ order: "save", room, id, on: random() < 0.6 }))],
    ["follow", 2, on((device, room, thread) => device.order({ order: "follow", room, thread, on: random() < 0.4 }))],
    [
      "readThread",
      4,
      (device, room) => {
        const root = pick(device.client.messages(room).filter(({ replies }) => replies !== null));
        if (root === undefined) return false;
        const n = Math.ceil(random() * (root.replies?.count ?? 0));
        device.order({ order: "readThread", room, thread: root.id, n });
        return true;
      },
    ],
  ];
}

/** What is a person's own, by requests. */
function ownActs({ stores, clock, random, pick, servers, callerOf, underway }: Acts): readonly Kind[] {
  return [
    [
      "draft",
      3,
      (device, room) => {
        if (!device.isConnected) return false;
        const text = random() < 0.3 ? "" : `draft ${Math.floor(random() * 1e6)}`;
        const known = device.drafts.get(`${room}/`)?.version ?? 0;
        const draft: ChatDraft = { room, thread: null, text, version: Math.max(clock.now(), known + 1) };
        device.takeDraft(draft);
        underway.push(() => saveDraft(device, draft));
        return true;
      },
    ],
    [
      "list",
      1,
      async ({ userId }, room) => {
        if ((await stores.chat.subscription(Number(room), userId)) === undefined) return false;
        const rooms = pick(servers)?.rooms;
        await (random() < 0.5 ? rooms?.open(callerOf(userId), room) : rooms?.close(callerOf(userId), room));
        return true;
      },
    ],
  ];

  async function saveDraft(device: Device, { room, text, version }: ChatDraft): Promise<void> {
    const { userId } = device;
    if ((await stores.chat.subscription(Number(room), userId)) === undefined) return;
    const kept = await stores.chat.saveDraft(userId, { roomId: Number(room), thread: 0, text, version }, MOST_DRAFTS);
    pick(servers)?.facts.draft(userId, Number(room), 0);
    if (kept !== undefined) device.takeDraft({ room, thread: null, text: kept.text, version: kept.version });
  }
}

/** What the owner of the rooms does now and then, and everybody with their own notices. */
export function stormActsOf({ stores, random, pick, servers, callerOf }: Acts, people: readonly number[]) {
  const [owner = 0, ...others] = people;
  const ann = callerOf(owner);
  const rooms = () => (pick(servers) ?? servers[0])?.rooms;
  return {
    /** A name, a topic, who owns a room; it is archived, or restored. @returns what was done */
    change: async (room: string): Promise<string> => {
      if ((await stores.chat.room(Number(room), owner))?.room.archived === true) {
        await rooms()?.restore(ann, room);
        return "restore";
      }
      const [person = 0] = others;
      const isMember = (await stores.chat.subscription(Number(room), person)) !== undefined;
      const kind = random();
      if (kind < 0.4) await rooms()?.rename(ann, room, `Name ${Math.floor(random() * 1e6)}`);
      else if (kind < 0.6) await rooms()?.change(ann, room, { topic: `about ${Math.floor(random() * 1e6)}` });
      else if (kind < 0.8 && isMember)
        await (random() < 0.5
          ? rooms()?.addOwner(ann, room, `${person}`)
          : rooms()?.removeOwner(ann, room, `${person}`));
      else {
        await rooms()?.archive(ann, room);
        return "archive";
      }
      return "change";
    },
    restore: async (room: string): Promise<void> => rooms()?.restore(ann, room),
    notify: async (room: string): Promise<string> => {
      const userId = pick(people) ?? owner;
      if ((await stores.chat.subscription(Number(room), userId)) === undefined) return "nothing";
      await rooms()?.notify(callerOf(userId), room, pick(LEVELS) ?? "all");
      return "notify";
    },
  };
}
