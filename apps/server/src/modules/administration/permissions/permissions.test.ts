import { endpoints, errorBodySchema, rulesOf, type Permission, type ServerFrame } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";
import { STANDARD_GROUPS } from "../standard-groups.ts";

const GROUPS = "/api/v1/administration/groups";
const PEOPLE = "/api/v1/administration/people";
const COMPANY = `
realm: demo
groups:
  - { name: right-keepers, permissions: [administration:manage_permissions] }
  - { name: lookers, permissions: [administration:show_people] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, right-keepers] }
  - { username: ines, groups: [staff, lookers] }
`;
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data;
const settingsOf = (frames: readonly ServerFrame[]) =>
  frames.filter((frame) => frame.type === "event" && frame.event.action === "SETTING").length;

describe("groups and rights, for administration", () => {
  let server: TestServer;
  let sockets: TestSockets;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
  const list = async (query = "") =>
    endpoints.listCompanyGroups.response.parse((await server.get(`${GROUPS}${query}`, "grace")).body);
  const group = async (name: string) =>
    endpoints.getCompanyGroup.response.parse((await server.get(`${GROUPS}/${name}`, "grace")).body);
  const rights = async (username: string, who = "grace") =>
    endpoints.getPersonRights.response.parse((await server.get(`${PEOPLE}/${await idOf(username)}/rights`, who)).body);
  const view = async (username: string) =>
    endpoints.getPersonView.response.parse((await server.get(`${PEOPLE}/${await idOf(username)}/view`, "ines")).body);
  const add = (name: string, permissions: readonly Permission[], who = "grace") =>
    server.send("POST", GROUPS, who, { name, permissions });
  const change = async (name: string, patch: object, who = "grace") => {
    const { version, permissions } = await group(name);
    return server.send("PUT", `${GROUPS}/${name}`, who, { version, name, permissions, ...patch });
  };
  const give = async (username: string, permissions: readonly Permission[], who = "grace") => {
    const { version } = await rights(username);
    return server.send("PUT", `${PEOPLE}/${await idOf(username)}/rights`, who, { version, permissions });
  };
  const members = async (name: string) => {
    const { body } = await server.get(`${GROUPS}/${name}/people`, "grace");
    return endpoints.listGroupPeople.response.parse(body).data.map(({ username }) => username);
  };
  const lines = async (act: string) => {
    const { body } = await server.get(`/api/v1/administration/audit?act=${act}`, "grace");
    return endpoints.listAuditLines.response.parse(body).data;
  };
  const spy: Permission = { module: "active_calls", rule: "execute_callspy" };

  it("GRANT-1 groups are listed, added once, changed on a version and renamed with their people", async () => {
    const { total, data } = await list();
    expect(total).toBe(data.length);
    expect(data.find(({ name }) => name === "right-keepers")).toEqual({ name: "right-keepers", rights: 1, people: 1 });
    expect((await list("?search=admin")).data.map(({ name }) => name)).toEqual(["administrators"]);
    expect((await add("sales", [spy])).status).toBe(200);
    expect(codeOf(await add("sales", []))).toMatchObject({ code: "admin.exists", details: { field: "name" } });
    expect(codeOf(await add("Sales Team", []))).toMatchObject({ code: "request.invalid" });
    await server.send("POST", `${PEOPLE}/join`, "grace", { ids: [await idOf("bob")], group: "sales", joins: true });
    const old = await group("sales");
    const renamed = await change("sales", { name: "sales-team", permissions: [] });
    expect(renamed.body).toMatchObject({ name: "sales-team", permissions: [], people: 1 });
    expect(await members("sales-team")).toEqual(["bob"]);
    expect((await server.get(`${GROUPS}/sales`, "grace")).status).toBe(404);
    const late = { version: old.version, name: "sales-team", permissions: [spy] };
    expect(codeOf(await server.send("PUT", `${GROUPS}/sales-team`, "grace", late))).toMatchObject({
      code: "admin.conflict",
    });
    expect(codeOf(await change("sales-team", { name: "staff" }))).toMatchObject({
      code: "admin.exists",
      details: { field: "name" },
    });
    const [line] = await lines("groups.changed");
    expect(line?.details).toEqual({
      "name.from": "sales",
      "name.to": "sales-team",
      given: "",
      taken: "active_calls:execute_callspy",
    });
  });

  it("GRANT-2 GRANT-3 people lose the rights that only a removed group gave them, are notified at once, and their invitations end", async () => {
    await add("listeners", [spy]);
    const bob = await idOf("bob");
    await server.send("POST", `${PEOPLE}/join`, "grace", { ids: [bob], group: "listeners", joins: true });
    await server.send("POST", `${PEOPLE}/${bob}/invite`, "grace");
    const [panel, other] = [await sockets.panel("bob"), await sockets.panel("alice")];
    expect((await change("listeners", { permissions: [spy, { module: "cdrs", rule: "read" }] })).status).toBe(200);
    await expect.poll(() => settingsOf(panel)).toBe(1);
    await server.send("POST", `${PEOPLE}/${bob}/invite`, "grace");
    expect((await server.send("DELETE", `${GROUPS}/listeners`, "grace")).body).toEqual({ name: "listeners" });
    await expect.poll(() => settingsOf(panel)).toBeGreaterThan(1);
    expect(settingsOf(other)).toBe(0);
    const { body } = await server.get(`${PEOPLE}/${bob}/access`, "grace");
    expect(endpoints.getPersonAccess.response.parse(body).invited_until).toBeNull();
    expect((await view("bob")).rights.some(({ rule }) => rule === "execute_callspy")).toBe(false);
    expect((await server.send("DELETE", `${GROUPS}/listeners`, "grace")).status).toBe(404);
  });

  it("PAGES-7 GRANT-2 the group of the last administrator keeps its right, and is not removed", async () => {
    await server.send("POST", `${PEOPLE}/join`, "grace", {
      ids: [await idOf("hiro")],
      group: "right-keepers",
      joins: false,
    });
    expect(codeOf(await server.send("DELETE", `${GROUPS}/administrators`, "grace"))).toMatchObject({
      code: "admin.lastAdministrator",
    });
    expect(codeOf(await change("administrators", { permissions: [] }))).toMatchObject({
      code: "admin.lastAdministrator",
    });
    expect((await change("administrators", { name: "admins" })).status).toBe(200);
  });

  it("PAGES-3 PAGES-4 GRANT-4 nobody gives rights of administration that they lack, to a group, a person or themselves", async () => {
    const lines_: Permission = { module: "administration", rule: "manage_lines" };
    const code = async (answer: Promise<{ body: unknown }>) => codeOf(await answer)?.code;
    expect(await code(add("line-keepers", [lines_], "hiro"))).toBe("admin.mayNotGive");
    expect(await code(change("right-keepers", { permissions: [lines_] }, "hiro"))).toBe("admin.mayNotGive");
    expect(await code(give("hiro", [lines_], "hiro"))).toBe("admin.mayNotGive");
    expect(await code(give("bob", [lines_], "hiro"))).toBe("admin.mayNotGive");
    expect(await code(change("administrators", { permissions: [] }, "hiro"))).toBe("admin.mayNotTouch");
    expect(await code(change("administrators", { name: "mine" }, "hiro"))).toBe("admin.mayNotTouch");
    expect(await code(server.send("DELETE", `${GROUPS}/administrators`, "hiro"))).toBe("admin.mayNotTouch");
    expect(await code(give("grace", [], "hiro"))).toBe("admin.mayNotTouch");
    const join = { ids: [await idOf("bob")], group: "administrators", joins: true };
    expect(await code(server.send("POST", `${PEOPLE}/join`, "hiro", join))).toBe("admin.mayNotGive");
    expect(await code(give("bob", [spy], "ines"))).toBe("request.forbidden");
    expect(await code(give("bob", [spy], "hiro"))).toBeUndefined();
    expect(await rights("bob", "ines")).toMatchObject({ permissions: [spy], groups: [{ name: "staff" }] });
    const stale = { version: (await rights("bob")).version, permissions: [] };
    await give("bob", [{ module: "cdrs", rule: "read" }]);
    expect(await code(server.send("PUT", `${PEOPLE}/${await idOf("bob")}/rights`, "grace", stale))).toBe(
      "admin.conflict",
    );
  });

  it("GRANT-5 targets are things of the company, with their names; those that are gone stay until they are taken out", async () => {
    const carol = String(await idOf("carol"));
    const limited: Permission[] = [
      { module: "voicemails", rule: "read_for", targets: [carol] },
      { module: "queue_reports", rule: "read_for", targets: ["600"] },
      { module: "administration", rule: "manage_rooms", targets: ["801"] },
    ];
    expect((await give("bob", limited)).status).toBe(200);
    const { targets } = await rights("bob");
    expect(targets.map(({ kind, name, number }) => `${kind} ${name} ${number}`).toSorted()).toEqual([
      "people Carol Chen 103",
      "queues Support 600",
      "rooms Board room 801",
    ]);
    const refused = async (permission: Permission) => codeOf(await give("bob", [...limited, permission]))?.code;
    expect(await refused({ module: "voicemails", rule: "read_for", targets: ["999999"] })).toBe("admin.notFound");
    expect(await refused({ module: "queues", rule: "read_for", targets: ["101"] })).toBe("admin.notFound");
    expect(await refused({ module: "queues", rule: "read_for", targets: [] })).toBe("request.invalid");
    expect(await refused({ module: "outside_calls", rule: "execute_abroad", targets: ["600"] })).toBe(
      "request.invalid",
    );
    const find = async (query: string) => {
      const { body } = await server.get(`/api/v1/administration/right_targets?${query}`, "hiro");
      return endpoints.findRightTargets.response.parse(body).data.map(({ target }) => target);
    };
    expect(await find("kind=people&search=chen")).toEqual([carol]);
    expect(await find("kind=queues&search=sales")).toEqual(["601"]);
    expect(await find("kind=lots")).toEqual(["700"]);
    await server.send("POST", `${PEOPLE}/remove`, "grace", { ids: [Number(carol)], lead_to: "101" });
    const kept = await rights("bob");
    expect([kept.permissions.length, kept.targets.length]).toEqual([3, 2]);
    expect((await give("bob", [...limited, spy])).status).toBe(200);
  });

  it("GRANT-6 the view of a person consists of pages, rights and targets in effect, with their sources", async () => {
    await give("bob", [spy, { module: "queue_reports", rule: "read_for", targets: ["600"] }]);
    const seen = await view("bob");
    expect(seen.flags).toEqual(expect.arrayContaining(["chatsRead", "queueReportsRead", "softphone"]));
    expect(seen.flags).not.toContain("administrationPeople");
    expect(seen.rights.find(({ rule }) => rule === "execute_callspy")).toEqual({ ...spy, targets: null, from: [""] });
    expect(seen.rights.find(({ module }) => module === "chats")).toMatchObject({ targets: null, from: ["staff"] });
    expect(seen.rights.find(({ module }) => module === "queue_reports")).toMatchObject({
      targets: ["600"],
      from: [""],
    });
    // The same as the person sees.
    const own = endpoints.getPermissions.response.parse((await server.get("/api/v1/users/permissions", "bob")).body);
    const told = [...own.group_permissions, ...own.user_permissions].map(({ module, rule }) => `${module}:${rule}`);
    expect(seen.rights.map(({ module, rule }) => `${module}:${rule}`).toSorted()).toEqual(
      [...new Set(told)].toSorted(),
    );
    await server.send("POST", `${PEOPLE}/suspend`, "grace", { ids: [await idOf("bob")], suspended: true });
    expect((await view("bob")).state).toBe("suspended");
  });

  it("GRANT-7 the catalogue has every right that a standard group gives", () => {
    for (const { permissions } of STANDARD_GROUPS)
      for (const { module, rule } of permissions)
        expect([module, rulesOf(module).includes(rule)]).toEqual([module, true]);
  });

  it("GRANT-8 a user who gives rights puts people into groups, and finds them", async () => {
    const ids = [await idOf("bob"), await idOf("carol")];
    expect((await server.send("POST", `${PEOPLE}/join`, "hiro", { ids, group: "agent", joins: true })).status).toBe(
      200,
    );
    expect(await members("agent")).toEqual(["bob", "carol", "dave"]);
    expect((await server.send("POST", `${PEOPLE}/join`, "ines", { ids, group: "agent", joins: true })).status).toBe(
      403,
    );
    const { body } = await server.get("/api/v1/administration/find_people?search=chen", "hiro");
    expect(endpoints.findCompanyPeople.response.parse(body).data).toEqual([
      { id: ids[1], username: "carol", name: "Carol Chen", extension: "103" },
    ]);
    expect((await server.get("/api/v1/administration/find_people", "ines")).status).toBe(403);
  });
});
