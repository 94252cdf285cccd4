import {
  CHAT_LIMITS,
  DEFAULT_CHAT_NOTICES,
  endpoints,
  listSmsConversations,
  type ChatNotices,
} from "@callpanel/contract";
import type { SipPhone } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../../administration/index.ts";
import { WAIT } from "../../../../test/wait.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";

const PLAIN = ["Content-Type", "text/plain;charset=utf-8"] as const;
const CUSTOMER = "+14165550199";
/** Alice's. */
const DID = "+14165550101";

/** Without direct numbers. */
const OTHERS = `
realm: demo
groups:
  - { name: reading, permissions: ["chats:read", "configs:read", "softphone:read", "softphone:write"] }
  - { name: writing, permissions: ["chats:read", "chats:write", "configs:read", "softphone:read", "softphone:write"] }
users:
  - { username: rita, first_name: Rita, last_name: R, extension: 178, password: callpanel-demo, groups: [reading] }
  - { username: wren, first_name: Wren, last_name: W, extension: 179, password: callpanel-demo, groups: [writing] }
`;

describe("text messages of telephones", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let alice: SipPhone;
  beforeAll(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(OTHERS));
    sockets = await openSockets(server);
    alice = await sockets.registered("alice");
  });
  afterAll(async () => {
    sockets.cut();
    await server.remove();
  });

  /** The phone system loads new people from time to time. */
  const newcomer = async (username: string): Promise<SipPhone> => {
    const { sip } = await sockets.phone(username);
    await vi.waitFor(async () => {
      await server.clock.advance(500);
      expect((await sip.register()).status).toBe(200);
    }, WAIT);
    return sip;
  };
  const write = async (to: string, body: string, more: object = {}, phone = alice) =>
    (await phone.request("MESSAGE", { to, headers: [PLAIN], body, ...more })).status;
  /** The direct conversation of two, as one of them reads it. */
  const between = async (one: string, other: string): Promise<readonly string[]> => {
    const people = await Promise.all([one, other].map(async (name) => server.stores.users.byUsername(name)));
    const ids = people.map((user) => user?.id ?? 0).toSorted((a, b) => a - b);
    const room = await server.stores.chat.directRoom(`${people[0]?.realm.id ?? 0}:${ids.join(",")}`);
    if (room === undefined) return [];
    const { body } = await server.get(`/api/v1/chats/rooms/${room.id}/messages`, other);
    return endpoints.listChatMessages.response.parse(body).messages.map(({ from, text }) => `${from.name}: ${text}`);
  };

  it("TEXT-1 a text to an extension or name is in the direct conversation of the two", async () => {
    expect(await write("102", "Zoë\r\nis here")).toBe(202);
    expect(await write("bob", "and again")).toBe(202);
    expect(await between("alice", "bob")).toEqual(["Alice Archer: Zoë\nis here", "Alice Archer: and again"]);
  });

  it("TEXT-2 a number that leads to no person gets 404", async () => {
    for (const to of ["999", "nobody", "800", "*43", "600", "sip:102@elsewhere.example"])
      expect([to, await write(to, "x")]).toEqual([to, 404]);
  });

  it("TEXT-2 a person who may only read cannot write, and nobody can write to a person without chat", async () => {
    const rita = await newcomer("rita");
    expect(await write("102", "x", {}, rita)).toBe(403);
    expect(await between("rita", "bob")).toEqual([]);
    expect(await write("105", "x")).toBe(480);
  });

  it("TEXT-3 a text may be as long as a chat message, and no longer", async () => {
    expect(await write("103", "x".repeat(CHAT_LIMITS.textChars))).toBe(202);
    expect(await write("103", "x".repeat(CHAT_LIMITS.textChars + 1))).toBe(413);
    expect(await between("alice", "carol")).toHaveLength(1);
  });

  it("TEXT-5 a message that is sent again is stored once", async () => {
    const again = { callId: "again", fromTag: "same", cseq: 3 };
    for (const body of ["once", "once"]) expect(await write("104", body, again)).toBe(202);
    expect(await write("104", "twice", { ...again, cseq: 4 })).toBe(202);
    expect(await between("alice", "dave")).toEqual(["Alice Archer: once", "Alice Archer: twice"]);
  });

  it("TEXT-8 TEXT-9 a direct message goes to the other person's telephone if they want that, and never back to its author", async () => {
    const takes = { headers: [["Allow", "INVITE, ACK, BYE, MESSAGE"]] } as const;
    const { sip: desk } = await sockets.phone("dave");
    await desk.register(takes);
    await alice.register(takes);
    const arrived = (phone: SipPhone) =>
      phone.strays.filter(({ method }) => method === "MESSAGE").map(({ body }) => body);
    const choose = async (change: Partial<ChatNotices>) => {
      const body = { ...DEFAULT_CHAT_NOTICES, ...change };
      expect((await server.send("PUT", "/api/v1/chats/notices", "dave", body)).status).toBe(200);
    };
    await write("104", "not wanted");
    await choose({ desk_phone: true });
    await write("104", "**wanted** & <b>plain</b>");
    await vi.waitFor(() => expect(arrived(desk)).toEqual(["wanted & <b>plain</b>"]), WAIT);
    await choose({
      desk_phone: true,
      quiet: { ...DEFAULT_CHAT_NOTICES.quiet, enabled: true, from: "00:00", to: "00:00" },
    });
    await write("104", "at a quiet hour");
    await choose({ desk_phone: true });
    await write("104", "later");
    await vi.waitFor(() => expect(arrived(desk)).toEqual(["wanted & <b>plain</b>", "later"]), WAIT);
    expect(arrived(alice)).toEqual([]);
  });

  it("TEXT-6 to an outside number it is an SMS from the first number that the person shares; without a number it is refused", async () => {
    expect(await write(CUSTOMER, "Hello")).toBe(202);
    const { data } = listSmsConversations.response.parse(
      (await server.get("/api/v1/chats/sms_messages", "alice")).body,
    );
    expect(JSON.stringify(data)).toContain(DID);
    const writer = await newcomer("wren");
    expect(await write(CUSTOMER, "Hello", {}, writer)).toBe(403);
    expect(await write("911", "Help")).toBe(404);
  });
});
