// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { contact, tag } from "../../../../test/fakeContacts.ts";
import { createFakeServer } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const ANA = contact(1, "Ana Souza", { emails: [{ email: "ana@example.com", label: "" }], tags: "vip", version: "v1" });

async function openForm(name: string, rules: readonly string[] = ["read", "write", "manage_personal"]) {
  const server = createFakeServer({ addressBook: { contacts: [ANA], tags: [tag(1, "vip")] } });
  server.permit(rules.map((rule) => ({ module: "contacts", rule })));
  await openPanel({ server, signedIn: true, path: "/contacts" });
  await screen.findByRole("listitem", { name: "Ana Souza" });
  await click(screen.getByRole("button", { name: name.startsWith("New") ? "New contact" : "Edit" }));
  const dialog = await screen.findByRole("dialog", { name });
  const inForm = within(dialog);
  const field = (label: string) => inForm.getByRole<HTMLInputElement>("textbox", { name: label });
  const type = (label: string, value: string) => {
    fireEvent.change(field(label), { target: { value } });
    fireEvent.blur(field(label));
  };
  const fillIn = () => {
    type("Last name", "Zimmermann");
    type("First name", "Zoë");
    type("Phone number", "514 555 0177");
  };
  return { server, inForm, field, type, fillIn };
}
const click = (element: HTMLElement) => act(async () => fireEvent.click(element));
const isDisabled = (element: HTMLElement) => element.hasAttribute("disabled");

it("ADDRESS-21 the form can be sent when it is valid, and sends only non-empty fields", async () => {
  const { server, inForm, fillIn } = await openForm("New shared contact");
  const create = inForm.getByRole("button", { name: "Create" });
  expect(isDisabled(create)).toBe(true);
  fillIn();
  expect(isDisabled(create)).toBe(false);
  await click(inForm.getByRole("checkbox", { name: /^Use as caller ID/ }));
  await click(inForm.getByRole("checkbox", { name: "vip" }));
  await click(create);
  expect(await screen.findByText("Zoë Zimmermann was added to the contacts")).toBeTruthy();
  expect(server.seen.find(({ method, url }) => method === "POST" && url.endsWith("/contacts"))?.body).toEqual({
    first_name: "Zoë",
    last_name: "Zimmermann",
    phone_numbers: JSON.stringify([{ phone_number: "+15145550177", extension: "", label: "" }]),
    tags: "vip",
    use_as_callerid: "true",
    is_personal: "false",
  });
});

it("ADDRESS-21 an error is below its field, and a tab with an error says so", async () => {
  const { inForm, type } = await openForm("New shared contact");
  type("First name", "Z");
  expect(inForm.getByText("Enter at least 2 characters")).toBeTruthy();
  await click(inForm.getByRole("tab", { name: "Address" }));
  const main = inForm.getByRole("tab", { name: "Main" });
  const told = document.getElementById(main.getAttribute("aria-describedby") ?? "");
  expect(told?.textContent).toBe("3 fields need attention");
});

it("ADDRESS-10 personal contacts need the right, and the title says which kind it is", async () => {
  const { inForm } = await openForm("New shared contact");
  await click(inForm.getByRole("checkbox", { name: /^Personal contact/ }));
  expect(await screen.findByRole("dialog", { name: "New personal contact" })).toBeTruthy();
  expect(inForm.getByRole("group", { name: "Personal tags" })).toBeTruthy();
  closePanel();
  const other = await openForm("New shared contact", ["read", "write"]);
  expect(other.inForm.queryByRole("checkbox", { name: /^Personal contact/ })).toBeNull();
});

it("ADDRESS-9 a refusal by the server is shown at its line, and the typed text stays", async () => {
  const { server, inForm, field, fillIn, type } = await openForm("New shared contact");
  fillIn();
  type("E-mail", "zoe@example.com");
  const body = {
    error: "contacts.invalid",
    code: "contacts.invalid",
    error_description: "Some fields of the contact are not valid",
    details: { "emails.0.email": "contacts.field.twice" },
  };
  server.spoil("/contacts", { status: 422, body });
  await click(inForm.getByRole("button", { name: "Create" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Some fields of the contact are not valid");
  expect(inForm.getByText("This is already in the list")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field("E-mail")));
  expect([field("Last name").value, field("Phone number").value]).toEqual(["Zimmermann", "514 555 0177"]);
  type("E-mail", "zoe@example.org");
  expect(inForm.queryByText("This is already in the list")).toBeNull();
});

it("ADDRESS-23 a contact that changed meanwhile is replaced by the second Update only", async () => {
  const { server, inForm, field, type } = await openForm("Edit shared contact");
  type("First name", "Anna");
  const code = "contacts.conflict";
  server.spoil("/contacts/1", {
    status: 409,
    body: { error: code, code, error_description: "Someone else changed this contact", details: {} },
  });
  await click(inForm.getByRole("button", { name: "Update" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Someone else changed this contact/);
  expect(field("First name").value).toBe("Anna");
  server.spoil("/contacts/1", null);
  await click(inForm.getByRole("button", { name: "Update" }));
  expect(await screen.findByRole("listitem", { name: "Anna Souza" })).toBeTruthy();
  const sent = server.seen.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(sent).toEqual([
    expect.objectContaining({ version: "v1" }),
    expect.not.objectContaining({ version: expect.anything() }),
  ]);
});

it("ADDRESS-12 leaving with changes asks, and without closes", async () => {
  const { inForm, field, type } = await openForm("Edit shared contact");
  type("First name", "Anna");
  await click(inForm.getByRole("button", { name: "Cancel" }));
  const question = await screen.findByRole("dialog", { name: "Discard changes?" });
  await click(within(question).getByRole("button", { name: "Keep editing" }));
  expect(field("First name").value).toBe("Anna");
  type("First name", "Ana");
  await click(inForm.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("ADDRESS-12 SHELL-27 Escape asks when something was changed, and closes when nothing was", async () => {
  const { field, type } = await openForm("Edit shared contact");
  const escape = () => act(async () => fireEvent.keyDown(field("First name"), { key: "Escape" }));
  type("First name", "Anna");
  await escape();
  const question = await screen.findByRole("dialog", { name: "Discard changes?" });
  await click(within(question).getByRole("button", { name: "Keep editing" }));
  type("First name", "Ana");
  await escape();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("ADDRESS-4 number lines can be added and removed", async () => {
  const { inForm } = await openForm("Edit shared contact");
  expect(inForm.queryByRole("button", { name: "Remove phone number 1" })).toBeNull();
  await click(inForm.getByRole("button", { name: "Add phone number" }));
  expect(inForm.getAllByRole("textbox", { name: "Phone number" })).toHaveLength(2);
  await click(inForm.getByRole("button", { name: "Remove phone number 2" }));
  expect(inForm.getAllByRole("textbox", { name: "Phone number" })).toHaveLength(1);
});

it("ADDRESS-17 a new tag can be added in the form and is selected", async () => {
  const { server, inForm, type } = await openForm("Edit shared contact");
  type("New tag", "supplier");
  await click(inForm.getByRole("button", { name: "Add tag" }));
  expect(await inForm.findByRole<HTMLInputElement>("checkbox", { name: "supplier", checked: true })).toBeTruthy();
  expect(server.seenAt("/contact/tags").at(-2)?.body).toEqual({ name: "supplier", color: null });
});
