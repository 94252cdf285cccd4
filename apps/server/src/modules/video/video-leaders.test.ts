import { endpoints, errorBodySchema, type VideoRoom } from "@callpanel/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { allowVideo, meetingDoor, secretOf } from "../../../test/meeting-peer.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../test/test-sockets.ts";
import { applyCompany } from "../administration/index.ts";

const ROOMS = "/api/v1/video_conferences";

describe("video rooms and the people who led them", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let door: ReturnType<typeof meetingDoor>;
  beforeAll(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
    await allowVideo(server);
    door = meetingDoor(server, sockets);
    const hiro = await idOf("hiro");
    await server.stores.company.atomically((company) =>
      company.setPermissions(hiro, [{ module: "administration", rule: "manage_people" }]),
    );
  });
  afterEach(() => sockets.cut());
  afterAll(() => server.remove());

  const idOf = async (name: string): Promise<number> => (await server.stores.users.byUsername(name))?.id ?? 0;
  const suspend = async (username: string, suspended: boolean): Promise<void> => {
    const users = [{ username, suspended }];
    await applyCompany(server.stores.company, { realm: "demo", groups: [], users, services: [] });
  };
  const roomFor = async (who: string, id: number): Promise<VideoRoom> =>
    endpoints.getVideoConference.response.parse((await server.get(`${ROOMS}/${id}`, who)).body);
  /** Every link that somebody has: what each one opens now. */
  const opens = async (link: string | undefined) => {
    const answers = [secretOf(link ?? ""), new URL(link ?? "").searchParams.get("jwt") ?? ""].map(async (one) => {
      const { status, body } = await door.publicPost("link", { link: one });
      const role = z.safeParse(z.object({ role: z.string() }), body).data?.role;
      return status === 200 ? role : z.safeParse(errorBodySchema, body).data?.code;
    });
    const [secret, jwt] = await Promise.all(answers);
    expect(jwt).toBe(secret);
    return secret;
  };

  it("VIDEO-13 the admin's link ends when a person who leads the room is suspended or removed; the guest's stays", async () => {
    const admins = [await idOf("bob"), await idOf("grace")];
    const room = await door.createRoom({ users: admins, admins });
    const other = await door.createRoom({ name: "Other" });
    const links = async () => (await roomFor("alice", room.id)).admin?.url;
    expect(await opens(room.admin?.url)).toBe("admin");
    await suspend("bob", true);
    expect([await opens(room.admin?.url), await opens(room.guest.url)]).toEqual(["video.unknown", "guest"]);
    const second = await links();
    expect(await opens(second)).toBe("admin");
    // Alice led the room all the time.
    await suspend("bob", false);
    expect(await opens(second)).toBe("admin");
    const body = { ids: [admins[1]], lead_to: "101" };
    expect((await server.send("POST", "/api/v1/administration/people/remove", "hiro", body)).status).toBe(200);
    expect([await opens(second), await opens(room.guest.url)]).toEqual(["video.unknown", "guest"]);
    const third = await links();
    expect(await opens(third)).toBe("admin");
    expect(await opens(other.admin?.url)).toBe("admin");
    await server.send("POST", `${ROOMS}/${room.id}/links`, "alice");
    expect([await opens(third), await opens(room.guest.url)]).toEqual(["video.unknown", "video.unknown"]);
    const renewed = await roomFor("alice", room.id);
    expect([await opens(renewed.admin?.url), await opens(renewed.guest.url)]).toEqual(["admin", "guest"]);
  });

  it("VIDEO-13 the admin's link ends when a person no longer leads the room, not when another one does too", async () => {
    const [bob, carol] = [await idOf("bob"), await idOf("carol")];
    const room = await door.createRoom({ users: [bob, carol], admins: [bob] });
    const change = (admins: readonly number[]) =>
      server.send("PUT", `${ROOMS}/${room.id}`, "alice", { name: "Daily", admins });
    await change([bob, carol]);
    expect(await opens(room.admin?.url)).toBe("admin");
    await change([carol]);
    expect(await opens(room.admin?.url)).toBe("video.unknown");
    expect(await opens((await roomFor("carol", room.id)).admin?.url)).toBe("admin");
    expect((await roomFor("bob", room.id)).admin).toBeNull();
  });

  it("VIDEO-3 VIDEO-13 while all who lead a room are suspended, those who may enter lead it, and the link that they saw ends with that", async () => {
    const room = await door.createRoom({ name: "Stand-up" }, "dave");
    expect((await roomFor("carol", room.id)).admin).toBeNull();
    await suspend("dave", true);
    expect(await opens(room.admin?.url)).toBe("video.unknown");
    const acting = await roomFor("carol", room.id);
    expect([acting.mayChange, await opens(acting.admin?.url)]).toEqual([true, "admin"]);
    const carol = await door.person("carol", room.id);
    expect(await carol.next("joined")).toMatchObject({ role: "admin" });
    await suspend("dave", false);
    expect(await opens(acting.admin?.url)).toBe("video.unknown");
    expect(await roomFor("carol", room.id)).toMatchObject({ admin: null, mayChange: false });
  });

  it("MEET-30 VIDEO-13 who came by the admin's link is put out when it ends", async () => {
    const bob = await idOf("bob");
    const room = await door.createRoom({ users: [bob], admins: [bob] });
    const [alice, host, guest] = [
      await door.person("alice", room.id),
      await door.guest(secretOf(room.admin?.shortUrl ?? ""), "Host"),
      await door.guest(secretOf(room.guest.shortUrl), "Guest"),
    ];
    expect(await host.next("joined")).toMatchObject({ role: "admin" });
    await guest.next("lobby");
    const late = await door.linkTicket(secretOf(room.admin?.shortUrl ?? ""), "Late");
    await suspend("bob", true);
    expect(await (await door.enter(late)).end()).toMatchObject({ type: "refused", code: "video.unknown" });
    for (let passed = 0; passed < 10_000; passed += 5_000) {
      await server.clock.advance(5_000);
      await alice.order({ order: "hand", up: false });
      if (guest.closes.length === 0) await guest.order({ order: "hand", up: false });
    }
    expect(await host.end()).toEqual({ type: "over", reason: "replaced" });
    expect(guest.closes).toEqual([]);
    await suspend("bob", false);
  });
});
