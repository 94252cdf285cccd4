import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";

const COMPANY = `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }, { name: phones, permissions: ["softphone:read"] }]
users:
  - { username: ann, first_name: Ann, last_name: Zed, extension: 101, password: callpanel-demo, groups: [chat] }
  - { username: ben, first_name: Bén, last_name: Young, extension: 102, password: callpanel-demo, groups: [chat] }
  - { username: cat, first_name: Cat, last_name: Xu, extension: 103, password: callpanel-demo, groups: [phones] }
`;
const NOW = 1_000;

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`notices on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);
    const open = async () => {
      const { users, chat, sessions, pushSubscriptions } = on.stores;
      const found = await Promise.all(["ann", "ben", "cat"].map((name) => users.byUsername(name)));
      const [ann = 0, ben = 0, cat = 0] = found.map((user) => user?.id);
      const realmId = found[0]?.realm.id ?? 0;
      for (const userId of [ann, ben, cat]) {
        const id = `session-${userId}`;
        const times = { createdAt: NOW, expiresAt: NOW + 100 };
        const token = { digest: id, kind: "access", sessionId: id, ...times, usedAt: null, parent: null } as const;
        await sessions.open(
          {
            id,
            userId,
            clientId: "panel",
            scope: "",
            ...times,
            revokedAt: null,
            device: { network: "", userAgent: "" },
          },
          [token],
        );
        const keys = { p256dh: "p", auth: "a", locale: "en-US" as const, createdAt: NOW };
        await pushSubscriptions.save({ subscription: { endpoint: id, userId, sessionId: id, ...keys }, most: 3 });
      }
      const members = [ann, ben, cat].map((userId) => ({
        userId,
        role: "member" as const,
        notify: "mentions" as const,
      }));
      const base = { realmId, type: "c" as const, topic: "", readOnly: false, directKey: null, at: NOW };
      const room = await chat.createRoom({ ...base, name: "all", members });
      const silent = await chat.createRoom({ ...base, name: "silent", members });
      if (room === undefined || silent === undefined) throw new Error("the rooms are new");
      return { realmId, ann, ben, cat, roomId: room.id, silent: silent.id };
    };

    it("CHATN-11 a person is absent if they may chat, are a member, have a browser with an open session, and use no device", async () => {
      const { realmId, ann, ben, cat, roomId } = await open();
      const { notices, chat, chatPresence, sessions } = on.stores;
      const absent = async (change: object = {}) =>
        (await notices.absent({ among: { roomId }, now: NOW, ...change })).map(({ userId }) => userId);
      expect(await notices.absent({ among: { roomId }, now: NOW })).toEqual([
        { userId: ann, level: "mentions" },
        { userId: ben, level: "mentions" },
      ]);
      expect(await absent({ only: ben })).toEqual([ben]);
      expect(await absent({ among: { realmId, userIds: [] } })).toEqual([]);
      expect(await absent({ among: { realmId, userIds: [ann, cat] } })).toEqual([ann]);
      expect(await absent({ among: { realmId: realmId + 1, userIds: [ann] } })).toEqual([]);
      expect(await absent({ now: NOW + 100 })).toEqual([]);
      await chatPresence.setCounts("one", ann, { devices: 2, idle: 1, calls: 0 });
      expect(await absent()).toEqual([ben]);
      await chatPresence.setCounts("one", ann, { devices: 2, idle: 2, calls: 0 });
      expect(await absent()).toEqual([ann, ben]);
      await chat.inRoom(roomId, (held) => held.removeMember(ben));
      expect([await absent(), await absent({ among: { realmId, userIds: [ben] } })]).toEqual([[ann], [ben]]);
      await sessions.revoke(`session-${ann}`, NOW);
      expect(await absent()).toEqual([]);
    });

    it("CHATN-10 unread messages of all rooms, of silent ones those that mention the person", async () => {
      const { ann, ben, roomId, silent } = await open();
      const { notices, chat } = on.stores;
      const send = (room: number, all: boolean, mentions: readonly number[] = []) =>
        chat.inRoom(room, (held) => {
          const sender = { id: ann, name: "Ann", username: "ann" };
          const client_id = `client-${room}-${held.room.n}`;
          return held.addMessage({ thread: null, client_id, text: "x", all, sender, at: NOW, mentions, files: [] });
        });
      await chat.inRoom(silent, (held) => held.changeMember(ben, { notify: "nothing" }));
      for (const room of [roomId, silent]) {
        await send(room, false);
        await send(room, true);
        await send(room, false, [ben]);
        await send(room, false, [ann]);
      }
      expect(await notices.unread([ben])).toEqual(new Map([[ben, 4 + 2]]));
      await chat.inRoom(roomId, (held) => held.changeMember(ben, { read: 3 }));
      await chat.inRoom(silent, (held) => held.changeMember(ben, { open: false }));
      expect(await notices.unread([ben, ann])).toEqual(
        new Map([
          [ben, 1],
          [ann, 8],
        ]),
      );
      expect(await notices.unread([])).toEqual(new Map());
    });

    it("CHATN-13 of each room there is one notification, and it is closed once", async () => {
      const { ann, ben } = await open();
      const { notices } = on.stores;
      const first = { userId: ann, tag: "chat-1", message: 3, n: 2, thread: 0 };
      const later = { ...first, message: 4, n: 1, thread: 3 };
      for (const one of [first, later, { ...later, userId: ben }]) await notices.keepPushed(one);
      expect(await notices.pushed(ann, "chat-1")).toEqual(later);
      expect(await notices.pushedOf("chat-1", 3)).toEqual([]);
      expect(new Set((await notices.pushedOf("chat-1", 4)).map(({ userId }) => userId))).toEqual(new Set([ann, ben]));
      expect([
        await notices.forgetPushed(first),
        await notices.forgetPushed(later),
        await notices.forgetPushed(later),
      ]).toEqual([false, true, false]);
      expect(await notices.pushed(ann, "chat-1")).toBeUndefined();
    });

    it("CHATN-4 a person is busy if they chose it, or a status of the company that means it", async () => {
      const { realmId, ann, ben, cat } = await open();
      const { chatPresence } = on.stores;
      await chatPresence.addType(realmId, { name: "Lunch", type: "away" }, { by: 0, at: 0, most: 9 });
      await chatPresence.addType(realmId, { name: "On site", type: "busy" }, { by: 0, at: 0, most: 9 });
      const types = await chatPresence.types(realmId);
      const kind = (name: string) => types.find((one) => one.name === name)?.id ?? null;
      await chatPresence.choose(ann, { status: "busy", typeId: null }, "");
      await chatPresence.choose(ben, { status: "busy", typeId: kind("Lunch") }, "");
      await chatPresence.choose(cat, { status: "online", typeId: kind("On site") }, "");
      expect(await chatPresence.chosenBusy([ann, ben, cat])).toEqual(new Set([ann, cat]));
    });
  });
}

onEachDatabase(suite);
