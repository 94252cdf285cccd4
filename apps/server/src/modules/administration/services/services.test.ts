import { endpoints, errorBodySchema, fitsSetting, type CompanyQueueChange } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { CONFERENCE_FIELDS } from "../../conferences/index.ts";
import { QUEUE_FIELDS } from "../../queues/index.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const QUEUES = "/api/v1/administration/queues";
const ROOMS = "/api/v1/administration/rooms";
const COMPANY = `
realm: demo
groups:
  - { name: desk, permissions: ["administration:manage_queues:600"] }
  - { name: lookers, permissions: [administration:show_rooms, administration:show_queues] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, desk] }
  - { username: ines, groups: [staff, lookers] }
`;
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data;

describe("queues and rooms, for administration", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(() => server.remove());

  const numbers = async (path: string, who: string) => {
    const { status, body } = await server.get(path, who);
    expect(status).toBe(200);
    return endpoints.listCompanyQueues.response.parse(body).data.map(({ number }) => number);
  };
  const queue = async (number = "600", who = "grace") =>
    endpoints.getCompanyQueue.response.parse((await server.get(`${QUEUES}/${number}`, who)).body);
  const room = async (number: string, who = "grace") =>
    endpoints.getCompanyRoom.response.parse((await server.get(`${ROOMS}/${number}`, who)).body);
  const changed = async (patch: Partial<CompanyQueueChange>): Promise<CompanyQueueChange> => {
    const { version, name, agents } = await queue();
    const kept = agents.map(({ username, penalty, login, ring_in_use }) => ({ username, penalty, login, ring_in_use }));
    return { version, name, settings: {}, agents: kept, ...patch };
  };
  const change = (who: string, number: string, body: object) => server.send("PUT", `${QUEUES}/${number}`, who, body);
  const valueOf = ({ settings }: { readonly settings: ReadonlyArray<{ name: string; value: string }> }, name: string) =>
    settings.find((one) => one.name === name)?.value;

  it("SERVICES-1 PAGES-1 a user who may change one queue sees only that one, changes it, and can neither add nor remove any", async () => {
    expect(await numbers(QUEUES, "grace")).toEqual(["600", "601", "602"]);
    expect(await numbers(`${QUEUES}?search=sales`, "grace")).toEqual(["601"]);
    expect(await numbers(QUEUES, "hiro")).toEqual(["600"]);
    expect((await server.get(`${QUEUES}/601`, "hiro")).status).toBe(404);
    expect((await server.get(`${QUEUES}/800`, "grace")).status).toBe(404);
    const body = await changed({ name: "Help desk", settings: { ring_seconds: "25" } });
    const saved = endpoints.changeCompanyQueue.response.parse((await change("hiro", "600", body)).body);
    expect([saved.name, valueOf(saved, "ring_seconds"), valueOf(saved, "strategy")]).toEqual([
      "Help desk",
      "25",
      "least_recent",
    ]);
    expect((await change("hiro", "601", body)).status).toBe(403);
    expect((await server.send("POST", QUEUES, "hiro", { number: "603", name: "New" })).status).toBe(403);
    expect((await server.send("DELETE", `${QUEUES}/600`, "hiro")).status).toBe(403);
    expect((await server.get(ROOMS, "hiro")).status).toBe(403);
  });

  it("SERVICES-2 PAGES-5 a queue is added with the settings of a new one, changed once on a version, and removed", async () => {
    const added = await server.send("POST", QUEUES, "grace", { number: "603", name: "New" });
    const shown = endpoints.addCompanyQueue.response.parse(added.body);
    expect([shown.agents, valueOf(shown, "ring_seconds")]).toEqual([[], "15"]);
    const again = await server.send("POST", QUEUES, "grace", { number: "101", name: "Taken" });
    expect(codeOf(again)).toMatchObject({ code: "admin.exists", details: { field: "number" } });
    const first = await changed({ name: "One" });
    expect((await change("grace", "600", first)).status).toBe(200);
    expect(codeOf(await change("grace", "600", { ...first, name: "Two" }))).toMatchObject({ code: "admin.conflict" });
    expect((await server.send("DELETE", `${QUEUES}/603`, "grace")).body).toEqual({ number: "603" });
    expect(await numbers(QUEUES, "grace")).toEqual(["600", "601", "602"]);
  });

  it("SERVICES-3 a setting that is not valid is refused as its field; forms accept exactly what the server reads", async () => {
    const refused = await change("grace", "600", await changed({ settings: { ring_seconds: "0" } }));
    expect([refused.status, codeOf(refused)]).toMatchObject([
      400,
      { code: "admin.setting", details: { field: "settings.ring_seconds" } },
    ]);
    const unknown = await change("grace", "600", await changed({ settings: { ringseconds: "5" } }));
    expect(codeOf(unknown)).toMatchObject({ code: "admin.setting" });
    const { settings } = await queue();
    const texts = [
      "0",
      "1",
      "5",
      "600",
      "99999999",
      "-1",
      "1.5",
      "",
      "none",
      "true",
      "false",
      "ring_all",
      "en",
      "no_agents",
      "#",
      "##",
      "+14165550100",
      "+1",
      "600x",
      "12345678901",
    ];
    for (const { name, form } of settings)
      for (const text of texts)
        expect([name, text, fitsSetting(form, text)]).toEqual([
          name,
          text,
          QUEUE_FIELDS.read({ [name]: text }).faults.length === 0,
        ]);
    for (const { name, form } of (await room("801")).settings)
      for (const text of texts)
        expect([name, text, fitsSetting(form, text)]).toEqual([
          name,
          text,
          CONFERENCE_FIELDS.read({ [name]: text }).faults.length === 0,
        ]);
  });

  it("SERVICES-4 a user who may change only some queues cannot send callers to a new outside number", async () => {
    const outside = { settings: { overflow_to: "+14165550100" } };
    expect(codeOf(await change("hiro", "600", await changed(outside)))).toMatchObject({
      code: "admin.outside",
      details: { field: "settings.overflow_to" },
    });
    expect((await change("grace", "600", await changed(outside))).status).toBe(200);
    // What is there already stays.
    expect((await change("hiro", "600", await changed(outside))).status).toBe(200);
  });

  it("SERVICES-5 agents keep their order, and people are found by name, username and extension", async () => {
    const agents = [
      { username: "alice", penalty: 2, login: "by_code", ring_in_use: true },
      { username: "dave", penalty: 0, login: "always", ring_in_use: null },
    ] as const;
    const saved = await change("hiro", "600", await changed({ agents: [...agents] }));
    expect(endpoints.changeCompanyQueue.response.parse(saved.body).agents).toEqual([
      { ...agents[0], name: "Alice Archer", extension: "101" },
      { ...agents[1], name: "Dave Diaz", extension: "104" },
    ]);
    const nobody = await changed({ agents: [{ ...agents[0], username: "nobody" }] });
    expect(codeOf(await change("hiro", "600", nobody))).toMatchObject({ code: "admin.notFound" });
    const found = async (search: string) => {
      const { body } = await server.get(`/api/v1/administration/find_people?search=${search}`, "hiro");
      return endpoints.findCompanyPeople.response.parse(body).data.map(({ username }) => username);
    };
    expect([await found("chen%20car"), await found("102"), await found("ibanez")]).toEqual([
      ["carol"],
      ["bob"],
      ["ines"],
    ]);
    expect((await server.get("/api/v1/administration/find_people", "alice")).status).toBe(403);
  });

  it("SERVICES-6 a queue that a number leads to is not removed", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nnumbers: [{ number: '+14165550177', name: Desk, target: '600' }]"),
    );
    expect(codeOf(await server.send("DELETE", `${QUEUES}/600`, "grace"))).toMatchObject({ code: "admin.stillLeads" });
  });

  it("SERVICES-7 PINs are shown only to users who may change the room, and stay when a change does not name them", async () => {
    const seen = await room("801");
    expect([valueOf(seen, "pin"), valueOf(seen, "admin_pin")]).toEqual(["1234", "4321"]);
    const looked = await room("801", "ines");
    expect([valueOf(looked, "pin"), valueOf(looked, "admin_pin")]).toEqual([undefined, undefined]);
    const body = { version: seen.version, name: "Board", settings: { max_users: "12" }, admins: ["carol"] };
    expect((await server.send("PUT", `${ROOMS}/801`, "ines", body)).status).toBe(403);
    const { body: answer } = await server.send("PUT", `${ROOMS}/801`, "grace", body);
    const saved = endpoints.changeCompanyRoom.response.parse(answer);
    expect([
      saved.name,
      valueOf(saved, "pin"),
      valueOf(saved, "max_users"),
      saved.admins.map((one) => one.name),
    ]).toEqual(["Board", "1234", "12", ["Carol Chen"]]);
    expect((await server.send("POST", ROOMS, "grace", { number: "890", name: "New" })).status).toBe(200);
    expect((await server.send("DELETE", `${ROOMS}/890`, "grace")).status).toBe(200);
  });
});
