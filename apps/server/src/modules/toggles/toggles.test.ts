import { endpoints } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";

const COMPANY = `
realm: demo
groups: [{ name: switcher, permissions: ["toggle_destinations:list_for:650", "toggle_destinations:write_for:650"] }]
users:
  - { username: sam, first_name: Sam, last_name: Switch, extension: 130, password: callpanel-demo, groups: [switcher] }
`;

describe("toggle destinations", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    const draft = parseCompanyFile(COMPANY);
    await applyCompany(server.stores.company, {
      ...draft,
      services: [
        { kind: "toggle", number: "650", name: "Day and night", optionA: "600", optionB: "102" },
        { kind: "toggle", number: "651", name: "Weekend", optionA: "601", optionB: "800" },
      ],
    });
  });
  afterAll(() => server.remove());

  const PATH = "/api/v1/toggle_destinations";
  const list = async (who: string) =>
    endpoints.listToggleDestinations.response.parse((await server.get(PATH, who)).body);
  const choose = async (who: string, id: unknown, active_opt: unknown) => {
    const { status, body } = await server.send("PUT", `${PATH}/${String(id)}`, who, { active_opt });
    return [status, body !== null && typeof body === "object" && "code" in body ? body.code : "done"];
  };

  it("TOGGLEOPT-1 a toggle is listed with both options; the first is active until it is switched", async () => {
    expect(await list("alice")).toEqual({
      success: true,
      total: 3,
      toggle_dest: [
        {
          id: 650,
          name: "Day and night",
          activeOpt: "A",
          optA: { destType: "queue", target: "600", name: "Support" },
          optB: { destType: "extension", target: "102", name: "Bob Brandt" },
          may_write: true,
        },
        {
          id: 651,
          name: "Weekend",
          activeOpt: "A",
          optA: { destType: "queue", target: "601", name: "Sales" },
          optB: { destType: "room", target: "800", name: "Open room" },
          may_write: true,
        },
        expect.objectContaining({ id: 652 }),
      ],
    });
  });

  it("TOGGLEOPT-3 the response to a switch has the new state, and it stays", async () => {
    const answer = await server.send("PUT", `${PATH}/650`, "alice", { active_opt: "B" });
    expect(answer).toMatchObject({ status: 200, body: { id: 650, activeOpt: "B" } });
    expect((await list("bob")).toggle_dest.map(({ activeOpt }) => activeOpt)).toEqual(["B", "A", "A"]);
    expect(await choose("alice", 650, "A")).toEqual([200, "done"]);
    for (const wrong of ["C", "a", "", null, 1, ["A"]])
      expect(await choose("alice", 650, wrong)).toEqual([400, "request.invalid"]);
    for (const id of [0, -1, "x", "6.5"]) expect((await choose("alice", id, "A"))[0]).toBe(400);
    for (const id of [600, 999, 99999999])
      expect(await choose("alice", id, "A")).toEqual([404, "settings.toggle.notFound"]);
  });

  it("TOGGLEOPT-4 a right on some toggles shows and switches only those", async () => {
    expect((await list("sam")).toggle_dest.map(({ id, may_write }) => [id, may_write])).toEqual([[650, true]]);
    expect(await choose("sam", 650, "B")).toEqual([200, "done"]);
    expect(await choose("sam", 651, "B")).toEqual([403, "request.forbidden"]);
    expect((await server.get(PATH, "erin")).status).toBe(403);
    expect(await choose("erin", 650, "A")).toEqual([403, "request.forbidden"]);
  });

  it("TOGGLEOPT-2 a toggle with a removed option is ignored", async () => {
    await server.stores.company.atomically(async (company) => {
      const { id = 0 } = (await company.realms())[0] ?? {};
      await company.removeService(id, "601");
    });
    expect((await list("alice")).toggle_dest.map(({ id }) => id)).toEqual([650]);
    expect(await choose("alice", 651, "B")).toEqual([404, "settings.toggle.notFound"]);
  });
});
