import { contactFieldErrors, contactForm, endpoints, errorBodySchema, type Contact } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import { CONTACTS, draft, phone, removeAllContacts, saveContact, sendForm } from "../../../test/files/contact-forms.ts";

const PEOPLE = `
realm: demo
groups:
  - { name: looks, permissions: ["contacts:read"] }
  - { name: edits, permissions: ["contacts:write"] }
  - { name: own, permissions: ["contacts:manage_personal"] }
users:
  - { username: reader, first_name: Rea, last_name: Reader, extension: 301, groups: [looks], password: callpanel-demo }
  - { username: writer, first_name: Wri, last_name: Writer, extension: 302, groups: [edits], password: callpanel-demo }
  - { username: owner, first_name: Own, last_name: Owner, extension: 303, groups: [own], password: callpanel-demo }
  - { username: leaver, first_name: Lea, last_name: Leaver, extension: 304, groups: [own], password: callpanel-demo }
`;
const OTHER_COMPANY = `
realm: other
groups: [{ name: all, permissions: ["contacts:read", "contacts:write", "contacts:manage_personal"] }]
users: [{ username: olga, first_name: Olga, last_name: Olsen, extension: 101, groups: [all], password: callpanel-demo }]
`;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await removeAllContacts(server, "alice");
  await applyCompany(server.stores.company, parseCompanyFile(PEOPLE));
  await applyCompany(server.stores.company, parseCompanyFile(OTHER_COMPANY));
});
afterAll(() => server.remove());

const listOf = async (username: string, query = "") =>
  endpoints.listContacts.response.parse((await server.get(`${CONTACTS}?${query}`, username)).body);
const names = async (username: string, query = "") =>
  (await listOf(username, query)).data.map((one) => `${one.first_name} ${one.last_name}`);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, errorBodySchema.parse(body).code];
const removeAll = async (username: string, contacts: readonly Contact[]) =>
  server.send("POST", "/api/v1/contact/bulk/delete", username, { ids: contacts.map(({ id }) => id) });

const MISSING = [404, "contacts.notFound"];
const FORBIDDEN = [403, "request.forbidden"];

