import {
  APPLICATIONS_MAX,
  endpoints,
  errorBodySchema,
  otpConfigurationSchema,
  tokenSchema,
  type AddedApplication,
} from "@callpanel/contract";
import { generateSync } from "otplib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "../../../../test/command-line.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { DEMO_PASSWORD } from "../../users/index.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const PATH = "/api/v1/administration/company/applications";
const CALLBACK = "https://crm.example/callback";
const COMPANY = `
realm: demo
groups:
  - { name: most, permissions: [${["numbers", "queues", "rooms", "lots", "lines", "permissions", "company"]
    .map((area) => `administration:manage_${area}`)
    .join(", ")}] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, most] }
`;

describe("applications, for administration", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(() => server.remove());
  const add = (name: string, redirects: readonly string[] = [CALLBACK], who = "grace") =>
    server.send("POST", PATH, who, { name, redirect_uris: redirects, current_password: DEMO_PASSWORD });
  const added = async (name: string): Promise<AddedApplication> =>
    endpoints.addApplication.response.parse((await add(name)).body);
  const listed = async () => endpoints.listApplications.response.parse((await server.get(PATH, "grace")).body);
  const refused = async (answer: Promise<{ readonly status: number; readonly body: unknown }>) => {
    const { status, body } = await answer;
    const { code, details } = errorBodySchema.parse(body);
    return [status, code, details?.["field"]];
  };
  const lines = async () => server.stores.audit.lines({ realmId: 1, limit: 10, area: "applications" });

  /** Signs alice in to an application, with its id and secret. */
  async function signIn({ client_id: client, secret }: AddedApplication) {
    const query = { client_id: client, redirect_uri: CALLBACK, response_type: "code", state: "s1" };
    const page = await server.app.inject({
      method: "POST",
      url: "/oauth/authorize",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ ...query, username: "alice", password: "callpanel-demo" }).toString(),
    });
    const code = new URL(String(page.headers.location)).searchParams.get("code");
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      headers: { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString("base64")}` },
      payload: { grant_type: "authorization_code", client_id: client, redirect_uri: CALLBACK, code },
    });
    return tokenSchema.parse(answer.json()).access_token;
  }

  it("COMPANY-40 an application that the page adds signs people in; its secret is shown once; removing it ends its sessions", async () => {
    const crm = await added("  Our CRM ");
    const token = await signIn(crm);
    const me = async () => (await server.app.inject({ url: "/api/v1/users/me", headers: bearer(token) })).statusCode;
    expect(await me()).toBe(200);
    const list = await listed();
    const [line] = await lines();
    expect(list.data).toEqual([
      {
        client_id: crm.client_id,
        name: "Our CRM",
        redirect_uris: [CALLBACK],
        added_at: line?.at,
        old_secret_until: null,
      },
    ]);
    expect([line?.act, line?.way, line?.object?.id]).toEqual(["applications.added", "panel", crm.client_id]);
    expect(JSON.stringify([list, line])).not.toContain(crm.secret);
    const gone = await server.send("DELETE", `${PATH}/${crm.client_id}`, "grace");
    expect([gone.status, gone.body]).toEqual([200, { client_id: crm.client_id }]);
    expect([await me(), (await listed()).data]).toEqual([401, []]);
    expect((await lines()).map(({ act, way }) => [act, way])).toEqual([
      ["applications.removed", "panel"],
      ["applications.added", "panel"],
    ]);
  });

  it("COMPANY-40 bad addresses, names and rights are refused, and nothing is added", async () => {
    for (const wrong of [
      [],
      ["javascript:alert(1)"],
      ["http://crm.example/"],
      [CALLBACK, "https://crm.example/#a"],
      ["https://999.999.999.999/"],
    ])
      expect([wrong, await refused(add("CRM", wrong))]).toEqual([wrong, [400, "admin.redirects", "redirect_uris"]]);
    const many = Array.from({ length: 11 }, (_, at) => `https://crm.example/${at}`);
    for (const answer of [
      add("CRM", many),
      add("CRM", ["x".repeat(2_049)]),
      add(" "),
      add("C\nRM"),
      add("x".repeat(101)),
    ])
      expect((await answer).status).toBe(400);
    expect((await add("CRM", [CALLBACK], "hiro")).status).toBe(403);
    expect((await server.get(PATH, "hiro")).status).toBe(403);
    expect((await listed()).data).toEqual([]);
    const { client_id: id } = await added("CRM");
    expect(await refused(add("CRM"))).toEqual([400, "admin.exists", "name"]);
    expect((await server.send("DELETE", `${PATH}/${id}`, "hiro")).status).toBe(403);
    expect((await listed()).data.map(({ client_id: one }) => one)).toEqual([id]);
  });

  it("COMPANY-40 BACKUP-17 adding an application needs the password, and a code of the second factor; a refused request adds nothing and leaves no line", async () => {
    const order = { name: "CRM", redirect_uris: [CALLBACK] };
    const tried = (proof: object) => refused(server.send("POST", PATH, "grace", { ...order, ...proof }));
    expect((await server.send("POST", PATH, "grace", order)).status).toBe(400);
    expect(await tried({ current_password: "" })).toEqual([400, "account.currentPasswordNeeded", "current_password"]);
    expect(await tried({ current_password: "wrong" })).toEqual([400, "account.currentPassword", "current_password"]);
    const { secret } = otpConfigurationSchema.parse((await server.get("/api/v1/otp_configuration", "grace")).body);
    const code = generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) });
    const { backupCodes } = otpConfigurationSchema.parse(
      (await server.send("PUT", "/api/v1/otp_configuration", "grace", { enabled: true, method: "app", code })).body,
    );
    const own = { current_password: DEMO_PASSWORD };
    expect(await tried(own)).toEqual([400, "otp.codeNeeded", "code"]);
    expect((await tried({ ...own, code: "000000" }))[1]).toBe("otp.invalid");
    expect([(await listed()).data, await lines()]).toEqual([[], []]);
    // A wrong name uses up no code.
    const named = { ...order, name: "callpanel", ...own, code: backupCodes?.[0] };
    expect(await refused(server.send("POST", PATH, "grace", named))).toEqual([400, "admin.applicationName", "name"]);
    const answer = await server.send("POST", PATH, "grace", { ...order, ...own, code: backupCodes?.[0] });
    expect([answer.status, (await lines()).length]).toEqual([200, 1]);
  });

  it("COMPANY-40 none looks like the platform, and a company has 50 at most, also by the command line", async () => {
    const named = { realm: "demo", groups: [], users: [], services: [] };
    const setting = { kind: "setting", name: "platform_name", value: "Acme Voice", version: undefined } as const;
    await applyCompany(server.stores.company, { ...named, items: [setting] });
    for (const name of [
      "Acme Voice",
      "ACME VOICE",
      " acme\u00a0voice",
      "AcmeVoice",
      "Acme\u200b Voice",
      "Ａcme\u2003Voice",
    ])
      expect([name, await refused(add(name))]).toEqual([name, [400, "admin.applicationName", "name"]]);
    const run = commandLine(server.stores, "demo");
    expect((await run(`applications add acmevoice --redirect ${CALLBACK}`)).code).not.toBe(0);
    expect((await listed()).data).toEqual([]);
    const items = Array.from({ length: APPLICATIONS_MAX }, (_, at) => ({
      kind: "application" as const,
      name: `App ${at}`,
      clientId: `client${at}`,
      secretDigest: "none",
      redirectUris: [CALLBACK],
      version: null,
    }));
    await applyCompany(server.stores.company, { ...named, items });
    expect((await refused(add("One more"))).slice(0, 2)).toEqual([409, "admin.applicationsMax"]);
    expect((await run(`applications add More --redirect ${CALLBACK}`)).code).not.toBe(0);
    expect((await listed()).data).toHaveLength(APPLICATIONS_MAX);
    const one = await server.stores.applications.byClientId("client7");
    expect([one?.name, one?.realmId, await server.stores.applications.byClientId("none")]).toEqual([
      "App 7",
      1,
      undefined,
    ]);
  });

  it("COMPANY-41 AUTH-54 a new secret replaces the old one at once, or works beside it until then; sessions go on, and no line has either", async () => {
    const crm = await added("CRM");
    const token = await signIn(crm);
    const path = `${PATH}/${crm.client_id}/secret`;
    const own = { current_password: DEMO_PASSWORD };
    const renew = (order: object, who = "grace", at = path) => server.send("POST", at, who, { ...own, ...order });
    const renewed = async (hours: number) =>
      endpoints.changeApplicationSecret.response.parse((await renew({ keep_old_hours: hours })).body);
    const works = ({ secret }: AddedApplication): Promise<boolean> =>
      signIn({ ...crm, secret }).then(
        () => true,
        () => false,
      );
    expect((await renew({ keep_old_hours: 0 }, "hiro")).status).toBe(403);
    for (const hours of [-1, 169, 1.5, "1"]) expect((await renew({ keep_old_hours: hours })).status).toBe(400);
    expect(await refused(renew({ keep_old_hours: 0 }, "grace", `${PATH}/none/secret`))).toEqual([
      404,
      "request.notFound",
      undefined,
    ]);
    expect((await refused(renew({ keep_old_hours: 0, current_password: "wrong" })))[1]).toBe("account.currentPassword");
    expect([await works(crm), (await lines()).length]).toEqual([true, 1]);

    const second = await renewed(0);
    expect(second.client_id).toBe(crm.client_id);
    expect([await works(crm), await works(second)]).toEqual([false, true]);
    const me = await server.app.inject({ url: "/api/v1/users/me", headers: bearer(token) });
    expect(me.statusCode).toBe(200);

    const third = await renewed(24);
    const until = server.clock.now() + 24 * 3_600_000;
    expect((await listed()).data).toMatchObject([{ client_id: crm.client_id, old_secret_until: until }]);
    expect([await works(crm), await works(second), await works(third)]).toEqual([false, true, true]);
    const [line] = await lines();
    expect([line?.act, line?.object?.id, line?.details]).toEqual([
      "applications.secretChanged",
      crm.client_id,
      { oldUntil: new Date(until).toISOString() },
    ]);
    // Of two in a row the first one is gone, however long it was to last.
    const fourth = await renewed(168);
    const fifth = await renewed(24);
    expect([await works(third), await works(fourth), await works(fifth)]).toEqual([false, true, true]);
    const texts = JSON.stringify([await lines(), await listed()]);
    for (const { secret } of [crm, second, third, fourth, fifth]) expect(texts).not.toContain(secret);
    server.clock.leap(24 * 3_600_000);
    expect([await works(fourth), await works(fifth)]).toEqual([false, true]);
    const again = await server.signIn("grace");
    const list = await server.app.inject({ url: PATH, headers: bearer(again.access_token) });
    expect(list.json()).toMatchObject({ data: [{ client_id: crm.client_id, old_secret_until: null }] });
  });

  it("COMPANY-41 BACKUP-17 a new secret needs a code of the second factor; a refused request leaves the old one", async () => {
    const crm = await added("CRM");
    const { secret } = otpConfigurationSchema.parse((await server.get("/api/v1/otp_configuration", "grace")).body);
    const code = generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) });
    await server.send("PUT", "/api/v1/otp_configuration", "grace", { enabled: true, method: "app", code });
    const renew = (proof: object) =>
      refused(server.send("POST", `${PATH}/${crm.client_id}/secret`, "grace", { keep_old_hours: 0, ...proof }));
    expect(await renew({ current_password: DEMO_PASSWORD })).toEqual([400, "otp.codeNeeded", "code"]);
    expect((await renew({ current_password: DEMO_PASSWORD, code: "000000" }))[1]).toBe("otp.invalid");
    expect(await signIn(crm)).not.toBe("");
  });

  it("COMPANY-41 the command line gives a new secret too, and refuses unknown names and hours", async () => {
    const run = commandLine(server.stores, "demo");
    const crm = await added("Our CRM");
    const { out } = await run("applications secret Our CRM --keep-old 2");
    const [, id = "", secret = ""] = /client id: (\w+)\nsecret: ([\w-]+)\nthe old one ends in 2 h/.exec(out) ?? [];
    expect(id).toBe(crm.client_id);
    expect(await signIn({ client_id: id, secret })).not.toBe("");
    for (const hours of ["169", "x", "1.5"])
      expect((await run(`applications secret Our CRM --keep-old ${hours}`)).code).toBe(2);
    expect((await run("applications secret Nobody")).error).toContain("application Nobody does not exist");
    expect((await lines()).map(({ act, way }) => [act, way])).toEqual([
      ["applications.secretChanged", "command"],
      ["applications.added", "panel"],
    ]);
  });

  it("COMPANY-40 an application of another company is neither listed nor removed; one of the command line is both", async () => {
    await applyCompany(server.stores.company, parseCompanyFile("realm: other\ncompany: Other"));
    const [own, other] = [commandLine(server.stores, "demo"), commandLine(server.stores, "other")];
    const { out } = await other(`applications add Theirs --redirect ${CALLBACK}`);
    const [, theirs = ""] = /client id: (\w+)/.exec(out) ?? [];
    await own(`applications add Ours --redirect ${CALLBACK}`);
    const [ours, ...more] = (await listed()).data;
    expect([ours?.name, more]).toEqual(["Ours", []]);
    for (const id of [theirs, "none"])
      expect(await refused(server.send("DELETE", `${PATH}/${id}`, "grace"))).toEqual([
        404,
        "request.notFound",
        undefined,
      ]);
    expect((await other("applications list")).out).toContain(theirs);
    expect((await server.send("DELETE", `${PATH}/${ours?.client_id ?? ""}`, "grace")).status).toBe(200);
    expect((await own("applications list")).out).not.toContain("Ours");
  });
});
