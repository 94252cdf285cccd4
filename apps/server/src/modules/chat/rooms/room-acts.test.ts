import { endpoints, errorBodySchema, type AuditLine } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { createRoom, type ChatPeer } from "../../../../test/chat-client.ts";
import { openChatOffice } from "../../../../test/chat-office.ts";
import type { TestServer } from "../../../../test/test-server.ts";

const BASE = "/api/v1/chats";

describe("acts in rooms", () => {
  let server: TestServer;
  let alice: ChatPeer;
  let bob: ChatPeer;
  let carol: ChatPeer;
  openChatOffice((office) => {
    ({ server, alice, bob, carol } = office);
  });

  const act = async (who: string, action: string, body: object) => {
    const answer = await server.send("POST", `${BASE}/rooms/${action}`, who, body);
    return answer.status === 200 ? "done" : errorBodySchema.parse(answer.body).code;
  };
  const page = async (who: string, path: string) => {
    const answer = await server.get(`/api/v1/${path}`, who);
    return answer.status === 200
      ? endpoints.listChatRoomActs.response.parse(answer.body)
      : errorBodySchema.parse(answer.body).code;
  };
  const lines = async (who: string, path: string): Promise<readonly AuditLine[]> => {
    const found = await page(who, path);
    if (typeof found === "string") throw new Error(found);
    return found.data;
  };
  const told = ({ act: name, by, person, details }: AuditLine) => [
    name,
    by?.name.split(" ")[0],
    person?.name.split(" ")[0],
    ...Object.values(details),
  ];
  const userOf = async (name: string): Promise<number> => (await server.stores.users.byUsername(name))?.id ?? 0;
  const grantAudit = async (name: string) => {
    const id = await userOf(name);
    await server.stores.company.atomically((company) =>
      company.setPermissions(id, [{ module: "administration", rule: "show_audit_log" }]),
    );
  };

  it("CHAT-9 each action of an owner, each invitation and each departure is a line, and nothing else is", async () => {
    const { id: room_id } = await createRoom(server, "alice", { channel_name: "acts", destinations: bob.uid });
    const of = (uid: string) => ({ room_id, rocket_uid: uid });
    await act("alice", "rename", { room_id, name: "acts 2" });
    await act("alice", "rename", { room_id, name: "acts 2" });
    await act("alice", "change", { room_id, topic: "new", ro: true });
    await act("alice", "change", { room_id, topic: "new", ro: false });
    await act("bob", "invite", of(carol.uid));
    await act("bob", "invite", of(carol.uid));
    await act("alice", "add_owner", of(bob.uid));
    await act("bob", "remove_owner", of(alice.uid));
    await act("alice", "archive", { room_id });
    const of1 = await bob.send(room_id, "**secret** words");
    await alice.order({ order: "pin", room: room_id, id: of1.id, on: true });
    await alice.order({ order: "pin", room: room_id, id: of1.id, on: true });
    await alice.order({ order: "pin", room: room_id, id: of1.id, on: false });
    await bob.order({ order: "pin", room: room_id, id: of1.id, on: true });
    const of2 = await carol.send(room_id, "another secret");
    await bob.order({ order: "delete", room: room_id, id: of2.id });
    await bob.order({ order: "delete", room: room_id, id: of1.id });
    await act("bob", "kick", of(carol.uid));
    await act("bob", "archive", { room_id });
    await act("bob", "archive", { room_id });
    await act("bob", "restore", { room_id });
    await act("alice", "leave", { room_id });
    const acts = (await lines("bob", `chats/rooms/${room_id}/acts`)).toReversed();
    expect(acts.map(told)).toEqual([
      ["chat.created", "Alice", undefined],
      ["chat.renamed", "Alice", undefined, "acts", "acts-2"],
      ["chat.topic", "Alice", undefined, "", "new"],
      ["chat.readOnly", "Alice", undefined],
      ["chat.writable", "Alice", undefined],
      ["chat.invited", "Bob", "Carol"],
      ["chat.ownerNamed", "Alice", "Bob"],
      ["chat.ownerDismissed", "Bob", "Alice"],
      ["chat.pinned", "Alice", "Bob", of1.id],
      ["chat.unpinned", "Alice", "Bob", of1.id],
      ["chat.messageDeleted", "Bob", "Carol", of2.id],
      ["chat.kicked", "Bob", "Carol"],
      ["chat.archived", "Bob", undefined],
      ["chat.restored", "Bob", undefined],
      ["chat.left", "Alice", undefined],
    ]);
    expect(JSON.stringify(acts)).not.toContain("secret");
    // Pages touch each other.
    const first = await page("bob", `chats/rooms/${room_id}/acts?limit=10`);
    if (typeof first === "string") throw new Error(first);
    expect([first.data.length, first.next]).toEqual([10, first.data.at(-1)?.id]);
    const second = await page("bob", `chats/rooms/${room_id}/acts?limit=10&before=${first.next ?? 0}`);
    expect(second).toMatchObject({ data: acts.slice(0, 5).toReversed(), next: null });
  });

  it("AUDIT-2 the log of a room is only for its owners; for a room of others nothing is revealed", async () => {
    const { id: room_id } = await createRoom(server, "alice", { channel_name: "mine", destinations: bob.uid });
    const direct = await createRoom(server, "alice", { destinations: bob.uid });
    expect(await page("bob", `chats/rooms/${room_id}/acts`)).toBe("chats.room.notOwner");
    expect(await page("dave", `chats/rooms/${room_id}/acts`)).toBe("chats.room.gone");
    expect(await page("alice", `chats/rooms/${direct.id}/acts`)).toBe("chats.room.direct");
    expect(await page("alice", `chats/rooms/999999/acts`)).toBe("chats.room.gone");
    await act("alice", "add_owner", { room_id, rocket_uid: bob.uid });
    await act("bob", "remove_owner", { room_id, rocket_uid: alice.uid });
    expect(await page("alice", `chats/rooms/${room_id}/acts`)).toBe("chats.room.notOwner");
  });

  it("AUDIT-3 a user who may see the log of the company finds every room in it, also deleted ones; owners do not", async () => {
    const { id: room_id } = await createRoom(server, "alice", { channel_name: "gone soon" });
    await act("alice", "delete", { room_id });
    expect(await page("alice", `chats/rooms/${room_id}/acts`)).toBe("chats.room.gone");
    expect(await page("alice", "administration/audit")).toBe("request.forbidden");
    await grantAudit("grace");
    const found = await lines("grace", "administration/audit?limit=2");
    expect(found.map(({ act: name, object }) => [name, object?.name])).toEqual([
      ["chat.deleted", "gone-soon"],
      ["chat.created", "gone-soon"],
    ]);
    const own = await userOf("bob");
    const ofBob = await lines("grace", `administration/audit?by=${own}&act=chat.kicked`);
    expect(ofBob.every(({ by, act: name }) => by?.uid === bob.uid && name === "chat.kicked")).toBe(true);
    expect(await lines("grace", "administration/audit?by=x")).toEqual([]);
  });
});
