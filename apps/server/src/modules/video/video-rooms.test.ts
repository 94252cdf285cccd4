import { endpoints, errorBodySchema, type VideoRoom } from "@callpanel/contract";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { openSecretBox } from "../../app/services/storage.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";

const BASE = "/api/v1/video_conferences";
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const PIN = "2468";

const ALLOWED = {
  video_conf_limit: 0,
  video_enabled: "yes",
  video_screen_sharing: "yes",
  video_recording: "no",
  video_rooms: -1,
};

const settingsOf = (settings: Readonly<Record<string, string | number>>): string => {
  const all = { ...ALLOWED, ...settings };
  const lines = Object.entries(all).map(([name, value]) => `  ${name}: ${value}`);
  return `realm: demo\nsettings:\n${lines.join("\n")}\n`;
};

describe("video rooms", () => {
  let server: TestServer;
  const ids = new Map<string, number>();
  beforeAll(async () => {
    server = await createTestServer();
    for (const name of ["alice", "bob", "carol", "dave"]) {
      const id = (await server.stores.users.byUsername(name))?.id ?? 0;
      ids.set(name, id);
      await server.stores.company.atomically((company) =>
        company.setPermissions(id, [
          { module: "video_conferences", rule: "read" },
          { module: "video_conferences", rule: "write" },
        ]),
      );
    }
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    await allow({});
    for (const name of ids.keys()) for (const { id } of await list(name)) await server.stores.videoRooms.remove(id);
  });

  const allow = async (settings: Readonly<Record<string, string | number>>): Promise<void> => {
    await applyCompany(server.stores.company, parseCompanyFile(settingsOf(settings)));
    await server.clock.advance(1_000);
    const wanted = Number(settings["video_rooms"] ?? -1);
    await expect
      .poll(async () => {
        const { body } = await server.get("/api/v1/video_conference_configs", "alice");
        const { max_room_per_realm, enabled, enable_recording } = endpoints.getVideoConfig.response.parse(body);
        return [max_room_per_realm, enabled, enable_recording];
      })
      .toEqual([wanted, settings["video_enabled"] !== "no", settings["video_recording"] === "yes"]);
  };
  const idOf = (name: string): number => ids.get(name) ?? 0;
  const create = (who: string, room: object) => server.send("POST", BASE, who, room);
  const created = async (who: string, room: object): Promise<VideoRoom> => {
    const { status, body } = await create(who, room);
    expect(status, JSON.stringify(body)).toBe(200);
    return endpoints.createVideoConference.response.parse(body);
  };
  const list = async (who: string, query = ""): Promise<readonly VideoRoom[]> =>
    endpoints.listVideoConferences.response.parse((await server.get(`${BASE}${query}`, who)).body).data;
  const names = async (who: string, query = "") => (await list(who, query)).map(({ name }) => name);
  const codeOf = async (asked: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await asked;
    return [status, z.safeParse(errorBodySchema, body).data?.code];
  };

  it.each([
    ["the licence", { video_conf_limit: -1 }],
    ["the company", { video_enabled: "no" }],
  ])("VIDEO-1 without %s nobody can list, create, change or delete rooms", async (_what, settings) => {
    const { id } = await created("alice", { name: "Daily" });
    await allow(settings);
    // No endpoint that `allow` reads returns the licence.
    await expect.poll(() => codeOf(server.get(BASE, "alice"))).toEqual([409, "video.off"]);
    expect(await codeOf(create("alice", { name: "Other" }))).toEqual([409, "video.off"]);
    for (const [method, path] of [
      ["PUT", `${BASE}/${id}`],
      ["DELETE", `${BASE}/${id}`],
      ["POST", `${BASE}/${id}/links`],
    ] as const)
      expect(await codeOf(server.send(method, path, "alice", { name: "x" })), path).toEqual([409, "video.off"]);
    await allow({});
    await expect.poll(() => names("alice")).toEqual(["Daily"]);
  });

  it("VIDEO-2 VIDEO-4 a room is listed for its people, by name; a room without named people is listed for everybody", async () => {
    await created("alice", { name: "ünter uns", users: [idOf("bob")] });
    await created("alice", { name: "Boards", admins: [idOf("carol")], users: [idOf("alice")] });
    await created("alice", { name: "All hands" });
    expect(await names("alice")).toEqual(["All hands", "Boards", "ünter uns"]);
    expect(await names("bob")).toEqual(["All hands", "ünter uns"]);
    expect(await names("carol")).toEqual(["All hands", "Boards"]);
    expect(await names("dave")).toEqual(["All hands"]);
    expect(await names("alice", "?search=UNTER")).toEqual(["ünter uns"]);
    expect(await names("alice", "?search=%25")).toEqual([]);
    expect(await names("alice", "?start=1&limit=1")).toEqual(["Boards"]);
  });

  it("VIDEO-2 VIDEO-3 for users who may not enter, the room does not exist; users who may enter but are not admins may not change it", async () => {
    const { id } = await created("alice", { name: "Two", users: [idOf("bob")], admins: [idOf("carol")] });
    const tries = async (who: string) => [
      await codeOf(server.send("PUT", `${BASE}/${id}`, who, { name: "Mine" })),
      await codeOf(server.send("POST", `${BASE}/${id}/links`, who)),
      await codeOf(server.send("DELETE", `${BASE}/${id}`, who)),
    ];
    expect(await tries("dave")).toEqual(Array.from({ length: 3 }, () => [404, "video.unknown"]));
    expect(await codeOf(server.send("DELETE", `${BASE}/424242`, "dave"))).toEqual([404, "video.unknown"]);
    expect(await tries("bob")).toEqual(Array.from({ length: 3 }, () => [403, "video.notAdmin"]));
    expect((await list("bob"))[0]).toMatchObject({ name: "Two", mayChange: false, admin: null });
    expect(await tries("carol")).toEqual(Array.from({ length: 3 }, () => [200, undefined]));
    expect(await names("alice")).toEqual([]);
  });

  it("VIDEO-3 a room stays when its creator is removed; then those who may enter change it", async () => {
    const { stores } = server;
    await applyCompany(
      stores.company,
      parseCompanyFile(
        "realm: demo\nusers:\n  - { username: guesty, first_name: Gil, last_name: Gone, extension: 188, password: callpanel-demo }\n",
      ),
    );
    const gone = await stores.users.byUsername("guesty");
    if (gone === undefined) throw new Error("he is there");
    await stores.company.atomically((company) =>
      company.setPermissions(gone.id, [
        { module: "video_conferences", rule: "read" },
        { module: "video_conferences", rule: "write" },
      ]),
    );
    const { id } = await created("guesty", { name: "Orphan" });
    expect((await list("bob"))[0]).toMatchObject({ username: "188", mayChange: false });
    await stores.company.atomically((company) => company.removeUser(gone.id));
    expect((await list("bob"))[0]).toMatchObject({ id, username: null, mayChange: true });
    expect((await server.send("PUT", `${BASE}/${id}`, "bob", { name: "Kept" })).status).toBe(200);
  });

  it("VIDEO-4 the list has ten rooms unless another number is requested", async () => {
    for (let number = 10; number <= 20; number += 1) await created("alice", { name: `Room ${number}` });
    expect((await names("alice")).at(-1)).toBe("Room 19");
    expect(await names("alice", "?limit=11")).toHaveLength(11);
  });

  it("VIDEO-4 a name is required", async () => {
    for (const name of ["", "   ", "x".repeat(101), undefined])
      expect(await codeOf(create("alice", { name })), String(name)).toEqual([400, "request.invalid"]);
  });

  it("VIDEO-5 a room ends after a year; another end is in the future, at most ten years ahead", async () => {
    const now = server.clock.now();
    const room = await created("alice", { name: "Year" });
    expect(Math.abs(room.expireDate - now - YEAR_MS)).toBeLessThanOrEqual(2 * DAY_MS);
    for (const expireDate of [now, now - 1, now + 11 * YEAR_MS])
      expect(await codeOf(create("alice", { name: "No", expireDate }))).toEqual([422, "video.expiry"]);
    const short = await created("alice", { name: "Short", expireDate: now + MINUTE_MS });
    server.clock.leap(2 * MINUTE_MS);
    expect((await list("alice")).map(({ name, expired }) => [name, expired])).toEqual([
      ["Short", true],
      ["Year", false],
    ]);
    const renamed = { name: "Over", expireDate: short.expireDate };
    expect((await server.send("PUT", `${BASE}/${short.id}`, "alice", renamed)).status).toBe(200);
    const again = { name: "Again", expireDate: server.clock.now() + DAY_MS };
    expect((await server.send("PUT", `${BASE}/${short.id}`, "alice", again)).body).toMatchObject({ expired: false });
  });

  it("VIDEO-6 recording and screen sharing can be chosen if the company allows them", async () => {
    expect(await created("alice", { name: "A" })).toMatchObject({ sharedScreen: true, recording: false });
    expect(await codeOf(create("alice", { name: "B", recording: true }))).toEqual([422, "video.noRecording"]);
    await allow({ video_recording: "yes", video_screen_sharing: "no" });
    expect(await created("alice", { name: "B", recording: true })).toMatchObject({ sharedScreen: false });
    expect(await codeOf(create("alice", { name: "C", sharedScreen: true }))).toEqual([422, "video.noScreens"]);
  });

  it("VIDEO-7 the number of a company's rooms is limited, also when two are created at once; rooms that have ended do not count", async () => {
    await allow({ video_rooms: 2 });
    await created("alice", { name: "One", expireDate: server.clock.now() + MINUTE_MS });
    const both = await Promise.all(["alice", "bob"].map((who) => codeOf(create(who, { name: `Of ${who}` }))));
    expect(both.map(String).toSorted((one, other) => one.localeCompare(other))).toEqual(["200,", "409,video.tooMany"]);
    server.clock.leap(2 * MINUTE_MS);
    await created("alice", { name: "Three" });
  });

  it("VIDEO-8 people are of the company, telephones are numbers, and PINs are digits and stored encrypted", async () => {
    expect(await codeOf(create("alice", { name: "A", users: [424242] }))).toEqual([422, "video.person"]);
    for (const wrong of [{ phoneNumbers: ["call me"] }, { callerIdNumber: "<script>" }])
      expect(await codeOf(create("alice", { name: "A", ...wrong }))).toEqual([422, "video.number"]);
    for (const wrong of ["12", "12345678901", "12a4"])
      expect(await codeOf(create("alice", { name: "A", guestPin: wrong }))).toEqual([422, "video.pin"]);
    const chosen = { callerIdName: "Acme", callerIdNumber: "+14165550100", phoneNumbers: ["+1 416 555 0199"] };
    const room = await created("alice", { name: "A", ...chosen, guestPin: PIN, users: [idOf("bob"), idOf("bob")] });
    expect(room).toMatchObject({ ...chosen, username: "101", guest: { pin: PIN }, admin: { pin: "" } });
    expect(room.users).toEqual([{ id: idOf("bob"), name: "Bob Brandt", extension: "102" }]);
    const stored = await server.stores.videoRooms.byId(room.id);
    expect(JSON.stringify(stored)).not.toContain(PIN);
    // Fields that are left out stay; an empty PIN means none.
    const changed = await server.send("PUT", `${BASE}/${room.id}`, "alice", { name: "B" });
    expect(changed.body).toMatchObject({ ...chosen, name: "B", guest: { pin: PIN }, users: room.users });
    const opened = await server.send("PUT", `${BASE}/${room.id}`, "alice", { name: "B", guestPin: "" });
    expect(opened.body).toMatchObject({ guest: { pin: "" } });
  });

  it("VIDEO-12 changes of a room are in the audit log, and a refused change is not", async () => {
    const { id } = await created("alice", { name: "One" });
    expect(await codeOf(server.send("PUT", `${BASE}/${id}`, "bob", { name: "Mine" }))).toEqual([403, "video.notAdmin"]);
    await server.send("PUT", `${BASE}/${id}`, "alice", { name: "Two" });
    await server.send("POST", `${BASE}/${id}/links`, "alice");
    await server.send("DELETE", `${BASE}/${id}`, "alice");
    const lines = await server.stores.audit.lines({ realmId: 1, limit: 4 });
    expect(lines.map(({ act, by, way, object }) => [act, by?.name, way, object])).toEqual(
      [
        ["video.deleted", "Two"],
        ["video.linksRenewed", "Two"],
        ["video.changed", "Two"],
        ["video.created", "One"],
      ].map(([act, name]) => [act, "Alice Archer", "panel", { kind: "videoRoom", id: String(id), name }]),
    );
  });

  it("VIDEO-9 a list leaves out dynamic rooms on request", async () => {
    await created("alice", { name: "Fixed" });
    await server.stores.videoRooms.add(
      {
        realmId: 1,
        ownerId: idOf("alice"),
        key: "dynamic",
        links: { version: 1, guest: "g", admin: "a" },
        name: "Made by a call",
        settings: {
          sharedScreen: true,
          recording: false,
          callerIdName: "",
          callerIdNumber: "",
          phoneNumbers: [],
          guestPin: "",
          adminPin: "",
        },
        userIds: [],
        adminIds: [],
        expiresAt: server.clock.now() + DAY_MS,
        createdAt: 1,
        dynamic: true,
      },
      -1,
    );
    expect(await names("alice")).toEqual(["Fixed", "Made by a call"]);
    expect(await names("alice", "?exclude_dynamic=true")).toEqual(["Fixed"]);
  });

  it("VIDEO-10 VIDEO-11 links are signed, differ by role and room, and end when they are renewed", async () => {
    const one = await created("alice", { name: "One" });
    const other = await created("alice", { name: "Other" });
    const secretOf = (url: string) => new URL(url).pathname.replace("/v/", "");
    const links = [one.guest, one.admin, other.guest, other.admin].map((way) => way?.shortUrl ?? "");
    expect(new Set(links).size).toBe(4);
    for (const link of links) expect(secretOf(link)).toMatch(/^[\w-]{16}$/);

    const { searchParams, pathname } = new URL(one.guest.url);
    expect(pathname).toBe(new URL(one.guest.shortUrl).pathname);
    const jwt = searchParams.get("jwt") ?? "";
    const box = await openSecretBox({ dataDir: server.dataDir, secretKey: undefined });
    const key = box.sign("jwt", "video links");
    const currentDate = new Date(server.clock.now());
    const read = await jwtVerify(jwt, key, { audience: "callpanel-video", algorithms: ["HS256"], currentDate });
    const stored = await server.stores.videoRooms.byId(one.id);
    expect(read.payload).toMatchObject({ sub: "demo", room: stored?.key, version: 1, moderator: false });
    expect(read.payload.exp).toBe(Math.floor(one.expireDate / 1_000));
    expect(decodeProtectedHeader(jwt)).toEqual({ alg: "HS256", typ: "JWT" });
    await expect(jwtVerify(jwt, box.sign("jwt", "other"), { currentDate })).rejects.toThrow("signature");
    const late = new Date(one.expireDate + 1_000);
    await expect(jwtVerify(jwt, key, { currentDate: late })).rejects.toThrow("exp");

    const renewed = endpoints.renewVideoLinks.response.parse(
      (await server.send("POST", `${BASE}/${one.id}/links`, "alice")).body,
    );
    expect(secretOf(renewed.guest.shortUrl)).not.toBe(secretOf(one.guest.shortUrl));
    expect(secretOf(renewed.admin?.shortUrl ?? "")).not.toBe(secretOf(one.admin?.shortUrl ?? ""));
    const kept = JSON.stringify(await server.stores.videoRooms.byId(one.id));
    for (const link of [one.guest, renewed.guest]) expect(kept).not.toContain(secretOf(link.shortUrl));
    expect((await list("bob")).every(({ admin }) => admin === null)).toBe(true);
  });
});
