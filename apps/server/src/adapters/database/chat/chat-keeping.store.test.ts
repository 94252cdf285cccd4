import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import type { HeldRoom } from "../../../modules/chat/index.ts";

const COMPANY = `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }]
users:
  - { username: ann, first_name: Ann, last_name: Zed, extension: 101, password: callpanel-demo, groups: [chat] }
  - { username: ben, first_name: Ben, last_name: Young, extension: 102, password: callpanel-demo, groups: [chat] }
`;

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`keeping of chat messages, on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);
    const setUp = async () => {
      const { chat, users } = on.stores;
      const [ann, ben] = await Promise.all(["ann", "ben"].map((name) => users.byUsername(name)));
      if (ann === undefined || ben === undefined) throw new Error("they are in the company");
      const members = [ann, ben].map(({ id }) => ({ userId: id, role: "owner", notify: "all" }) as const);
      const base = { realmId: ann.realm.id, type: "p", topic: "", readOnly: false, directKey: null, at: 1 } as const;
      const room = await chat.createRoom({ ...base, name: "old", members });
      if (room === undefined) throw new Error("the room is new");
      const inRoom = async <T>(run: (held: HeldRoom) => Promise<T>): Promise<T> => {
        const done = await chat.inRoom(room.id, async (held) => ({ result: await run(held) }));
        if (done === undefined) throw new Error("the room is there");
        return done.result;
      };
      let sent = 0;
      const write = async (at: number, more: { thread?: number; mentions?: number[]; files?: string[] } = {}) => {
        const { thread = null, mentions = [], files = [] } = more;
        const sender = { id: ann.id, name: "Ann", username: "ann" };
        const client_id = `c-${(sent += 1)}`;
        const message = await inRoom((held) =>
          held.addMessage({ thread, client_id, text: `word${sent}`, all: false, sender, at, mentions, files }),
        );
        if (message === undefined) throw new Error("its files are there");
        return message;
      };
      return { chat, ann, ben, room, inRoom, write };
    };

    it("CHAT-82 a part is removed with words, files, mentions, threads, and people's saved messages and drafts of it; unread stays right", async () => {
      const { chat, ann, ben, room, inRoom, write } = await setUp();
      const upload = (id: string) =>
        chat.addFile({
          id,
          roomId: room.id,
          userId: ann.id,
          message: null,
          name: id,
          bytes: 1,
          kind: "other",
          type: "x",
          width: null,
          height: null,
          whole: id,
          shown: null,
          thumbnail: null,
          uploadedAt: 1,
        });
      for (const id of ["f1", "f2", "f3"]) await upload(id);
      const root = await write(1_000, { files: ["f1"], mentions: [ben.id] });
      await write(2_000, { mentions: [ben.id] });
      // Younger than the limit: it goes with the message that it answers.
      await write(9_000, { thread: root.id, files: ["f2"] });
      const young = await write(9_000, { files: ["f3"], mentions: [ben.id] });
      await inRoom((held) => held.follow(root.id, ben.id, 0));
      await chat.save(ben.id, room.id, root.id, 1);
      await chat.save(ben.id, room.id, young.id, 1);
      await chat.saveDraft(ben.id, { roomId: room.id, thread: root.id, text: "draft", version: 1 }, 9);
      await inRoom((held) => held.changeMessage(root, { pinnedBy: ann.id }));

      const part = await on.stores.chatKeeping.expired(room.id, 5_000, 10);
      if (part === undefined) throw new Error("two messages are old");
      expect({ ...part, files: part.files.toSorted() }).toEqual({
        roots: [1, 2],
        answers: [3],
        upTo: 2,
        files: ["f1", "f2"],
      });
      expect(await on.stores.chatKeeping.remove(room.id, part)).toEqual({
        removed: 3,
        files: expect.arrayContaining(["f1", "f2"]),
        people: expect.arrayContaining([ann.id, ben.id]),
      });
      expect(await on.stores.chatKeeping.expired(room.id, 5_000, 10)).toBeUndefined();
      const listed = await chat.room(room.id, ben.id);
      expect(listed?.room).toMatchObject({ n: 3, first: { n: 3, id: young.id } });
      expect([listed?.member?.read, listed?.mentions]).toEqual([2, [3]]);
      expect(await chat.places(room.id, 0)).toEqual({ first: 3, last: 3 });
      expect(await chat.message(room.id, 3)).toBeUndefined();
      expect(await chat.pins(room.id, 10)).toEqual([]);
      expect(await chat.threads(ben.id, 10)).toEqual([]);
      expect(await chat.drafts(ben.id)).toEqual([]);
      expect((await chat.saved(ben.id, { limit: 10, offset: 0 })).messages.map(({ id }) => id)).toEqual([young.id]);
      expect([await chat.file("f1"), await chat.file("f2"), (await chat.file("f3"))?.id]).toEqual([
        undefined,
        undefined,
        "f3",
      ]);
      const none = {
        senderIds: undefined,
        roomIds: undefined,
        has: new Set<never>(),
        before: undefined,
        after: undefined,
      };
      const words = [{ signs: ["word"], isPrefix: true }];
      const found = await chat.search({ userId: ben.id, words, ...none, limit: 10, cursor: undefined });
      expect(found.map(({ message }) => message.id)).toEqual([young.id]);
      // The next message has the next place, as if nothing had happened.
      expect(await write(10_000)).toMatchObject({ n: 4 });
    });

    it("CHAT-82 where everything is removed the room begins with its next message", async () => {
      const { chat, ann, room, write } = await setUp();
      for (const at of [1, 2, 3]) await write(at);
      const part = await on.stores.chatKeeping.expired(room.id, 5_000, 10);
      if (part !== undefined) await on.stores.chatKeeping.remove(room.id, part);
      expect(await chat.room(room.id, ann.id)).toMatchObject({
        room: { n: 3, seq: 3, first: { n: 4, id: 4 } },
        member: { read: 3 },
        last: undefined,
      });
      expect(await write(9_000)).toMatchObject({ id: 4, n: 4, seq: 4 });
    });

    it("CHAT-83 answers that come while a part is removed go too, and a long thread goes in parts", async () => {
      const { chat, room, write } = await setUp();
      const root = await write(1);
      for (let at = 0; at < 5; at += 1) await write(2, { thread: root.id });
      const first = await on.stores.chatKeeping.expired(room.id, 5_000, 3);
      expect(first).toMatchObject({ roots: [], answers: [2, 3, 4], upTo: 0 });
      if (first !== undefined) await on.stores.chatKeeping.remove(room.id, first);
      expect((await chat.room(room.id, 0))?.room.first).toEqual({ n: 1, id: 1 });
      const second = await on.stores.chatKeeping.expired(room.id, 5_000, 3);
      expect(second).toMatchObject({ roots: [1], answers: [5, 6] });
      await write(3, { thread: root.id });
      if (second !== undefined)
        expect(await on.stores.chatKeeping.remove(room.id, second)).toMatchObject({ removed: 4 });
      expect(await chat.changedSince(room.id, 0, 10)).toEqual([]);
    });

    it("CHAT-83 a thread whose answers fit into a part goes with its message; of a longer one at least the last answer stays", async () => {
      const { room, write } = await setUp();
      const roots = [await write(1), await write(1), await write(1)];
      for (const [at, count] of [2, 3, 1].entries())
        for (let answer = 0; answer < count; answer += 1) await write(2, { thread: roots[at]?.id ?? 0 });
      const { expired, remove } = on.stores.chatKeeping;
      const first = await expired(room.id, 5_000, 3);
      expect(first).toEqual({ roots: [1], answers: [4, 5], upTo: 1, files: [] });
      if (first !== undefined) await remove(room.id, first);
      expect(await expired(room.id, 5_000, 3)).toEqual({ roots: [2], answers: [6, 7, 8], upTo: 2, files: [] });
      expect(await expired(room.id, 5_000, 2)).toEqual({ roots: [], answers: [6, 7], upTo: 0, files: [] });
    });
  });
}

onEachDatabase(suite);
