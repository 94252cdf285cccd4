import { chatServerFrameSchema, type ChatServerFrame } from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { expect, it, vi } from "vitest";
import { openChatServers } from "../../../../test/chat-model.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { freshStore } from "../../../../test/store-file.ts";
import { temporaryStorage } from "../../../../test/temporary-storage.ts";
import { CHAT_BEHIND_BYTES } from "./chat-connection.ts";
import { WAIT } from "../../../../test/wait.ts";

const COMPANY = `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }]
users:
  - { username: ann, first_name: Ann, last_name: A, extension: 101, password: callpanel-demo, groups: [chat] }
  - { username: ben, first_name: Ben, last_name: B, extension: 102, password: callpanel-demo, groups: [chat] }
`;
const storage = temporaryStorage();
const on = openStoresForEach(
  async () => ({ settings: await freshStore(storage), remove: async () => storage.remove() }),
  COMPANY,
);

/** Two servers, and a room of Ann and Ben; `chat` in place of functions of the store. */
async function openOffice(chat: Partial<typeof on.stores.chat> = {}) {
  const [ann, ben] = [await on.stores.users.byUsername("ann"), await on.stores.users.byUsername("ben")];
  if (ann === undefined || ben === undefined) throw new Error("both are in the company");
  const { realm } = ann;
  const servers = openChatServers({ ...on.stores, chat: { ...on.stores.chat, ...chat } }, realm);
  const draft = { name: "Office", type: "p", topic: "", readOnly: false, people: [String(ben.id)] } as const;
  const roomId = await servers.chat.rooms.create({ userId: ann.id, realm }, draft);
  const writer = { userId: ann.id, realm, name: "Ann", username: "ann", mayWrite: true };
  let written = 0;
  const write = (text: string) => {
    const client_id = `written-${(written += 1)}`;
    return servers.chat.runOrder(writer, { order: "send", room: String(roomId), client_id, text });
  };
  const join = async (at: 0 | 1) => {
    const frames: ChatServerFrame[] = [];
    const closes: number[] = [];
    /** `isSlow`: what is sent stays on its way. */
    const socket = { bufferedAmount: 0, isSlow: false, closes };
    const own = servers.accepts[at]?.({
      remoteAddress: "127.0.0.1",
      network: "127.0.0.1",
      get bufferedAmount() {
        return socket.bufferedAmount;
      },
      send: (text) => {
        frames.push(chatServerFrameSchema.parse(JSON.parse(text)));
        if (socket.isSlow) socket.bufferedAmount += text.length;
      },
      close: (code) => void socket.closes.push(code),
    });
    const say = (frame: object) => own?.receive(JSON.stringify(frame));
    say({ type: "signin", token: await servers.servers[at]?.tokens.issue({ sessionId: "s", userId: ben.id }) });
    await vi.waitFor(() => expect(frames[0]?.type).toBe("hello"), WAIT);
    return { frames, socket, say };
  };
  return { ...servers, ann, ben, realm, roomId, write, join };
}

const typesOf = (frames: readonly ChatServerFrame[]) => frames.map(({ type }) => type);

it("CHAT-34 a message that is written while the rooms are read is sent after them", async () => {
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const { write, join, stop } = await openOffice({
    roomsOf: async (userId) => {
      const rooms = await on.stores.chat.roomsOf(userId);
      await gate;
      return rooms;
    },
  });
  const ben = await join(0);
  ben.say({ type: "subscribe", topics: ["unread"] });
  await settle();
  await write("meanwhile @ben");
  await settle();
  expect(typesOf(ben.frames)).toEqual(["hello"]);
  go();
  await vi.waitFor(() => expect(typesOf(ben.frames)).toEqual(["hello", "rooms", "activity"]), WAIT);
  await stop();
});

it("CHAT-35 a server that receives a message before the removal sends the removed person nothing of it", async () => {
  const { chat, ann, ben, realm, roomId, write, join, stop, site } = await openOffice();
  const elsewhere = await join(1);
  elsewhere.say({ type: "subscribe", topics: ["unread"] });
  elsewhere.say({ type: "open", room: String(roomId) });
  await vi.waitFor(() => expect(typesOf(elsewhere.frames)).toContain("changes"), WAIT);
  await write("opening words");
  await vi.waitFor(() => expect(JSON.stringify(elsewhere.frames)).toContain("opening words"), WAIT);
  // The fact of the removal is lost; those of the messages arrive.
  await site.cut();
  await chat.rooms.kick({ userId: ann.id, realm }, String(roomId), String(ben.id));
  await settle();
  const { frames } = elsewhere;
  const before = frames.length;
  await write("secret one");
  await settle();
  const membersRev = (await on.stores.chat.room(roomId, ann.id))?.room.membersRev ?? 0;
  const fact = { roomId, seq: 2, message: 2, membersRev };
  await site.inject(JSON.stringify({ from: "one", topic: "chat-message", fact }));
  await vi.waitFor(() => expect(typesOf(frames.slice(before))).toContain("gone"), WAIT);
  expect(JSON.stringify(frames)).not.toContain("secret");
  await stop();
});

it("CHAT-37 a reader that is too far behind is disconnected, but not because of data that it requested", async () => {
  const { write, join, roomId, stop } = await openOffice();
  for (let at = 0; at < 40; at += 1) await write("x".repeat(19_000));
  const ben = await join(0);
  ben.say({ type: "subscribe", topics: ["unread"] });
  await vi.waitFor(() => expect(typesOf(ben.frames)).toContain("rooms"), WAIT);
  // All of the answer is on its way for long.
  ben.socket.isSlow = true;
  ben.say({ type: "open", room: String(roomId) });
  await vi.waitFor(() => expect(typesOf(ben.frames)).toContain("seen"), WAIT);
  expect(ben.socket.bufferedAmount).toBeGreaterThan(40 * 19_000);
  await write("one more");
  await vi.waitFor(() => expect(JSON.stringify(ben.frames)).toContain("one more"), WAIT);
  expect(ben.socket.closes).toEqual([]);
  ben.socket.bufferedAmount += 2 * CHAT_BEHIND_BYTES;
  await write("too much");
  await vi.waitFor(() => expect(ben.socket.closes).toEqual([4408]), WAIT);
  await stop();
});

it("CHATUI-3 an emptied draft is sent with the version of its writer, not with a later one", async () => {
  const { ben, roomId, join, chat, stop } = await openOffice();
  const device = await join(0);
  const place = { roomId, thread: 0 };
  await on.stores.chat.saveDraft(ben.id, { ...place, text: "begun", version: 5 }, 9);
  await on.stores.chat.saveDraft(ben.id, { ...place, text: "", version: 6 }, 9);
  chat.facts.draft(ben.id, roomId, 0);
  chat.facts.draft(ben.id, roomId, 77); // never written
  await vi.waitFor(() => expect(typesOf(device.frames)).toContain("draft"), WAIT);
  await settle();
  const drafts = device.frames.filter(({ type }) => type === "draft");
  expect(drafts).toEqual([{ type: "draft", draft: { room: String(roomId), thread: null, text: "", version: 6 } }]);
  await stop();
});
