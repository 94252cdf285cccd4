import { contactForm, endpoints, errorBodySchema, type ContactDraft } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { CONTACTS, draft, phone, removeAllContacts, saveContact, sendForm } from "../../../test/files/contact-forms.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await removeAllContacts(server, "alice");
});
afterAll(() => server.remove());

/** The errors of a draft, by place. */
async function errorsOf(parts: Partial<ContactDraft>): Promise<Readonly<Record<string, unknown>>> {
  const answer = await sendForm(server, "alice", { fields: { ...contactForm(draft(parts)) } });
  if (answer.statusCode === 200) return {};
  const { code, details } = errorBodySchema.parse(answer.json());
  expect([answer.statusCode, code]).toEqual([422, "contacts.invalid"]);
  return details ?? {};
}
const phoneAt = (at: number) => `phone_numbers.${at}.phone_number`;

describe("fields of a contact", () => {
  it("CONTACT-10 every field that breaks a rule is reported, at its place", async () => {
    expect(
      await errorsOf({
        first_name: "A",
        last_name: " ",
        company: "c".repeat(201),
        address_type: "castle",
        phone_numbers: [phone("12345678"), phone("", "x", "12a"), phone("+14165550101", "Office", "12345678901")],
        emails: [
          { email: "not an address", label: "" },
          { email: "a@b", label: "x" },
          { email: "", label: "x" },
          { email: "fine@example.com", label: "x" },
        ],
      }),
    ).toEqual({
      first_name: "contacts.field.name",
      last_name: "contacts.field.required",
      company: "contacts.field.long",
      address_type: "contacts.field.addressType",
      [phoneAt(0)]: "contacts.field.phone",
      [phoneAt(1)]: "contacts.field.required",
      "phone_numbers.1.extension": "contacts.field.extension",
      "phone_numbers.1.label": "contacts.field.label",
      "phone_numbers.2.extension": "contacts.field.extension",
      "emails.0.email": "contacts.field.email",
      "emails.1.email": "contacts.field.email",
      "emails.1.label": "contacts.field.label",
      "emails.2.label": "contacts.field.label",
    });
  });

  it("CONTACT-10 the first number is required, and no list is longer than ten", async () => {
    expect(await errorsOf({ phone_numbers: [] })).toEqual({ [phoneAt(0)]: "contacts.field.required" });
    const eleven = Array.from({ length: 11 }, (_, at) => at);
    expect(
      await errorsOf({
        phone_numbers: eleven.map((at) => phone(`+141655501${10 + at}`)),
        emails: eleven.map((at) => ({ email: `a${at}@example.com`, label: "" })),
      }),
    ).toEqual({ phone_numbers: "contacts.field.lines", emails: "contacts.field.lines" });
  });

  it.each(["a@example.com", "A.b+c@sub.example.org", "ünï@exämple.de"])("CONTACT-10 %s is an e-mail", async (email) => {
    expect(await errorsOf({ emails: [{ email, label: "" }] })).toEqual({});
  });

  it.each([
    "a@",
    "@example.com",
    "a@b",
    "a b@example.com",
    "a@example.",
    "a@.com",
    "a@@example.com",
    `${"a".repeat(250)}@b.ca`,
  ])("CONTACT-10 %s is not an e-mail", async (email) => {
    const errors = await errorsOf({ emails: [{ email, label: "" }] });
    expect(Object.keys(errors)).toEqual(["emails.0.email"]);
  });

  it("CONTACT-10 values must be unique, in any notation; another extension is another number", async () => {
    expect(
      await errorsOf({
        phone_numbers: [phone("+1 416 555 0101"), phone("(416) 555-0101"), phone("4165550101", "", "12")],
        emails: [
          { email: "a@example.com", label: "" },
          { email: "A@EXAMPLE.com", label: "" },
        ],
      }),
    ).toEqual({ [phoneAt(1)]: "contacts.field.twice", "emails.1.email": "contacts.field.twice" });
  });

  it.each([
    ["416 555 0101", "+14165550101"],
    ["+1 (212) 555-0199", "+12125550199"],
    ["+61 412 345 678", "+61412345678"],
    ["0061 412 345 678", "+61412345678"],
    ["+1 800 555 0199", "+18005550199"],
  ])("CONTACT-11 %s is stored as %s", async (spelling, e164) => {
    const contact = await saveContact(server, "alice", { phone_numbers: [phone(spelling)] });
    expect(contact.phone_numbers).toEqual([phone(e164)]);
  });

  it.each(["+44 20 7946 0958", "+1 876 555 0101", "123456789", "0412345678", "<script>1</script>", "+999999999999"])(
    "CONTACT-11 %s is not of a supported country",
    async (spelling) => {
      expect(await errorsOf({ phone_numbers: [phone(spelling)] })).toEqual({ [phoneAt(0)]: "contacts.field.country" });
    },
  );

  it("CONTACT-12 hostile texts are plain characters, in one line and one direction", async () => {
    const hostile = '=cmd|"/c calc"!A1 <img src=x onerror=alert(1)> \'; drop table contacts; --';
    const contact = await saveContact(server, "alice", {
      first_name: hostile,
      last_name: "Ev\u0000il\r\n\tName\u202Egpj",
      company: "{first_name} %s ${x} 😀",
    });
    expect(contact).toMatchObject({
      first_name: hostile,
      last_name: "Ev il Name gpj",
      company: "{first_name} %s ${x} 😀",
    });
    const { body } = await server.get(`${CONTACTS}/${contact.id}`, "alice");
    expect(endpoints.getContact.response.parse(body)).toEqual(contact);
  });

  it("CONTACT-13 the text null is empty, empty e-mail lines are dropped, and lists must be JSON", async () => {
    const fields = {
      first_name: "Nell",
      last_name: "Null",
      company: "null",
      phone_numbers: JSON.stringify([{ phone_number: "4165550101", extension: null, label: "null" }]),
      emails: JSON.stringify([{ email: "null", label: "x" }, { email: " nell@example.com " }]),
      use_as_callerid: "true",
      is_personal: "null",
      personal_tags: "null",
      unknown: "ignored",
    };
    const answer = await sendForm(server, "alice", {
      fields: { ...fields, emails: '[{"email":"null"},{"email":" nell@example.com "}]' },
    });
    expect(answer.json()).toMatchObject({
      company: "",
      phone_numbers: [phone("+14165550101")],
      emails: [{ email: "nell@example.com", label: "" }],
      use_as_callerid: true,
      is_personal: false,
    });
    for (const phone_numbers of ["{", "7", '{"phone_number":"1"}', '["4165550101"]', `[${"[".repeat(5_000)}`]) {
      const refused = await sendForm(server, "alice", { fields: { ...fields, phone_numbers } });
      expect([refused.statusCode, errorBodySchema.parse(refused.json()).code]).toEqual([400, "request.invalid"]);
    }
    const tooLong = await sendForm(server, "alice", { fields: { ...fields, first_name: "x".repeat(20_000) } });
    expect(tooLong.statusCode).toBe(413);
  });

  it("CONTACT-14 fields that a change leaves out become empty", async () => {
    const before = await saveContact(server, "alice", {
      company: "Acme",
      city: "Ottawa",
      use_as_callerid: true,
      emails: [{ email: "a@example.com", label: "" }],
    });
    const after = await saveContact(server, "alice", { id: before.id, last_name: "Zorn" });
    expect(after).toEqual({
      ...before,
      version: after.version,
      last_name: "Zorn",
      company: "",
      city: "",
      use_as_callerid: false,
      emails: [],
    });
  });
});

