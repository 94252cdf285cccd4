import { endpoints, errorBodySchema } from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { commandLine } from "../../../../test/command-line.ts";
import { openSockets } from "../../../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const DIRECT = "/api/v1/administration/numbers/direct";
const TOGGLES = "/api/v1/administration/numbers/toggles";
const HOURS = "/api/v1/administration/numbers/hours";
const LOTS = "/api/v1/administration/lots/parking";
const LINES = "/api/v1/administration/lines/trunks";
const ALL_CALLS = { inland: "true", abroad: "true", premium: "true", emergency: "true" };
const COMPANY = `
realm: demo
groups:
  - { name: desk, permissions: ["administration:manage_lots:700"] }
  - { name: lookers, permissions: [administration:show_numbers, administration:show_lines] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, desk] }
  - { username: ines, groups: [staff, lookers] }
`;
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data;

describe("numbers, parking lots and lines, for administration", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(() => server.remove());

  const list = async (path: string, who = "grace") => {
    const { status, body } = await server.get(path, who);
    expect(status).toBe(200);
    return endpoints.listCompanyNumbers.response.parse(body).data;
  };
  const one = async (path: string, id: string, who = "grace") =>
    endpoints.getCompanyNumber.response.parse((await server.get(`${path}/${encodeURIComponent(id)}`, who)).body);
  const add = (path: string, id: string, fields: object, who = "grace") =>
    server.send("POST", path, who, { id, fields });
  const change = (path: string, id: string, body: object, who = "grace") =>
    server.send("PUT", `${path}/${encodeURIComponent(id)}`, who, body);
  const remove = (path: string, id: string, who = "grace") =>
    server.send("DELETE", `${path}/${encodeURIComponent(id)}`, who);

  it("THINGS-1 PAGES-1 lists are searched in every field; a user who may change one lot sees only that one and cannot add any", async () => {
    const all = await list(DIRECT);
    expect(all.map(({ id }) => id)).toEqual(["+14165550101", "+14165550160", "+14165550170"]);
    expect(all[0]?.leads_to).toEqual([{ number: "101", name: "Alice Archer" }]);
    const found = await server.get("/api/v1/administration/destinations?search=suppo", "ines");
    expect(endpoints.findDestinations.response.parse(found.body).data).toEqual([{ number: "600", name: "Support" }]);
    expect((await server.get("/api/v1/administration/destinations", "hiro")).status).toBe(403);
    expect((await list(`${DIRECT}?search=600`)).map(({ id }) => id)).toEqual(["+14165550160"]);
    expect((await list(LOTS, "hiro")).map(({ id }) => id)).toEqual(["700"]);
    const { version, fields } = await one(LOTS, "700", "hiro");
    const saved = await change(LOTS, "700", { version, fields: { ...fields, timeout_seconds: "90" } }, "hiro");
    expect(endpoints.changeCompanyLot.response.parse(saved.body).fields["timeout_seconds"]).toBe("90");
    const lot = { name: "Second", first_slot: "731", last_slot: "735", timeout_seconds: "45" };
    expect((await add(LOTS, "730", lot, "hiro")).status).toBe(403);
    expect((await add(LOTS, "730", lot)).status).toBe(200);
    expect((await list(LOTS, "hiro")).map(({ id }) => id)).toEqual(["700"]);
    expect((await server.get(`${LOTS}/730`, "hiro")).status).toBe(404);
    expect((await server.get(DIRECT, "hiro")).status).toBe(403);
    expect((await add(DIRECT, "+14165550999", { name: "x", target: "101", sms: "false" }, "ines")).status).toBe(403);
    expect((await list(DIRECT, "ines")).length).toBe(3);
    // Another kind of the same area is not this one.
    expect((await server.get(`${TOGGLES}/${encodeURIComponent("+14165550101")}`, "grace")).status).toBe(404);
    expect((await server.get("/api/v1/administration/numbers/trunks", "grace")).status).toBe(400);
  });

  it("THINGS-2 PAGES-5 a number is added, changed on its version and removed; faults name their field", async () => {
    const fields = { name: "Desk", target: "101", sms: "true", pop_trigger: "ringing" };
    const added = endpoints.addCompanyNumber.response.parse((await add(DIRECT, "+14165550999", fields)).body);
    expect([added.fields["target"], added.used_by, added.secret]).toEqual(["101", ["Alice Archer"], null]);
    const { version } = added;
    const refused = async (path: string, id: string, wrong: object) => codeOf(await add(path, id, wrong))?.details;
    expect(await refused(DIRECT, "12", fields)).toMatchObject({ field: "id" });
    expect(await refused(DIRECT, "+14165550998", { ...fields, sms: "yes" })).toMatchObject({ field: "sms" });
    expect(await refused(DIRECT, "+14165550998", { ...fields, colour: "red" })).toMatchObject({ field: "colour" });
    expect(await refused(DIRECT, "+14165550998", { ...fields, target: "999" })).toMatchObject({ field: "target" });
    expect(await refused(DIRECT, "+14165550998", { ...fields, pop_url: "javascript:alert(1)" })).toMatchObject({
      field: "pop_url",
    });
    expect(await refused(TOGGLES, "655", { name: "Day", a: "101", b: "700" })).toMatchObject({ field: "b" });
    expect(
      await refused(LOTS, "740", { name: "L", first_slot: "741", last_slot: "740", timeout_seconds: "9" }),
    ).toMatchObject({ field: "last_slot" });
    expect(codeOf(await add(DIRECT, "+14165550999", fields))).toMatchObject({ code: "admin.exists" });
    expect((await change(DIRECT, "+14165550999", { version, fields: { target: "102" } })).status).toBe(200);
    expect(codeOf(await change(DIRECT, "+14165550999", { version, fields: { target: "103" } }))).toMatchObject({
      code: "admin.conflict",
    });
    expect((await one(DIRECT, "+14165550999")).fields).toMatchObject({ target: "102", name: "Desk", sms: "true" });
    expect((await remove(DIRECT, "+14165550999")).body).toEqual({ id: "+14165550999" });
    expect((await list(DIRECT)).length).toBe(3);
    expect((await remove(DIRECT, "+14165550999")).status).toBe(404);
  });

  it("THINGS-3 a toggle that a number leads to, and hours that a number has, stay", async () => {
    expect((await add(TOGGLES, "655", { name: "Day", a: "101", b: "600" })).status).toBe(200);
    expect((await one(TOGGLES, "655")).state).toBe("a");
    expect(
      (await add(HOURS, "Office", { zone: "America/Toronto", week: "mon-fri 09:00-17:00", closed: "" })).status,
    ).toBe(200);
    const fields = {
      name: "Main",
      target: "655",
      hours: "Office",
      otherwise: "102",
      sms: "false",
      pop_trigger: "ringing",
    };
    expect((await add(DIRECT, "+14165550998", fields)).status).toBe(200);
    expect((await one(TOGGLES, "655")).used_by).toEqual(["+14165550998"]);
    expect((await one(HOURS, "Office")).used_by).toEqual(["+14165550998"]);
    expect(codeOf(await remove(TOGGLES, "655"))).toMatchObject({ code: "admin.stillLeads" });
    expect(codeOf(await remove(HOURS, "Office"))).toMatchObject({ code: "admin.stillLeads" });
    expect((await remove(DIRECT, "+14165550998")).status).toBe(200);
    expect((await remove(HOURS, "Office")).status).toBe(200);
    expect((await remove(TOGGLES, "655")).status).toBe(200);
  });

  it("THINGS-4 a number names business hours that exist, with where it leads outside them", async () => {
    const fields = {
      name: "Main",
      target: "101",
      hours: "Office",
      otherwise: "102",
      sms: "false",
      pop_trigger: "ringing",
    };
    expect(codeOf(await add(DIRECT, "+14165550998", fields))).toMatchObject({ details: { field: "hours" } });
    const office = { zone: "America/Toronto", week: "mon-fri 09:00-17:00", closed: "2030-12-25\n2030-12-25" };
    await add(HOURS, "Office", office);
    expect((await one(HOURS, "Office")).fields).toEqual({
      zone: "America/Toronto",
      week: "mon,tue,wed,thu,fri 09:00-17:00",
      closed: "2030-12-25",
    });
    expect(codeOf(await add(DIRECT, "+14165550998", { ...fields, otherwise: "" }))).toMatchObject({
      details: { field: "otherwise" },
    });
    expect((await add(DIRECT, "+14165550998", fields)).status).toBe(200);
  });

  it("THINGS-5 the password of a line is made, shown once, kept by changes, and in no answer, version or line of the audit log", async () => {
    const added = endpoints.addCompanyLine.response.parse((await add(LINES, "gate", { calls: "4" })).body);
    const { secret } = added;
    expect(secret?.length).toBeGreaterThan(15);
    const before = await credential(server);
    expect(JSON.stringify(await list(LINES))).not.toContain(String(secret));
    const { version, state } = await one(LINES, "gate");
    expect(state).toBe("unregistered");
    expect((await change(LINES, "gate", { version, fields: { calls: "" } })).status).toBe(200);
    expect(await credential(server)).toBe(before);
    expect((await one(LINES, "gate")).fields).toEqual({ password: "", calls: "", order: "", ...ALL_CALLS });
    const next = await one(LINES, "gate");
    const password = "another good password";
    expect((await change(LINES, "gate", { version: next.version, fields: { password } })).status).toBe(200);
    expect(await credential(server)).not.toBe(before);
    expect(codeOf(await change(LINES, "gate", { version: next.version, fields: { password: "short" } }))).toMatchObject(
      {
        details: { field: "password" },
      },
    );
    const { body } = await server.get("/api/v1/administration/audit?area=lines", "grace");
    const log = JSON.stringify(body);
    expect(log).toContain("lines.changed");
    for (const secretText of [String(secret), password, String(before)]) expect(log).not.toContain(secretText);
    expect(codeOf(await add(LINES, "alice", {}))).toMatchObject({ code: "admin.exists" });
  });

  it("THINGS-6 LINE-20 a line has an order and the calls that it takes; lines are tried in their order", async () => {
    for (const [id, order] of [
      ["gate1", ""],
      ["gate2", "20"],
      ["gate3", "3"],
    ] as const)
      expect((await add(LINES, id, { order, premium: "false" })).status).toBe(200);
    const { version, fields } = await one(LINES, "gate2");
    expect(fields).toEqual({ password: "", calls: "", order: "20", ...ALL_CALLS, premium: "false" });
    const none = { inland: "false", abroad: "false", emergency: "false" };
    expect((await change(LINES, "gate2", { version, fields: none })).status).toBe(200);
    expect((await one(LINES, "gate2")).fields).toMatchObject({ ...none, premium: "false", order: "20" });
    expect(codeOf(await add(LINES, "gate4", { order: "0" }))).toMatchObject({ details: { field: "order" } });
    expect(codeOf(await add(LINES, "gate4", { abroad: "maybe" }))).toMatchObject({ details: { field: "abroad" } });
    const realm = await server.stores.company.read(async (reader) => (await reader.realms())[0]);
    const { trunks } = await server.stores.realmSettings.of(realm?.id ?? 0);
    expect(trunks.map(({ name, classes }) => [name, classes])).toEqual([
      ["gate3", ["inland", "abroad", "emergency"]],
      ["gate2", []],
      ["gate1", ["inland", "abroad", "emergency"]],
    ]);
  });

  it("LINE-30 LINE-32 LINE-33 a line is tested on its page: not registered, or its gateway's answer", async () => {
    const password = "a good gateway password";
    await add(LINES, "gate", { password });
    const tested = (id: string, who = "grace") => server.send("POST", `${LINES}/${id}/test`, who);
    expect((await tested("gate")).body).toEqual({ at: server.clock.now(), gateways: [] });
    const sockets = await openSockets(server);
    try {
      const { sip } = await sockets.phone("gate", { password });
      expect((await sip.register()).status).toBe(200);
      const { body } = await tested("gate");
      expect(body).toMatchObject({
        at: server.clock.now(),
        gateways: [{ address: "127.0.0.1", result: "answered", status: 200 }],
      });
      expect(sip.strays.map(({ method }) => method)).toEqual(["OPTIONS"]);
      // LINE-33: the command line asks the server.
      const run = commandLine(server.stores, "demo", {}, undefined, async (ms) => {
        await server.clock.advance(ms);
        await settle();
      });
      const byCommand = await run("trunks test gate");
      expect([byCommand.error, byCommand.out]).toEqual([
        "",
        expect.stringMatching(/^127\.0\.0\.1 answered 200 after \d+ ms$/),
      ]);
      expect((await run("trunks test nogate")).error).toContain("outside line nogate does not exist");
      const { body: log } = await server.get("/api/v1/administration/audit?area=lines", "grace");
      const lines = endpoints.listAuditLines.response.parse(log).data.filter(({ act }) => act === "lines.tested");
      expect(lines.map(({ way, details }) => [way, details["gateways"]])).toEqual([
        ["command", 1],
        ["panel", 1],
        ["panel", 0],
      ]);
    } finally {
      sockets.cut();
    }
    expect((await tested("none")).status).toBe(404);
    expect((await tested("gate", "alice")).status).toBe(403);
  });
});

async function credential(server: TestServer): Promise<string | undefined> {
  const items = await server.stores.company.read(async (reader) => {
    const realm = (await reader.realms())[0];
    return reader.realmItems(realm?.id ?? 0);
  });
  const line = items.find((item) => item.kind === "trunk");
  return line?.kind === "trunk" ? line.ha1Sha256 : undefined;
}
