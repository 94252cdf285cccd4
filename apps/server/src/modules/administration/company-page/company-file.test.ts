import { endpoints, errorBodySchema } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const PATH = "/api/v1/administration/company/file";
const ALL = ["people", "numbers", "queues", "rooms", "lots", "lines", "permissions", "company"];
const COMPANY = `
realm: demo
groups:
  - { name: most, permissions: [${ALL.slice(1)
    .map((area) => `administration:manage_${area}`)
    .join(", ")}] }
  - { name: all-areas, permissions: [${ALL.map((area) => `administration:manage_${area}`).join(", ")}] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, most] }
  - { username: ines, groups: [staff, all-areas] }
`;
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data?.code;

describe("the company file, for administration", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(() => server.remove());
  const exported = async (who = "grace") => {
    const { access_token: token } = await server.signIn(who);
    return server.app.inject({ url: PATH, headers: bearer(token) });
  };
  const preview = async (text: string, who = "grace") => server.send("POST", `${PATH}/preview`, who, { text });
  const apply = async (text: string, who = "grace") => server.send("POST", PATH, who, { text });

  it("COMPANY-30 a downloaded file has no secrets and changes nothing; a preview shows the changes, and changes nothing", async () => {
    const file = await exported();
    expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "application/yaml"]);
    expect(file.body).not.toMatch(/password_hash|ha1/);
    const same = endpoints.previewCompanyFile.response.parse((await preview(file.body)).body);
    expect(same).toEqual({ total: 0, data: [] });
    const text = `
realm: demo
users: [{ username: alice, last_name: Adams }]
rooms: [{ number: 890, name: Board }]
settings: { call_limit: 3 }
`;
    const shown = endpoints.previewCompanyFile.response.parse((await preview(text)).body);
    expect(shown.data.map(({ act, name }) => [act, name])).toEqual([
      ["people.changed", "alice"],
      ["conferences.added", "Board"],
      ["company.setting", "call_limit"],
    ]);
    expect(shown.data[0]?.details).toEqual({ "lastName.from": "Archer", "lastName.to": "Adams" });
    expect((await exported()).body).toBe(file.body);
    expect((await apply(text)).body).toMatchObject({ added: 2, changed: 1 });
    expect((await exported()).body).toContain("Adams");
    expect(endpoints.previewCompanyFile.response.parse((await preview(text)).body).total).toBe(0);
  });

  it("FEATURE-2 feature codes are in the file, shown before they are changed, and a wrong code changes nothing", async () => {
    const file = (codes: string) => `realm: demo\nsettings: { feature_codes: ${codes} }\n`;
    const codes = async () => {
      await server.clock.advance(500);
      const { body } = await server.get("/api/v1/feature_codes?start=0&limit=50", "alice");
      return new Map(endpoints.getFeatureCodes.response.parse(body).data.map(({ name, code }) => [name, code]));
    };
    for (const wrong of ["dnd=*96", "dnd=78", "nothing=*78", "personalconf=*78"])
      for (const refused of [await preview(file(wrong)), await apply(file(wrong))])
        expect([wrong, codeOf(refused)]).toEqual([wrong, "admin.invalidFile"]);
    expect((await codes()).get("dnd")).toBe("*76");
    const shown = endpoints.previewCompanyFile.response.parse((await preview(file("dnd=*78 intercom=off"))).body);
    expect(shown.data.map(({ act, name }) => [act, name])).toEqual([["company.setting", "feature_codes"]]);
    expect((await codes()).get("dnd")).toBe("*76");
    expect((await apply(file("dnd=*78 intercom=off"))).status).toBe(200);
    await expect.poll(async () => (await codes()).get("dnd")).toBe("*78");
    expect((await codes()).has("intercom")).toBe(false);
    const { body } = await exported();
    expect(body).toMatch(/feature_codes: "?dnd=\*78 intercom=off"?/);
    expect(endpoints.previewCompanyFile.response.parse((await preview(body)).body).total).toBe(0);
  });

  it("COMPANY-30 every area must be managed; other companies, faults and rights that one does not have are refused", async () => {
    expect([(await exported("hiro")).statusCode, (await preview("realm: demo", "hiro")).status]).toEqual([403, 403]);
    expect((await apply("realm: demo", "hiro")).status).toBe(403);
    expect(codeOf(await apply("realm: other\ncompany: Mine"))).toBe("admin.invalidFile");
    expect(codeOf(await preview("realm: demo\nnonsense: 1"))).toBe("admin.invalidFile");
    const more = "realm: demo\nusers: [{ username: ines, permissions: [administration:manage_backup] }]";
    for (const refused of [await preview(more, "ines"), await apply(more, "ines")])
      expect(errorBodySchema.parse(refused.body).error_description).toContain("cannot give rights");
    expect((await apply(more)).status).toBe(200);
  });

  it("PEOPLE-5 a user who applies a file cannot change their own password or address with it", async () => {
    const users = (username: string, what: string) => `realm: demo\nusers: [{ username: ${username}, ${what} }]`;
    for (const what of ["password: known to a thief", "email: thief@x.example"]) {
      const { error_description: why } = errorBodySchema.parse((await apply(users("grace", what))).body);
      expect([what, why]).toEqual([what, expect.stringContaining("line 2: Change your own password")]);
      expect((await apply(users("alice", what))).status).toBe(200);
    }
    expect((await apply(users("grace", "password: callpanel-demo, department: Board"))).status).toBe(200);
    await server.signIn("grace");
  });
});
