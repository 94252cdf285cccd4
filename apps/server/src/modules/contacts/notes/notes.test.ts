import { CALLER_NOTE_MAX_CHARS, CALLER_NOTES_MAX, endpoints, errorBodySchema } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../../administration/index.ts";
import { sharedContactsChanged } from "../../realtime/index.ts";
import { CONTACTS, phone, saveContact } from "../../../../test/files/contact-forms.ts";

const PEOPLE = `
realm: demo
groups:
  - { name: looks, permissions: ["contacts:read"] }
  - { name: edits, permissions: ["contacts:read", "contacts:write"] }
  - { name: own, permissions: ["contacts:manage_personal"] }
users:
  - { username: reader, first_name: Rea, last_name: Reader, extension: 301, groups: [looks], password: callpanel-demo }
  - { username: writer, first_name: Wri, last_name: Writer, extension: 302, groups: [edits], password: callpanel-demo }
  - { username: owner, first_name: Own, last_name: Owner, extension: 303, groups: [own], password: callpanel-demo }
  - { username: leaver, first_name: Lea, last_name: Leaver, extension: 304, groups: [edits, own], password: callpanel-demo }
`;
const OTHER_COMPANY = `
realm: other
groups: [{ name: all, permissions: ["contacts:read", "contacts:write", "contacts:manage_personal"] }]
users: [{ username: olga, first_name: Olga, last_name: Olsen, extension: 101, groups: [all], password: callpanel-demo }]
`;
const NOTES = "/api/v1/contact/notes";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await applyCompany(server.stores.company, parseCompanyFile(PEOPLE));
  await applyCompany(server.stores.company, parseCompanyFile(OTHER_COMPANY));
});
afterAll(() => server.remove());

const write = (username: string, body: object) => server.send("POST", NOTES, username, body);
const written = async (username: string, body: object) =>
  endpoints.createCallerNote.response.parse((await write(username, body)).body);
const about = async (username: string, ...numbers: readonly string[]) =>
  endpoints.listCallerNotes.response.parse(
    (await server.get(`${NOTES}?numbers=${encodeURIComponent(numbers.join(","))}`, username)).body,
  ).data;
const texts = async (username: string, ...numbers: readonly string[]) =>
  (await about(username, ...numbers)).map(({ text }) => text);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, errorBodySchema.parse(body).code];

const MISSING = [404, "callerNotes.notFound"];
const FORBIDDEN = [403, "request.forbidden"];

describe("whose notes", () => {
  it("NOTE-1 a note belongs to the number, in any spelling, and stays when the contact goes", async () => {
    const number = "+14165550901";
    const contact = await saveContact(server, "alice", { phone_numbers: [phone(number)] });
    expect(await written("alice", { number: "(416) 555-0901", text: "Prefers mornings" })).toMatchObject({
      number,
      author: { name: "Alice Archer" },
      is_personal: false,
      changed_at: null,
    });
    await server.send("DELETE", `${CONTACTS}/${contact.id}`, "alice");
    expect(await texts("alice", "416 555 0901")).toEqual(["Prefers mornings"]);
    expect(await texts("alice", "+14165550902")).toEqual([]);
  });

  it.each(["102", "Bob", "*98", "+1"])("NOTE-1 %j has no notes", async (number) => {
    expect(codeOf(await write("alice", { number, text: "x" }))).toEqual([422, "callerNotes.number"]);
    expect(await texts("alice", number)).toEqual([]);
  });

  it("NOTE-2 shared notes follow the rights on contacts", async () => {
    const number = "+14165550903";
    const { id } = await written("writer", { number, text: "Shared" });
    expect(await texts("reader", number)).toEqual(["Shared"]);
    expect((await about("reader", number))[0]).toMatchObject({ may_change: false, may_remove: false });
    expect(await texts("owner", number)).toEqual([]);
    expect(codeOf(await write("reader", { number, text: "x" }))).toEqual(FORBIDDEN);
    expect(codeOf(await write("owner", { number, text: "x", is_personal: false }))).toEqual(FORBIDDEN);
    expect(codeOf(await write("writer", { number, text: "x", is_personal: true }))).toEqual(FORBIDDEN);
    expect(codeOf(await server.send("PUT", `${NOTES}/${id}`, "owner", { text: "x" }))).toEqual(MISSING);
    expect(codeOf(await server.send("DELETE", `${NOTES}/${id}`, "owner"))).toEqual(MISSING);
    expect((await server.get(`${NOTES}?numbers=${encodeURIComponent(number)}`, "erin")).status).toBe(403);
  });

  it("NOTE-2 a personal note exists only for its owner, and users who may not write shared notes write personal ones", async () => {
    const number = "+14165550904";
    const own = await written("owner", { number, text: "Mine" });
    expect(own.is_personal).toBe(true);
    const alices = await written("alice", { number, text: "Alice's", is_personal: true });
    expect(await texts("alice", number)).toEqual(["Alice's"]);
    expect(await texts("owner", number)).toEqual(["Mine"]);
    expect(await texts("writer", number)).toEqual([]);
    for (const [method, body] of [
      ["PUT", { text: "x" }],
      ["DELETE", undefined],
    ] as const)
      expect(codeOf(await server.send(method, `${NOTES}/${alices.id}`, "owner", body))).toEqual(MISSING);
  });

  it("NOTE-2 another company's notes are not found", async () => {
    const number = "+14165550905";
    const { id } = await written("alice", { number, text: "Ours" });
    expect(await texts("olga", number)).toEqual([]);
    expect(codeOf(await server.send("DELETE", `${NOTES}/${id}`, "olga"))).toEqual(MISSING);
    expect(await texts("alice", number)).toEqual(["Ours"]);
  });
});

