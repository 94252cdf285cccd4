/** The address book of the fake server: lists, forms and tags as in the contract; it does not search. */
import { CONTACT_TEXTS, contactSchema, NO_CONTACT_TEXTS } from "@callpanel/contract";
import type { Contact, ContactTag } from "@callpanel/contract";
import type { Reply, SeenRequest } from "./fakeRequest.ts";

export const contact = (id: number, name: string, changes: Partial<Contact> = {}): Contact => ({
  id,
  ...NO_CONTACT_TEXTS,
  first_name: name.split(" ")[0] ?? "",
  last_name: name.split(" ").slice(1).join(" "),
  phone_numbers: [{ phone_number: `+1416555${String(1000 + id)}`, extension: "", label: "Office" }],
  emails: [],
  use_as_callerid: false,
  has_image: false,
  image_url: null,
  tags: "",
  personal_tags: "",
  is_personal: false,
  ...changes,
});

export const tag = (id: number, name: string, color: string | null = null): ContactTag => ({
  id,
  name,
  color,
  contacts: 0,
});

export interface FakeContacts {
  readonly contacts: readonly Contact[];
  readonly tags: readonly ContactTag[];
}

const ok = (body: unknown): Reply => ({ status: 200, body });

/** @returns a handler for requests about contacts; it returns null for others */
export function createFakeContacts(start: FakeContacts) {
  let { contacts, tags } = start;
  const listed = (query: URLSearchParams): Reply => {
    const wanted = contacts.filter(
      ({ is_personal, first_name, last_name }) =>
        String(is_personal) === (query.get("is_personal") ?? "false") &&
        `${first_name} ${last_name}`.toLowerCase().includes((query.get("search") ?? "").toLowerCase()),
    );
    const first = Number(query.get("start") ?? 0);
    return ok({ total: wanted.length, data: wanted.slice(first, first + Number(query.get("limit") ?? 18)) });
  };
  const write = (id: number, form: ReadonlyMap<string, unknown>): Reply => {
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    const phones: unknown = JSON.parse(text("phone_numbers"));
    const emails: unknown = JSON.parse(text("emails") || "[]");
    const kept = contactSchema.parse({
      ...contact(id, ""),
      ...Object.fromEntries(CONTACT_TEXTS.map((name) => [name, text(name)])),
      phone_numbers: phones,
      emails,
      use_as_callerid: text("use_as_callerid") === "true",
      is_personal: text("is_personal") === "true",
      tags: text("tags"),
      personal_tags: text("personal_tags"),
    });
    contacts = [...contacts.filter((one) => one.id !== id), kept];
    return ok(kept);
  };
  const remove = (ids: readonly number[]) => {
    const before = contacts.length;
    contacts = contacts.filter(({ id }) => !ids.includes(id));
    return before - contacts.length;
  };
  const writeTag = (path: string, { method, body }: SeenRequest): Reply => {
    const id = Number(path.split("/").at(-1));
    const fields = new Map<string, unknown>(Object.entries(body ?? {}));
    if (method === "DELETE") {
      tags = tags.filter((one) => one.id !== id);
      return ok({ id });
    }
    const kept = tag(method === "POST" ? tags.length + 1 : id, String(fields.get("name")));
    tags = [...tags.filter((one) => one.id !== kept.id), kept];
    return ok(kept);
  };

  return (path: string, query: URLSearchParams, request: SeenRequest): Reply | null => {
    const { method } = request;
    const fields = new Map<string, unknown>(Object.entries(request.body ?? {}));
    const id = Number(/\/contacts\/(\d+)$/.exec(path)?.[1] ?? 0);
    if (path === "/api/v1/contact/lookup") return ok({ data: [] });
    if (path === "/api/v1/contact/bulk/delete") {
      const asked = fields.get("ids");
      const ids = Array.isArray(asked) ? asked.map(Number) : [];
      return ok({ deleted: remove(ids), ids });
    }
    if (/\/contact\/(personal_)?tags/.test(path))
      return method === "GET" ? ok({ total: tags.length, data: tags }) : writeTag(path, request);
    if (path === "/api/v1/contacts") return method === "GET" ? listed(query) : write(contacts.length + 100, fields);
    if (id === 0) return null;
    if (method === "DELETE") return ok({ id, deleted: remove([id]) });
    return method === "PUT" ? write(id, fields) : ok(contacts.find((one) => one.id === id));
  };
}
