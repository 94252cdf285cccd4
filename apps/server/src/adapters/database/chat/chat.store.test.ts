import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import type { HeldRoom, RoomQuery, SearchQuery, StoredRoom } from "../../../modules/chat/index.ts";

const COMPANY = `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }, { name: phones, permissions: ["softphone:read"] }]
users:
  - { username: ann, first_name: Ann, last_name: Zed, extension: 101, password: callpanel-demo, groups: [chat] }
  - { username: ben, first_name: Bén, last_name: Young, extension: 102, password: callpanel-demo, groups: [chat] }
  - { username: cat, first_name: Cat, last_name: Xu, extension: 103, password: callpanel-demo, groups: [phones] }
numbers:
  - { number: "+14165550101", name: Ann, target: "101", sms: true }
`;

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`chat on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);
    const people = async () => {
      const [ann, ben, cat] = await Promise.all(["ann", "ben", "cat"].map((name) => on.stores.users.byUsername(name)));
      if (ann === undefined || ben === undefined || cat === undefined) throw new Error("they are in the company");
      return { ann, ben, cat, realmId: ann.realm.id };
    };
    const open = async (name: string, type: "c" | "p" | "d" = "c", at = 1_000): Promise<StoredRoom> => {
      const { ann, ben, realmId } = await people();
      const members = [
        { userId: ann.id, role: "owner", notify: "all" },
        { userId: ben.id, role: "member", notify: "mentions" },
      ] as const;
      const directKey = type === "d" ? `${ann.id},${ben.id}` : null;
      const room = await on.stores.chat.createRoom({
        realmId,
        type,
        name,
        topic: "",
        readOnly: false,
        directKey,
        at,
        members,
      });
      if (room === undefined) throw new Error("the room is new");
      return room;
    };
    const inRoom = async <T>({ id }: StoredRoom, run: (held: HeldRoom) => Promise<T>): Promise<T> => {
      const done = await on.stores.chat.inRoom(id, async (held) => ({ result: await run(held) }));
      if (done === undefined) throw new Error("the room is there");
      return done.result;
    };
    let sent = 0;
    const write = async (
      room: StoredRoom,
      text: string,
      more: { thread?: number; mentions?: number[]; at?: number } = {},
    ) => {
      const { ann } = await people();
      const { thread = null, mentions = [], at = 2_000 } = more;
      const sender = { id: ann.id, name: "Ann", username: "ann" };
      const message = await inRoom(room, (held) =>
        held.addMessage({ thread, client_id: `c-${(sent += 1)}`, text, all: false, sender, at, mentions, files: [] }),
      );
      if (message === undefined) throw new Error("it has no files");
      return message;
    };
    const search = async (userId: number, signs: readonly string[], more: Partial<SearchQuery> = {}) => {
      const words = signs.length === 0 ? [] : [{ signs, isPrefix: false }];
      const none = {
        senderIds: undefined,
        roomIds: undefined,
        has: new Set<never>(),
        before: undefined,
        after: undefined,
      };
      const found = await on.stores.chat.search({ userId, words, ...none, limit: 10, cursor: undefined, ...more });
      return found.map(({ message }) => message.text);
    };

    it("CHAT-20 messages of parallel writers get places without gaps, and the same client id is one message", async () => {
      const room = await open("busy");
      await Promise.all(Array.from({ length: 20 }, (_, at) => write(room, `m${at}`)));
      const kept = await on.stores.chat.history({ roomId: room.id, thread: 0, from: 1, to: 100 });
      expect(kept.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
      expect(kept.map(({ seq }) => seq)).toEqual(kept.map(({ n }) => n));
      const { ann } = await people();
      const first = kept[0]?.client_id ?? "";
      expect(await inRoom(room, (held) => held.sentBy(ann.id, first))).toEqual(kept[0]);
      const again = inRoom(room, (held) =>
        held.addMessage({
          thread: null,
          client_id: first,
          text: "x",
          all: false,
          sender: { id: ann.id, name: "A", username: "ann" },
          at: 1,
          mentions: [],
          files: [],
        }),
      );
      await expect(again).rejects.toThrow();
      expect(await on.stores.chat.heads(room.id)).toMatchObject({ seq: 20, n: 20 });
    });

    it("CHAT-39 all changes since a number are found, each message once and in its current state", async () => {
      const room = await open("changes");
      const [one, two] = [await write(room, "one"), await write(room, "two")];
      await inRoom(room, (held) => held.changeMessage(one, { reactions: [{ emoji: "👍", by: ["1"] }] }));
      await write(room, "answer", { thread: two.id });
      const changed = await on.stores.chat.changedSince(room.id, 1, 10);
      expect(changed.map(({ text, seq }) => [text, seq])).toEqual([
        ["two", 2],
        ["one", 3],
        ["answer", 4],
      ]);
      expect(changed[1]?.reactions).toEqual([{ emoji: "👍", by: ["1"] }]);
      expect(await on.stores.chat.places(room.id, two.id)).toEqual({ first: 1, last: 1 });
    });

    it("CHAT-43 a search covers only the user's rooms, and finds words, sequences of characters and beginnings", async () => {
      const { ann, ben, cat } = await people();
      const room = await open("words");
      const texts = [
        "Crème brûlée at noon",
        "明日は東京です",
        "o'neill's \\ \"quoted\" & more | less",
        "see https://example.com",
      ];
      const [first] = await Promise.all(texts.map((text) => write(room, text)));
      expect(await search(ann.id, ["creme"])).toEqual([texts[0]]);
      expect(await search(ben.id, ["東", "京"])).toEqual([texts[1]]);
      expect(await search(ben.id, ["京", "東"])).toEqual([]);
      expect(await search(ann.id, ["neill"])).toEqual([texts[2]]);
      expect(await search(ann.id, [], { words: [{ signs: ["bru"], isPrefix: true }] })).toEqual([texts[0]]);
      expect(await search(ann.id, [], { has: new Set(["link"]) })).toEqual([texts[3]]);
      expect(await search(ann.id, ["noon"], { senderIds: [ben.id] })).toEqual([]);
      expect(await search(ann.id, ["noon"], { before: 2_000 })).toEqual([]);
      expect(await search(cat.id, ["noon"])).toEqual([]);
      if (first === undefined) throw new Error("it was written");
      await inRoom(room, (held) => held.changeMessage(first, { text: "changed" }));
      expect([await search(ann.id, ["noon"]), await search(ann.id, ["changed"])]).toEqual([[], ["changed"]]);
      await inRoom(room, (held) => held.changeMessage({ ...first, text: "changed" }, { deleted: true, text: "" }));
      expect(await search(ann.id, ["changed"])).toEqual([]);
      await inRoom(room, (held) => held.remove());
      expect(await search(ann.id, ["neill"])).toEqual([]);
    });

    it("CHAT-7 lists are sorted and narrowed, with the last message, members and unread mentions", async () => {
      const { ann, ben, cat, realmId } = await people();
      const [early, late] = [await open("Alpha", "c", 1_000), await open("Béta", "c", 5_000)];
      await write(early, "hi", { mentions: [ben.id], at: 3_000 });
      const query: RoomQuery = {
        realmId,
        userId: ben.id,
        type: "c",
        scope: "joined",
        hidden: false,
        words: [],
        sort: "lm",
        descending: true,
        limit: 10,
        offset: 0,
      };
      const names = async (more: Partial<RoomQuery> = {}) =>
        (await on.stores.chat.rooms({ ...query, ...more })).rooms.map(({ room }) => room.name);
      expect(await names()).toEqual(["Béta", "Alpha"]);
      expect(await names({ descending: false, limit: 1 })).toEqual(["Alpha"]);
      expect(await names({ words: ["bet"] })).toEqual(["Béta"]);
      expect([
        await names({ scope: "browse" }),
        await names({ scope: "browse", userId: cat.id, sort: "name" }),
      ]).toEqual([[], ["Béta", "Alpha"]]);
      const [listed] = (await on.stores.chat.rooms({ ...query, words: ["alpha"] })).rooms;
      expect(listed).toMatchObject({
        usersCount: 2,
        owner: { id: ann.id },
        member: { read: 0 },
        mentions: [1],
        last: { text: "hi" },
      });
      await inRoom(early, (held) => held.changeMember(ben.id, { read: 1, open: false }));
      expect(await on.stores.chat.subscription(early.id, ben.id)).toMatchObject({
        member: { read: 1, open: false },
        mentions: [],
      });
      expect(await inRoom(early, (held) => held.openForAll())).toEqual([ben.id]);
      await inRoom(late, (held) => held.change({ archivedAt: 1, name: "Beta 2" }));
      expect([await names(), await names({ scope: "archived" })]).toEqual([["Alpha"], ["Beta 2"]]);
      expect(
        await on.stores.chat.createRoom({
          realmId,
          type: "c",
          name: "ÁLPHA",
          topic: "",
          readOnly: false,
          directKey: null,
          at: 1,
          members: [],
        }),
      ).toBeUndefined();
    });

    it("CHAT-27 drafts, saved messages and threads are a person's own", async () => {
      const { ann, ben } = await people();
      const room = await open("own");
      const root = await write(room, "root");
      const { chat } = on.stores;
      const draft = { roomId: room.id, thread: 0, text: "a", version: 5 };
      expect(await chat.saveDraft(ben.id, draft, 1)).toEqual(draft);
      expect(await chat.saveDraft(ben.id, { ...draft, text: "b", version: 4 }, 1)).toEqual(draft);
      expect(await chat.saveDraft(ben.id, { ...draft, thread: root.id }, 1)).toBeUndefined();
      expect(await chat.draft(ben.id, room.id, root.id)).toBeUndefined();
      const emptied = { ...draft, text: "", version: 6 };
      await chat.saveDraft(ben.id, emptied, 1);
      expect([await chat.draft(ben.id, room.id, 0), await chat.drafts(ben.id)]).toEqual([emptied, [emptied]]);
      await chat.saveDraft(ben.id, { ...draft, version: 7 }, 1);
      await chat.save(ben.id, room.id, root.id, 9);
      await chat.save(ben.id, room.id, root.id, 9);
      expect(await chat.saved(ben.id, { limit: 5, offset: 0 })).toMatchObject({
        total: 1,
        messages: [{ text: "root" }],
      });
      await inRoom(room, (held) => held.follow(root.id, ben.id, 0));
      await write(room, "answer", { thread: root.id });
      expect(await chat.threads(ben.id, 5)).toMatchObject([{ read: 0, n: 1, message: { text: "root" } }]);
      await chat.readThread(ben.id, room.id, root.id, 1);
      expect(await chat.threads(ben.id, 5)).toMatchObject([{ read: 1 }]);
      await inRoom(room, (held) => held.removeMember(ben.id));
      expect([
        await chat.saved(ben.id, { limit: 5, offset: 0 }),
        await chat.threads(ben.id, 5),
        await chat.drafts(ben.id),
        await chat.draft(ben.id, room.id, 0),
      ]).toEqual([{ total: 0, messages: [] }, [], [], undefined]);
      expect(await chat.membersAmong(room.id, [ann.id, ben.id])).toMatchObject({ userIds: new Set([ann.id]) });
    });

    it("CHAT-10 people with the right to read chats are found, and whether they have a number for text messages", async () => {
      const { ann, ben, cat, realmId } = await people();
      const { chat } = on.stores;
      expect((await chat.contacts(realmId)).map(({ username }) => username).toSorted()).toEqual(["ann", "ben"]);
      expect(await chat.otherAccounts(realmId)).toMatchObject([{ id: cat.id, username: "cat" }]);
      expect(await chat.contactsBy(realmId, { ids: [ann.id, cat.id] })).toMatchObject([{ username: "ann" }]);
      expect(await chat.contactsBy(realmId + 1, { usernames: ["ben"] })).toEqual([]);
      expect(await chat.textingPeople(realmId)).toEqual(new Set([ann.id]));
      expect(
        await chat.memberPage({ roomId: (await open("x")).id, words: ["ben"], limit: 5, offset: 0 }),
      ).toMatchObject({ total: 1, members: [{ id: ben.id, role: "member" }] });
    });

    it("CHAT-70 devices of all servers count, and those of a server that ended are forgotten", async () => {
      const { ann, realmId } = await people();
      const { chatPresence } = on.stores;
      await chatPresence.setCounts("one", ann.id, { devices: 1, idle: 1, calls: 0 });
      await chatPresence.setCounts("two", ann.id, { devices: 2, idle: 0, calls: 1 });
      const of = async () =>
        (await chatPresence.presences(realmId, "present")).map(({ userId, devices, idle }) => ({
          userId,
          devices,
          idle,
        }));
      expect(await of()).toEqual([{ userId: ann.id, devices: 3, idle: 1 }]);
      expect(await chatPresence.presences(realmId, "present")).toMatchObject([{ calls: 1, busyOnCalls: false }]);
      expect(await chatPresence.forgetServer("two")).toEqual([{ userId: ann.id, realmId }]);
      expect(await of()).toEqual([{ userId: ann.id, devices: 1, idle: 1 }]);
      await chatPresence.setCounts("one", ann.id, { devices: 0, idle: 0, calls: 0 });
      expect(await of()).toEqual([]);
      expect(await chatPresence.preferences(ann.id)).toEqual({ busyOnCalls: false, callLines: true });
      await chatPresence.setPreferences(ann.id, { busyOnCalls: true });
      await chatPresence.choose(ann.id, { status: "busy", typeId: null }, "Out");
      await chatPresence.choose(ann.id, { status: "away", typeId: null }, undefined);
      await chatPresence.setPreferences(ann.id, { callLines: false });
      expect(await chatPresence.preferences(ann.id)).toEqual({ busyOnCalls: true, callLines: false });
      expect(await chatPresence.presences(realmId, { userIds: [ann.id] })).toMatchObject([
        { busyOnCalls: true, chosen: { status: "away", message: "Out" } },
      ]);
      const change = { by: ann.id, at: 1_000 };
      expect(await chatPresence.addType(realmId, { name: "Out", type: "busy" }, { ...change, most: 1 })).toBe("added");
      expect(await chatPresence.addType(realmId, { name: "out", type: "busy" }, { ...change, most: 1 })).toBe("exists");
      expect(await chatPresence.addType(realmId, { name: "In", type: "busy" }, { ...change, most: 1 })).toBe("tooMany");
    });

    // SQLite has one connection for all.
    it.runIf(kind === "PostgreSQL")(
      "CHAT-47 many people who write in a room at once leave database connections to everybody else",
      async () => {
        const [busy, other] = [await open("Busy"), await open("Other")];
        let letGo = (): void => undefined;
        const first = inRoom(busy, () => new Promise<void>((resolve) => (letGo = resolve)));
        const writers = Array.from({ length: 40 }, (_, at) => write(busy, `text ${at}`));
        expect((await write(other, "meanwhile")).text).toBe("meanwhile");
        expect(await on.stores.chat.heads(busy.id)).toMatchObject({ n: 0 });
        letGo();
        await first;
        const places = (await Promise.all(writers)).map(({ n }) => n);
        expect(new Set(places)).toEqual(new Set(writers.map((_, at) => at + 1)));
      },
    );
  });
}

onEachDatabase(suite);