describe("the text", () => {
  it("NOTE-3 line breaks stay, control characters and marks that reorder text go", async () => {
    const { text } = await written("alice", { number: "+14165550906", text: " one\r\ntwo\u0000\u202Egnp.exe " });
    expect(text).toBe("one\ntwognp.exe");
  });

  it("NOTE-3 an empty text and one that is too long are refused", async () => {
    for (const text of ["", " \n ", "x".repeat(CALLER_NOTE_MAX_CHARS + 1)])
      expect(codeOf(await write("alice", { number: "+14165550906", text }))).toEqual([422, "callerNotes.text"]);
    expect((await write("alice", { number: "+14165550906", text: "x".repeat(CALLER_NOTE_MAX_CHARS) })).status).toBe(
      200,
    );
  });

  it("NOTE-3 there is a limit for each number and each book", async () => {
    const { store, book, note } = await limited("+14165550907");
    for (let count = 0; count < CALLER_NOTES_MAX; count += 1) await store.add(book, note);
    expect(codeOf(await write("alice", { number: "+14165550907", text: "x" }))).toEqual([409, "callerNotes.tooMany"]);
    expect((await write("alice", { number: "+14165550907", text: "x", is_personal: true })).status).toBe(200);
    expect((await write("alice", { number: "+14165550908", text: "x" })).status).toBe(200);
  });

  async function limited(number: string) {
    const alice = await server.stores.users.byUsername("alice");
    if (alice === undefined) throw new Error("she is in the company");
    const note = { number, text: "x", authorId: alice.id, at: 1, limit: CALLER_NOTES_MAX };
    return { store: server.stores.callerNotes, book: { realmId: alice.realm.id, ownerId: null }, note };
  }
});

describe("changing and removing", () => {
  it("NOTE-4 only the author changes a note; a user who may write the book may remove it", async () => {
    const number = "+14165550909";
    const { id } = await written("writer", { number, text: "First" });
    await written("alice", { number, text: "Second" });
    expect(await texts("alice", number)).toEqual(["Second", "First"]);
    expect(codeOf(await server.send("PUT", `${NOTES}/${id}`, "alice", { text: "x" }))).toEqual([
      403,
      "callerNotes.notAuthor",
    ]);
    expect((await server.send("PUT", `${NOTES}/${id}`, "writer", { text: "Changed" })).body).toMatchObject({
      text: "Changed",
      changed_at: expect.any(String),
      may_change: true,
    });
    expect(codeOf(await server.send("DELETE", `${NOTES}/${id}`, "reader"))).toEqual(FORBIDDEN);
    expect((await server.send("DELETE", `${NOTES}/${id}`, "alice")).status).toBe(200);
    expect(codeOf(await server.send("DELETE", `${NOTES}/${id}`, "alice"))).toEqual(MISSING);
    expect(await texts("alice", number)).toEqual(["Second"]);
  });

  it("NOTE-4 with the account go its own notes; its shared ones keep the name", async () => {
    const number = "+14165550910";
    await written("leaver", { number, text: "Shared" });
    await written("leaver", { number, text: "Own", is_personal: true });
    expect(await texts("leaver", number)).toEqual(["Own", "Shared"]);
    const leaver = await server.stores.users.byUsername("leaver");
    await server.stores.company.atomically((company) => company.removeUser(leaver?.id ?? 0));
    expect(await about("alice", number)).toMatchObject([
      { text: "Shared", author: { id: null, name: "Lea Leaver" }, may_change: false, may_remove: true },
    ]);
    const left = await server.stores.callerNotes.about(
      [{ realmId: leaver?.realm.id ?? 0, ownerId: leaver?.id ?? 0 }],
      [number],
    );
    expect(left).toEqual([]);
  });

  it("NOTE-5 the removal of another person's note is in the audit log, without the text", async () => {
    const number = "+14165550911";
    const others = await written("writer", { number, text: "Secret words" });
    const own = await written("alice", { number, text: "Own words" });
    await server.send("DELETE", `${NOTES}/${others.id}`, "alice");
    await server.send("DELETE", `${NOTES}/${own.id}`, "alice");
    const alice = await server.stores.users.byUsername("alice");
    const lines = await server.stores.audit.lines({
      realmId: alice?.realm.id ?? 0,
      limit: 10,
      act: "contacts.noteRemoved",
      words: [number],
    });
    expect(lines).toMatchObject([
      { by: { name: "Alice Archer" }, person: { name: "Wri Writer" }, details: { number, author: "Wri Writer" } },
    ]);
    expect(JSON.stringify(lines)).not.toContain("words");
  });
});

it("NOTE-6 one request gives the notes of several numbers", async () => {
  await written("alice", { number: "+14165550912", text: "One" });
  await written("alice", { number: "+14165550913", text: "Two" });
  expect(await texts("alice", "+14165550912", "nonsense", "+14165550913")).toEqual(["Two", "One"]);
});

it("NOTE-7 a change is sent to open panels as a change of contacts, without number and text; a personal one not to others", async () => {
  const heard: unknown[] = [];
  const stop = server.bus.subscribe(sharedContactsChanged, (fact) => heard.push(fact));
  const number = "+14165550914";
  const { id } = await written("alice", { number, text: "Told" });
  await server.send("PUT", `${NOTES}/${id}`, "alice", { text: "Told again" });
  await server.send("DELETE", `${NOTES}/${id}`, "alice");
  await written("alice", { number, text: "Own", is_personal: true });
  stop();
  const change = { action: "CONTACTS", realm: "demo", is_personal: false, ids: [] };
  expect(heard).toEqual([change, change, change]);
});
