import { CHAT_LIMITS, endpoints, errorBodySchema, type ChatOrder } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { chatPeer, clientId, createRoom, type ChatPeer } from "../../../../test/chat-client.ts";
import { openChatOffice } from "../../../../test/chat-office.ts";
import { bearer, type TestServer } from "../../../../test/test-server.ts";
import type { TestSockets } from "../../../../test/test-sockets.ts";

const BASE = "/api/v1/chats";

describe("messages", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let alice: ChatPeer;
  let bob: ChatPeer;
  let carol: ChatPeer;
  openChatOffice((office) => {
    ({ server, sockets, alice, bob, carol } = office);
  });

  let rooms = 0;
  const group = (...people: readonly ChatPeer[]) => {
    const fields = { channel_name: `group-${(rooms += 1)}`, destinations: people.map(({ uid }) => uid).join(",") };
    return createRoom(server, "alice", fields).then(({ id }) => id);
  };
  const orderOf = async (peer: ChatPeer, order: ChatOrder) => {
    server.clock.leap(1_000);
    const answer = await peer.order(order);
    return answer.type === "refused" ? answer.code : (answer.message ?? "done");
  };
  const write = (peer: ChatPeer, room: string, text: string, more: object = {}) =>
    orderOf(peer, { order: "send", room, client_id: clientId(), text, ...more });
  const get = async (who: string, path: string) => {
    // Tests wind the clock past the end of tokens.
    const headers = bearer((await server.signIn(who)).access_token);
    const answer = await server.app.inject({ url: `${BASE}/${path}`, headers });
    const body: unknown = answer.json();
    return answer.statusCode === 200 ? body : errorBodySchema.parse(body).code;
  };
  const act = async (who: string, action: string, payload: object) => {
    const headers = bearer((await server.signIn(who)).access_token);
    return (await server.app.inject({ method: "POST", url: `${BASE}/rooms/${action}`, headers, payload })).statusCode;
  };
  const history = async (who: string, room: string, query = "") =>
    endpoints.listChatMessages.response.parse(await get(who, `rooms/${room}/messages${query}`));

  it("CHAT-20 a message is seen by the others, and sending it again gives the same message", async () => {
    const room = await group(bob);
    await bob.next("room", (frame) => frame.room.id === room);
    bob.say({ type: "open", room });
    await bob.next("changes", (frame) => frame.room === room);
    const order = { order: "send", room, client_id: clientId(), text: "Hello @bob" } as const;
    const first = await orderOf(alice, order);
    const together = await Promise.all([1, 2, 3].map(() => alice.order({ ...order, text: "another text" })));
    expect(first).toMatchObject({
      n: 1,
      text: "Hello @bob",
      mentions: [bob.uid],
      from: { uid: alice.uid, name: "Alice Archer" },
    });
    for (const again of together) expect(again).toMatchObject({ type: "done", message: first });
    expect(await bob.next("change", (frame) => frame.room === room)).toMatchObject({
      seq: 1,
      message: { text: "Hello @bob" },
    });
    await bob.settled();
    expect(bob.frames.filter((frame) => frame.type === "change" && frame.room === room)).toHaveLength(1);
    // The same id of another person is another message.
    expect(await orderOf(bob, order)).toMatchObject({ n: 2, from: { uid: bob.uid } });
  });

  it("CHAT-20 nothing in a frame can set the sender", async () => {
    const room = await group(bob);
    bob.say({
      type: "order",
      request: "forged",
      order: {
        order: "send",
        room,
        client_id: clientId(),
        text: "x",
        from: { uid: alice.uid, name: "Alice" },
        sender_id: Number(alice.uid),
      },
    });
    const done = await bob.next("done", (frame) => frame.request === "forged");
    expect(done.message?.from).toEqual({ uid: bob.uid, name: "Bob Brandt" });
  });

  it("CHAT-21 only its author edits a message; author and owners delete it, and its place stays", async () => {
    const room = await group(bob, carol);
    const sent = await bob.send(room, "one @carol");
    const { id } = sent;
    expect(await orderOf(alice, { order: "edit", room, id, text: "hers" })).toBe("chats.message.notYours");
    expect(await orderOf(carol, { order: "delete", room, id })).toBe("chats.message.notYours");
    expect(await orderOf(bob, { order: "edit", room, id, text: "two @alice" })).toMatchObject({
      text: "two @alice",
      mentions: [alice.uid],
    });
    expect(await get("carol", `rooms/${room}`)).toMatchObject({ unread: 1, subscription: { mentions: [] } });
    expect(await get("alice", `rooms/${room}`)).toMatchObject({ subscription: { mentions: [1] } });
    await orderOf(carol, { order: "react", room, id, emoji: "👍", on: true });
    const gone = { id, n: 1, deleted: true, text: "", mentions: [], reactions: [], files: [], pinned_by: null };
    expect(await orderOf(alice, { order: "delete", room, id })).toMatchObject(gone);
    expect(await orderOf(bob, { order: "delete", room, id })).toMatchObject(gone);
    for (const order of [
      { order: "edit", room, id, text: "again" },
      { order: "react", room, id, emoji: "👍", on: true },
      { order: "pin", room, id, on: true },
    ] as const)
      expect(await orderOf(bob, order)).toBe("chats.message.gone");
    expect(await write(bob, room, "answer", { thread: id })).toBe("chats.message.gone");
    expect(await bob.send(room, "next")).toMatchObject({ n: 2 });
    expect(await get("alice", `search?q=two in:group-${rooms}`)).toMatchObject({ data: [] });
  });

  it("CHAT-22 a user who writes has read the room; a read mark moves forward, and back only on purpose", async () => {
    const room = await group(bob);
    for (const text of ["a", "b", "c"]) await alice.send(room, text);
    const unread = async (who: string) => {
      const found = endpoints.getChatRoom.response.parse(await get(who, `rooms/${room}`));
      return [found.unread, found.subscription?.read];
    };
    expect([await unread("alice"), await unread("bob")]).toEqual([
      [0, 3],
      [3, 0],
    ]);
    await orderOf(bob, { order: "read", room, n: 2 });
    expect(await unread("bob")).toEqual([1, 2]);
    await orderOf(bob, { order: "read", room, n: 1 });
    expect(await unread("bob")).toEqual([1, 2]);
    await orderOf(bob, { order: "read", room, n: 999 });
    expect(await unread("bob")).toEqual([0, 3]);
    await orderOf(bob, { order: "unread", room, n: 2 });
    expect(await unread("bob")).toEqual([2, 1]);
    await bob.send(room, "d");
    expect([await unread("alice"), await unread("bob")]).toEqual([
      [1, 3],
      [0, 4],
    ]);
    await server.send("POST", `${BASE}/rooms/invite`, "alice", { room_id: room, rocket_uid: carol.uid });
    expect(await unread("carol")).toEqual([0, 4]);
  });

  it("CHAT-23 texts are kept as written, within limits", async () => {
    const room = await group(bob);
    const texts = [
      "<script>alert(1)</script>",
      "**bold** [x](javascript:alert(1))",
      "a\u202Eb\u200Bc",
      "'; drop table x; --",
      "\ud83d\udc4d\n\n  tab\t",
    ];
    for (const text of texts) expect(await write(alice, room, text)).toMatchObject({ text });
    expect(await write(alice, room, "a\u0000b\ud800c")).toMatchObject({ text: "ab\ufffdc" });
    expect(await write(alice, room, "x".repeat(CHAT_LIMITS.textChars))).toMatchObject({ n: 7 });
    expect(await write(alice, room, "x".repeat(CHAT_LIMITS.textChars + 1))).toBe("chats.message.tooLong");
    expect(await write(alice, room, "x".repeat(100_000))).toBe("chats.message.tooLong");
    for (const text of ["", "  \n\t ", "\u0000"]) expect(await write(alice, room, text)).toBe("chats.message.empty");
    expect(await write(alice, room, "x", { files: ["nothing"] })).toBe("chats.message.files");
    expect(await get("bob", `rooms/${room}`)).toMatchObject({ unread: 7 });
  });

  it("CHAT-24 only members are named, and everybody by @all", async () => {
    const room = await group(bob);
    expect(await write(alice, room, "@bob @carol @alice @mallory")).toMatchObject({ mentions: [bob.uid], all: false });
    expect(await write(alice, room, "@here look")).toMatchObject({ mentions: [], all: true });
    expect(await get("bob", `rooms/${room}`)).toMatchObject({ subscription: { mentions: [1, 2] } });
    expect(await get("alice", `rooms/${room}`)).toMatchObject({ subscription: { mentions: [] } });
  });

  it("CHAT-24 a user who mentions everybody does not mention themselves, also after they marked it as unread", async () => {
    const room = await group(bob);
    await alice.send(room, "@all hello");
    await orderOf(bob, { order: "unread", room, n: 1 });
    await orderOf(alice, { order: "unread", room, n: 1 });
    expect(await get("alice", `rooms/${room}`)).toMatchObject({ unread: 1, subscription: { mentions: [] } });
    expect(await get("bob", `rooms/${room}`)).toMatchObject({ unread: 1, subscription: { mentions: [1] } });
  });

  it("CHAT-25 replies have their own places, and are sent as notices to those who follow the thread", async () => {
    const room = await group(bob, carol);
    const root = await alice.send(room, "question");
    const answer = await bob.send(room, "answer", { thread: root.id });
    expect(answer).toMatchObject({ thread: root.id, n: 1 });
    expect(await write(carol, room, "deeper", { thread: answer.id })).toBe("chats.message.gone");
    expect(await write(carol, room, "nowhere", { thread: 999 })).toBe("chats.message.gone");
    await bob.send(room, "more @carol", { thread: root.id });
    expect(await get("carol", `rooms/${room}`)).toMatchObject({ n: 1, unread: 1, subscription: { mentions: [] } });
    expect(await history("carol", room)).toMatchObject({
      messages: [{ id: root.id, replies: { count: 2, by: [bob.uid] } }],
    });
    expect((await history("carol", room, `?thread=${root.id}`)).messages.map(({ text }) => text)).toEqual([
      "answer",
      "more @carol",
    ]);
    const followed = async (who: string) =>
      endpoints.listChatThreads.response.parse(await get(who, "threads")).data.filter((one) => one.room === room);
    expect(await followed("alice")).toMatchObject([{ root: root.id, n: 2, read: 0 }]);
    expect(await followed("bob")).toMatchObject([{ n: 2, read: 2 }]);
    expect(await followed("carol")).toMatchObject([{ n: 2, read: 1 }]);
    await orderOf(alice, { order: "readThread", room, thread: root.id, n: 2 });
    await orderOf(carol, { order: "follow", room, thread: root.id, on: false });
    expect(await followed("alice")).toMatchObject([{ n: 2, read: 2 }]);
    expect(await followed("carol")).toEqual([]);
    const follows = async (who: string) => (await history(who, room, `?thread=${root.id}`)).followed;
    expect([await follows("alice"), await follows("carol")]).toEqual([true, false]);
    await orderOf(carol, { order: "follow", room, thread: root.id, on: true });
    expect([await follows("carol"), (await history("carol", room)).followed]).toEqual([true, null]);
    await orderOf(carol, { order: "follow", room, thread: root.id, on: false });
    const told = await alice.next(
      "activity",
      (frame) => frame.room === room && frame.thread === root.id && frame.n === 2,
    );
    expect(told.followers.toSorted()).toEqual([alice.uid, bob.uid, carol.uid].toSorted());
  });

  it("CHAT-28 how far a thread is read, and whether it is followed, is sent only to the user's own devices", async () => {
    const room = await group(bob);
    const phone = await chatPeer(server, sockets, "alice");
    const root = await alice.send(room, "question");
    await bob.send(room, "answer", { thread: root.id });
    await orderOf(alice, { order: "readThread", room, thread: root.id, n: 1 });
    const told = { room, root: root.id };
    const next = (read: number, followed: boolean) =>
      phone.next("thread", (frame) => frame.room === room && frame.read === read && frame.followed === followed);
    expect(await next(1, true)).toMatchObject({ ...told, n: 1 });
    await orderOf(alice, { order: "follow", room, thread: root.id, on: false });
    expect(await next(0, false)).toMatchObject(told);
    await bob.send(room, "more", { thread: root.id });
    // When a user chooses to follow, the existing replies are read.
    await orderOf(alice, { order: "follow", room, thread: root.id, on: true });
    expect(await next(2, true)).toMatchObject({ ...told, n: 2 });
    await orderOf(alice, { order: "follow", room, thread: root.id, on: false });
    await bob.send(room, "@alice", { thread: root.id });
    expect(await phone.next("thread", (frame) => frame.room === room && frame.n === 3)).toMatchObject({ read: 2 });
    await bob.settled();
    expect(bob.frames.filter(({ type }) => type === "thread")).toEqual([]);
    phone.socket.terminate();
  });

  it("CHAT-26 reactions are added once and removed, up to their limits", async () => {
    const room = await group(bob);
    const { id } = await alice.send(room, "party");
    const react = (peer: ChatPeer, emoji: string, on = true) => orderOf(peer, { order: "react", room, id, emoji, on });
    await Promise.all([react(alice, "🎉"), react(alice, "🎉"), react(bob, "🎉"), react(bob, "🎉")]);
    const known = async () =>
      (await history("bob", room)).messages[0]?.reactions.map(({ emoji, by }) => [emoji, by.length]);
    expect(await known()).toEqual([["🎉", 2]]);
    expect(await react(bob, "🎉", false)).toMatchObject({ reactions: [{ emoji: "🎉", by: [alice.uid] }] });
    expect(await react(bob, "🎉", false)).toMatchObject({ reactions: [{ by: [alice.uid] }] });
    for (const wrong of ["x", "🎉🎉", "<b>"]) expect(await react(bob, wrong)).toBe("chats.reaction.emoji");
    // 10,000 kinds: most are refused, and the message stays small.
    const answers = new Set<string>();
    for (let at = 0; at < 60; at += 1) {
      const answer = await react(bob, String.fromCodePoint(0x1f600 + at));
      answers.add(typeof answer === "string" ? answer : "done");
    }
    expect(answers).toEqual(new Set(["done", "chats.reaction.tooMany"]));
    expect(await known()).toHaveLength(CHAT_LIMITS.reactionKinds);
  });

  it("CHAT-27 pins belong to the room, saved messages and drafts to a person, and are gone with the membership", async () => {
    const room = await group(bob);
    const sent = await alice.send(room, "keep this");
    expect(await orderOf(bob, { order: "pin", room, id: sent.id, on: true })).toMatchObject({ pinned_by: bob.uid });
    expect(await get("alice", `rooms/${room}/pins`)).toMatchObject({ total: 1, data: [{ id: sent.id }] });
    await orderOf(bob, { order: "save", room, id: sent.id, on: true });
    expect(await orderOf(bob, { order: "save", room, id: 999, on: true })).toBe("chats.message.gone");
    const draft = (text: string, version: number, at = room) =>
      server.send("PUT", `${BASE}/drafts`, "bob", { room: at, thread: null, text, version });
    expect((await draft("newer", 20)).body).toMatchObject({ text: "newer", version: 20 });
    expect((await draft("older", 10)).body).toMatchObject({ text: "newer", version: 20 });
    expect((await draft("x", 1, "999999")).status).toBe(404);
    expect(await bob.next("draft", (frame) => frame.draft.room === room)).toMatchObject({ draft: { text: "newer" } });
    const own = async () => [await get("bob", "saved"), await get("bob", "drafts")];
    expect(await own()).toMatchObject([
      { total: 1, data: [{ message: { id: sent.id } }] },
      { data: [{ text: "newer" }] },
    ]);
    await server.send("POST", `${BASE}/rooms/kick`, "alice", { room_id: room, rocket_uid: bob.uid });
    expect(await own()).toMatchObject([{ total: 0, data: [] }, { data: [] }]);
  });

  it("CHAT-6 archived rooms are read-only, and in read-only rooms only owners write", async () => {
    const room = await group(bob);
    const sent = await bob.send(room, "before the end");
    await server.send("POST", `${BASE}/rooms/change`, "alice", { room_id: room, ro: true });
    expect(await write(bob, room, "x")).toBe("chats.room.readOnly");
    expect(await orderOf(bob, { order: "edit", room, id: sent.id, text: "x" })).toBe("chats.room.readOnly");
    expect(await orderOf(bob, { order: "react", room, id: sent.id, emoji: "👍", on: true })).toMatchObject({
      id: sent.id,
    });
    expect(await write(alice, room, "notice")).toMatchObject({ n: 2 });
    await server.send("POST", `${BASE}/rooms/archive`, "alice", { room_id: room });
    for (const order of [
      { order: "send", room, client_id: clientId(), text: "x" },
      { order: "edit", room, id: 3, text: "x" },
      { order: "delete", room, id: 3 },
      { order: "react", room, id: sent.id, emoji: "👀", on: true },
      { order: "pin", room, id: sent.id, on: true },
    ] as const)
      expect(await orderOf(alice, order), order.order).toMatch(/chats\.room\.archived|chats\.message\.gone/);
    expect((await history("bob", room)).messages).toHaveLength(2);
    expect(await get("bob", "search?q=before the end")).toMatchObject({ data: [{ message: { id: sent.id } }] });
    await server.send("POST", `${BASE}/rooms/restore`, "alice", { room_id: room });
    expect(await write(alice, room, "again")).toMatchObject({ n: 3 });
  });

  it("CHAT-40 history is read by page, around a place, a message, a date and the read mark", async () => {
    const room = await group(bob);
    const times: number[] = [];
    for (let n = 1; n <= 30; n += 1) {
      server.clock.leap(1_000);
      times.push((await alice.send(room, `m${n}`)).at);
    }
    const places = async (query: string) => (await history("bob", room, query)).messages.map(({ n }) => n);
    expect(await places("?limit=3")).toEqual([28, 29, 30]);
    expect(await places("?limit=3&before=28")).toEqual([25, 26, 27]);
    expect(await places("?limit=3&before=3")).toEqual([1, 2]);
    expect(await places("?limit=3&after=29")).toEqual([30]);
    expect(await places("?limit=4&around=10")).toEqual([8, 9, 10, 11]);
    expect(await places("?limit=4&around=30")).toEqual([27, 28, 29, 30]);
    expect(await places("?limit=4&around=1")).toEqual([1, 2, 3, 4]);
    expect(await places(`?limit=2&date=${times[9]}`)).toEqual([10, 11]);
    expect(await places(`?limit=2&date=${(times[9] ?? 0) + 1}`)).toEqual([11, 12]);
    expect(await places(`?limit=2&date=${(times[29] ?? 0) + 1}`)).toEqual([30]);
    await orderOf(bob, { order: "read", room, n: 20 });
    expect(await places("?limit=4&unread=1")).toEqual([19, 20, 21, 22]);
    expect(await places("?limit=4&id=5")).toEqual([3, 4, 5, 6]);
    expect(await get("bob", `rooms/${room}/messages?id=999`)).toBe("chats.message.gone");
    expect(await history("bob", room, "?limit=1")).toMatchObject({ n: 30, first: 1, seq: 30, thread: null });
  });

  it("CHAT-43 a search finds nothing of rooms of which the user is not a member, with any query", async () => {
    const room = await group(bob);
    await alice.send(room, "zebra confidential");
    const channel = await createRoom(server, "alice", { channel_name: "zoo", channel_type: "c" });
    await alice.send(channel.id, "zebra in public");
    for (const q of [
      "zebra",
      "zeb",
      "from:alice zebra",
      `in:group-${rooms} zebra`,
      "in:zoo zebra",
      `in:group-${rooms}`,
    ])
      expect(await get("carol", `search?q=${encodeURIComponent(q)}`), q).toEqual({ data: [], cursor: null });
    expect(await get("bob", "search?q=zebra")).toMatchObject({ data: [{ message: { text: "zebra confidential" } }] });
    await act("alice", "kick", { room_id: room, rocket_uid: bob.uid });
    expect(await get("bob", "search?q=zebra")).toEqual({ data: [], cursor: null });
    expect(await act("carol", "join", { room_id: channel.id })).toBe(200);
    expect(await get("carol", "search?q=zebra")).toMatchObject({ data: [{ message: { text: "zebra in public" } }] });
  });

  it("CHAT-44 a search is narrowed by person, room, kind and day, and continues where the last page ended", async () => {
    const room = await group(bob);
    for (const text of ["apple pie", "Äpple tart https://example.com", "apple and pear"]) await alice.send(room, text);
    server.clock.leap(3 * 86_400_000);
    await bob.send(room, "apple later");
    const texts = async (q: string) => {
      const found = endpoints.searchChat.response.parse(
        await get("alice", `search?q=${encodeURIComponent(`in:group-${rooms} ${q}`)}`),
      );
      return found.data.map(({ message }) => message.text);
    };
    expect(await texts("apple")).toEqual([
      "apple later",
      "apple and pear",
      "Äpple tart https://example.com",
      "apple pie",
    ]);
    expect(await texts("pear APP")).toEqual(["apple and pear"]);
    expect(await texts("pear apple")).toEqual(["apple and pear"]);
    expect(await texts("from:bob apple")).toEqual(["apple later"]);
    expect(await texts("from:@alice pie")).toEqual(["apple pie"]);
    expect(await texts("from:nobody apple")).toEqual([]);
    expect(await texts("has:link")).toEqual(["Äpple tart https://example.com"]);
    const [{ at } = { at: 0 }] = (await history("alice", room, "?limit=1")).messages;
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    expect(await texts(`after:${day(at)} apple`)).toEqual(["apple later"]);
    expect(await texts(`before:${day(at)} pie`)).toEqual(["apple pie"]);
    const page = endpoints.searchChat.response.parse(await get("alice", `search?q=apple in:group-${rooms}&limit=3`));
    const rest = endpoints.searchChat.response.parse(
      await get("alice", `search?q=apple in:group-${rooms}&limit=3&cursor=${page.cursor}`),
    );
    expect([page.data.length, rest.data.map(({ message }) => message.text), rest.cursor]).toEqual([
      3,
      ["apple pie"],
      null,
    ]);
  });

  it("CHAT-45 words of scripts without spaces are found, and characters of query languages mean nothing", async () => {
    const room = await group(bob);
    await alice.send(room, "明日は東京で会議です multi-agent");
    const count = async (q: string) =>
      endpoints.searchChat.response.parse(await get("bob", `search?q=${encodeURIComponent(q)}`)).data.length;
    expect(await Promise.all(["東京", "会議", "京東", "multi-agent", "MULTI"].map(count))).toEqual([1, 1, 0, 1, 1]);
    for (const q of [
      '"',
      "* OR 1=1",
      "NEAR(a b)",
      "a AND",
      "words:x",
      "'a' | 'b'",
      "\\",
      "(((",
      "東京' & 'x",
      "-",
      "a:*",
    ])
      expect(await get("bob", `search?q=${encodeURIComponent(q)}`), q).toMatchObject({ data: expect.any(Array) });
    expect(await get("bob", `search?q=${"x".repeat(500)}`)).toBe("request.invalid");
  });
});
