import type { ChatStore, HeldRoom } from "./chat.store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A line of a demo room. `ago`: minutes before the last line of the room. */
interface Line {
  readonly by: string;
  readonly text: string;
  readonly ago: number;
  /** The line (from 0) that it answers in a thread. */
  readonly answers?: number;
  readonly reactions?: ReadonlyArray<readonly [emoji: string, by: readonly string[]]>;
  readonly pinnedBy?: string;
}

interface DemoRoom {
  readonly type: "c" | "p" | "d";
  readonly name: string;
  readonly topic: string;
  readonly people: readonly string[] | "everybody";
  /** Minutes between the last line and now. */
  readonly ago: number;
  readonly lines: readonly Line[];
}

/** People who may not use chat. */
const WITHOUT_CHAT = ["erin", "frank"];

/** The first of its people owns a room. */
const ROOMS: readonly DemoRoom[] = [
  {
    type: "c",
    name: "general",
    topic: "Everything that concerns all of us",
    people: "everybody",
    ago: 22,
    lines: [
      {
        by: "alice",
        text: "Good morning! The new price list applies from Monday: it is pinned here.",
        ago: 2_900,
        pinnedBy: "alice",
        reactions: [["👍", ["bob", "grace", "liam"]]],
      },
      {
        by: "hiro",
        text: "The test phones in the meeting room are ready. Dial **800** to try the open room.",
        ago: 1_500,
      },
      {
        by: "ines",
        text: "Receipts for this month until Thursday, please. @all",
        ago: 1_400,
        reactions: [["✅", ["bob", "carol"]]],
      },
      { by: "bob", text: "Does anybody know who ordered the *very* large plant by the door?", ago: 180 },
      { by: "mei", text: "Facilities. It is called Gerald.", ago: 176, answers: 3 },
      { by: "bob", text: "Of course it is.", ago: 174, answers: 3, reactions: [["😄", ["mei", "alice", "dave"]]] },
      { by: "grace", text: "Lunch at the market at 12:30, who is in?", ago: 0, reactions: [["🙋", ["liam", "tala"]]] },
    ],
  },
  {
    type: "c",
    name: "callers",
    topic: "Callers, queues and what to tell them",
    people: ["carol", "dave", "jamal", "olumide", "tala", "alice"],
    ago: 9,
    lines: [
      {
        by: "carol",
        text: "Reminder: callers who ask about invoices go to queue `602`.",
        ago: 4_300,
        pinnedBy: "carol",
      },
      {
        by: "dave",
        text: "Harbour Freight called three times about the same delivery. I promised a call back before noon.",
        ago: 120,
      },
      { by: "jamal", text: "I can take that, I spoke with them last week.", ago: 118, answers: 1 },
      { by: "dave", text: "Thanks @jamal, the number is +1 416 555 0132.", ago: 117, answers: 1 },
      { by: "olumide", text: "Queue is quiet. Back from break.", ago: 31 },
      {
        by: "carol",
        text: "@alice two billing callers are waiting, could you log in for half an hour?",
        ago: 0,
        reactions: [["🙏", ["dave"]]],
      },
    ],
  },
  {
    type: "c",
    name: "sales",
    topic: "Leads and offers",
    people: ["bob", "grace", "liam", "carol"],
    ago: 300,
    lines: [
      { by: "bob", text: "The offer for the workshop in room 803 is out. 20 seats, two days.", ago: 1_600 },
      {
        by: "grace",
        text: "They asked for a discount:\n\n> ten percent, if we sign this week\n\nI said I would ask.",
        ago: 40,
      },
      { by: "bob", text: "Five, and free training.", ago: 36, reactions: [["👌", ["grace"]]] },
      { by: "liam", text: "Signed. :)", ago: 0, reactions: [["🎉", ["bob", "grace", "carol"]]] },
    ],
  },
  {
    type: "p",
    name: "leads",
    topic: "Planning",
    people: ["alice", "bob", "carol"],
    ago: 64,
    lines: [
      {
        by: "alice",
        text: "Agenda for Thursday:\n\n1. Shifts in December\n2. Second line for support\n3. Budget",
        ago: 1_450,
        pinnedBy: "alice",
      },
      {
        by: "carol",
        text: "For 2: service level was 91 % last week, so we need one more person between 10 and 12.",
        ago: 90,
      },
      { by: "bob", text: "Tala asked for more hours. Shall I talk to her?", ago: 0 },
    ],
  },
  {
    type: "d",
    name: "",
    topic: "",
    people: ["alice", "bob"],
    ago: 14,
    lines: [
      { by: "bob", text: "Are you in a call? I have somebody for you.", ago: 75 },
      { by: "alice", text: "Five minutes.", ago: 73, reactions: [["👍", ["bob"]]] },
      { by: "bob", text: "I parked them on 701, it is Marguerite from accounting.", ago: 66 },
      { by: "alice", text: "Got her, thanks!", ago: 60 },
      { by: "bob", text: "Could you look over the offer before I send it?", ago: 0 },
    ],
  },
  {
    type: "d",
    name: "",
    topic: "",
    people: ["alice", "carol"],
    ago: 2_000,
    lines: [
      { by: "carol", text: "Can you cover the front desk tomorrow from 8 to 9?", ago: 12 },
      { by: "alice", text: "Yes, no problem.", ago: 0, reactions: [["❤️", ["carol"]]] },
    ],
  },
  {
    type: "p",
    name: "support",
    topic: "Shifts of the support team",
    people: ["carol", "dave"],
    ago: 45,
    lines: [
      { by: "carol", text: "Who can stay until seven on Thursday?", ago: 35 },
      { by: "dave", text: "I can, if somebody takes Friday morning.", ago: 20, reactions: [["👍", ["carol"]]] },
      { by: "carol", text: "Friday is mine. Thank you!", ago: 0 },
    ],
  },
];

