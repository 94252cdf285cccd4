import { MEETING_LIMITS } from "@callpanel/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { allowVideo, meetingDoor, meetingPeerOn, secretOf, type MeetingPeer } from "../../../../test/meeting-peer.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { WAIT } from "../../../../test/wait.ts";

const ROOMS = "/api/v1/video_conferences";

describe("the socket of meetings", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let door: ReturnType<typeof meetingDoor>;
  beforeAll(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
    await allowVideo(server);
    door = meetingDoor(server, sockets);
  });
  afterEach(() => sockets.cut());
  afterAll(() => server.remove());

  /** Alice leads, anna waits. */
  const begin = async (room: object = {}) => {
    const created = await door.createRoom(room);
    const alice = await door.person("alice", created.id);
    const joined = await alice.next("joined");
    const anna = await door.guest(secretOf(created.guest.shortUrl), "Anna");
    await anna.next("lobby");
    const { people } = await alice.next("waiting", (frame) => frame.people.length > 0);
    return { room: created, alice, anna, aliceId: joined.self, annaId: people[0]?.id ?? "", token: joined.resume };
  };
  const admit = async (alice: MeetingPeer, anna: MeetingPeer, annaId: string) => {
    expect(await alice.order({ order: "admit", participant: annaId })).toMatchObject({ type: "done" });
    return anna.next("joined");
  };
  /** Time passes, and these are not silent meanwhile: a page answers the server's pings, which takes it real time. */
  const pass = async (ms: number, ...peers: readonly MeetingPeer[]) => {
    for (let passed = 0; passed < ms; passed += 5_000) {
      await server.clock.advance(5_000);
      await Promise.all(peers.map((peer) => peer.order({ order: "hand", up: false })));
    }
  };
  const resumed = async (token: string) => {
    const peer = meetingPeerOn(await sockets.open("/video"));
    peer.say({ type: "resume", token });
    return peer;
  };

  it("MEET-8 MEET-23 MEET-24 a guest waits, is admitted, sees the participants and earlier messages, and all see the guest", async () => {
    const { alice, anna, annaId, aliceId } = await begin({ name: "Weekly" });
    expect(await anna.next("lobby")).toMatchObject({ room: "Weekly", heartbeat_ms: 10_000 });
    await alice.order({ order: "say", text: "Welcome" });
    const joined = await admit(alice, anna, annaId);
    expect(joined).toMatchObject({ self: annaId, role: "guest", messages: [{ n: 1, from: aliceId, text: "Welcome" }] });
    expect(joined.participants.map(({ name, role }) => [name, role])).toEqual([
      ["Alice Archer", "admin"],
      ["Anna", "guest"],
    ]);
    await alice.next("participant", ({ participant }) => participant.id === annaId && participant.user_id === null);
    await alice.next("waiting", ({ people }) => people.length === 0);
    await anna.order({ order: "hand", up: true });
    await alice.next("participant", ({ participant }) => participant.hand !== null);
    await anna.order({ order: "react", emoji: "👍" });
    await alice.next("reaction", ({ participant, emoji }) => participant === annaId && emoji === "👍");
    anna.say({ type: "leave" });
    expect(await anna.end()).toEqual({ type: "over", reason: "left" });
    expect(anna.closes).toEqual([1000]);
    await alice.next("gone", ({ participant }) => participant === annaId);
  });

  it("MEET-20 a guest who claims to be admin, or names a participant of another meeting, is refused", async () => {
    const { alice, anna, annaId, aliceId } = await begin();
    expect(await anna.order({ order: "admit", participant: annaId })).toMatchObject({ code: "video.waiting" });
    await admit(alice, anna, annaId);
    for (const order of [
      { order: "remove", participant: aliceId },
      { order: "mute", what: "microphone" },
      { order: "lock", on: true },
      { order: "end" },
    ] as const)
      expect(await anna.order(order)).toMatchObject({ type: "refused", code: "video.adminsOnly" });
    const other = await begin({ name: "Other" });
    await admit(other.alice, other.anna, other.annaId);
    expect(await alice.order({ order: "remove", participant: other.annaId })).toMatchObject({ code: "video.gone" });
    await other.anna.order({ order: "say", text: "still here" });
    expect(anna.frames.some(({ type }) => type === "message")).toBe(false);
  });

  it("MEET-13 MEET-22 a muted participant is notified, a removed one is out, and comes back only to the lobby", async () => {
    const { room, alice, anna, annaId } = await begin();
    const { resume } = await admit(alice, anna, annaId);
    anna.say({ type: "sending", microphone: true, camera: true, screen: false });
    await alice.next("participant", ({ participant }) => participant.id === annaId && participant.microphone);
    await alice.order({ order: "mute", what: "microphone", participant: annaId });
    expect(await anna.next("muted")).toEqual({ type: "muted", what: "microphone", by: "Alice Archer" });
    await alice.order({ order: "remove", participant: annaId });
    expect(await anna.end()).toEqual({ type: "over", reason: "removed" });
    expect(await (await resumed(resume)).end()).toEqual({ type: "over", reason: "lost" });
    const again = await door.guest(secretOf(room.guest.shortUrl), "Anna");
    await again.next("lobby");
  });

  it("MEET-32 a lost connection comes back as the same participant; the earlier page ends; after a minute the participant is gone", async () => {
    const { alice, anna, annaId } = await begin();
    const { resume, resume_ms } = await admit(alice, anna, annaId);
    anna.socket.terminate();
    await alice.next("participant", ({ participant }) => participant.id === annaId && participant.away);
    const back = await resumed(resume);
    expect(await back.next("joined")).toMatchObject({ self: annaId, resume, role: "guest" });
    const elsewhere = await resumed(resume);
    await elsewhere.next("joined");
    expect(await back.end()).toEqual({ type: "over", reason: "elsewhere" });
    // The end of the earlier one does not cut the later one off.
    expect(await elsewhere.order({ order: "hand", up: true })).toMatchObject({ type: "done" });
    elsewhere.socket.terminate();
    await vi.waitFor(
      () => expect(alice.frames.filter((one) => one.type === "participant" && one.participant.away)).toHaveLength(2),
      WAIT,
    );
    await pass(resume_ms + 5_000, alice);
    await alice.next("gone", ({ participant }) => participant === annaId);
    for (const token of [resume, "", "x"])
      expect(await (await resumed(token)).end()).toEqual({ type: "over", reason: "lost" });
  });

  it("MEET-30 MEET-31 new links remove people who came by the earlier ones; a deleted room ends; people who may no longer enter are removed", async () => {
    const { room, alice, anna, annaId } = await begin();
    await admit(alice, anna, annaId);
    const waiting = await door.guest(secretOf(room.guest.shortUrl), "Ben");
    await waiting.next("lobby");
    const [bob, carol] = [await door.person("bob", room.id), await door.person("carol", room.id)];
    await Promise.all([bob.next("joined"), carol.next("joined")]);
    await server.send("POST", `${ROOMS}/${room.id}/links`, "alice");
    for (const peer of [anna, waiting]) expect(await peer.end()).toEqual({ type: "over", reason: "replaced" });
    const carolId = (await server.stores.users.byUsername("carol"))?.id ?? 0;
    await server.send("PUT", `${ROOMS}/${room.id}`, "alice", { name: "Daily", users: [carolId], admins: [carolId] });
    expect(await bob.end()).toEqual({ type: "over", reason: "removed" });
    await carol.next(
      "participant",
      ({ participant }) => participant.user_id === carolId && participant.role === "admin",
    );
    await server.send("DELETE", `${ROOMS}/${room.id}`, "alice");
    for (const peer of [alice, carol]) expect(await peer.end()).toEqual({ type: "over", reason: "ended" });
  });

  it("MEET-30 MEET-31 an ended session, a removed right and an expired room remove people within ten seconds", async () => {
    const { room, alice, anna, annaId } = await begin({ expireDate: server.clock.now() + 40_000 });
    await admit(alice, anna, annaId);
    const dave = await door.person("dave", room.id);
    await dave.next("joined");
    const daveId = (await server.stores.users.byUsername("dave"))?.id ?? 0;
    await server.stores.company.atomically((company) => company.setGroups(1, daveId, []));
    await pass(10_000, alice, anna);
    expect(await dave.end()).toEqual({ type: "over", reason: "removed" });
    await pass(25_000, alice, anna);
    await pass(10_000);
    for (const peer of [alice, anna]) expect(await peer.end()).toEqual({ type: "over", reason: "expired" });
  });

  it("MEET-12 a locked meeting is refused at the door and at the socket", async () => {
    const { room, alice, anna, annaId } = await begin();
    const late = await door.linkTicket(secretOf(room.guest.shortUrl), "Late");
    await admit(alice, anna, annaId);
    await alice.order({ order: "lock", on: true });
    await anna.next("meeting", ({ locked }) => locked);
    expect(await (await door.enter(late)).end()).toMatchObject({ type: "refused", code: "video.locked" });
    const { status } = await door.publicPost("enter", { link: secretOf(room.guest.shortUrl), name: "Later" });
    expect(status).toBe(409);
    anna.socket.terminate();
    await alice.next("participant", ({ participant }) => participant.away);
    await alice.order({ order: "end" });
    expect(await alice.end()).toEqual({ type: "over", reason: "ended" });
  });

  it("MEET-33 a silent connection is closed, one without a ticket too, and pages of others are refused", async () => {
    const { alice, anna, annaId } = await begin();
    await admit(alice, anna, annaId);
    const room = await door.createRoom();
    const mute = meetingPeerOn(await sockets.open("/video"), { pongs: false });
    mute.say({ type: "enter", ticket: await door.personTicket("bob", room.id) });
    await mute.next("joined");
    const silent = meetingPeerOn(await sockets.open("/video"));
    for (let time = 0; time < 4; time += 1) {
      await server.clock.advance(10_000);
      // The others answer.
      await alice.order({ order: "hand", up: time % 2 === 0 });
      await anna.order({ order: "hand", up: time % 2 === 0 });
    }
    await vi.waitFor(() => expect([mute.closes, silent.closes]).toEqual([[4408], [4403]]), WAIT);
    expect([alice.closes, anna.closes]).toEqual([[], []]);
    const foreign = sockets.connect("/video", { origin: "https://evil.example" });
    foreign.on("error", () => undefined);
    const status = await new Promise((resolve) =>
      foreign.on("unexpected-response", (_, answer) => resolve(answer.statusCode)),
    );
    expect(status).toBe(403);
  });

  it("MEET-35 bad frames, large frames and too many frames end the sender's connection, and no other", async () => {
    const { alice, anna, annaId, token } = await begin();
    await admit(alice, anna, annaId);
    const join = async () => {
      const room = await door.createRoom();
      const peer = await door.person("bob", room.id);
      await peer.next("joined");
      return peer;
    };
    const sends = Array.from({ length: 50 }, (_, index) => ({ mid: String(index), kind: "camera" }));
    const tiles = Array.from({ length: 65 }, () => ({
      participant: "x",
      kind: "camera",
      width: 1,
      height: 1,
      priority: "small",
    }));
    const offer = { type: "offer", request: "1", sdp: "v=0", sends: [] };
    const bad: ReadonlyArray<readonly [string, string, number]> = [
      ["no JSON", "{", 4400],
      ["no frame", "[]", 4400],
      ["an unknown frame", JSON.stringify({ type: "admin" }), 4400],
      ["a second ticket", JSON.stringify({ type: "enter", ticket: "x" }), 4400],
      ["another's resume", JSON.stringify({ type: "resume", token }), 4400],
      ["50 sends", JSON.stringify({ ...offer, sends }), 4400],
      ["a kind that does not exist", JSON.stringify({ ...offer, sends: [{ mid: "0", kind: "layer" }] }), 4400],
      ["a description that is too long", JSON.stringify({ ...offer, sdp: "x".repeat(100_001) }), 4400],
      ["a description of 1 MB", JSON.stringify({ ...offer, sdp: "x".repeat(1_000_000) }), 1009],
      ["65 tiles", JSON.stringify({ type: "show", tiles }), 4400],
      ["a tile without a size", JSON.stringify({ type: "show", tiles: [{ ...tiles[0], width: 0 }] }), 4400],
      ["an order without a request", JSON.stringify({ type: "order", order: { order: "end" } }), 4400],
    ];
    for (const [what, text, code] of bad) {
      const peer = await join();
      peer.socket.send(text);
      await vi.waitFor(() => expect(peer.closes, what).toEqual([code]), WAIT);
    }
    const before = meetingPeerOn(await sockets.open("/video"));
    before.say({ type: "leave" });
    await vi.waitFor(() => expect(before.closes).toEqual([4400]), WAIT);
    const fast = await join();
    for (let index = 0; index <= MEETING_LIMITS.framesBurst; index += 1) fast.say({ type: "pong" });
    await vi.waitFor(() => expect(fast.closes).toEqual([4429]), WAIT);
    const written = await Promise.all(
      Array.from({ length: 15 }, (_, index) => anna.order({ order: "say", text: `${index}` })),
    );
    expect(written.filter((one) => one.type === "refused" && one.code === "video.tooFast")).toHaveLength(5);
    expect([alice.closes, anna.closes]).toEqual([[], []]);
  });

  it("MEET-35 an order that is unknown or has wrong fields is refused, and the next one is executed", async () => {
    const { alice } = await begin();
    for (const [at, order] of [{ order: "unmute" }, { order: "lock", on: "yes" }, "lock", null].entries()) {
      alice.say({ type: "order", request: `u${at}`, order });
      expect(await alice.next("refused", ({ request }) => request === `u${at}`)).toMatchObject({
        code: "request.invalid",
      });
    }
    expect((await alice.order({ order: "lock", on: true })).type).toBe("done");
    expect(alice.closes).toEqual([]);
  });
});
