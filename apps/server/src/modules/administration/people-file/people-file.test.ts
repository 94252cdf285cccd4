import {
  endpoints,
  errorBodySchema,
  PEOPLE_FILE_MAX_BYTES,
  PEOPLE_PORTION,
  type PeoplePreview,
} from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const PEOPLE = "/api/v1/administration/people";
const COMPANY = `
realm: demo
groups: [{ name: help-desk, permissions: [administration:manage_people] }]
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, help-desk] }
`;
const codeOf = ({ body }: { readonly body: string }) => errorBodySchema.safeParse(JSON.parse(body)).data;

describe("people as a CSV file", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(() => server.remove());

  const upload = async (content: string | Uint8Array<ArrayBuffer>, who = "grace") => {
    const form = new FormData();
    form.set("csv_file", new Blob([content], { type: "text/csv" }), "people.csv");
    const encoded = new Response(form);
    return server.app.inject({
      method: "POST",
      url: `${PEOPLE}/file`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        ...bearer((await server.signIn(who)).access_token),
        "content-type": encoded.headers.get("content-type") ?? "",
      },
    });
  };
  const preview = async (content: string | Uint8Array<ArrayBuffer>, who = "grace") =>
    endpoints.previewPeopleFile.response.parse((await upload(content, who)).json());
  const apply = (people: PeoplePreview["people"], who = "grace") =>
    server.send("POST", `${PEOPLE}/apply`, who, { people: people.map((one) => ({ ...one, changes: undefined })) });
  const exported = async (query = "") => {
    const { access_token } = await server.signIn("grace");
    return (await server.app.inject({ url: `${PEOPLE}/export${query}`, headers: bearer(access_token) })).body;
  };
  const problems = async (content: string, who = "grace") =>
    (await preview(content, who)).problems.map(({ line, problem, text }) => `${line} ${problem} ${text}`.trim());

  it("PEOPLE-10 columns are found by name in any order, separator, language and encoding", async () => {
    const one = async (content: string | Uint8Array<ArrayBuffer>) => {
      const { people, ignored } = await preview(content);
      return [people.map((person) => `${person.first_name} ${person.last_name} ${person.email}`), ignored];
    };
    const expected = [["Zoé Ébert zoe@x.example"], []];
    expect(await one("First Name,LAST_NAME,Email\nZoé,Ébert,zoe@x.example\n")).toEqual(expected);
    expect(await one("\u{FEFF}courriel;nom;prénom\r\nzoe@x.example;Ébert;Zoé\r\n")).toEqual(expected);
    expect(await one("e-mail\tsurname\tgiven name\nzoe@x.example\tÉbert\tZoé")).toEqual(expected);
    const latin = "Courriel;Nom;Prénom\nzoe@x.example;Ébert;Zoé\n";
    expect(await one(Uint8Array.from(Buffer.from(latin, "latin1")))).toEqual(expected);
    const strange = await preview("username,Shoe size,first_name,last_name\nzoe,38,Zoé,Ébert\n");
    expect([strange.ignored, strange.people.length]).toEqual([["Shoe size"], 1]);
  });

  it("PEOPLE-10 a file that is too large, no CSV, or without the columns is refused early and clearly", async () => {
    expect(codeOf(await upload("username;ok\n".padEnd(PEOPLE_FILE_MAX_BYTES + 100_000, "x")))).toMatchObject({
      code: "admin.file.tooLarge",
      details: { megabytes: 8 },
    });
    expect(codeOf(await upload("name of dog,colour\nRex,brown\n"))).toMatchObject({
      code: "admin.file.columns",
      details: { found: "name of dog, colour" },
    });
    expect(codeOf(await upload("\u0089PNG\0\0\0\n"))).toMatchObject({ code: "admin.file.unreadable" });
    expect(codeOf(await upload(""))).toMatchObject({ code: "admin.file.empty" });
    expect(codeOf(await upload('username,first_name,last_name\nada,"Ada,Abel\n'))).toMatchObject({
      code: "admin.file.quote",
    });
    const many = `username\n${Array.from({ length: 10_001 }, (_, at) => `user${at}`).join("\n")}`;
    expect(codeOf(await upload(many))).toMatchObject({ code: "admin.file.tooManyLines" });
    expect((await upload("username\nada\n", "alice")).statusCode).toBe(403);
  });

  it("PEOPLE-11 each line is new, changed, as it is, or a problem, with its number in the file", async () => {
    const file = [
      "username,first_name,last_name,extension,email,department,groups,panel,note",
      'ada,Ada,Abel,155,ada@x.example,Sales,staff agent,yes,"two',
      'lines"',
      "",
      "bob,Bob,Brandt,102,,Export,,",
      "CAROL,,,,carol@demo.example,Support,,",
      ",Nia,Nowak,,,,,",
      "dave,Dave,Diaz,101,,,,",
      "erin,Erin,Evans,12x,,,,",
      "eve,Eve,Ellis,700,,,,",
      "gus,Gus,Gold,156,no address,,,",
      "hal,Hal,Hill,157,,,ghosts,",
      "ivy,Ivy,Ink,158,,,staff,perhaps",
      "ada,Ada,Again,159,,,,",
      ",Nobody,,160,,,,",
    ].join("\n");
    const { people, same, problems: found } = await preview(file);
    expect(people.map(({ line, username, version, changes }) => [line, username, version === null, changes])).toEqual([
      [2, "ada", true, []],
      [
        5,
        "bob",
        false,
        [
          { field: "email", from: expect.any(String), to: "" },
          { field: "department", from: "Sales", to: "Export" },
        ],
      ],
      [7, "nia.nowak", true, []],
    ]);
    expect(people[0]).toMatchObject({ first_name: "Ada", groups: ["agent", "staff"] });
    expect(same).toBe(1);
    expect(found.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
      "8 extensionTaken",
      "9 extension",
      "10 extensionTaken",
      "11 email",
      "12 groups",
      "13 may_use_panel",
      "14 double",
      "15 last_name",
    ]);
  });

  it("PEOPLE-11 PAGES-3 PAGES-4 the preview names the people and rights that the administrator may not change", async () => {
    const file =
      "username,first_name,last_name,extension,groups\nada,Ada,Abel,155,administrators\ngrace,Grace,New,107,\n";
    expect(await problems(file, "hiro")).toEqual(["2 mayNotGive administrators", "3 mayNotTouch administrators staff"]);
    expect(await problems(file)).toEqual([]);
    // The endpoint asks again.
    const { people } = await preview(file);
    expect((await apply(people, "hiro")).status).toBe(409);
    expect(await server.stores.users.byUsername("ada")).toBeUndefined();
  });

  it("PEOPLE-12 a portion is applied on the versions of the preview, all of it or nothing; the same file again shows the rest", async () => {
    const file =
      "username,first_name,last_name,extension,department\nada,Ada,Abel,155,Sales\nbob,Bob,Brandt,102,Export\n";
    const { people } = await preview(file);
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nusers: [{ username: bob, first_name: Robert }]"),
    );
    const refused = await apply(people);
    expect(errorBodySchema.parse(refused.body)).toMatchObject({
      code: "admin.file.line",
      details: { detail: expect.stringMatching(/^line 3: .*bob/) },
    });
    expect(await server.stores.users.byUsername("ada")).toBeUndefined();
    const again = await preview(file);
    expect((await apply(again.people)).body).toEqual({ added: 1, changed: 1 });
    expect(await preview(file)).toMatchObject({ people: [], same: 2, problems: [] });
    expect((await server.stores.users.byUsername("ada"))?.extension).toBe("155");
    const tooMany = Array.from({ length: PEOPLE_PORTION + 1 }, () => again.people)
      .flat()
      .slice(0, PEOPLE_PORTION + 1);
    expect((await apply(tooMany)).status).toBe(400);
  });

  it("PEOPLE-12 a whole portion of people with long names goes through", async () => {
    const lines = Array.from({ length: PEOPLE_PORTION }, (_, at) =>
      [`p${at}`, "Maximiliana".repeat(5), "Featherstonehaugh".repeat(3), 3_000 + at, "Department ".repeat(8)].join(","),
    );
    const { people } = await preview(["username,first_name,last_name,extension,department", ...lines].join("\n"));
    expect(JSON.stringify({ people }).length).toBeGreaterThan(70_000);
    expect(await apply(people)).toMatchObject({ status: 200, body: { added: PEOPLE_PORTION, changed: 0 } });
  });

  it("PEOPLE-13 an exported file can be imported again unchanged, with formulas as text", async () => {
    const { people } = await preview(
      'username,first_name,last_name,extension,department\nada,Ada,Abel,155,"=HYPERLINK(1)"\n',
    );
    expect(people[0]?.department).toBe("=HYPERLINK(1)");
    await apply(people);
    const file = await exported();
    expect(file.split("\r\n")[0]).toBe(
      "\u{FEFF}username,first_name,last_name,extension,email,department,groups,may_use_panel",
    );
    expect(file).toContain("ada,Ada,Abel,155,,'=HYPERLINK(1),staff,yes\r\n");
    expect(await preview(file)).toMatchObject({ people: [], problems: [], same: 25 });
    const sales = await exported("?search=carol");
    expect(sales.trim().split("\r\n")).toHaveLength(2);
  });
});
