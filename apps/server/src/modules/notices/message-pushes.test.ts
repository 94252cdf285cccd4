import { DEFAULT_CHAT_NOTICES, endpoints, type ChatNotices, type RealtimeEvent } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { saveContact } from "../../../test/files/contact-forms.ts";
import { chatPeer, createRoom, type ChatPeer } from "../../../test/chat-client.ts";
import { startPushReceiver, type PushReceiver } from "@callpanel/testkit/push-receiver";
import { startSmsService, type SmsService } from "../../../test/sms-service.ts";
import { createTestServer, type TestServer, type TestServerOptions } from "../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../test/test-sockets.ts";
import { twilioSignature } from "../../adapters/sms/index.ts";
import { ownEvent } from "../realtime/index.ts";

let server: TestServer;
let sockets: TestSockets;
let receiver: PushReceiver;
let alice: ChatPeer;
const ids = new Map<string, string>();

async function open(options: TestServerOptions = {}) {
  receiver = await startPushReceiver();
  server = await createTestServer({ pushTestService: receiver.origin, takesMessages: false, ...options });
  sockets = await openSockets(server);
  for (const name of ["alice", "bob", "carol"]) ids.set(name, String((await server.stores.users.byUsername(name))?.id));
}
afterEach(async () => {
  sockets.cut();
  await server.remove();
  await receiver.stop();
});

const uid = (name: string): string => ids.get(name) ?? "";
const subscribe = async (who: string) => {
  const { endpoint, keys } = receiver;
  expect((await server.send("POST", "/api/v1/push/subscriptions", who, { endpoint, keys })).status).toBe(200);
};
const messages = () => receiver.received.map(({ message }) => message);
const bodies = () =>
  messages().map((one) => (typeof one === "object" && one !== null && "body" in one ? one.body : "closed"));
const choose = async (who: string, change: Partial<ChatNotices>) => {
  const answer = await server.send("PUT", "/api/v1/chats/notices", who, { ...DEFAULT_CHAT_NOTICES, ...change });
  expect(answer.status).toBe(200);
};
/** Everything of before has been sent: messages of one person and room are in order, so the last is the one to wait for. */
const told = (...expected: string[]) => expect.poll(bodies).toEqual(expected);
const isPresent = (who: string) =>
  expect.poll(async () => (await server.stores.chatPresence.presences(1, { username: who }))[0]);

