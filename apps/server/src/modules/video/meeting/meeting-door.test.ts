import { errorBodySchema } from "@callpanel/contract";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { allowVideo, meetingDoor, secretOf, ticketIn } from "../../../../test/meeting-peer.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { openSecretBox } from "../../../app/services/storage.ts";

const MINUTE_MS = 60_000;

describe("the door of a meeting", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let door: ReturnType<typeof meetingDoor>;
  beforeAll(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
    await allowVideo(server);
    door = meetingDoor(server, sockets);
  });
  afterAll(async () => {
    sockets.cut();
    await server.remove();
  });

  const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
    status,
    z.safeParse(errorBodySchema, body).data?.code,
  ];
  const asked = async (body: object) => codeOf(await door.publicPost("enter", { name: "Guest", ...body }));
  const jwtOf = (url: string): string => new URL(url).searchParams.get("jwt") ?? "";

  it("MEET-1 people who may enter the room do so; those who lead it are admins, the others are not", async () => {
    const room = await door.createRoom({ users: [(await server.stores.users.byUsername("bob"))?.id ?? 0] });
    const [alice, bob] = [await door.person("alice", room.id), await door.person("bob", room.id)];
    const joined = await alice.next("joined");
    expect(joined).toMatchObject({ room: "Daily", role: "admin", locked: false, shared_screen: true });
    expect(await bob.next("joined")).toMatchObject({ role: "guest" });
    const names = (await bob.next("joined")).participants.map(({ name, role, user_id }) => [
      name,
      role,
      user_id !== null,
    ]);
    expect(names).toEqual([
      ["Alice Archer", "admin", true],
      ["Bob Brandt", "guest", true],
    ]);
    const path = `/api/v1/video_conferences/${room.id}/enter`;
    expect(codeOf(await server.send("POST", path, "dave"))).toEqual([404, "video.unknown"]);
    expect(codeOf(await server.send("POST", path, "erin"))).toEqual([403, "request.forbidden"]);
  });

  it("MEET-2 MEET-4 the link decides the room and the role, no matter what the page claims", async () => {
    const room = await door.createRoom({ name: "Open", adminPin: "2468" });
    const show = async (link: string) => (await door.publicPost("link", { link })).body;
    expect(await show(secretOf(room.guest.shortUrl))).toEqual({ room: "Open", role: "guest", pin: false });
    expect(await show(jwtOf(room.guest.url))).toEqual({ room: "Open", role: "guest", pin: false });
    expect(await show(secretOf(room.admin?.shortUrl ?? ""))).toEqual({ room: "Open", role: "admin", pin: true });
    const body = { link: jwtOf(room.guest.url), name: "Mallory", role: "admin", moderator: true, user_id: 1 };
    const entry = (await door.publicPost("enter", body)).body;
    expect(entry).toMatchObject({ provider: "embedded", room: "Open" });
    const mallory = await door.enter(ticketIn(entry));
    await mallory.next("lobby");
    // A person of the company is a guest of the link: the request has a token that is not read.
    const { access_token } = await server.signIn("bob");
    const response = await server.app.inject({
      method: "POST",
      url: "/api/v1/video_meetings/enter",
      headers: { authorization: `Bearer ${access_token}` },
      payload: { link: secretOf(room.guest.shortUrl), name: "Bob Brandt" },
    });
    const bob = await door.enter(ticketIn(response.json()));
    await bob.next("lobby");
  });

  it("MEET-3 unknown, forged, foreign and earlier links are answered like a room that does not exist; only people with a valid link learn that a room has ended", async () => {
    const room = await door.createRoom();
    const stored = await server.stores.videoRooms.byId(room.id);
    const box = await openSecretBox({ dataDir: server.dataDir, secretKey: undefined });
    const forged = (key: Uint8Array, claims: object, exp = Date.now() / 1_000 + 1e9) =>
      new SignJWT({ room: stored?.key, version: 1, moderator: false, ...claims })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setAudience("callpanel-video")
        .setExpirationTime(Math.floor(exp))
        .sign(key);
    const own = box.sign("jwt", "video links");
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${jwtOf(room.guest.url).split(".")[1]}.`;
    const [head = "", body = ""] = jwtOf(room.guest.url).split(".");
    const links = {
      unknown: "AAAAAAAAAAAAAAAA",
      "with a changed letter": secretOf(room.guest.shortUrl).replace(/^./, (one) => (one === "A" ? "B" : "A")),
      "a digest of the database": (await import("../../../kernel/secrets/secrets.ts")).tokenDigest(
        secretOf(room.guest.shortUrl),
      ),
      "of another company's key": await forged(box.sign("jwt", "other"), {}),
      "as admin, with the signature of the guest": `${head}.${Buffer.from(
        Buffer.from(body, "base64url").toString().replace('"moderator":false', '"moderator":true'),
      ).toString("base64url")}.${jwtOf(room.guest.url).split(".")[2]}`,
      "without a signature": none,
      "of a version that is not there": await forged(own, { version: 2 }),
      "of a room that is not there": await forged(own, { room: "x" }),
      "with claims of other kinds": await forged(own, { version: "1" }),
      dots: "...",
    };
    for (const [what, link] of Object.entries(links))
      expect([what, await asked({ link })]).toEqual([what, [404, "video.unknown"]]);
    expect(await asked({ link: await forged(own, {}, server.clock.now() / 1_000 - 1) })).toEqual([
      410,
      "video.expired",
    ]);

    const renewed = await server.send("POST", `/api/v1/video_conferences/${room.id}/links`, "alice");
    expect(renewed.status).toBe(200);
    for (const link of [secretOf(room.guest.shortUrl), jwtOf(room.guest.url)])
      expect(await asked({ link })).toEqual([404, "video.unknown"]);
    const short = await door.createRoom({ expireDate: server.clock.now() + MINUTE_MS });
    server.clock.leap(MINUTE_MS);
    for (const link of [secretOf(short.guest.shortUrl), jwtOf(short.guest.url)])
      expect(await asked({ link })).toEqual([410, "video.expired"]);
    expect(codeOf(await server.send("POST", `/api/v1/video_conferences/${short.id}/enter`, "alice"))).toEqual([
      410,
      "video.expired",
    ]);
  });

  it("MEET-5 a ticket opens one connection, within a minute, and is not an access token", async () => {
    const room = await door.createRoom();
    const ticket = await door.personTicket("alice", room.id);
    await (await door.enter(ticket)).next("joined");
    const refused = { type: "refused", code: "video.ticket" };
    const late = await door.personTicket("alice", room.id);
    server.clock.leap(60_001);
    const { access_token } = await server.signIn("alice");
    for (const wrong of [ticket, late, "", "x", access_token, secretOf(room.guest.shortUrl)]) {
      const peer = await door.enter(wrong);
      expect(await peer.end(), wrong).toMatchObject(refused);
      expect(peer.closes).toEqual([4403]);
    }
    expect(server.logText()).not.toContain(ticket);
    // The room has gone since.
    const gone = await door.personTicket("alice", room.id);
    await server.send("DELETE", `/api/v1/video_conferences/${room.id}`, "alice");
    expect(await (await door.enter(gone)).end()).toMatchObject({ type: "refused", code: "video.unknown" });
  });

  it("MEET-6 a PIN is required, and wrong PINs are limited by link and address; then a correct one is refused too", async () => {
    const room = await door.createRoom({ guestPin: "1357", adminPin: "2468" });
    const link = secretOf(room.guest.shortUrl);
    expect(await asked({ link })).toEqual([403, "video.pinNeeded"]);
    expect(await asked({ link, pin: "" })).toEqual([403, "video.pinNeeded"]);
    expect(await asked({ link, pin: "1357" })).toEqual([200, undefined]);
    // That of admins does not open the link of guests.
    for (const pin of ["2468", "13570", "0", "1357 "])
      expect(await asked({ link, pin })).toEqual([403, "video.pinWrong"]);
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => asked({ link, pin: String(2_000 + index) })),
    );
    expect(many.filter(([, code]) => code === "video.pinWrong")).toHaveLength(1);
    expect(await asked({ link, pin: "1357" })).toEqual([429, "video.pinLocked"]);
    expect(await asked({ link: secretOf(room.admin?.shortUrl ?? ""), pin: "2468" })).toEqual([200, undefined]);
    server.clock.leap(MINUTE_MS);
    expect(await asked({ link, pin: "1357" })).toEqual([200, undefined]);
  });

  it("MEET-7 links from one address cannot be requested too fast", async () => {
    server.clock.leap(MINUTE_MS);
    const codes: unknown[] = [];
    for (let time = 0; time < 130; time += 1) codes.push((await asked({ link: `AAAAAAAAAAAAA${time}` }))[0]);
    expect(codes.filter((status) => status === 404).length).toBe(100);
    expect(codes.at(-1)).toBe(429);
    server.clock.leap(MINUTE_MS);
    expect(await asked({ link: "AAAAAAAAAAAAAAAA" })).toEqual([404, "video.unknown"]);
  });

  it("MEET-14 a name is required; invisible characters are removed, and tags stay text", async () => {
    const room = await door.createRoom();
    const link = secretOf(room.admin?.shortUrl ?? "");
    for (const name of ["", "   ", "\u202e\u200b", "\u0000"])
      expect(await asked({ link, name })).toEqual([422, "video.name"]);
    expect((await asked({ link, name: "x".repeat(101) }))[0]).toBe(400);
    const html = await door.guest(link, " <img src=x onerror=alert(1)>\u202e\n\u0007 A\u0301nna ");
    const { participants, self } = await html.next("joined");
    expect(participants.find(({ id }) => id === self)?.name).toBe("<img src=x onerror=alert(1)> Ánna");
  });
});