describe("tags", () => {
  const TAGS = "/api/v1/contact/tags";
  const OWN = "/api/v1/contact/personal_tags";
  const add = async (path: string, username: string, body: object) => server.send("POST", path, username, body);
  const namesAt = async (path: string, username: string) =>
    endpoints.listContactTags.response.parse((await server.get(path, username)).body).data.map(({ name }) => name);
  const refusal = ({ status, body }: { status: number; body: unknown }) => [status, errorBodySchema.parse(body).code];

  it("CONTACT-6 CONTACT-7 a tag can be added, coloured, counted, renamed and removed", async () => {
    const { body } = await add(TAGS, "alice", { name: "Ärzte", color: "#FF8800" });
    const tag = endpoints.createContactTag.response.parse(body);
    expect(tag).toMatchObject({ name: "Ärzte", color: "#ff8800", contacts: 0 });
    const contact = await saveContact(server, "alice", { tags: "arzte Arzte" });
    expect(contact.tags).toBe("Ärzte");
    const renamed = await server.send("PUT", `${TAGS}/${tag.id}`, "alice", { name: "Doctors" });
    expect(renamed.body).toEqual({ id: tag.id, name: "Doctors", color: null, contacts: 1 });
    const tagged = async () =>
      endpoints.getContact.response.parse((await server.get(`${CONTACTS}/${contact.id}`, "bob")).body).tags;
    expect(await tagged()).toBe("Doctors");
    expect((await server.send("DELETE", `${TAGS}/${tag.id}`, "alice")).body).toEqual({ id: tag.id });
    expect(await tagged()).toBe("");
    expect(refusal(await server.send("DELETE", `${TAGS}/${tag.id}`, "alice"))).toEqual([404, "contacts.tag.notFound"]);
    expect(refusal(await server.send("PUT", `${TAGS}/${tag.id}`, "alice", { name: "x" }))).toEqual([
      404,
      "contacts.tag.notFound",
    ]);
  });

  it("CONTACT-6 names have no spaces and are unique; colours must be valid", async () => {
    expect((await add(TAGS, "alice", { name: "Suppliers" })).status).toBe(200);
    for (const name of ["", "two words", "x".repeat(33)])
      expect(refusal(await add(TAGS, "alice", { name }))).toEqual([400, "contacts.tag.name"]);
    expect(refusal(await add(TAGS, "alice", { name: "SUPPLIÉRS" }))).toEqual([409, "contacts.tag.exists"]);
    for (const color of ["red", "#12345", "#gggggg", "javascript:x"])
      expect(refusal(await add(TAGS, "alice", { name: "c", color }))).toEqual([400, "contacts.tag.color"]);
    const { body } = await add(TAGS, "alice", { name: "other" });
    const { id } = endpoints.createContactTag.response.parse(body);
    expect(refusal(await server.send("PUT", `${TAGS}/${id}`, "alice", { name: "suppliers" }))).toEqual([
      409,
      "contacts.tag.exists",
    ]);
    expect((await server.send("PUT", `${TAGS}/${id}`, "alice", { name: "OTHER" })).status).toBe(200);
  });

  it("CONTACT-2 CONTACT-6 personal tags are visible only to their owner, and may have the name of a shared one", async () => {
    await add(OWN, "alice", { name: "friends" });
    await add(OWN, "bob", { name: "friends" });
    await add(TAGS, "bob", { name: "friends" });
    expect(await namesAt(OWN, "alice")).toEqual(["family", "friends", "neighbours"]);
    expect(await namesAt(OWN, "carol")).toEqual([]);
    const tags = endpoints.listPersonalTags.response.parse((await server.get(OWN, "alice")).body).data;
    const mine = tags.find(({ name }) => name === "friends");
    for (const path of [OWN, TAGS]) {
      expect(refusal(await server.send("PUT", `${path}/${mine?.id}`, "bob", { name: "x" }))).toEqual([
        404,
        "contacts.tag.notFound",
      ]);
      expect(refusal(await server.send("DELETE", `${path}/${mine?.id}`, "bob"))).toEqual([
        404,
        "contacts.tag.notFound",
      ]);
    }
    expect(await errorsOf({ is_personal: true, personal_tags: "suppliers" })).toEqual({
      personal_tags: "contacts.field.tag",
    });
    expect(await errorsOf({ tags: "nobody" })).toEqual({ tags: "contacts.field.tag" });
  });

  it("CONTACT-8 a filter finds contacts that have all the tags", async () => {
    for (const name of ["north", "south"]) await add(TAGS, "alice", { name });
    await add(OWN, "alice", { name: "north" });
    const both = await saveContact(server, "alice", { tags: "north south" });
    const one = await saveContact(server, "alice", { tags: "south" });
    const own = await saveContact(server, "alice", { is_personal: true, personal_tags: "north" });
    const ids = async (query: string) =>
      endpoints.listContacts.response
        .parse((await server.get(`${CONTACTS}?${query}`, "alice")).body)
        .data.map(({ id }) => id);
    expect(await ids("filter_by_tags=SOUTH")).toEqual([both.id, one.id]);
    expect(await ids("filter_by_tags=south%20north")).toEqual([both.id]);
    expect(await ids("filter_by_tags=south%20nowhere")).toEqual([]);
    expect(await ids("filter_by_tags=south&search=zimmer&limit=1&start=1")).toEqual([one.id]);
    expect(await ids("is_personal=1&filter_by_personal_tags=north&filter_by_tags=south")).toEqual([own.id]);
  });
});