describe("messages to people without an open page", () => {
  let room: string;
  beforeEach(async () => {
    await open();
    alice = await chatPeer(server, sockets, "alice");
    room = (await createRoom(server, "alice", { destinations: uid("bob"), message: "first" })).id;
    await subscribe("bob");
  });

  it("CHATN-10 PUSH-2 a message is pushed with its author, its text without marks, and the number of unread messages", async () => {
    const message = await alice.send(room, "see **this**, `now`");
    await told("see this, now");
    expect(messages()[0]).toEqual({
      kind: "show",
      tag: `chat-${room}`,
      title: "Alice Archer",
      body: "see this, now",
      path: `/chat/d/${room}`,
      urgent: false,
      sound: true,
      unread: 2,
    });
    const [{ headers } = {}] = receiver.received;
    expect(headers).toMatchObject({ ttl: "86400", "content-encoding": "aes128gcm" });
    expect(headers?.topic).toMatch(/^[\w-]{32}$/);
    await alice.order({ order: "edit", room, id: message.id, text: "changed" });
    await alice.order({ order: "react", room, id: message.id, emoji: "👍", on: true });
    await alice.send(room, "second");
    await told("see this, now", "second");
    expect(server.logText()).not.toContain("see this");
  });

  it("CHATN-10 a push of a room has the room's name, and mentions and followed threads decide as they do on a page", async () => {
    const general = (
      await createRoom(server, "alice", { channel_name: "launch", destinations: uid("bob"), message: "go" })
    ).id;
    await alice.send(general, "nobody in particular");
    await alice.send(general, "@bob look");
    await told("Alice Archer: @bob look");
    expect(messages()[0]).toMatchObject({ title: "launch", path: `/chat/p/${general}` });
    const bob = await chatPeer(server, sockets, "bob");
    const root = await bob.send(general, "who comes?");
    bob.socket.close();
    await isPresent("bob").toMatchObject({ devices: 0 });
    const answer = await alice.send(general, "I do", { thread: root.id });
    await told("Alice Archer: @bob look", "closed", "Alice Archer: I do");
    expect(messages()[2]).toMatchObject({ path: `/chat/p/${general}/${answer.id}` });
  });

  it("CHATN-2 CHATN-14 a person who has a page open gets no push, unless nobody uses that page", async () => {
    const bob = await chatPeer(server, sockets, "bob");
    await isPresent("bob").toMatchObject({ devices: 1, idle: 0 });
    await alice.send(room, "at the page");
    bob.say({ type: "idle", idle: true });
    await isPresent("bob").toMatchObject({ devices: 1, idle: 1 });
    await alice.send(room, "while idle");
    await told("while idle");
  });

  it("CHATN-3 the sender gets no push, and neither does a person who wants none", async () => {
    await subscribe("alice");
    await alice.send(room, "to bob");
    expect(
      (await server.send("POST", "/api/v1/chats/rooms/notify", "bob", { room_id: room, notify: "nothing" })).status,
    ).toBe(200);
    await subscribe("bob");
    await alice.send(room, "silent");
    await server.send("POST", "/api/v1/chats/rooms/notify", "bob", { room_id: room, notify: "all" });
    await choose("bob", { desktop: false });
    await alice.send(room, "not on the desktop");
    await choose("bob", { show_text: false, sound: false });
    await alice.send(room, "secret");
    await told("New message");
    expect(messages()[0]).toMatchObject({ sound: false, title: "Alice Archer" });
  });

  it("CHATN-4 CHATN-5 do not disturb, quiet hours and, if the person chose it, Busy suppress pushes on the server too", async () => {
    const quiet = { ...DEFAULT_CHAT_NOTICES.quiet, enabled: true };
    const minute = (at: number) => new Date(at).toISOString().slice(11, 16);
    const now = server.clock.now();
    await choose("bob", { quiet: { ...quiet, from: minute(now), to: minute(now + 600_000) } });
    await alice.send(room, "at night");
    server.clock.leap(600_000);
    await alice.send(room, "in the morning");
    await told("in the morning");
    const dnd = (enabled: 0 | 1) =>
      server.send("PUT", `/api/v1/users/${uid("bob")}/do_not_disturb`, "bob", { enabled });
    expect((await dnd(1)).status).toBe(200);
    await alice.send(room, "undisturbed");
    await dnd(0);
    const bob = await chatPeer(server, sockets, "bob");
    await server.send("PUT", "/api/v1/chats/presence/update", "bob", { status: "busy", message: "" });
    bob.socket.close();
    await isPresent("bob").toMatchObject({ devices: 0 });
    await choose("bob", { busy_is_quiet: true });
    await alice.send(room, "busy");
    await choose("bob", {});
    await alice.send(room, "busy and told");
    await told("in the morning", "busy and told");
  });

  it("CHATN-11 membership, right and session are checked when a push is sent", async () => {
    const general = (
      await createRoom(server, "alice", { channel_name: "left", destinations: uid("bob"), message: "go" })
    ).id;
    await server.send("POST", "/api/v1/chats/rooms/kick", "alice", { room_id: general, rocket_uid: uid("bob") });
    await alice.send(general, "@bob @all not for bob");
    const now = server.clock.now();
    const bob = Number(uid("bob"));
    const looked = { among: { roomId: Number(room) }, only: bob, now };
    expect(await server.stores.notices.absent(looked)).toEqual([{ userId: bob, level: "all" }]);
    expect(await server.stores.notices.absent({ ...looked, among: { roomId: Number(general) } })).toEqual([]);
    await alice.send(room, "still here");
    await told("still here");
    const [own] = await server.stores.pushSubscriptions.of(bob, now);
    await server.stores.sessions.revoke(own?.sessionId ?? "", now);
    expect(await server.stores.notices.absent(looked)).toEqual([]);
  });

  it("CHATN-13 a notification of a message that was read on one device or deleted disappears on the others", async () => {
    await alice.send(room, "one");
    await told("one");
    const bob = await chatPeer(server, sockets, "bob");
    await bob.order({ order: "read", room, n: 1 });
    await bob.order({ order: "read", room, n: 2 });
    await told("one", "closed");
    expect(messages()[1]).toEqual({ kind: "close", tag: `chat-${room}`, unread: 0 });
    await bob.order({ order: "unread", room, n: 2 });
    bob.socket.close();
    await isPresent("bob").toMatchObject({ devices: 0 });
    const { id } = await alice.send(room, "oops");
    await told("one", "closed", "oops");
    await alice.order({ order: "delete", room, id });
    await told("one", "closed", "oops", "closed");
  });

  it("CHATN-12 a message to a dead connection is pushed when the server gives the connection up", async () => {
    const bob = await chatPeer(server, sockets, "bob");
    await isPresent("bob").toMatchObject({ devices: 1 });
    bob.socket.removeAllListeners("message"); // it does not answer any more
    await server.clock.advance(1_000);
    await alice.send(room, "into the void");
    for (let beat = 0; beat < 3; beat += 1) {
      await server.clock.advance(15_000);
      await alice.settled();
    }
    await told("into the void");
  });

  it("CHATN-7 the settings belong to the person, and their other pages are notified of a change", async () => {
    const heard: Array<readonly [number, RealtimeEvent]> = [];
    server.bus.subscribe(ownEvent, ({ userId, event }) => void heard.push([userId, event]));
    await choose("bob", { sound: false });
    expect(heard).toEqual([
      [Number(uid("bob")), { action: "SETTING", realm: "demo", exten: "102", setting: "chat_notices" }],
    ]);
    const read = async (who: string) =>
      endpoints.getChatNotices.response.parse((await server.get("/api/v1/chats/notices", who)).body);
    expect([(await read("bob")).sound, (await read("alice")).sound]).toEqual([false, true]);
    const bad = { ...DEFAULT_CHAT_NOTICES, quiet: { ...DEFAULT_CHAT_NOTICES.quiet, time_zone: "Mars/Base" } };
    expect((await server.send("PUT", "/api/v1/chats/notices", "bob", bad)).status).toBe(400);
  });
});

