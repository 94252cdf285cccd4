import { endpoints } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";

const COMPANY = `
realm: demo
groups: [{ name: half, permissions: [emergency_caller_id_profiles:read, emergency_caller_id_profiles:write, emergency_caller_id_locations:read] }]
users:
  - { username: hal, first_name: Hal, last_name: Half, extension: 130, password: callpanel-demo, groups: [half] }
  - { username: yan, first_name: Yan, last_name: Yu, extension: 131, password: callpanel-demo, groups: [staff, supervisor], permissions: ["emergency_caller_id_profiles:write_for:2", "emergency_caller_id_locations:write_for:2"] }
`;
const OTHER = `
realm: other
users: [{ username: olga, first_name: Olga, last_name: Other, extension: 101, password: callpanel-demo, groups: [staff] }]
emergency_profiles: [{ name: Elsewhere, number: 5551234 }]
emergency_locations: [{ name: Elsewhere, address: Far away }]
`;

describe("emergency caller ids", () => {
  let server: TestServer;
  let profiles: readonly number[] = [];
  let locations: readonly number[] = [];
  beforeAll(async () => {
    server = await createTestServer();
    for (const file of [COMPANY, OTHER]) await applyCompany(server.stores.company, parseCompanyFile(file));
    const listed = async (path: string) =>
      endpoints.listEmergencyProfiles.response.parse((await server.get(path, "alice")).body).data.map(({ id }) => id);
    profiles = await listed("/api/v1/emergency_caller_id_profiles");
    locations = endpoints.listEmergencyLocations.response
      .parse((await server.get("/api/v1/emergency_caller_id_locations", "alice")).body)
      .data.map(({ id }) => id);
  });
  afterAll(() => server.remove());

  const choice = (profile: unknown, location: unknown) => ({
    emergency_callerid_callback_profile_id: profile,
    emergency_callerid_dispatchable_location_id: location,
  });
  const choose = async (who: string, body: object, whose?: number) => {
    const path = whose === undefined ? "users/emergency_caller_id" : `users/${whose}/emergency_caller_id`;
    const { status, body: answer } = await server.send("PUT", `/api/v1/${path}`, who, body);
    return [status, answer !== null && typeof answer === "object" && "code" in answer ? answer.code : answer];
  };

  it("ECID-1 ECID-2 profiles and locations of the realm are sorted by name, each list with its own right", async () => {
    expect((await server.get("/api/v1/emergency_caller_id_profiles?limit=1", "alice")).body).toEqual({
      total: 2,
      disabledGlobally: false,
      data: [{ id: profiles[0], name: "Alice direct", number: "+14165550101" }],
    });
    expect((await server.get("/api/v1/emergency_caller_id_locations", "alice")).body).toMatchObject({
      total: 2,
      data: [{ name: "Head office", address: "100 Front St W, Toronto ON M5J 1E3", details: "3rd floor" }, {}],
    });
    for (const path of ["emergency_caller_id_profiles", "emergency_caller_id_locations"])
      expect((await server.get(`/api/v1/${path}`, "erin")).status).toBe(403);
  });

  it("ECID-3 ECID-5 the choice is part of the current user, so that nothing has to be looked up in an emergency", async () => {
    expect((await server.get("/api/v1/users/me", "alice")).body).toMatchObject({
      ...choice(null, null),
      emergency_numbers: ["911", "933"],
    });
    const chosen = choice(profiles[1], locations[0]);
    expect(await choose("alice", chosen)).toEqual([200, chosen]);
    expect((await server.get("/api/v1/users/me", "alice")).body).toMatchObject({
      ...chosen,
      emergency_callerid_callback_profile: { name: "Front desk", number: "+14165550160" },
      emergency_callerid_dispatchable_location: { name: "Head office", details: "3rd floor" },
    });
    expect(await choose("alice", choice(null, null))).toEqual([200, choice(null, null)]);
  });

  it("ECID-3 the choice needs both rights, for another person both on their id; items of other realms are refused", async () => {
    const own = choice(profiles[0], locations[0]);
    const forbidden = [403, "request.forbidden"];
    expect(await choose("hal", own)).toEqual(forbidden);
    expect(await choose("alice", own, 2)).toEqual(forbidden);
    expect(await choose("yan", own, 3)).toEqual(forbidden);
    expect(await choose("yan", own, 2)).toEqual([200, own]);
    const { body } = await server.get("/api/v1/users/2/emergency_caller_id/can_watch_users", "bob");
    expect(body).toMatchObject({ total: 1, data: [{ user_id: 2, may_write: true, ...own, disabledGlobally: false }] });
    const elsewhere = endpoints.listEmergencyProfiles.response.parse(
      (await server.get("/api/v1/emergency_caller_id_profiles", "olga")).body,
    );
    expect(await choose("alice", choice(elsewhere.data[0]?.id, null))).toEqual([400, "settings.emergency.profile"]);
    expect(await choose("alice", choice(null, 9_999))).toEqual([400, "settings.emergency.location"]);
    for (const wrong of [choice("1", null), choice(null, [1]), {}, { emergency_callerid_callback_profile_id: 1 }])
      expect(await choose("alice", wrong)).toEqual([400, "request.invalid"]);
  });

  it("ECID-3 ECID-5 while disabled globally, nothing can be chosen and nothing is shown", async () => {
    await choose("carol", choice(profiles[0], locations[0]));
    const set = (disabled: boolean) =>
      applyCompany(server.stores.company, parseCompanyFile(`realm: demo\nemergency: { disabled: ${disabled} }\n`));
    await set(true);
    expect(await choose("carol", choice(null, null))).toEqual([400, "settings.emergency.disabled"]);
    const { body } = await server.get("/api/v1/users/me", "carol");
    expect(body).not.toHaveProperty("emergency_callerid_dispatchable_location");
    expect((await server.get("/api/v1/emergency_caller_id_profiles", "carol")).body).toMatchObject({
      disabledGlobally: true,
    });
    await set(false);
  });
});
