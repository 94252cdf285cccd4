import { endpoints, errorBodySchema } from "@callpanel/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  checkFile,
  IMPORT,
  importFile,
  openFile,
  rowsOf,
  sendFile,
  writeFile,
} from "../../../../test/files/contact-files.ts";
import { CONTACTS, phone, removeAllContacts, saveContact } from "../../../../test/files/contact-forms.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await removeAllContacts(server, "alice");
});
afterAll(() => server.remove());
afterEach(() => removeAllContacts(server, "alice"));

const listOf = async (username: string, query = "limit=1000") =>
  endpoints.listContacts.response.parse((await server.get(`${CONTACTS}?${query}`, username)).body).data;
const totalOf = async (username: string) =>
  endpoints.listContacts.response.parse((await server.get(`${CONTACTS}?limit=1`, username)).body).total;
const refusal = ({ status, body }: { status: number; body: unknown }) => [status, errorBodySchema.parse(body).code];
const post = (path: string, username = "alice") => server.send("POST", `${IMPORT}/${path}`, username);
const HEADER = "First name,Last name,Company,Phone,E-mail,Tags\n";

describe("importing contacts", () => {
  it("IMPORT-1 IMPORT-5 a file is read, checked and only then written", async () => {
    const opened = await openFile(
      server,
      "alice",
      `${HEADER}Ann,Archer,Acme,416 555 0111,ann@example.com,vip\nB,Bell,,12,,\n`,
    );
    expect(opened).toMatchObject({ phase: "mapping", rows: 2, has_header: true, counts: null, progress: null });
    const checked = await checkFile(server, "alice", opened);
    expect(checked).toMatchObject({ phase: "ready", counts: { new: 1, duplicate: 0, error: 1 } });
    expect(await rowsOf(server, "alice", opened)).toMatchObject([
      { row: 2, state: "new", name: "Ann Archer", phone_numbers: ["+14165550111"], choice: null },
      {
        row: 3,
        state: "error",
        errors: [
          { column: 0, field: "first_name", code: "contacts.field.name", value: "B" },
          { column: 3, field: "phone_number_1", code: "contacts.field.phone", value: "12" },
        ],
      },
    ]);
    expect(await rowsOf(server, "alice", opened, "state=error")).toHaveLength(1);
    expect(await listOf("alice")).toEqual([]);
    const done = await writeFile(server, "alice", opened);
    expect(done).toMatchObject({
      phase: "done",
      progress: { done: 2, total: 2, created: 1, updated: 0, skipped: 0, refused: 1 },
    });
    expect(await listOf("alice")).toMatchObject([
      { first_name: "Ann", company: "Acme", phone_numbers: [phone("+14165550111")], tags: "vip", is_personal: false },
    ]);
  });

  it("IMPORT-1 a person cannot see another's import, and a second file replaces the first", async () => {
    const first = await openFile(server, "alice", `${HEADER}Ann,Archer,,4165550111,,\n`);
    for (const answer of [
      await server.get(`${IMPORT}/${first.id}`, "bob"),
      await server.get(`${IMPORT}/${first.id}/rows`, "bob"),
      await server.get(`${IMPORT}/${first.id}/refused`, "bob"),
      await server.send("PUT", `${IMPORT}/${first.id}`, "bob", {}),
      await post(`${first.id}/start`, "bob"),
      await server.send("DELETE", `${IMPORT}/${first.id}`, "bob"),
    ])
      expect(refusal(answer)).toEqual([404, "contacts.import.gone"]);
    expect((await server.get(IMPORT, "bob")).body).toEqual({ data: null });
    const second = await openFile(server, "alice", `${HEADER}Bo,Bell,,4165550112,,\n`);
    expect((await server.get(IMPORT, "alice")).body).toMatchObject({ data: { id: second.id } });
    expect(refusal(await server.get(`${IMPORT}/${first.id}`, "alice"))).toEqual([404, "contacts.import.gone"]);
  });

  it("IMPORT-1 each step is allowed only in its phase", async () => {
    const opened = await openFile(server, "alice", `${HEADER}Ann,Archer,,4165550111,,\n`);
    expect(refusal(await post(`${opened.id}/start`))).toEqual([409, "contacts.import.phase"]);
    await writeFile(server, "alice", await checkFile(server, "alice", opened));
    expect(refusal(await post(`${opened.id}/start`))).toEqual([409, "contacts.import.phase"]);
    expect(refusal(await server.send("PUT", `${IMPORT}/${opened.id}`, "alice", {}))).toEqual([
      409,
      "contacts.import.phase",
    ]);
  });

  it("IMPORT-4 IMPORT-5 each column has a different field, and names and a number are required", async () => {
    const { id, columns } = await openFile(server, "alice", `${HEADER}Ann,Archer,,4165550111,,\n`);
    expect(columns.map(({ field }) => field)).toEqual([
      "first_name",
      "last_name",
      "company",
      "phone_number_1",
      "email_1",
      "tags",
    ]);
    expect(columns[3]).toEqual({ header: "Phone", samples: ["4165550111"], field: "phone_number_1" });
    const map = async (mapping: ReadonlyArray<string | null>) =>
      refusal(await server.send("PUT", `${IMPORT}/${id}`, "alice", { mapping }));
    expect(await map(["first_name", "last_name"])).toEqual([422, "contacts.import.mapping"]);
    expect(await map(["first_name", "first_name", null, null, null, null])).toEqual([422, "contacts.import.mapping"]);
    expect(await map(["first_name", "last_name", null, null, null, null])).toEqual([422, "contacts.import.noNames"]);
    expect(await map(["first_name", null, null, "phone_number_1", null, null])).toEqual([
      422,
      "contacts.import.noNames",
    ]);
    expect(await map(["sneaky", null, null, null, null, null])).toEqual([400, "request.invalid"]);
    expect(await map(["phone_number_11", null, null, null, null, null])).toEqual([400, "request.invalid"]);
  });

  it("IMPORT-3 IMPORT-5 before the header there may be a line that names the separator, and empty rows, which are counted", async () => {
    const opened = await openFile(server, "alice", `sep=;\n\nFirst name;Last name;Phone\nAnn;Archer, PhD;4165550111\n`);
    expect(opened).toMatchObject({ delimiter: ";", has_header: true, rows: 1 });
    expect(opened.columns[1]).toEqual({ header: "Last name", samples: ["Archer, PhD"], field: "last_name" });
    await checkFile(server, "alice", opened);
    expect(await rowsOf(server, "alice", opened)).toMatchObject([{ row: 4, name: "Ann Archer, PhD", state: "new" }]);
    const bare = await checkFile(server, "alice", opened, {
      has_header: false,
      mapping: ["first_name", "last_name", "phone_number_1"],
    });
    expect(bare.rows).toBe(2);
    expect((await rowsOf(server, "alice", opened)).map(({ row }) => row)).toEqual([3, 4]);
  });

  it("IMPORT-6 a row is a duplicate by number, e-mail or name and company; a choice for one row overrides the general one", async () => {
    const held = await saveContact(server, "alice", {
      first_name: "Ann",
      last_name: "Archer",
      company: "Acme",
      phone_numbers: [phone("+14165550111")],
      emails: [{ email: "ann@example.com", label: "" }],
    });
    await saveContact(server, "alice", {
      first_name: "Own",
      is_personal: true,
      phone_numbers: [phone("+14165550119")],
    });
    const rows = [
      "Xa,One,,(416) 555-0111,,",
      "Xb,Two,,4165550112,ANN@example.com,",
      "Änn,ARCHER,ACME,4165550113,,",
      "Ann,Archer,Other,4165550114,,",
      "Xe,Five,,4165550112,,",
      "Xf,Six,,4165550119,,",
    ];
    const opened = await openFile(server, "alice", HEADER + rows.join("\n"));
    const checked = await checkFile(server, "alice", opened, {
      on_duplicate: "create",
      choices: [{ row: 2, choice: "skip" }],
    });
    expect(checked.counts).toEqual({ new: 2, duplicate: 4, error: 0, to_write: 5 });
    const found = await rowsOf(server, "alice", opened);
    expect(
      found.map(({ row, duplicate, choice }) => [row, duplicate?.by, duplicate?.contact_id ?? duplicate?.row, choice]),
    ).toEqual([
      [2, "number", held.id, "skip"],
      [3, "email", held.id, "create"],
      [4, "name", held.id, "create"],
      [5, undefined, undefined, null],
      [6, "number", 3, "create"],
      [7, undefined, undefined, null],
    ]);
    const done = await writeFile(server, "alice", opened);
    expect(done.progress).toMatchObject({ created: 5, skipped: 1 });
    // In alice's own book the same rows are duplicates.
    const own = await checkFile(server, "alice", await openFile(server, "alice", HEADER + rows.join("\n")), {
      is_personal: true,
    });
    expect(own).toMatchObject({ is_personal: true, counts: { duplicate: 2, new: 4 } });
  });

  it("IMPORT-7 an update replaces given fields, keeps the others, and adds numbers, e-mails and tags", async () => {
    await server.send("POST", "/api/v1/contact/tags", "alice", { name: "old" });
    const held = await saveContact(server, "alice", {
      company: "Acme",
      job_title: "Boss",
      tags: "old",
      phone_numbers: [phone("+14165550111", "Office")],
      emails: [{ email: "a@example.com", label: "" }],
    });
    const file = `${HEADER}Zoe,Zimmermann,New Co,4165550111,A@example.com,new\nZoe,,,,,\nZara,Zorn,,4165550112,,\nZara,Zorn,,4165550113,z@example.com,"old, two words"\n`;
    const done = await importFile(server, "alice", file, { on_duplicate: "update" });
    expect(done.progress).toMatchObject({ created: 1, updated: 2, refused: 1 });
    const [zara, zoe] = (await listOf("alice")).toSorted((a, b) => b.id - a.id);
    expect(zoe).toMatchObject({
      id: held.id,
      first_name: "Zoe",
      last_name: "Zimmermann",
      company: "New Co",
      job_title: "Boss",
      phone_numbers: [phone("+14165550111", "Office")],
      emails: [{ email: "a@example.com", label: "" }],
      tags: "new old",
    });
    expect(zara).toMatchObject({
      phone_numbers: [phone("+14165550112"), phone("+14165550113")],
      emails: [{ email: "z@example.com", label: "" }],
      tags: "old two-words",
    });
  });

  it("IMPORT-8 IMPORT-11 after a cancellation, written rows stay, and the rest can be downloaded as a file", async () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => `Ann,Archer${at},,416555${String(1000 + at)},,`);
    const opened = await openFile(server, "alice", `${HEADER}${rows.join("\n")}\nB,"=1+1",,+14165550111,,\n`);
    await checkFile(server, "alice", opened);
    await server.send("POST", `${IMPORT}/${opened.id}/start`, "alice");
    expect(refusal(await server.send("POST", IMPORT, "alice", {}))).toEqual([409, "contacts.import.running"]);
    const { body } = await server.send("DELETE", `${IMPORT}/${opened.id}`, "alice");
    const cancelled = endpoints.cancelContactImport.response.parse(body);
    const written = cancelled.progress?.created ?? 0;
    expect(cancelled.phase).toBe("cancelled");
    expect(written % 50).toBe(0);
    expect(written).toBeLessThan(2_000);
    expect(await totalOf("alice")).toBe(written);
    const { access_token } = await server.signIn("alice");
    const file = await server.app.inject({ url: `${IMPORT}/${opened.id}/refused`, headers: bearer(access_token) });
    expect(file.headers["content-disposition"]).toBe('attachment; filename="contacts-refused.csv"');
    const lines = file.body.split("\r\n").slice(0, -1);
    expect(lines[0]).toBe("\u{FEFF}Row,Reason,First name,Last name,Company,Phone,E-mail,Tags");
    expect(lines).toHaveLength(1 + 2_000 - written + 1);
    expect(lines.at(-1)).toBe("2002,First name: Enter at least 2 characters,B,'=1+1,,+14165550111,,");
    expect(lines.at(-2)).toContain("Not written: the import was cancelled");
  });

  it("IMPORT-8 IMPORT-10 a discarded or unused import is removed, a running one is not", async () => {
    const thrown = await openFile(server, "alice", `${HEADER}Ann,Archer,,4165550111,,\n`);
    await server.send("DELETE", `${IMPORT}/${thrown.id}`, "alice");
    expect((await server.get(IMPORT, "alice")).body).toEqual({ data: null });
  });

  it("IMPORT-10 an import that is unused for half an hour is removed", async () => {
    const other = await createTestServer();
    const statusOf = async ({ id }: { readonly id: string }) => {
      const headers = bearer((await other.signIn("alice")).access_token);
      return (await other.app.inject({ url: `${IMPORT}/${id}`, headers })).statusCode;
    };
    const idle = await openFile(other, "alice", `${HEADER}Ann,Archer,,4165550111,,\n`);
    expect(idle.expires_at - other.clock.now()).toBe(30 * 60_000);
    await other.clock.advance(29 * 60_000);
    expect(await statusOf(idle)).toBe(200);
    await other.clock.advance(2 * 60_000);
    expect(await statusOf(idle)).toBe(404);
    await other.remove();
  });

  it("IMPORT-9 missing tags are added once, and an invalid tag is reported", async () => {
    await importFile(
      server,
      "alice",
      `${HEADER}Ann,Archer,,4165550111,,Alpha beta\nBo,Bell,,4165550112,,ALPHA;${"x".repeat(40)}\nCy,Cole,,4165550113,,ÀLPHA\n`,
    );
    expect((await listOf("alice")).map(({ tags }) => tags)).toEqual(["Alpha beta", "Alpha"]);
  });

  it("CONTACT-2 IMPORT-5 without the right to write shared contacts, only personal ones can be imported", async () => {
    expect((await sendFile(server, "erin", HEADER)).statusCode).toBe(403);
    const opened = await openFile(server, "bob", `${HEADER}Ann,Archer,,4165550111,,friend\n`);
    await writeFile(server, "bob", await checkFile(server, "bob", opened, { is_personal: true }));
    expect(await listOf("bob", "is_personal=true")).toMatchObject([{ personal_tags: "friend", is_personal: true }]);
    expect(await listOf("alice")).toEqual([]);
  });
});