/** Up to where people have read: the demo user has something unread. */
const UNREAD = new Map([
  ["callers", 1],
  ["d bob", 1],
  ["general", 2],
]);
const READER = "alice";

/** Channels, a group and direct conversations of the demo company. */
export async function seedDemoChat(
  store: Pick<ChatStore, "createRoom" | "inRoom">,
  {
    realmId,
    people,
    now,
  }: {
    readonly realmId: number;
    readonly people: ReadonlyArray<{
      readonly id: number;
      readonly username: string;
      readonly firstName: string;
      readonly lastName: string;
    }>;
    readonly now: number;
  },
): Promise<void> {
  const accounts = new Map(
    people.map(({ id, username, firstName, lastName }) => [
      username,
      { id, username, name: `${firstName} ${lastName}` },
    ]),
  );
  const everybody = [...accounts.values()].filter(({ username }) => !WITHOUT_CHAT.includes(username));
  for (const room of ROOMS) {
    const members =
      room.people === "everybody" ? everybody : room.people.flatMap((username) => accounts.get(username) ?? []);
    const ids = members.map(({ id }) => id).toSorted((one, other) => one - other);
    const stored = await store.createRoom({
      realmId,
      type: room.type,
      name: room.name,
      topic: room.topic,
      readOnly: false,
      directKey: room.type === "d" ? `${realmId}:${ids.join(",")}` : null,
      at: now - 7 * DAY_MS,
      members: members.map(({ id }, at) => ({
        userId: id,
        role: room.type !== "d" && at === 0 ? "owner" : "member",
        notify: room.type === "c" ? "mentions" : "all",
      })),
    });
    if (stored !== undefined)
      await store.inRoom(stored.id, (held) => writeLines(held, { room, members, accounts, now }));
  }
}

interface Account {
  readonly id: number;
  readonly username: string;
  readonly name: string;
}

async function writeLines(
  held: HeldRoom,
  {
    room: { type, name, ago: roomAgo, lines },
    members,
    accounts,
    now,
  }: {
    readonly room: DemoRoom;
    readonly members: readonly Account[];
    readonly accounts: ReadonlyMap<string, Account>;
    readonly now: number;
  },
): Promise<void> {
  const idOf = (username: string): number => accounts.get(username)?.id ?? 0;
  const written: number[] = [];
  for (const [at, { by, text, ago, answers, reactions = [], pinnedBy }] of lines.entries()) {
    const sender = accounts.get(by);
    if (sender === undefined) continue;
    const root = answers === undefined ? undefined : await held.message(written[answers] ?? 0);
    const named = members.filter(({ username }) => text.includes(`@${username}`)).map(({ id }) => id);
    const message = await held.addMessage({
      thread: root?.id ?? null,
      client_id: `demo-line-${at}`,
      text,
      all: text.includes("@all"),
      sender,
      at: now - (roomAgo + ago) * MINUTE_MS,
      mentions: named,
      files: [],
    });
    if (message === undefined) continue;
    written.push(message.id);
    if (root !== undefined) {
      const answerers = [...new Set([...(root.replies?.by ?? []), String(sender.id)])];
      await held.changeMessage(root, { replies: { count: message.n, last_at: message.at, by: answerers } });
      await held.follow(root.id, Number(root.from.uid), 0);
      await held.follow(root.id, sender.id, message.n);
    }
    if (reactions.length > 0 || pinnedBy !== undefined)
      await held.changeMessage(message, {
        reactions: reactions.map(([emoji, who]) => ({ emoji, by: who.map((username) => String(idOf(username))) })),
        ...(pinnedBy !== undefined && { pinnedBy: idOf(pinnedBy) }),
      });
  }
  for (const { id, username } of members) {
    const unread = username === READER ? (UNREAD.get(type === "d" ? `d ${members[1]?.username}` : name) ?? 0) : 0;
    await held.changeMember(id, { read: held.room.n - unread });
  }
}
