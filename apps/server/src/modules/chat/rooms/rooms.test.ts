import { endpoints, errorBodySchema, type ChatRoom } from "@callpanel/contract";
import { DefaultQueryExecutor } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRoom, sendForm } from "../../../../test/chat-client.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../../administration/index.ts";

const OTHER = `
realm: other
groups: [{ name: chat, permissions: ["chats:read", "chats:write", "configs:read"] }]
users:
  - { username: mallory, first_name: Mallory, last_name: M, extension: 101, password: callpanel-demo, groups: [chat] }
`;
const BASE = "/api/v1/chats";

describe("rooms", () => {
  let server: TestServer;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(OTHER));
    for (const name of ["alice", "bob", "carol", "dave", "erin", "grace", "hiro", "ines", "jamal", "mallory"])
      ids.set(name, String((await server.stores.users.byUsername(name))?.id));
  });
  afterAll(() => server.remove());

  const uid = (name: string): string => ids.get(name) ?? "";
  const act = async (who: string, action: string, body: object) => {
    const answer = await server.send("POST", `${BASE}/rooms/${action}`, who, body);
    return answer.status === 200 ? answer.body : errorBodySchema.parse(answer.body).code;
  };
  const get = async (who: string, path: string) => {
    const answer = await server.get(`${BASE}/${path}`, who);
    return answer.status === 200 ? answer.body : errorBodySchema.parse(answer.body).code;
  };
  const create = async (who: string, fields: Readonly<Record<string, string>>) => {
    const answer = await sendForm(server, who, `${BASE}/new_conversation`, fields);
    return answer.status === 200
      ? endpoints.newConversation.response.parse(answer.body).room
      : errorBodySchema.parse(answer.body).code;
  };
  const channels = async (who: string, query = ""): Promise<readonly ChatRoom[]> =>
    endpoints.listChatChannels.response.parse(await get(who, `channels${query}`)).data;

  it("CHAT-1 a group that the user may not see gets the same answer as one that does not exist: status, body and database statements", async () => {
    const { id } = await createRoom(server, "alice", {
      channel_name: "hidden",
      destinations: uid("bob"),
      message: "psst",
    });
    const execute = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
    const asked = async (
      ask: (id: string) => Promise<{ readonly status: number; readonly body: unknown }>,
      of: string,
    ) => {
      execute.mockClear();
      const { status, body } = await ask(of);
      const statements = execute.mock.calls.map(([{ sql }]) => sql).filter((sql) => sql.includes("chat_"));
      return { status, body, statements };
    };
    const get = (path: (id: string) => string) => (of: string) => server.get(`${BASE}/${path(of)}`, "dave");
    const post =
      (action: string, more: object = {}) =>
      (of: string) =>
        server.send("POST", `${BASE}/rooms/${action}`, "dave", { room_id: of, ...more });
    const all: ReadonlyArray<readonly [string, Parameters<typeof asked>[0]]> = [
      ["room", get((of) => `rooms/${of}`)],
      ...["messages", "messages?unread=1", "messages?id=1", "pins", "keeping", "acts", "export"].map(
        (what) => [what, get((of) => `rooms/${of}/${what}`)] as const,
      ),
      ["members", get((of) => `rooms/members?room_id=${of}`)],
      ...["open", "close", "join", "leave", "archive", "restore", "delete"].map((what) => [what, post(what)] as const),
      ...["kick", "invite", "add_owner", "remove_owner"].map(
        (what) => [what, post(what, { rocket_uid: uid("bob") })] as const,
      ),
      ["rename", post("rename", { name: "mine" })],
      ["change", post("change", { topic: "mine" })],
      ["notify", post("notify", { notify: "all" })],
      ["keep", post("keep", { days: 30 })],
      [
        "draft",
        (of) => server.send("PUT", `${BASE}/drafts`, "dave", { room: of, thread: null, text: "x", version: 1 }),
      ],
      ["file", (of) => sendForm(server, "dave", `${BASE}/files`, { room_id: of, name: "a.txt", file: "text" })],
    ];
    for (const [what, ask] of all) {
      const hidden = await asked(ask, id);
      const nowhere = await asked(ask, "999999");
      expect(hidden, what).toEqual(nowhere);
      expect(hidden.status, what).toBe(404);
    }
    execute.mockRestore();
  });

  it("CHAT-1 a group does not exist for others, nor does anything of another company", async () => {
    const group = await createRoom(server, "alice", {
      channel_name: "secret",
      destinations: uid("bob"),
      message: "psst",
    });
    const channel = await createRoom(server, "alice", { channel_name: "town", channel_type: "c", message: "inside" });
    const nowhere = "999999";
    const [dave, mallory] = ["dave", "mallory"];
    for (const [who, id] of [
      [dave, group.id],
      [mallory, group.id],
      [mallory, channel.id],
      [dave, nowhere],
      [dave, "1; drop table chat_rooms"],
      [dave, "-1"],
    ] as const) {
      expect(await get(who, `rooms/${encodeURIComponent(id)}`), `${who} ${id}`).toBe("chats.room.gone");
      expect(await get(who, `rooms/${encodeURIComponent(id)}/messages`)).toBe("chats.room.gone");
      expect(await get(who, `rooms/${encodeURIComponent(id)}/pins`)).toBe("chats.room.gone");
      expect(await get(who, `rooms/members?room_id=${encodeURIComponent(id)}`)).toBe("chats.room.gone");
      for (const action of ["open", "close", "join", "leave", "archive", "restore", "delete"])
        expect(await act(who, action, { room_id: id }), action).toBe("chats.room.gone");
      for (const action of ["kick", "invite", "add_owner", "remove_owner"])
        expect(await act(who, action, { room_id: id, rocket_uid: uid("bob") }), action).toBe("chats.room.gone");
      expect(await act(who, "rename", { room_id: id, name: "mine" })).toBe("chats.room.gone");
      expect(await act(who, "notify", { room_id: id, notify: "all" })).toBe("chats.room.gone");
    }
    // A channel is seen without its messages.
    expect(await get(dave, `rooms/${channel.id}`)).toMatchObject({
      name: "town",
      n: 0,
      lastMessage: null,
      subscription: null,
    });
    expect(await get(dave, `rooms/${channel.id}/messages`)).toBe("chats.room.gone");
    expect((await channels(mallory, "?scope=browse")).map(({ name }) => name)).not.toContain("town");
    expect((await channels(dave, "?scope=browse")).map(({ name }) => name)).toContain("town");
    // Nobody of another company is drawn in.
    expect(await act("alice", "invite", { room_id: group.id, rocket_uid: uid("mallory") })).toBe("chats.person.gone");
    expect(await create("mallory", { destinations: uid("alice") })).toBe("chats.person.gone");
    expect(await act("alice", "archive", { room_id: channel.id })).toMatchObject({ archived: true });
    expect(await get(dave, `rooms/${channel.id}`)).toBe("chats.room.gone");
  });

  it("CHAT-4 names are unique among channels, and among a user's groups", async () => {
    expect(await create("alice", { channel_name: "Ideas & Plans", channel_type: "c" })).toMatchObject({
      name: "Ideas-Plans",
    });
    expect(await create("bob", { channel_name: "ideas/plâns", channel_type: "c" })).toBe("chats.room.nameTaken");
    expect(await create("alice", { channel_name: "Pay", destinations: uid("bob") })).toMatchObject({ name: "Pay" });
    expect(await create("bob", { channel_name: "pay" })).toBe("chats.room.nameTaken");
    expect(await create("dave", { channel_name: "pay" })).toMatchObject({ name: "pay" });
    expect(await create("dave", { channel_name: "\u200B\u202E!" })).toBe("chats.room.name");
    const mine = await createRoom(server, "bob", { channel_name: "other-name", channel_type: "c" });
    expect(await act("bob", "rename", { room_id: mine.id, name: "Ideas Plans" })).toBe("chats.room.nameTaken");
    expect(await act("bob", "rename", { room_id: mine.id, name: "OTHER name" })).toMatchObject({ name: "OTHER-name" });
    const together = await Promise.all(
      ["alice", "bob", "dave"].map((who) => create(who, { channel_name: "race", channel_type: "c" })),
    );
    expect(together.filter((one) => one === "chats.room.nameTaken")).toHaveLength(2);
  });

  it("CHAT-5 owners decide, members do not, and the last owner stays until there is another one", async () => {
    const { id: room_id } = await createRoom(server, "alice", {
      channel_name: "owners",
      destinations: [uid("bob"), uid("carol")].join(","),
    });
    for (const action of ["archive", "delete"])
      expect(await act("bob", action, { room_id })).toBe("chats.room.notOwner");
    expect(await act("bob", "kick", { room_id, rocket_uid: uid("alice") })).toBe("chats.room.notOwner");
    expect(await act("bob", "add_owner", { room_id, rocket_uid: uid("bob") })).toBe("chats.room.notOwner");
    expect(await act("bob", "rename", { room_id, name: "x" })).toBe("chats.room.notOwner");
    expect(await act("bob", "invite", { room_id, rocket_uid: uid("dave") })).toMatchObject({ usersCount: 4 });
    expect(await act("alice", "leave", { room_id })).toBe("chats.room.lastOwner");
    expect(await act("alice", "remove_owner", { room_id, rocket_uid: uid("alice") })).toBe("chats.room.lastOwner");
    expect(await act("alice", "kick", { room_id, rocket_uid: uid("alice") })).toBe("chats.room.lastOwner");
    expect(await act("alice", "leave", { room_id, rocket_uid: uid("erin") })).toBe("chats.room.notMember");
    expect(await act("alice", "leave", { room_id, rocket_uid: uid("carol") })).toEqual({ success: true });
    expect(await get("carol", `rooms/${room_id}`)).toMatchObject({ owner: { uid: uid("carol") }, usersCount: 3 });
    expect(await act("carol", "add_owner", { room_id, rocket_uid: uid("bob") })).toMatchObject({});
    expect(await act("carol", "leave", { room_id })).toEqual({ success: true });
    expect(await act("bob", "kick", { room_id, rocket_uid: uid("dave") })).toMatchObject({ usersCount: 1 });
    expect(await get("dave", `rooms/${room_id}`)).toBe("chats.room.gone");
    expect(await act("bob", "leave", { room_id, rocket_uid: uid("bob") })).toBe("chats.room.lastOwner");
    expect(await act("bob", "delete", { room_id })).toEqual({ success: true });
    expect(await get("bob", `rooms/${room_id}`)).toBe("chats.room.gone");
  });

  it("CHAT-5 without an owner, the longest-standing member becomes one", async () => {
    const left = `
realm: demo
groups: []
users:
  - { username: quitter, first_name: Q, last_name: Q, extension: 177, password: callpanel-demo, groups: [staff] }
`;
    await applyCompany(server.stores.company, parseCompanyFile(left));
    const { id: room_id } = await createRoom(server, "quitter", {
      channel_name: "orphans",
      destinations: [uid("bob"), uid("carol")].join(","),
    });
    const quitter = await server.stores.users.byUsername("quitter");
    await server.stores.company.atomically((company) => company.removeUser(quitter?.id ?? 0));
    const own = (roles: readonly string[]) => ({ subscription: { roles } });
    expect(await get("bob", `rooms/${room_id}`)).toMatchObject(own(["owner", "member"]));
    expect(await get("carol", `rooms/${room_id}`)).toMatchObject(own(["member"]));
    expect(await get("carol", `rooms/members?room_id=${room_id}`)).toMatchObject({
      data: [
        { username: "bob", roles: ["owner", "member"] },
        { username: "carol", roles: ["member"] },
      ],
    });
    expect(await act("carol", "rename", { room_id, name: "mine" })).toBe("chats.room.notOwner");
    expect(await act("bob", "rename", { room_id, name: "ours" })).toMatchObject({
      name: "ours",
      owner: { uid: uid("bob") },
    });
  });

  it("CHAT-5 while the only owner is suspended, the longest-standing active member is the owner", async () => {
    const { id: room_id } = await createRoom(server, "grace", {
      channel_name: "interim",
      destinations: [uid("hiro"), uid("ines"), uid("jamal")].join(","),
    });
    const suspend = (suspended: boolean, ...usernames: readonly string[]) =>
      applyCompany(server.stores.company, {
        realm: "demo",
        groups: [],
        users: usernames.map((username) => ({ username, suspended })),
        services: [],
      });
    const seen = (who: string) => get(who, `rooms/${room_id}`);
    const shown = (owner: string, ...roles: readonly string[]) => ({
      owner: { uid: uid(owner) },
      subscription: { roles },
    });
    await suspend(true, "grace", "hiro");
    expect(await seen("ines")).toMatchObject(shown("ines", "owner", "member"));
    expect(await seen("jamal")).toMatchObject(shown("ines", "member"));
    expect(await act("jamal", "rename", { room_id, name: "mine" })).toBe("chats.room.notOwner");
    expect(await act("ines", "rename", { room_id, name: "ours" })).toMatchObject({ name: "ours" });
    await suspend(false, "hiro");
    expect(await act("ines", "rename", { room_id, name: "mine" })).toBe("chats.room.notOwner");
    await suspend(false, "grace");
    expect(await seen("jamal")).toMatchObject(shown("grace", "member"));
  });

  it("CHAT-7 lists have 50 rooms, sorted by their last message or by name; hidden direct ones are left out", async () => {
    for (let at = 0; at < 55; at += 1) {
      await createRoom(server, "carol", { channel_name: `list-${at}`, channel_type: "c" });
      server.clock.leap(1_000);
    }
    const first = endpoints.listChatChannels.response.parse(await get("carol", "channels"));
    expect([first.total, first.data.length]).toEqual([55, 50]);
    expect(first.data[0]?.name).toBe("list-54");
    expect((await channels("carol", "?sort_direction=1"))[0]?.name).toBe("list-0");
    expect((await channels("carol", "?offset=50")).map(({ name }) => name)).toEqual([
      "list-4",
      "list-3",
      "list-2",
      "list-1",
      "list-0",
    ]);
    expect((await channels("carol", "?sort_property=name&sort_direction=1&limit=2")).map(({ name }) => name)).toEqual([
      "list-0",
      "list-1",
    ]);
    expect((await channels("carol", "?search=LIST-33")).map(({ name }) => name)).toEqual(["list-33"]);
    expect(await channels("bob", "?search=list")).toEqual([]);
    const direct = await createRoom(server, "carol", { destinations: uid("dave"), message: "hi" });
    expect(await get("dave", "direct_messages?search=chen")).toMatchObject({
      total: 1,
      data: [{ to_user: { name: "Carol Chen" }, unread: 1 }],
    });
    await server.send("POST", `${BASE}/direct_messages/close`, "dave", { room_id: direct.id });
    expect(await get("dave", "direct_messages?search=chen")).toMatchObject({ total: 0 });
    expect(await get("dave", "direct_messages?search=chen&hidden=1")).toMatchObject({
      total: 1,
      data: [{ open: false }],
    });
    await createRoom(server, "carol", { destinations: uid("dave"), message: "there?" });
    expect(await get("dave", "direct_messages?search=chen")).toMatchObject({
      total: 1,
      data: [{ open: true, unread: 2 }],
    });
  });

  it("CHAT-8 the same people have one direct conversation, and it can only be hidden", async () => {
    const [one, other] = await Promise.all([
      createRoom(server, "alice", { destinations: uid("dave") }),
      createRoom(server, "dave", { destinations: uid("alice") }),
    ]);
    expect(one.id).toBe(other.id);
    const three = await createRoom(server, "alice", { destinations: `${uid("dave")},${uid("bob")}` });
    expect(three).toMatchObject({ type: "d", usersCount: 3, usernames: ["alice", "bob", "dave"] });
    expect(await createRoom(server, "alice", {})).toMatchObject({
      type: "d",
      usersCount: 1,
      to_user: { uid: uid("alice") },
    });
    const room_id = one.id;
    for (const action of ["leave", "archive", "restore", "delete"])
      expect(await act("alice", action, { room_id }), action).toBe("chats.room.direct");
    for (const action of ["kick", "add_owner", "remove_owner", "invite"])
      expect(await act("alice", action, { room_id, rocket_uid: uid("dave") }), action).toBe("chats.room.direct");
    expect(await act("alice", "rename", { room_id, name: "x" })).toBe("chats.room.direct");
    const everybody = (await server.stores.chat.contacts(1))
      .map(({ id }) => id)
      .slice(0, 12)
      .join(",");
    expect(await create("alice", { destinations: everybody })).toBe("chats.people.tooMany");
    expect(await create("alice", { is_sms: "true", sms_destination: "+14165550100" })).toBe("chats.sms.did");
  });

  it("CHAT-11 a name has no characters that change the direction of text or are invisible, in any list and at messages", async () => {
    const company = parseCompanyFile(
      `
realm: other
users:
  - { username: mallory, first_name: "\u202Eyrollam\u202C\u200B", last_name: "\u2066X\u2069 ab\u200Ccd", extension: 101, password: callpanel-demo, groups: [chat] }
  - { username: nobody, first_name: "\u200B", last_name: "\uFEFF", extension: 102, password: callpanel-demo, groups: [chat] }
`,
    );
    await applyCompany(server.stores.company, company);
    const room = await createRoom(server, "mallory", { channel_name: "names", channel_type: "c", message: "hello" });
    const name = "yrollam X ab\u200Ccd";
    expect(room.lastMessage?.from.name).toBe(name);
    const page = endpoints.listChatMessages.response.parse(await get("mallory", `rooms/${room.id}/messages`));
    expect(page.messages[0]?.from.name).toBe(name);
    const { data } = endpoints.listAllChatUsers.response.parse(
      (await server.get("/api/v1/users/all_chat_users", "mallory")).body,
    );
    expect(data.map((one) => one.name).toSorted()).toEqual(["nobody", name].toSorted());
  });

  it("CHAT-10 messages cannot be sent to people who may not use the panel or not read chats", async () => {
    const answer = await server.get("/api/v1/users/all_chat_users", "alice");
    const { data, others } = endpoints.listAllChatUsers.response.parse(answer.body);
    const names = data.map(({ username }) => username);
    expect(names).toContain("bob");
    expect(names).not.toContain("frank");
    // Their names are known where they reacted.
    expect(others).toContainEqual({ uid: uid("erin"), name: "Erin Evans" });
    expect(others.some((one) => names.includes(one.name) || one.name.startsWith("Mallory"))).toBe(false);
    expect(names).not.toContain("mallory");
    expect(data.find(({ username }) => username === "alice")).toMatchObject({
      smsCapable: true,
      chatUserId: uid("alice"),
    });
    expect(names.includes("erin")).toBe(false);
    expect(await create("alice", { destinations: uid("erin") })).toBe("chats.person.gone");
    expect(await get("erin", "channels")).toBe("request.forbidden");
  });
});
