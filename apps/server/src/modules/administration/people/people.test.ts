import { endpoints, errorBodySchema, type NewCompanyPerson, type ServerFrame } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { removePeople } from "../company.removal.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const PEOPLE = "/api/v1/administration/people";
const COMPANY = `
realm: demo
groups: [{ name: help-desk, permissions: [administration:manage_people, panel_buddies:read] }]
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, help-desk] }
`;
const ADA: NewCompanyPerson = {
  username: "ada",
  first_name: "Ada",
  last_name: "Abel",
  extension: "155",
  email: "ada@demo.example",
  department: "Sales",
  may_use_panel: true,
  groups: ["staff"],
};

const actionsOf = (frames: readonly ServerFrame[]) =>
  frames.flatMap((frame) => (frame.type === "event" ? [frame.event.action] : []));
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data;

describe("people, for administration", () => {
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
  const list = async (query: string, who = "grace") => {
    const { status, body } = await server.get(`${PEOPLE}?${query}`, who);
    expect(status).toBe(200);
    return endpoints.listCompanyPeople.response.parse(body);
  };
  const names = async (query: string) => (await list(query)).data.map(({ username }) => username);
  const person = async (username: string) =>
    endpoints.getCompanyPerson.response.parse((await server.get(`${PEOPLE}/${await idOf(username)}`, "grace")).body);
  const changed = async (username: string, patch: Partial<NewCompanyPerson>) => {
    const { first_name, last_name, extension, email, department, may_use_panel, groups, version } =
      await person(username);
    return { first_name, last_name, extension, email, department, may_use_panel, groups, version, ...patch };
  };
  const change = async (who: string, username: string, body: object) =>
    server.send("PUT", `${PEOPLE}/${await idOf(username)}`, who, body);
  const lines = async (act: string) => {
    const { body } = await server.get(`/api/v1/administration/audit?act=${act}`, "grace");
    return endpoints.listAuditLines.response.parse(body).data;
  };

  it("PEOPLE-1 people are found by words, state and group, 25 at a time", async () => {
    const all = await list("");
    expect([all.total, all.data.length, all.groups.includes("administrators")]).toEqual([24, 24, true]);
    expect(await names("search=chen%20carol")).toEqual(["carol"]);
    expect(await names("search=103")).toEqual(["carol"]);
    expect(await names("search=carol%40demo")).toEqual(["carol"]);
    expect(await names("search=ibanez")).toEqual(["ines"]);
    expect(await names("group=help-desk")).toEqual(["hiro"]);
    expect(await names("state=suspended")).toEqual([]);
    await server.send("POST", PEOPLE, "grace", ADA);
    expect(await names("state=invited")).toEqual(["ada"]);
    expect((await list("start=24&limit=2")).data).toHaveLength(1);
    expect((await server.get(PEOPLE, "alice")).status).toBe(403);
  });

  it("PEOPLE-2 AUDIT-6 a person is added without a password, and changed; a line of the audit log names the changes", async () => {
    const added = await server.send("POST", PEOPLE, "grace", ADA);
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({ ...ADA, state: "invited", numbers: [] });
    expect(codeOf(await server.send("POST", PEOPLE, "grace", { ...ADA, extension: "156" }))).toMatchObject({
      code: "admin.exists",
    });
    const taken = await server.send("POST", PEOPLE, "grace", { ...ADA, username: "bea", extension: "101" });
    expect(codeOf(taken)).toMatchObject({ code: "admin.exists", details: { field: "extension" } });
    const invalid = await server.send("POST", PEOPLE, "grace", { ...ADA, username: "b e a" });
    expect(codeOf(invalid)).toMatchObject({ code: "request.invalid" });
    const body = await changed("ada", { extension: "157", department: "" });
    expect((await change("grace", "ada", body)).body).toMatchObject({ extension: "157", department: "" });
    const [line] = await lines("people.changed");
    expect(line).toMatchObject({ way: "panel", by: { name: "Grace Gyamfi" }, person: { name: "Ada Abel" } });
    expect(line?.details).toEqual({
      "extension.from": "155",
      "extension.to": "157",
      "department.from": "Sales",
      "department.to": null,
    });
    await expect(server.signIn("ada", "")).rejects.toThrow();
  });

  it("AUDIT-7 the audit log is searched by words and area, and given as CSV with the same filters", async () => {
    await server.send("POST", PEOPLE, "grace", { ...ADA, department: "=HYPERLINK(1)" });
    await change("grace", "bob", await changed("bob", { department: "Export" }));
    const found = async (query: string) => {
      const { body } = await server.get(`/api/v1/administration/audit?${query}`, "grace");
      return endpoints.listAuditLines.response
        .parse(body)
        .data.map(({ act, person: one }) => `${act} ${one?.name ?? ""}`);
    };
    expect(await found("search=export&area=people")).toEqual(["people.changed Bob Brandt"]);
    expect(await found("search=gyamfi%20abel")).toEqual(["people.added Ada Abel"]);
    expect(await found("area=queues")).toEqual([]);
    const { access_token: token } = await server.signIn("grace");
    const file = await server.app.inject({
      url: "/api/v1/administration/audit/export?search=abel",
      headers: bearer(token),
    });
    const [head, line, end] = file.body.split("\r\n");
    expect(head).toBe("\u{FEFF}time,act,way,by,object,object_name,person,details");
    expect(line).toMatch(/,people\.added,panel,Grace Gyamfi,,,Ada Abel,/);
    expect([end, file.headers["content-type"]]).toEqual(["", "text/csv; charset=utf-8"]);
  });

  it("PEOPLE-3 a suspended person is signed out, cannot sign in, and their phones cannot register; after resuming they can", async () => {
    const { access_token: token } = await server.signIn("bob");
    const { sip } = await sockets.phone("bob");
    expect((await sip.register()).status).toBe(200);
    const suspend = (suspended: boolean) =>
      applyCompany(
        server.stores.company,
        parseCompanyFile(`realm: demo\nusers: [{ username: bob, suspended: ${String(suspended)} }]`),
      );
    await suspend(true);
    const me = await server.app.inject({ url: "/api/v1/users/me", headers: bearer(token) });
    expect(me.statusCode).toBe(401);
    await expect(server.signIn("bob")).rejects.toThrow("login.error.login");
    const secret = await server.sipSecret("bob");
    const again = await sockets.phone("bob", { password: secret });
    expect((await again.sip.register()).status).toBe(401);
    expect(await names("state=suspended")).toEqual(["bob"]);
    expect((await lines("people.suspended")).map(({ way, person: one }) => [way, one?.name])).toEqual([
      ["command", "Bob Brandt"],
    ]);
    await suspend(false);
    expect((await server.signIn("bob")).access_token).not.toBe("");
  });

  it("PAGES-5 a change on an older version is refused, and changes nothing", async () => {
    const first = await changed("bob", { department: "Export" });
    const second = await changed("bob", { first_name: "Robert" });
    expect((await change("grace", "bob", first)).status).toBe(200);
    const refused = await change("grace", "bob", second);
    expect([refused.status, codeOf(refused)]).toMatchObject([409, { code: "admin.conflict" }]);
    expect(await person("bob")).toMatchObject({ first_name: "Bob", department: "Export" });
    expect((await change("grace", "bob", { ...second, version: (await person("bob")).version })).status).toBe(200);
    // The command line is someone else too.
    const third = await changed("bob", { department: "Sales" });
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nusers: [{ username: bob, email: b@x.example }]"),
    );
    expect((await change("grace", "bob", third)).status).toBe(409);
  });

  it("PAGES-3 PAGES-4 a help desk gives no rights that it does not have, and changes no administrator", async () => {
    const codeFor = async (username: string, patch: Partial<NewCompanyPerson>) =>
      codeOf(await change("hiro", username, await changed(username, patch)))?.code;
    expect(await codeFor("bob", { groups: ["staff", "administrators"] })).toBe("admin.mayNotGive");
    expect(await codeFor("bob", { groups: ["staff", "supervisor"] })).toBe("admin.mayNotGive");
    expect(await codeFor("hiro", { groups: ["staff", "help-desk", "administrators"] })).toBe("admin.mayNotGive");
    expect(await codeFor("grace", { email: "mine@x.example" })).toBe("admin.mayNotTouch");
    expect(await codeFor("bob", { department: "Support" })).toBeUndefined();
    expect(await codeFor("bob", { groups: ["staff", "help-desk"] })).toBeUndefined();
    const asFirst = async (patch: Partial<NewCompanyPerson>) =>
      codeOf(await change("grace", "bob", await changed("bob", patch)))?.code;
    expect(await asFirst({ groups: ["staff", "supervisor"] })).toBeUndefined();
  });

  it("PEOPLE-5 an administrator changes their own department here, but not their own address", async () => {
    expect((await change("grace", "grace", await changed("grace", { department: "Board" }))).status).toBe(200);
    const answer = await change("grace", "grace", await changed("grace", { email: "thief@x.example" }));
    expect(codeOf(answer)).toMatchObject({ code: "admin.ownAccess", details: { field: "email" } });
  });

  it("PEOPLE-22 administrators suspend and remove neither themselves nor themselves among others; the command line can", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nusers: [{ username: hiro, groups: [staff, administrators] }]"),
    );
    const ids = [(await person("bob")).id, (await person("grace")).id];
    const lead_to = "103";
    for (const [act, body] of [
      ["suspend", { ids, suspended: true }],
      ["remove", { ids, lead_to }],
    ] as const) {
      const refused = await server.send("POST", `${PEOPLE}/${act}`, "grace", body);
      expect([refused.status, codeOf(refused)], act).toMatchObject([403, { code: "admin.yourself" }]);
    }
    expect([(await person("bob")).state, (await person("grace")).state]).toEqual(["active", "active"]);
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nusers: [{ username: grace, suspended: true }]"),
    );
    await removePeople(server.stores.company, { realm: "demo", usernames: ["grace"], leadTo: lead_to });
  });

  it("PAGES-7 the last administrator keeps the right, with any way to change it", async () => {
    const out = await change("grace", "grace", await changed("grace", { groups: ["staff"] }));
    expect(codeOf(out)).toMatchObject({ code: "admin.lastAdministrator" });
    const file = (text: string) => applyCompany(server.stores.company, parseCompanyFile(`realm: demo\n${text}`));
    for (const text of [
      "users: [{ username: grace, groups: [staff] }]",
      "users: [{ username: grace, suspended: true }]",
      "users: [{ username: grace, panel: false }]",
      "groups: [{ name: administrators, permissions: [] }]",
    ])
      await expect(file(text)).rejects.toThrow("without an administrator");
    // One who cannot sign in does not count.
    await file("users: [{ username: hiro, groups: [staff, administrators], suspended: true }]");
    await expect(file("users: [{ username: grace, groups: [staff] }]")).rejects.toThrow("without an administrator");
    await file("users: [{ username: hiro, suspended: false }]");
    await file("users: [{ username: grace, groups: [staff] }]");
  });

  it("PAGES-8 users who see an area are notified of each change, by a page or by another process; others are not", async () => {
    const [seer, other] = [await sockets.panel("grace"), await sockets.panel("alice")];
    await server.send("POST", PEOPLE, "grace", ADA);
    await expect.poll(() => actionsOf(seer)).toContain("ADMINISTRATION");
    const before = actionsOf(seer).filter((one) => one === "ADMINISTRATION").length;
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nusers: [{ username: ada, first_name: Ado }]"),
    );
    await server.clock.advance(500);
    await expect.poll(() => actionsOf(seer).filter((one) => one === "ADMINISTRATION").length).toBeGreaterThan(before);
    expect(actionsOf(other)).not.toContain("ADMINISTRATION");
  });

  it("RT-60 users who may read colleagues get the cards of people who are changed, added and removed by any process; others get nothing", async () => {
    await applyCompany(
      server.stores.company,
      parseCompanyFile(
        "realm: demo\ngroups: [{ name: alone, permissions: [configs:read] }]\nusers: [{ username: hiro, groups: [alone] }]",
      ),
    );
    const [seer, other] = [await sockets.panel("alice"), await sockets.panel("hiro")];
    const told = () =>
      seer.flatMap((frame) => (frame.type === "event" && frame.event.action === "PEOPLE" ? [frame.event] : []));
    const after = async (change: () => Promise<unknown>, count: number) => {
      await change();
      await server.clock.advance(500);
      await expect.poll(() => told().length).toBe(count);
      return told().at(-1);
    };
    // What was changed before they connected.
    await server.clock.advance(500);
    const isTold = (username: string) => told().some((one) => one.changed.some((card) => card.username === username));
    await expect.poll(() => isTold("hiro")).toBe(true);
    const start = told().length;
    const bob = await idOf("bob");
    const body = await changed("bob", { last_name: "Berg", department: "Export" });
    expect(await after(() => change("grace", "bob", body), start + 1)).toEqual({
      action: "PEOPLE",
      realm: "demo",
      changed: [
        {
          userId: bob,
          username: "bob",
          exten: "102",
          name: "Bob Berg",
          department: "Export",
          pictureProfileUrl: null,
        },
      ],
      removed: [],
    });
    const file = (text: string) => applyCompany(server.stores.company, parseCompanyFile(`realm: demo\n${text}`));
    expect(await after(() => file("users: [{ username: bob, first_name: Rob }]"), start + 2)).toMatchObject({
      changed: [{ name: "Rob Berg" }],
    });
    expect(await after(() => server.stores.company.atomically((one) => one.removeUser(bob)), start + 3)).toMatchObject({
      changed: [],
      removed: [bob],
    });
    // Nobody’s card changes with the rights of a group; the next event is that of the person.
    await file("groups: [{ name: alone, permissions: [configs:read, contacts:read] }]");
    await server.clock.advance(500);
    expect(await after(() => file("users: [{ username: carol, department: Lab }]"), start + 4)).toMatchObject({
      changed: [{ username: "carol", department: "Lab" }],
    });
    expect(actionsOf(other)).not.toContain("PEOPLE");
  });
});
