import { endpoints, errorBodySchema } from "@callpanel/contract";
import { jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allowVideo, meetingDoor, secretOf } from "../../../../test/meeting-peer.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";

const SECRET = "a secret of Jitsi's own";
const HOUR_MS = 3_600_000;

describe("meetings at a Jitsi installation", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let door: ReturnType<typeof meetingDoor>;
  beforeAll(async () => {
    server = await createTestServer({ jitsi: { origin: "https://live.example.com", secret: SECRET, appId: "panel" } });
    sockets = await openSockets(server);
    await allowVideo(server, { video_telephony: "yes", video_number: "850" });
    door = meetingDoor(server, sockets);
  });
  afterAll(async () => {
    sockets.cut();
    await server.remove();
  });

  const entryIn = (body: unknown) => {
    const entry = endpoints.enterVideoMeeting.response.parse(body);
    if (entry.provider !== "jitsi") throw new Error("it is held here");
    return entry;
  };
  const person = async (who: string, roomId: number) =>
    entryIn((await server.send("POST", `/api/v1/video_conferences/${roomId}/enter`, who)).body);
  const guest = async (link: string, more: object = {}) =>
    entryIn((await door.publicPost("enter", { link, name: "Gus", ...more })).body);
  const claimsOf = async (jwt: string) => {
    const options = {
      issuer: "panel",
      audience: "panel",
      algorithms: ["HS256"],
      currentDate: new Date(server.clock.now()),
    };
    return (await jwtVerify(jwt, new TextEncoder().encode(SECRET), options)).payload;
  };

  it("JITSI-2 JITSI-3 the entry names the host's script and a room that cannot be guessed, the same for all participants", async () => {
    const room = await door.createRoom();
    const alice = await person("alice", room.id);
    expect(alice).toMatchObject({
      script: "https://live.example.com/external_api.js",
      domain: "live.example.com",
      room: "Daily",
      name: "Alice Archer",
      role: "admin",
      shareScreen: true,
    });
    expect(alice.roomName).toMatch(/^[\da-f]{32}$/);
    expect((await guest(secretOf(room.guest.shortUrl))).roomName).toBe(alice.roomName);
    expect((await person("alice", (await door.createRoom()).id)).roomName).not.toBe(alice.roomName);
    await server.send("POST", `/api/v1/video_conferences/${room.id}/links`, "alice");
    expect((await person("alice", room.id)).roomName).not.toBe(alice.roomName);
  });

  it("JITSI-4 the token says who is an admin, no matter what the page claims; only people of the company and admins skip the lobby", async () => {
    const room = await door.createRoom({ sharedScreen: false });
    const alice = await claimsOf((await person("alice", room.id)).jwt);
    const userId = (await server.stores.users.byUsername("alice"))?.id;
    expect(alice).toMatchObject({
      sub: "live.example.com",
      moderator: true,
      context: {
        user: { id: String(userId), name: "Alice Archer", affiliation: "owner", moderator: true, lobby_bypass: true },
        features: { "screen-sharing": false, recording: false },
      },
    });
    const gus = await guest(secretOf(room.guest.shortUrl), { moderator: true, role: "admin" });
    expect(gus).toMatchObject({ role: "guest", name: "Gus", shareScreen: false });
    const claims = await claimsOf(gus.jwt);
    expect(claims).toMatchObject({
      room: gus.roomName,
      moderator: false,
      context: { user: { name: "Gus", affiliation: "member", moderator: false, lobby_bypass: false } },
    });
    expect(JSON.stringify(claims)).not.toContain('"id"');
    const bob = await claimsOf((await person("bob", room.id)).jwt);
    expect(bob).toMatchObject({ moderator: false, context: { user: { lobby_bypass: true } } });
    const admin = await claimsOf((await guest(secretOf(room.admin?.shortUrl ?? ""))).jwt);
    expect(admin).toMatchObject({ moderator: true, context: { user: { lobby_bypass: true } } });
  });

  it("JITSI-4 a token is for three hours, and never longer than the room", async () => {
    const now = server.clock.now();
    const long = await claimsOf((await person("alice", (await door.createRoom()).id)).jwt);
    expect(long.exp).toBe(Math.floor((now + 3 * HOUR_MS) / 1_000));
    const short = await door.createRoom({ expireDate: now + HOUR_MS });
    expect((await claimsOf((await person("alice", short.id)).jwt)).exp).toBe(Math.floor((now + HOUR_MS) / 1_000));
  });

  it("JITSI-4 rights, links and PINs are those of this server, and nobody enters a meeting here", async () => {
    const room = await door.createRoom({ guestPin: "2468", users: [] });
    const codeOf = async (body: object) =>
      errorBodySchema.parse((await door.publicPost("enter", { name: "Gus", ...body })).body).code;
    const link = secretOf(room.guest.shortUrl);
    expect(await codeOf({ link })).toBe("video.pinNeeded");
    expect(await codeOf({ link, pin: "1111" })).toBe("video.pinWrong");
    expect(await codeOf({ link: "nothing" })).toBe("video.unknown");
    const { jwt } = await guest(link, { pin: "2468" });
    expect(await codeOf({ link: jwt })).toBe("video.unknown");
    const path = `/api/v1/video_conferences/${room.id}/enter`;
    expect((await server.send("POST", path, "erin")).status).toBe(403);
    const peer = await door.enter(jwt.slice(0, 40));
    expect(await peer.end()).toMatchObject({ type: "refused", code: "video.ticket" });
  });

  it("JITSI-10 rooms have no number for telephones", async () => {
    expect((await door.createRoom()).phone).toBeUndefined();
  });

  it("JITSI-2 the policy allows only that host: its script, its frame, and the devices in it", async () => {
    const headers = { accept: "text/html", host: "localhost:8080" };
    const page = await server.app.inject({ url: "/", headers });
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://live.example.com;");
    expect(policy).toContain("frame-src https://live.example.com;");
    expect(policy).toMatch(/connect-src 'self' [^;]*https:\/\/live\.example\.com;/);
    expect(page.headers["permissions-policy"]).toContain('camera=(self "https://live.example.com")');
    const usual = await createTestServer();
    const other = await usual.app.inject({ url: "/", headers });
    await usual.remove();
    expect(String(other.headers["content-security-policy"])).not.toContain("frame-src");
    expect(other.headers["permissions-policy"]).toContain("camera=(self),");
  });
});
