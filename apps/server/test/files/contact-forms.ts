import {
  contactForm,
  contactSchema,
  endpoints,
  NO_CONTACT_TEXTS,
  type Contact,
  type ContactDraft,
} from "@callpanel/contract";
import { bearer, type TestServer } from "../test-server.ts";

const EMPTY: ContactDraft = {
  ...NO_CONTACT_TEXTS,
  phone_numbers: [],
  emails: [],
  use_as_callerid: false,
  is_personal: false,
  tags: "",
  personal_tags: "",
};

/** A valid contact, changed by `parts`. */
export const draft = (parts: Partial<ContactDraft> = {}): ContactDraft => ({
  ...EMPTY,
  first_name: "Zoë",
  last_name: "Zimmer",
  phone_numbers: [phone("+14165550111")],
  ...parts,
});

export const phone = (phone_number: string, label = "", extension = "") => ({ phone_number, label, extension });

export const CONTACTS = "/api/v1/contacts";

/** Sends a form: a draft as the panel sends it, or any other fields. */
export async function sendForm(
  server: TestServer,
  username: string,
  {
    id,
    fields,
    image,
  }: { readonly id?: number; readonly fields: Readonly<Record<string, unknown>>; readonly image?: Uint8Array },
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (image !== undefined) form.append("image", new Blob([new Uint8Array(image)]), "picture");
  const request = new Response(form);
  const { access_token } = await server.signIn(username);
  return server.app.inject({
    method: id === undefined ? "POST" : "PUT",
    url: id === undefined ? CONTACTS : `${CONTACTS}/${id}`,
    headers: { ...bearer(access_token), "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

/** Adds a contact, or replaces the one with `id`. */
export async function saveContact(
  server: TestServer,
  username: string,
  parts: Partial<ContactDraft> & { readonly id?: number; readonly image?: Uint8Array } = {},
): Promise<Contact> {
  const { id, image, ...rest } = parts;
  const answer = await sendForm(server, username, {
    fields: { ...contactForm(draft(rest)) },
    ...(id === undefined ? {} : { id }),
    ...(image === undefined ? {} : { image }),
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return contactSchema.parse(answer.json());
}

/** Removes all contacts of a person, and of the company. */
export async function removeAllContacts(server: TestServer, username: string): Promise<void> {
  for (const flag of ["false", "true"]) {
    for (;;) {
      const { body } = await server.get(`${CONTACTS}?is_personal=${flag}&limit=1000`, username);
      const ids = endpoints.listContacts.response.parse(body).data.map(({ id }) => id);
      if (ids.length === 0) break;
      await server.send("POST", "/api/v1/contact/bulk/delete", username, { ids });
    }
  }
}
