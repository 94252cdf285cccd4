import { endpoints, errorBodySchema } from "@callpanel/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { chatPeer, clientId, createRoom, sendForm, type ChatPeer } from "../../../../test/chat-client.ts";
import { openChatOffice } from "../../../../test/chat-office.ts";
import { commandLine } from "../../../../test/command-line.ts";
import type { TestServer } from "../../../../test/test-server.ts";
import type { TestSockets } from "../../../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../../administration/index.ts";
import { eraseMessages } from "./erasing.ts";

const OTHER = `
realm: other
groups: [{ name: chat, permissions: ["chats:read", "chats:write", "administration:manage_people"] }]
users:
  - { username: mallory, first_name: Mallory, last_name: M, extension: 101, password: callpanel-demo, groups: [chat] }
`;
const BASE = "/api/v1/chats";

describe("messages of a person, deleted on request", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let alice: ChatPeer;
  let bob: ChatPeer;
  openChatOffice((office) => {
    ({ server, sockets, alice, bob } = office);
  });
  beforeAll(async () => {
    await applyCompany(server.stores.company, parseCompanyFile(OTHER));
    const grace = (await server.stores.users.byUsername("grace"))?.id ?? 0;
    await server.stores.company.atomically((company) =>
      company.setPermissions(grace, [
        { module: "administration", rule: "manage_people" },
        { module: "administration", rule: "show_audit_log" },
      ]),
    );
  });

  const erase = async (who: string, user_id: string, name = false) => {
    const answer = await server.send("POST", "/api/v1/administration/people/erase_messages", who, { user_id, name });
    return answer.status === 200
      ? endpoints.eraseMessages.response.parse(answer.body).messages
      : errorBodySchema.parse(answer.body).code;
  };
  const history = async (room: string) =>
    server.stores.chat.history({ roomId: Number(room), thread: 0, from: 1, to: 1_000 });
  const left = (name = false) => ({ realmId: 1, userId: Number(bob.uid), withName: name });

  it("CHAT-101 deleting needs the right over people, and reaches nobody of another company", async () => {
    expect(await erase("alice", bob.uid)).toBe("request.forbidden");
    expect(await erase("mallory", bob.uid)).toBe("chats.person.gone");
    expect(await erase("grace", "999999")).toBe("chats.person.gone");
    expect(await erase("grace", "1 or 1=1")).toBe("chats.person.gone");
  });

  it("CHAT-100 messages become deleted places in all rooms, with their files, and clients are notified of each", async () => {
    const { id } = await createRoom(server, "alice", { channel_name: "erased", destinations: bob.uid });
    const direct = await createRoom(server, "alice", { destinations: bob.uid });
    const bytes = Buffer.from("bob's only copy");
    const field = { field: "file", name: "a.txt", bytes };
    const sent = await sendForm(server, "bob", `${BASE}/files`, { room_id: id, name: "a.txt" }, field);
    const file = endpoints.uploadChatFile.response.parse(sent.body).id;
    const sound = (await server.stores.chat.file(file))?.whole ?? "";
    await bob.order({ order: "send", room: id, client_id: clientId(), text: "@alice one", files: [file] });
    const of = await alice.send(id, "mine stays");
    await bob.send(id, "an answer", { thread: of.id });
    for (let at = 0; at < 70; at += 1) await bob.send(at % 2 === 0 ? id : direct.id, `many ${at}`);
    await server.stores.chat.saveDraft(
      Number(bob.uid),
      { roomId: Number(id), thread: 0, text: "unsent", version: 1 },
      9,
    );
    await server.stores.chat.save(Number(bob.uid), Number(id), of.id, 1);
    await server.send("PUT", `${BASE}/presence/update`, "bob", { status: "busy", message: "at the dentist" });
    alice.say({ type: "open", room: id });
    await alice.next("changes", (frame) => frame.room === id);
    // With those of the demo company.
    expect(await erase("grace", bob.uid, true)).toBeGreaterThanOrEqual(72);
    await expect.poll(() => server.stores.chatErasing.authored(left(true), 0, 10)).toEqual([]);
    const messages = [...(await history(id)), ...(await history(direct.id))];
    const bobs = messages.filter(({ from }) => from.uid === bob.uid);
    expect(bobs).toHaveLength(71);
    for (const message of bobs)
      expect(message).toMatchObject({
        deleted: true,
        text: "",
        files: [],
        mentions: [],
        reactions: [],
        from: { name: "" },
      });
    expect(messages.find(({ id: one }) => one === of.id)).toMatchObject({ text: "mine stays", deleted: false });
    expect([sound === "", await server.sounds.find(sound)]).toEqual([false, undefined]);
    await expect.poll(() => server.stores.chat.drafts(Number(bob.uid))).toEqual([]);
    await expect
      .poll(async () => (await server.stores.chat.saved(Number(bob.uid), { limit: 9, offset: 0 })).total)
      .toBe(0);
    const presence = await server.get(`${BASE}/presence/status?rocket_username=bob`, "alice");
    expect(JSON.stringify(presence.body)).not.toContain("dentist");
    const last = bobs.findLast(({ room }) => room === id);
    await alice.next("change", (frame) => frame.message.id === last?.id && frame.message.deleted);
    const { data } = endpoints.listAuditLines.response.parse(
      (await server.get("/api/v1/administration/audit?act=chat.personErased", "grace")).body,
    );
    expect(data).toMatchObject([
      {
        by: { name: "Grace Gyamfi" },
        person: { uid: bob.uid, name: "Bob Brandt" },
        way: "panel",
        details: { name: true },
      },
    ]);
    expect(JSON.stringify(data)).not.toContain("many");
  });

  it("CHAT-100 if the server is killed half way, the rest is deleted later", async () => {
    const { id } = await createRoom(server, "alice", { channel_name: "killed", destinations: bob.uid });
    await server.clock.advance(10_000);
    for (let at = 0; at < 60; at += 1) await bob.send(id, `again ${at}`);
    const { chat, chatErasing: erasing } = server.stores;
    const facts = { message: () => undefined, draft: () => undefined, presence: () => undefined };
    let writes = 0;
    const dying: Pick<typeof chat, "inRoom"> = {
      inRoom: async (roomId, change) => {
        writes += 1;
        if (writes > 1) throw new Error("killed");
        return chat.inRoom(roomId, change);
      },
    };
    const job = (store: Pick<typeof chat, "inRoom" | "message">) =>
      eraseMessages({ erasing, store, facts, sounds: { release: async () => undefined } });
    const attempt = { tries: 1, signal: new AbortController().signal };
    await expect(job({ message: chat.message, inRoom: dying.inRoom })(left(), attempt)).rejects.toThrow("killed");
    expect((await history(id)).filter(({ deleted }) => deleted).length).toBe(50);
    await job(chat)(left(), attempt);
    expect((await history(id)).every(({ deleted }) => deleted)).toBe(true);
    const stopped = { tries: 1, signal: AbortSignal.abort() };
    await bob.send(id, "later");
    expect(await job(chat)(left(), stopped)).toEqual({ later: "the server stops" });
  });

  it("CHAT-101 CHAT-102 the command line reaches removed accounts by name; their conversations keep the name until then", async () => {
    const run = commandLine(server.stores, "demo");
    const hiro = await server.stores.users.byUsername("hiro");
    const hiroPeer = await chatPeer(server, sockets, "hiro");
    const direct = await createRoom(server, "alice", { destinations: hiroPeer.uid });
    await hiroPeer.send(direct.id, "before I go");
    await server.stores.company.atomically((company) => company.removeUser(hiro?.id ?? 0));
    const seen = endpoints.getChatRoom.response.parse((await server.get(`${BASE}/rooms/${direct.id}`, "alice")).body);
    const name = `${hiro?.firstName ?? ""} ${hiro?.lastName ?? ""}`;
    expect(seen).toMatchObject({ to_user: { uid: hiroPeer.uid, name }, lastMessage: { from: { name } } });
    expect(await history(direct.id)).toMatchObject([{ text: "before I go", from: { name } }]);
    expect((await run("users erase-messages nobody")).code).toBe(1);
    expect(await run(`users erase-messages ${name} --name`)).toMatchObject({ code: 0 });
    await server.clock.advance(31_000);
    await expect
      .poll(async () => (await history(direct.id)).map(({ text, from }) => [text, from.name]))
      .toEqual([["", ""]]);
    const after = endpoints.getChatRoom.response.parse((await server.get(`${BASE}/rooms/${direct.id}`, "alice")).body);
    expect(after).toMatchObject({ to_user: { uid: hiroPeer.uid, name: "" } });
  });
});
