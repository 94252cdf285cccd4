import { endpoints, errorBodySchema, VIDEO_PEOPLE_MAX, type RealtimeEvent, type VideoRoom } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { WAIT } from "../../../test/wait.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import { ownEvent } from "../realtime/index.ts";

const BASE = "/api/v1/video_conferences";
const HOUR_MS = 3_600_000;

describe("invitations to video rooms", () => {
  let server: TestServer;
  const told: Array<{ readonly userId: number; readonly event: RealtimeEvent }> = [];
  const ids = new Map<string, number>();
  beforeAll(async () => {
    server = await createTestServer();
    const settings = "video_conf_limit: 0\n  video_enabled: yes\n  video_screen_sharing: yes";
    await applyCompany(server.stores.company, parseCompanyFile(`realm: demo\nsettings:\n  ${settings}\n`));
    for (const name of ["alice", "bob", "carol", "erin"]) {
      const id = (await server.stores.users.byUsername(name))?.id ?? 0;
      ids.set(name, id);
      const rules = name === "erin" ? [] : ["read", "write"];
      await server.stores.company.atomically((company) =>
        company.setPermissions(
          id,
          rules.map((rule) => ({ module: "video_conferences", rule })),
        ),
      );
    }
    await server.clock.advance(1_000);
    await vi.waitFor(async () => expect((await server.get(BASE, "alice")).status).toBe(200), WAIT);
    server.bus.subscribe(ownEvent, (one) => void told.push(one));
  });
  afterAll(() => server.remove());

  const idOf = (name: string): number => ids.get(name) ?? 0;
  const created = async (who: string, room: object): Promise<VideoRoom> =>
    endpoints.createVideoConference.response.parse((await server.send("POST", BASE, who, room)).body);
  const invite = (who: string, roomId: number, extensions: readonly string[]) =>
    server.send("POST", `${BASE}/${roomId}/invite`, who, { extensions });
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    z.safeParse(errorBodySchema, body).data?.code,
  ];
  const mayEnter = async (who: string, { id }: VideoRoom) => (await server.get(`${BASE}/${id}`, who)).status === 200;

  it("VIDEO-9 VCALL-1 a room of one call ends after a day, is seen by its people only, and is removed a day later", async () => {
    const room = await created("alice", { name: "Alice and Bob", dynamic: true });
    expect(room).toMatchObject({ dynamic: true, expireDate: server.clock.now() + 24 * HOUR_MS });
    expect(room.users.map(({ extension }) => extension)).toEqual(["101"]);
    expect([await mayEnter("alice", room), await mayEnter("bob", room)]).toEqual([true, false]);
    const { videoRooms } = server.stores;
    const change = (wanted: object) =>
      server.send("PUT", `${BASE}/${room.id}`, "alice", { name: "Alice and Bob", ...wanted });
    expect(codeOf(await change({ expireDate: room.expireDate + 1 }))).toEqual([422, "video.dynamicExpiry"]);
    expect((await change({ users: [], expireDate: room.expireDate })).status).toBe(200);
    expect([await mayEnter("alice", room), await mayEnter("bob", room)]).toEqual([true, false]);
    expect(await videoRooms.removeLeftBefore(room.expireDate)).toBe(0);
    const lasting = await created("alice", { name: "Lasting", expireDate: server.clock.now() + 1_000 });
    expect(await videoRooms.removeLeftBefore(room.expireDate + 1)).toBe(1);
    expect([await videoRooms.byId(room.id), (await videoRooms.byId(lasting.id))?.name]).toEqual([undefined, "Lasting"]);
  });

  it("VIDEO-9 a room of one call has a limit of people, also by invitations", async () => {
    const { company, users, videoRooms } = server.stores;
    const crowd = Array.from({ length: VIDEO_PEOPLE_MAX }, (_, at) => ({
      username: `crowd${at}`,
      firstName: "One",
      lastName: String(at),
      extension: String(20_000 + at),
      invited: "later" as const,
    }));
    await applyCompany(company, { realm: "demo", groups: [], services: [], users: crowd });
    const userIds = await Promise.all(crowd.map(async ({ username }) => (await users.byUsername(username))?.id ?? 0));
    const room = await created("alice", { name: "Alice and Bob", dynamic: true });
    const stored = await videoRooms.byId(room.id);
    if (stored === undefined) throw new Error("it was created");
    await videoRooms.change(room.id, { ...stored, userIds, adminIds: [] });
    expect(codeOf(await invite("alice", room.id, ["102"]))).toEqual([422, "video.people"]);
    await videoRooms.change(room.id, { ...stored, userIds: userIds.slice(1), adminIds: [] });
    expect(codeOf(await invite("alice", room.id, ["102"]))).toEqual([200, undefined]);
  });

  it("VCALL-2 a person who is invited to a room of one call may enter it and is notified; an invitation to a permanent room gives no right to enter", async () => {
    told.length = 0;
    const room = await created("alice", { name: "Alice and Bob", dynamic: true });
    const { status, body } = await invite("alice", room.id, ["102", "102", "101"]);
    expect([status, body]).toEqual([200, { told: ["102"] }]);
    expect(told.map(({ userId }) => userId)).toEqual([idOf("bob")]);
    expect(told[0]?.event).toEqual({
      action: "VIDEO_INVITE",
      room: { id: room.id, name: "Alice and Bob" },
      from: { exten: "101", name: "Alice Archer" },
    });
    expect([await mayEnter("bob", room), await mayEnter("carol", room)]).toEqual([true, false]);
    // Bob may enter but does not lead it: he adds nobody. Carol may not even know of it.
    expect(codeOf(await invite("bob", room.id, ["103"]))).toEqual([422, "video.notInvited"]);
    expect(codeOf(await invite("carol", room.id, ["102"]))).toEqual([404, "video.unknown"]);
    const lasting = await created("alice", { name: "Team", users: [idOf("alice"), idOf("bob")] });
    expect(codeOf(await invite("alice", lasting.id, ["103"]))).toEqual([422, "video.notInvited"]);
    expect(await mayEnter("carol", lasting)).toBe(false);
    expect((await invite("bob", lasting.id, ["101"])).body).toEqual({ told: ["101"] });
    expect(codeOf(await invite("alice", lasting.id, ["999"]))).toEqual([422, "video.person"]);
    expect(codeOf(await invite("alice", lasting.id, []))).toEqual([400, "request.invalid"]);
  });

  it("VCALL-2 two invitations at the same moment both count; a person without the right to video rooms is not notified", async () => {
    const room = await created("carol", { name: "Two at once", dynamic: true });
    await Promise.all([invite("carol", room.id, ["101"]), invite("carol", room.id, ["102"])]);
    expect([await mayEnter("alice", room), await mayEnter("bob", room)]).toEqual([true, true]);
    told.length = 0;
    expect((await invite("carol", room.id, ["105"])).body).toEqual({ told: [] });
    expect(told).toEqual([]);
  });

  it("VCALL-2 too many invitations in a short time are refused", async () => {
    const room = await created("bob", { name: "Fast", dynamic: true });
    const all = await Promise.all(Array.from({ length: 15 }, () => invite("bob", room.id, ["101"])));
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
    await server.clock.advance(10_000);
    expect((await invite("bob", room.id, ["101"])).status).toBe(200);
  });
});