describe("owners of contacts", () => {
  it("CONTACT-1 CONTACT-4 shared and personal contacts are separate lists", async () => {
    const shared = await saveContact(server, "alice", { last_name: "Sharedson" });
    const own = await saveContact(server, "alice", { last_name: "Ownson", is_personal: true });
    expect([shared.is_personal, own.is_personal]).toEqual([false, true]);
    expect(await names("alice", "search=son")).toEqual(["Zoë Sharedson"]);
    expect(await names("alice", "search=son&is_personal=true")).toEqual(["Zoë Ownson"]);
    expect(await names("alice", "search=son&is_personal=null")).toEqual(["Zoë Sharedson"]);
    expect(await names("bob", "search=son")).toEqual(["Zoë Sharedson"]);
    expect(await names("owner")).toEqual([]);
    await removeAll("alice", [shared, own]);
  });

  it("CONTACT-2 another person's contact is not found, by any request", async () => {
    const own = await saveContact(server, "alice", { is_personal: true, phone_numbers: [phone("+14165550122")] });
    const shared = await saveContact(server, "alice", { phone_numbers: [phone("+14165550123")] });
    for (const [username, id] of [
      ["bob", own.id],
      ["olga", own.id],
      ["olga", shared.id],
      ["owner", shared.id],
    ] as const) {
      const address = `${CONTACTS}/${id}`;
      expect(codeOf(await server.get(address, username))).toEqual(MISSING);
      expect(codeOf(await server.get(`${address}/image`, username))).toEqual(MISSING);
      expect(codeOf(await server.send("DELETE", address, username))).toEqual(MISSING);
      const changed = await sendForm(server, username, { id, fields: { ...contactForm(draft()) } });
      expect([changed.statusCode, errorBodySchema.parse(changed.json()).code]).toEqual(MISSING);
      expect((await removeAll(username, [{ ...own, id }])).body).toEqual({ deleted: 0, ids: [] });
    }
    for (const username of ["bob", "olga"]) {
      const { total, data } = await listOf(username, "search=5550122&is_personal=true");
      expect([total, data]).toEqual([0, []]);
      const looked = await server.send("POST", "/api/v1/contact/lookup", username, { numbers: ["4165550122"] });
      expect(looked.body).toEqual({ data: [] });
    }
    await removeAll("alice", [shared, own]);
  });

  it("CONTACT-2 CONTACT-3 each right allows only its own operations", async () => {
    const shared = await saveContact(server, "alice", { last_name: "Door" });
    const fields = { ...contactForm(draft({ last_name: "Door" })) };
    const tries = async (username: string) => [
      (await server.get(CONTACTS, username)).status,
      (await server.get(`${CONTACTS}?is_personal=false`, username)).status,
      (await server.get(`${CONTACTS}?is_personal=true`, username)).status,
      (await server.get(`${CONTACTS}/${shared.id}`, username)).status,
      (await sendForm(server, username, { fields: { ...fields, is_personal: false } })).statusCode,
      (await sendForm(server, username, { fields: { ...fields, is_personal: true } })).statusCode,
      (await sendForm(server, username, { id: shared.id, fields })).statusCode,
      (await server.get("/api/v1/contact/tags", username)).status,
      (await server.get("/api/v1/contact/personal_tags", username)).status,
      (await server.send("POST", "/api/v1/contact/tags", username, { name: `by-${username}` })).status,
      (await server.send("POST", "/api/v1/contact/personal_tags", username, { name: "mine" })).status,
    ];
    expect({
      reader: await tries("reader"),
      writer: await tries("writer"),
      owner: await tries("owner"),
      alice: await tries("alice"),
      erin: await tries("erin"),
    }).toEqual({
      reader: [200, 200, 403, 200, 403, 403, 403, 200, 403, 403, 403],
      writer: [403, 403, 403, 403, 200, 403, 200, 403, 403, 200, 403],
      owner: [200, 403, 200, 404, 403, 200, 404, 403, 200, 403, 200],
      alice: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
      erin: Array.from({ length: 11 }, () => 403),
    });
    expect(codeOf(await server.send("DELETE", `${CONTACTS}/${shared.id}`, "reader"))).toEqual(FORBIDDEN);
    await removeAll("alice", (await listOf("alice", "search=door")).data);
    await removeAll("alice", (await listOf("alice", "search=door&is_personal=true")).data);
  });

  it("CONTACT-15 bulk delete is all or nothing, and contacts that do not exist are ignored", async () => {
    const [one, two] = [await saveContact(server, "alice"), await saveContact(server, "alice")];
    const own = await saveContact(server, "owner", { is_personal: true });
    expect(codeOf(await removeAll("reader", [one]))).toEqual(FORBIDDEN);
    await server.send("DELETE", `${CONTACTS}/${one.id}`, "alice");
    const { body } = await removeAll("alice", [one, two, two, own]);
    expect(body).toEqual({ deleted: 1, ids: [two.id] });
    expect((await server.get(`${CONTACTS}/${own.id}`, "owner")).status).toBe(200);
    for (const ids of [[], ["x"], Array.from({ length: 1_001 }, () => 1)])
      expect((await server.send("POST", "/api/v1/contact/bulk/delete", "alice", { ids })).status).toBe(400);
    await removeAll("owner", [own]);
  });

  it("CONTACT-5 a removed person's contacts are removed too", async () => {
    const own = await saveContact(server, "leaver", { is_personal: true });
    const leaver = await server.stores.users.byUsername("leaver");
    await server.stores.company.atomically((company) => company.removeUser(leaver?.id ?? 0));
    expect(await server.stores.contacts.byIds(leaver?.realm.id ?? 0, [own.id])).toEqual([]);
  });

  it("CONTACT-19 a change of an older version is refused and changes nothing; without a version it replaces", async () => {
    const first = await saveContact(server, "alice", { first_name: "Version", last_name: "One" });
    const change = (last_name: string, version?: string) =>
      sendForm(server, "alice", {
        id: first.id,
        fields: { ...contactForm(draft({ first_name: "Version", last_name })), ...(version && { version }) },
      });
    const second = (await change("Two", first.version)).json<{ version: string; last_name: string }>();
    expect(second.last_name).toBe("Two");
    expect(second.version).not.toBe(first.version);
    const refused = await change("Three", first.version);
    expect(codeOf({ status: refused.statusCode, body: refused.json() })).toEqual([409, "contacts.conflict"]);
    const kept = await server.get(`${CONTACTS}/${first.id}`, "bob");
    expect(kept.body).toMatchObject({ last_name: "Two", version: second.version });
    expect((await change("Three")).json()).toMatchObject({ last_name: "Three" });
    await removeAll("alice", [first]);
  });

  it("CONTACT-14 a contact can be moved between shared and personal, without its tags", async () => {
    await server.send("POST", "/api/v1/contact/tags", "alice", { name: "movers" });
    const shared = await saveContact(server, "alice", { tags: "movers" });
    expect(shared.tags).toBe("movers");
    const moved = await saveContact(server, "alice", { id: shared.id, tags: "movers", is_personal: true });
    expect(moved).toMatchObject({ id: shared.id, is_personal: true, tags: "", personal_tags: "" });
    expect(codeOf(await server.get(`${CONTACTS}/${shared.id}`, "bob"))).toEqual(MISSING);
    const kept = await sendForm(server, "alice", {
      id: shared.id,
      fields: { ...contactForm(draft()), is_personal: "null" },
    });
    expect(kept.json()).toMatchObject({ is_personal: false });
    await removeAll("alice", [shared]);
  });
});

