import { endpoints, errorBodySchema, type WatchedOrder } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";

const OTHER_COMPANY = `
realm: other
users: [{ username: olga, first_name: Olga, last_name: Olsen, extension: 101, password: a-good-password }]
`;

describe("watched buddies", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(OTHER_COMPANY));
  });
  afterAll(() => server.remove());

  const BUDDIES = "/api/v1/panel_buddies";
  const listOf = async (username: string) =>
    endpoints.listMyBuddies.response.parse((await server.get(`${BUDDIES}/my_buddies`, username)).body).data;
  const watch = (username: string, body: object) => server.send("POST", BUDDIES, username, body);
  const extens = (order: WatchedOrder) => order.map(({ exten }) => exten);

  it("BUDDY-2 BUDDY-3 a list is filled, ordered by single calls, and emptied; other lists do not change", async () => {
    await watch("bob", { username: "dave" });
    await watch("alice", { username: "bob" });
    await watch("alice", { username: " CAROL " });
    const { status, body } = await watch("alice", { username: "dave", sort: 1 });
    expect(status).toBe(200);
    const { buddy, order } = endpoints.watchBuddy.response.parse(body);
    expect(buddy).toMatchObject({ exten: "104", name: "Dave Diaz", sort: 1, presence: "offline" });
    expect(extens(order)).toEqual(["104", "102", "103"]);

    const between = ((order[0]?.sort ?? 0) + (order[1]?.sort ?? 0)) / 2;
    const moved = await server.send("PUT", `${BUDDIES}/103`, "alice", { sort: between });
    expect(extens(endpoints.moveBuddy.response.parse(moved.body).order)).toEqual(["104", "103", "102"]);
    expect(extens(await listOf("alice"))).toEqual(["104", "103", "102"]);

    const left = await server.send("DELETE", `${BUDDIES}/104`, "alice");
    expect(extens(endpoints.unwatchBuddy.response.parse(left.body).order)).toEqual(["103", "102"]);
    expect(extens(await listOf("bob"))).toEqual(["104"]);
  });

  it("BUDDY-5 refusals have their codes and change nothing", async () => {
    await watch("carol", { username: "bob" });
    const before = await listOf("carol");
    const refusals = [
      [await watch("carol", { username: "nobody" }), 404, "buddies.unknown"],
      [await watch("carol", { username: "olga" }), 404, "buddies.unknown"],
      [await watch("carol", { username: "bob" }), 409, "buddies.watched"],
      [await watch("carol", { username: "dave", sort: 1e300 }), 400, "request.invalid"],
      [await watch("carol", { username: "dave", sort: "first" }), 400, "request.invalid"],
      [await server.send("PUT", `${BUDDIES}/104`, "carol", { sort: 1 }), 404, "buddies.notWatched"],
      [await server.send("PUT", `${BUDDIES}/102`, "carol", {}), 400, "request.invalid"],
      [await server.send("DELETE", `${BUDDIES}/104`, "carol"), 404, "buddies.notWatched"],
    ] as const;
    for (const [{ status, body }, wanted, code] of refusals)
      expect([status, errorBodySchema.parse(body).code]).toEqual([wanted, code]);
    expect(await listOf("carol")).toEqual(before);
  });

  it("BUDDY-6 people who may only read cannot change a list, not even their own", async () => {
    for (const { status, body } of [
      await watch("erin", { username: "bob" }),
      await server.send("PUT", `${BUDDIES}/102`, "erin", { sort: 1 }),
      await server.send("DELETE", `${BUDDIES}/102`, "erin"),
    ])
      expect([status, errorBodySchema.parse(body).code]).toEqual([403, "request.forbidden"]);
    expect(await listOf("erin")).toEqual([]);
  });

  it("BUDDY-1 fields that need a permission are null without it", async () => {
    const marksFor = async (username: string) => {
      const { body } = await server.get(`${BUDDIES}?search=bob`, username);
      const [bob] = endpoints.listBuddies.response.parse(body).data;
      return [bob?.voicemailCount, bob?.dnd, bob?.forward, bob?.followme];
    };
    expect(await marksFor("erin")).toEqual([null, null, null, null]);
    expect(await marksFor("alice")).toEqual([0, false, { enabled: false, number: "" }, false]);
  });
});
