import { connect } from "node:net";
import { endpoints, errorBodySchema, type Contact } from "@callpanel/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { csvRecord, csvText } from "../../../kernel/files/csv-text.ts";
import { importFile, IMPORT } from "../../../../test/files/contact-files.ts";
import { CONTACTS, phone, removeAllContacts, saveContact } from "../../../../test/files/contact-forms.ts";
import { collectGarbage } from "../../../../test/files/garbage.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await removeAllContacts(server, "alice");
});
afterAll(() => server.remove());
afterEach(() => removeAllContacts(server, "alice"));

const listOf = async (query = "limit=1000") =>
  endpoints.listContacts.response.parse((await server.get(`${CONTACTS}?${query}`, "alice")).body).data;
async function exported(username: string, body: object = {}) {
  const { access_token } = await server.signIn(username);
  const headers = bearer(access_token);
  return server.app.inject({ method: "POST", url: "/api/v1/contact/export", headers, payload: body });
}
/** A file's text without the byte order mark. */
const textOf = async (body: object = {}) =>
  (await exported("alice", body)).rawPayload.toString("utf8").replace(/^\u{FEFF}/u, "");

const HOSTILE = [
  '=cmd|"/c calc"!A1',
  "+1+1",
  "-2",
  "@SUM(A1)",
  "'=1",
  "''+x",
  'a "b", c',
  "d; e",
  "  ff",
  "'quoted'",
  "<script>",
];

describe("exporting contacts", () => {
  it("IMPORT-12 IMPORT-13 exported contacts are the same after an import, with any content", async () => {
    for (const name of ["=vip", "a,b", "c;d", "*e", "f:::g", "h"])
      await server.send("POST", "/api/v1/contact/tags", "alice", { name });
    const tagged = ["=vip", "a,b", "c;d h", "*e h", "f:::g a,b", "h", "=vip h"];
    for (const [at, text] of HOSTILE.entries())
      await saveContact(server, "alice", {
        first_name: `${text} x`,
        last_name: text.padEnd(2, "x"),
        company: text,
        street: text,
        address_type: at % 2 === 0 ? "home" : "",
        tags: tagged[at] ?? "",
        use_as_callerid: at % 2 === 0,
        phone_numbers: [phone(`+1416555${1000 + at}`, `=${at}`, "12"), phone(`+6141234${1000 + at}`)],
        emails: [{ email: `a${at}@example.com`, label: "@x" }],
      });
    const before = await listOf();
    const file = await textOf();
    for (const line of file.split("\r\n")) expect(line).not.toMatch(/(^|,)"?(?!\+\d{4,15}(,|$))[=+\-@\t\r]/);
    await removeAllContacts(server, "alice");
    const done = await importFile(server, "alice", `\u{FEFF}${file}`);
    expect(done.progress).toMatchObject({ created: HOSTILE.length, refused: 0 });
    const without = ({ id: _id, ...contact }: Contact) => contact;
    expect((await listOf()).map(without)).toEqual(before.map(without));
  });

  it("IMPORT-12 a list is exported as it is searched, or contacts by id, with the requested columns", async () => {
    const ann = await saveContact(server, "alice", { first_name: "Ann", last_name: "Archer", company: "Acme" });
    const bo = await saveContact(server, "alice", { first_name: "Bo", last_name: "Bell", company: "Acme, Inc." });
    const own = await saveContact(server, "bob", { first_name: "Own", is_personal: true });
    const columns = ["last_name", "company", "phone_number_1"];
    const answer = await exported("alice", { search: "acme", columns });
    expect([answer.headers["content-type"], answer.headers["content-disposition"]]).toEqual([
      "text/csv; charset=utf-8",
      'attachment; filename="contacts.csv"',
    ]);
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = 'last_name,company,phone_number_1\r\nArcher,Acme,+14165550111\r\nBell,"Acme, Inc.",+14165550111\r\n';
    expect(await textOf({ search: "acme", columns })).toBe(text);
    expect(await textOf({ ids: [ann.id, bo.id, own.id, 999_999], columns })).toBe(text);
    const [head, ofAnn, ofBo] = text.split(/(?<=\r\n)/);
    expect(await textOf({ ids: [bo.id, ann.id], columns })).toBe([head, ofBo, ofAnn].join(""));
    expect(await textOf({ search: "nobody", columns })).toBe("last_name,company,phone_number_1\r\n");
    expect((await exported("erin")).statusCode).toBe(403);
    for (const body of [{ columns: ["password"] }, { columns: [] }, { ids: ["x"] }, { ids: [1.5] }, { ids: [1e300] }])
      expect((await exported("alice", body)).statusCode).toBe(400);
  });

  it("IMPORT-13 formulas are escaped, numbers are not changed, and both can be read back", () => {
    const cells = ["=1", "+1", "-1", "@a", "\t=1", "'=1", "+14165550101", "+1 416", "O'Brien", "'tis", "", "a=b"];
    expect(csvRecord(cells)).toBe(
      `'=1,'+1,'-1,'@a,"'\t=1",''=1,+14165550101,'+1 416,O'Brien,'tis,,a=b\r\n`.replace(`"'\t=1"`, `'\t=1`),
    );
    const written = cells.map((cell) => csvRecord([cell]).slice(0, -2).replace(/^"|"$/g, ""));
    expect(written.map(csvText)).toEqual(cells);
  });
});

/** Bytes of buffers that are still referenced. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Twenty times the size limit: far more than uncollected memory of other tests in this process. */
const UNSAID_PIECES = 200;

describe("files that are too large", () => {
  it("IMPORT-2 two hundred megabytes are refused unread, and without a declared length the data is dropped as it arrives", async () => {
    const { hostname, port, host } = new URL(await server.listen());
    const { access_token } = await server.signIn("alice");
    const piece = Buffer.alloc(1024 * 1024, "a,b,c\n");
    const before = heldBytes();
    for (const said of [true, false]) {
      const form = '--x\r\ncontent-disposition: form-data; name="csv_file"; filename="a.csv"\r\n\r\n';
      const length = said ? `content-length: ${form.length + 200 * piece.length}` : "transfer-encoding: chunked";
      // A socket: Node's HTTP client sends nothing more after the answer, where most clients go on.
      const sent = connect(Number(port), hostname);
      let text = "";
      const answer = new Promise<string>((resolve, reject) => {
        sent.on("error", reject);
        sent.on("data", (data: Buffer) => {
          text += data.toString();
          if (text.endsWith("}")) resolve(text);
        });
      });
      const head = `POST ${IMPORT} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${bearer(access_token).authorization}\r\n`;
      sent.write(`${head}content-type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`);
      const chunk = (data: Uint8Array | string) =>
        said
          ? Buffer.from(data)
          : Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), Buffer.from(data), Buffer.from("\r\n")]);
      sent.write(chunk(form));
      const whole = chunk(piece);
      for (let count = 0; count < (said ? 2 : UNSAID_PIECES); count += 1)
        if (!sent.write(whole)) await new Promise((resolve) => sent.once("drain", resolve));
      expect(heldBytes() - before).toBeLessThan((UNSAID_PIECES / 2) * piece.length);
      const [status = "", body = ""] = (await answer).split("\r\n\r\n");
      expect([status.split(" ")[1], errorBodySchema.parse(JSON.parse(body)).code]).toEqual([
        "413",
        "contacts.import.tooLarge",
      ]);
      sent.destroy();
    }
  });
});