describe("finding contacts", () => {
  it("CONTACT-16 every word is found, in name, company, e-mail and number, in any case and without accents", async () => {
    const contact = await saveContact(server, "alice", {
      first_name: "Ãnaïs",
      last_name: "O'Brien-Łukasz",
      company: "Brücken & Söhne",
      emails: [{ email: "Anais.OB@Example.com", label: "" }],
      phone_numbers: [phone("(416) 555-0133"), phone("+61 412 345 678")],
    });
    const found = async (search: string) =>
      (await listOf("alice", `search=${encodeURIComponent(search)}`)).data.map(({ id }) => id);
    for (const search of [
      "anais",
      "ANAIS lukasz",
      "o'brien",
      "brucken sohne",
      "anais.ob@example",
      "+1 416 555 0133",
      "416.555.0133",
      "0014165550133",
      "011 1 416 555 0133",
      "5550133",
      "0412 345 678",
      "+61412345678",
    ])
      expect(await found(search), search).toEqual([contact.id]);
    for (const search of ["%", "_", "anais bob", "\\", "' or 1=1 --", "999 0133"])
      expect(await found(search), search).toEqual([]);
    await removeAll("alice", [contact]);
  });

  it("CONTACT-17 pages fit together without gaps or duplicates, sorted by name in any case and without accents", async () => {
    const saved: Contact[] = [];
    for (const first_name of ["Émile", "emile", "Zed", "Abe", "ÉMILE", "eMile"])
      saved.push(await saveContact(server, "alice", { first_name, last_name: "Pageson" }));
    const all = await listOf("alice", "search=pageson");
    expect(all.total).toBe(6);
    const order = ["Abe", "Émile", "emile", "ÉMILE", "eMile", "Zed"].map((one) => `${one} Pageson`);
    expect(all.data.map((one) => `${one.first_name} ${one.last_name}`)).toEqual(order);
    const pages: string[] = [];
    for (let start = 0; start < 8; start += 2)
      pages.push(...(await names("alice", `search=pageson&start=${start}&limit=2`)));
    expect(pages).toEqual(order);
    await removeAll("alice", saved);
  });

  it("CONTACT-30 numbers in any notation get a name, from the user's own contact first", async () => {
    const shared = await saveContact(server, "alice", {
      first_name: "Shared",
      company: "Acme",
      phone_numbers: [phone("+14165550144", "Office"), phone("+14165550145")],
    });
    const later = await saveContact(server, "alice", { first_name: "Later", phone_numbers: [phone("+14165550144")] });
    const own = await saveContact(server, "alice", {
      first_name: "Own",
      is_personal: true,
      phone_numbers: [phone("4165550145", "Cell")],
    });
    const numbers = ["(416) 555-0144", "0014165550145", "101", "+14165550146", "*43", ""];
    const lookUp = async (username: string) =>
      endpoints.lookupContacts.response.parse(
        (await server.send("POST", "/api/v1/contact/lookup", username, { numbers })).body,
      ).data;
    const common = { company: "", image_url: null };
    expect(await lookUp("alice")).toEqual([
      {
        ...common,
        number: "(416) 555-0144",
        contact_id: shared.id,
        name: "Shared Zimmer",
        company: "Acme",
        label: "Office",
        is_personal: false,
      },
      { ...common, number: "0014165550145", contact_id: own.id, name: "Own Zimmer", label: "Cell", is_personal: true },
    ]);
    expect((await lookUp("bob")).map(({ name }) => name)).toEqual(["Shared Zimmer", "Shared Zimmer"]);
    expect(await lookUp("owner")).toEqual([]);
    const tooMany = await server.send("POST", "/api/v1/contact/lookup", "alice", {
      numbers: Array.from({ length: 501 }, () => "1"),
    });
    expect(tooMany.status).toBe(400);
    await removeAll("alice", [shared, later, own]);
  });
});

it("CONTACT-50 the demo company gets valid contacts once, and alice gets a few personal ones", async () => {
  const demo = await createTestServer();
  const read = async (query: string) =>
    endpoints.listContacts.response.parse((await demo.get(`${CONTACTS}?limit=100&${query}`, "alice")).body).data;
  const [shared, own] = [await read(""), await read("is_personal=true")];
  expect([shared.length, own.length]).toEqual([40, 4]);
  for (const contact of [...shared, ...own]) expect(contactFieldErrors(contact)).toEqual({});
  expect(shared.every(({ tags }) => tags !== "")).toBe(true);
  expect(new Set(shared.flatMap(({ phone_numbers }) => phone_numbers.map((one) => one.phone_number))).size).toBe(40);
  expect((await demo.get(`${CONTACTS}?is_personal=true`, "bob")).body).toEqual({ total: 0, data: [] });
  await demo.stop();
  const again = await createTestServer({ dataDir: demo.dataDir });
  expect((await again.get(CONTACTS, "alice")).body).toMatchObject({ total: 40 });
  await again.remove();
});

it("SERVER-2 a picture without key and token is 401", async () => {
  const answer = await server.app.inject({ url: `${CONTACTS}/1/image`, headers: bearer("never-issued") });
  expect(answer.statusCode).toBe(401);
});
