/** Chat of two server processes on one PostgreSQL database, with the panel's own client over real sockets; one of them is killed. */
import { anyRoomSchema, endpoints, type ChatMessage } from "@callpanel/contract";
import { seededRandom } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { liveChat, openRoom, type LiveChat } from "../../test/live-chat.ts";
import { callLines, missCalls } from "../../test/call-lines.ts";
import { ask, grant, startServerPair, type ServerPair } from "../../test/server-pair.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
const TEST_MS = 600_000;
const WAIT = { timeout: 120_000, interval: 20 };
const STEPS = 400;
const EMOJIS = ["👍", "🎉", "👀"];

describe.skipIf(SERVER_URL === undefined)("chat of two servers on one PostgreSQL database", () => {
  let pair: ServerPair;
  const devices: LiveChat[] = [];
  const tokens = new Map<string, string>();
  beforeEach(async () => {
    pair = await startServerPair(SERVER_URL ?? "");
    for (const name of ["alice", "bob", "carol"]) tokens.set(name, (await grant(pair.other, name)).token);
  }, TEST_MS);
  afterEach(async () => {
    for (const one of devices.splice(0)) one.stop();
    await pair.remove();
  }, TEST_MS);

  const tokenOf = (name: string): string => tokens.get(name) ?? "";
  const device = async (name: string, address: () => string): Promise<LiveChat> => {
    const made = liveChat({ address, token: tokenOf(name), name });
    devices.push(made);
    await vi.waitFor(() => expect(made.client.isOpen && made.client.roomIds().length > 0).toBe(true), WAIT);
    return made;
  };
  const uidOf = async (name: string): Promise<string> => {
    const { body } = await ask(`${pair.other}/api/v1/chats/auth`, tokenOf(name), "POST", {});
    return endpoints.authChat.response.parse(body).userId;
  };
  const group = async (name: string) => {
    const destinations = [await uidOf("bob"), await uidOf("carol")].join();
    return (await openRoom(pair.one, tokenOf("alice"), { channel_name: name, destinations })).id;
  };
  const texts = (messages: readonly ChatMessage[] | undefined) => messages?.map(({ text }) => text);

  it(
    "CHAT-35 CHAT-61 CHAT-70 messages, presence, removal, files and read marks cross from one process to the other",
    { timeout: TEST_MS },
    async () => {
      let place = pair.one;
      const alice = await device("alice", () => place);
      const bob = await device("bob", () => pair.other);
      const [carolHere, carolThere] = [await device("carol", () => pair.one), await device("carol", () => pair.other)];
      const room = await group("two-servers");
      await vi.waitFor(() => {
        for (const { client } of devices) expect(client.roomIds()).toContain(room);
      }, WAIT);
      for (const { client } of [alice, bob]) client.openRoom(room);
      for (let at = 0; at < 30; at += 1) {
        alice.client.write(room, `alice ${at}`);
        bob.client.write(room, `bob ${at}`);
      }
      await vi.waitFor(() => {
        expect(alice.client.messages(room)).toHaveLength(60);
        expect(bob.client.messages(room)).toEqual(alice.client.messages(room));
      }, WAIT);
      expect(alice.client.messages(room).map(({ n }) => n)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));

      // What is read on one device, at one server, is read on the other at the other.
      await vi.waitFor(() => expect(carolThere.client.room(room)?.unread).toBe(60), WAIT);
      carolHere.client.order({ order: "read", room, n: 60 });
      await vi.waitFor(() => expect(carolThere.client.room(room)?.unread).toBe(0), WAIT);

      const [first] = alice.client.messages(room).filter(({ from }) => from.uid === alice.client.uid);
      alice.client.order({ order: "delete", room, id: first?.id ?? 0 });
      await vi.waitFor(
        () => expect(bob.client.message(room, first?.id ?? 0)).toMatchObject({ deleted: true, text: "" }),
        WAIT,
      );

      const form = new FormData();
      form.append("room_id", room);
      form.append("name", "plan.txt");
      form.append("file", new Blob(["of the other server"]), "plan.txt");
      const uploaded = await ask(`${pair.other}/api/v1/chats/files`, tokenOf("bob"), "POST", form);
      const file = endpoints.uploadChatFile.response.parse(uploaded.body);
      bob.client.write(room, "with a file", { files: [file.id] });
      await vi.waitFor(() => expect(texts(alice.client.messages(room))?.at(-1)).toBe("with a file"), WAIT);
      const read = await ask(`${pair.one}/api/v1/chats/files/${file.id}`, tokenOf("alice"));
      expect(read).toEqual({ status: 200, body: "of the other server" });

      // Removed at one server: nothing that follows comes to her devices at either.
      await ask(`${pair.one}/api/v1/chats/rooms/kick`, tokenOf("alice"), "POST", {
        room_id: room,
        rocket_uid: carolHere.client.uid,
      });
      alice.client.write(room, "not for carol");
      bob.client.write(room, "nor this");
      await vi.waitFor(() => expect(bob.client.messages(room)).toHaveLength(63), WAIT);
      await vi.waitFor(() => expect([carolHere.gone, carolThere.gone]).toEqual([[room], [room]]), WAIT);
      expect([carolHere, carolThere].flatMap(({ client }) => client.roomIds()).filter((id) => id === room)).toEqual([]);
      expect((await ask(`${pair.one}/api/v1/chats/files/${file.id}`, tokenOf("carol"))).status).not.toBe(200);

      await vi.waitFor(() => expect(bob.client.presence(alice.client.uid)?.status).toBe("online"), WAIT);
      // The server dies; its people go on at the other, with what they had not sent.
      await pair.killOne();
      alice.client.write(room, "from the other server");
      place = pair.other;
      await vi.waitFor(() => {
        expect(alice.client.outbox()).toEqual([]);
        expect(texts(bob.client.messages(room))?.at(-1)).toBe("from the other server");
        expect(alice.client.messages(room)).toEqual(bob.client.messages(room));
      }, WAIT);
      bob.client.write(room, "welcome");
      await vi.waitFor(() => expect(texts(alice.client.messages(room))?.at(-1)).toBe("welcome"), WAIT);
      alice.stop();
      // Her device at the killed server is forgotten with it.
      await vi.waitFor(() => expect(bob.client.presence(alice.client.uid)?.status ?? "offline").toBe("offline"), WAIT);
    },
  );

  it(
    "CHAT-75 a missed call is one line, no matter which of two servers writes it, and also if one dies meanwhile",
    { timeout: TEST_MS },
    async () => {
      const callers = ["bob", "carol", "dave", "grace"];
      const before = await callLines(pair.other, tokenOf("alice"), "missed");
      await missCalls({ dataDir: "", databaseUrl: pair.databaseUrl, realm: undefined }, callers, "alice");
      const lines = async () => (await callLines(pair.other, tokenOf("alice"), "missed")).length - before.length;
      await vi.waitFor(async () => expect(await lines()).toBeGreaterThan(0), WAIT);
      await pair.killOne();
      await vi.waitFor(async () => expect(await lines()).toBe(callers.length), WAIT);
      expect(pair.logged()).not.toContain("jobs were given up");
    },
  );

  it(
    "CHAT-39 devices that change between two processes, one of which is killed, end with the stored data",
    { timeout: TEST_MS },
    async () => {
      const random = seededRandom(Number(process.env["CHAT_SEED"] ?? 3));
      const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];
      const rooms = [await group("walk-one"), await group("walk-two")];
      let places = [pair.one, pair.other];
      for (const name of ["alice", "bob", "bob", "carol"]) await device(name, () => pick(places) ?? "");
      const shown = new Map(devices.map((one) => [one, new Set<string>()]));
      const act = ({ client }: LiveChat, own: Set<string> | undefined): void => {
        const room = pick(rooms.filter((id) => client.roomIds().includes(id)));
        if (room === undefined) return;
        const message = pick(client.messages(room));
        const kind = random();
        if (kind < 0.4) {
          const thread = random() < 0.2 && message?.deleted === false ? message.id : undefined;
          client.write(
            room,
            `${random() < 0.2 ? "@all " : ""}text ${Math.floor(random() * 1e6)}`,
            thread === undefined ? {} : { thread },
          );
        } else if (kind < 0.5) {
          client.openRoom(room);
          own?.add(room);
        } else if (kind < 0.6)
          client.order({ order: "read", room, n: Math.floor(random() * ((client.room(room)?.n ?? 0) + 1)) });
        else if (message === undefined) return;
        else if (kind < 0.85)
          client.order({ order: "react", room, id: message.id, emoji: pick(EMOJIS) ?? "👍", on: random() < 0.7 });
        else if (kind < 0.95)
          client.order({ order: "edit", room, id: message.id, text: `edited ${Math.floor(random() * 1e6)}` });
        else client.order({ order: "delete", room, id: message.id });
      };
      for (let step = 0; step < STEPS; step += 1) {
        const one = pick(devices);
        if (one === undefined) continue;
        if (random() < 0.04) one.cut();
        else act(one, shown.get(one));
        if (step === STEPS / 2) {
          places = [pair.other];
          await pair.killOne();
        }
        // Some of it is on its way at any moment.
        if (random() < 0.3) await new Promise((resolve) => setImmediate(resolve));
        if (random() < 0.05) await one.get("channels");
      }
      const unanswered = () =>
        devices.flatMap(({ client }) => client.outbox().filter(({ state }) => state !== "refused"));
      await vi.waitFor(() => expect(unanswered()).toEqual([]), WAIT);
      // What is on screen is not asked for again: it must be true as it is.
      for (const one of devices)
        for (const room of rooms) if (shown.get(one)?.has(room) !== true) one.client.openRoom(room);
      for (const room of rooms) {
        for (const { client, name, get, history } of devices)
          await vi.waitFor(async () => {
            // Only a message waits in the outbox until it is answered: the last edits may still be on their way.
            const kept = await history(room);
            expect(kept.length).toBeGreaterThan(20);
            const truth = anyRoomSchema.parse(await get(`rooms/${room}`));
            const known = client.messages(room);
            expect(known, name).toEqual(kept.slice(-known.length));
            const { n, unread, mentions } = client.room(room) ?? {};
            expect({ n, unread, mentions, live: client.isLive(room) }, name).toEqual({
              n: truth.n,
              unread: truth.unread,
              mentions: truth.subscription?.mentions,
              live: true,
            });
          }, WAIT);
      }
      expect(pair.logged()).not.toContain("could not be told");
    },
  );
});