describe("text messages to people without an open page", () => {
  const DID = "+14165550101"; // Alice's, of the demo company
  const PUBLIC = "https://phone.example.com";
  let service: SmsService;
  let sids = 0;
  const arrives = async (Body: string) => {
    const MessageSid = `SMin${(sids += 1)}`;
    const form = new URLSearchParams({ AccountSid: "AC1", MessageSid, From: "+14165550199", To: DID, Body });
    const signature = twilioSignature("token", `${PUBLIC}/webhooks/sms`, form);
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": signature,
      host: "phone.example.com",
    };
    await server.app.inject({ method: "POST", url: "/webhooks/sms", headers, payload: form.toString() });
  };

  it("CHATN-20 are sent to the people who share the number, and no longer when they are read", async () => {
    service = await startSmsService();
    await open({ smsUrl: service.twilioUrl, smsFrom: "+14165550100", publicUrl: PUBLIC });
    const heard: Array<RealtimeEvent> = [];
    server.bus.subscribe(ownEvent, ({ event }) => void heard.push(event));
    await subscribe("bob");
    await arrives("not for bob");
    await subscribe("alice");
    await arrives("are you *there*?");
    await told("are you *there*?");
    const [{ id } = { id: "" }] = endpoints.listSmsConversations.response.parse(
      (await server.get("/api/v1/chats/sms_messages", "alice")).body,
    ).data;
    expect(messages()[0]).toMatchObject({ tag: `sms-${id}`, title: "+14165550199", path: `/chat/d/sms/${id}` });
    expect(heard).toContainEqual({ action: "SMS", conversation: id, received: 2 });
    // The name that alice may read; bob's own contacts are not hers.
    for (const [who, last_name] of [
      ["bob", "Hidden"],
      ["alice", "Zimmer"],
    ] as const) {
      const phone_numbers = [{ phone_number: "+14165550199", extension: "", label: "work" }];
      await saveContact(server, who, { first_name: "Zoë", last_name, is_personal: true, phone_numbers });
      const body = `after ${last_name}`;
      await arrives(body);
      await told("are you *there*?", ...(who === "bob" ? [] : ["after Hidden"]), body);
      expect(messages().at(-1)).toMatchObject({ title: who === "bob" ? "+14165550199" : "Zoë Zimmer" });
    }
    await server.send("POST", "/api/v1/chats/sms_messages/read", "alice", { conversation_id: id, n: 4 });
    await told("are you *there*?", "after Hidden", "after Zimmer", "closed");
    await service.stop();
  });
});
