// @vitest-environment jsdom
import type { ContactImport, Permission, RealtimeEvent } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { contact, tag } from "../../../test/fakeContacts.ts";
import type { FakeContacts } from "../../../test/fakeContacts.ts";
import { createFakeEvents } from "../../../test/fakeEvents.ts";
import { createFakeServer, failure, read } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";

afterEach(closePanel);

const HOSTILE = '<img src=x onerror="alert(1)">';
const BOOK: FakeContacts = {
  contacts: [
    contact(1, "Ana Souza", { company: "Nordlicht", tags: "vip" }),
    contact(2, `${HOSTILE} Evil`),
    contact(3, "Mia Own", { is_personal: true }),
  ],
  tags: [tag(1, "vip", "#19774a")],
};
const rights = (...rules: readonly string[]): readonly Permission[] =>
  rules.map((rule) => ({ module: "contacts", rule }));
const ALL = rights("read", "write", "manage_personal");

async function openContacts(book: FakeContacts = BOOK, permissions = ALL) {
  const server = createFakeServer({ addressBook: book });
  server.permit(permissions);
  const opened = await openPanel({ server, signedIn: true, path: "/contacts" });
  return { server, ...opened };
}
const row = (name: string) => screen.findByRole("listitem", { name });
const click = (element: HTMLElement) => act(async () => fireEvent.click(element));
const button = (name: string) => screen.getByRole("button", { name });
const queries = (server: { seenAt: (path: string) => ReadonlyArray<{ method: string; url: string }> }) =>
  server
    .seenAt("/contacts")
    .filter(({ method }) => method === "GET")
    .map(({ url }) => url.split("?")[1]);

it("ADDRESS-13 the page requests 18 shared contacts by name, with search, kind and tags", async () => {
  const { server } = await openContacts();
  expect((await row("Ana Souza")).textContent).toContain("Nordlicht");
  expect(screen.getByText("2 contacts")).toBeTruthy();
  expect(queries(server)).toEqual(["start=0&limit=18&search=&is_personal=false&filter_by_tags="]);
  await click(screen.getByRole("radio", { name: "Personal" }));
  expect(await row("Mia Own")).toBeTruthy();
  expect(queries(server).at(-1)).toBe("start=0&limit=18&search=&is_personal=true&filter_by_personal_tags=");
});

it("ADDRESS-13 pages can be turned, and a page that no longer exists goes to the last one", async () => {
  const many = Array.from({ length: 19 }, (_, at) => contact(at + 1, `Person ${String.fromCharCode(65 + at)}`));
  await openContacts({ contacts: many, tags: [] });
  await row("Person A");
  await click(button("Next page"));
  await row("Person S");
  expect(screen.getByText("19–19 of 19")).toBeTruthy();
  await click(screen.getByRole("checkbox", { name: "Select Person S" }));
  await click(button("Delete selected"));
  await click(within(await screen.findByRole("dialog", { name: "Delete 1 contact" })).getByText("Delete"));
  expect(await row("Person A")).toBeTruthy();
});

it("ADDRESS-13 the search is sent after a pause in typing", async () => {
  const { server } = await openContacts();
  await row("Ana Souza");
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "zzz" } });
  expect(await screen.findByText("Nothing found")).toBeTruthy();
  expect(queries(server).at(-1)).toContain("search=zzz");
  await click(screen.getAllByRole("button", { name: "Clear search" }).at(-1) ?? document.body);
  expect(await row("Ana Souza")).toBeTruthy();
});

it("ADDRESS-10 a person who may only read has no write actions", async () => {
  await openContacts(BOOK, rights("read"));
  await row("Ana Souza");
  for (const name of ["New contact", "Edit", "Delete"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("radio", { name: "Personal" })).toBeNull();
  await click(button("More"));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Export"]);
  await click(button("Show Ana Souza"));
  const dialog = await screen.findByRole("dialog", { name: "Contact" });
  expect(within(dialog).queryByText("Edit")).toBeNull();
});

it("ADDRESS-10 a person with only personal contacts sees those", async () => {
  const { server } = await openContacts(BOOK, rights("manage_personal"));
  expect(await row("Mia Own")).toBeTruthy();
  expect(screen.queryByRole("radio", { name: "Shared" })).toBeNull();
  expect(queries(server)).toHaveLength(1);
});

it("ADDRESS-14 a row has name, company, numbers and tags as text", async () => {
  await openContacts();
  const ana = await row("Ana Souza");
  expect(ana.textContent).toContain("(416) 555-1001");
  expect(ana.textContent).toContain("vip");
  expect(document.querySelector("img[onerror]")).toBeNull();
  expect((await row(`${HOSTILE} Evil`)).textContent).toContain(HOSTILE);
});

it("ADDRESS-15 the detail shows all known values", async () => {
  const ana = contact(1, "Ana Souza", {
    company: "Nordlicht",
    job_title: "Purchasing",
    emails: [{ email: "ana@example.com", label: "Work" }],
    street: "1 Rue A",
    city: "Montréal",
    address_type: "work",
    use_as_callerid: true,
  });
  await openContacts({ contacts: [ana], tags: [] });
  await click(within(await row("Ana Souza")).getByRole("button", { name: "Show Ana Souza" }));
  const { textContent } = await screen.findByRole("dialog", { name: "Contact" });
  for (const text of ["Purchasing, Nordlicht", "(416) 555-1001", "ana@example.com", "1 Rue A", "Montréal", "Work"])
    expect(textContent).toContain(text);
  expect(screen.getByText("This name is shown for their calls")).toBeTruthy();
});

it("ADDRESS-16 a contact is deleted after a question", async () => {
  const { server } = await openContacts();
  await click(within(await row("Ana Souza")).getByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete contact" });
  expect(dialog.textContent).toContain("Ana Souza will be deleted permanently, for your whole company.");
  expect(server.seen.some(({ method }) => method === "DELETE")).toBe(false);
  await click(within(dialog).getByText("Delete"));
  expect(await screen.findByText("Ana Souza was deleted")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("listitem", { name: "Ana Souza" })).toBeNull());
});

it("ADDRESS-16 deleting several shows their count; a failure keeps them and says why", async () => {
  const { server } = await openContacts();
  await row("Ana Souza");
  await click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  expect(screen.getByText("2 selected")).toBeTruthy();
  server.spoil("/contact/bulk/delete", failure(500, "server.internal", "Not now"));
  await click(button("Delete selected"));
  const dialog = await screen.findByRole("dialog", { name: "Delete 2 contacts" });
  await click(within(dialog).getByText("Delete"));
  expect(await screen.findByText("Failed to delete contacts with API. Not now")).toBeTruthy();
  server.spoil("/contact/bulk/delete", null);
  await click(within(dialog).getByText("Delete"));
  expect(await screen.findByText("2 contacts deleted")).toBeTruthy();
  expect(await screen.findByText("No contacts yet")).toBeTruthy();
  expect(server.seenAt("/contact/bulk/delete").at(-1)?.body).toEqual({ ids: [1, 2] });
});

it("ADDRESS-17 tags filter the list; a separate dialog adds, renames and deletes them", async () => {
  const { server } = await openContacts();
  await row("Ana Souza");
  await click(button("Tags"));
  await click(await screen.findByRole("menuitemcheckbox", { name: /vip/ }));
  await waitFor(() => expect(queries(server).at(-1)).toContain("filter_by_tags=vip"));
  expect(button("Remove tag filter vip")).toBeTruthy();
  await click(button("More"));
  await click(await screen.findByRole("menuitem", { name: "Manage tags…" }));
  await click(await screen.findByRole("button", { name: "Edit vip" }));
  const form = await screen.findByRole("dialog", { name: "Edit tag" });
  fireEvent.change(within(form).getByRole("textbox", { name: "Name" }), { target: { value: "very important" } });
  expect(within(form).getByText("A tag is one word. Use - instead of a space")).toBeTruthy();
  fireEvent.change(within(form).getByRole("textbox", { name: "Name" }), { target: { value: "key" } });
  await click(within(form).getByText("Update"));
  expect(await screen.findByText("Tag key was saved")).toBeTruthy();
  await waitFor(() => expect(queries(server).at(-1)).toContain("filter_by_tags=key"));
  await click(await screen.findByRole("button", { name: "Delete key" }));
  await click(within(await screen.findByRole("dialog", { name: "Delete tag" })).getByText("Delete"));
  await waitFor(() => expect(queries(server).at(-1)).toContain("filter_by_tags="));
  expect(await screen.findByText("Tag key was deleted")).toBeTruthy();
});

it("ADDRESS-17 a filter follows a tag that somebody else renames or deletes", async () => {
  const events = createFakeEvents(window);
  const { server } = await openContacts(BOOK, [...ALL, read("configs"), read("panel_buddies")]);
  await row("Ana Souza");
  await waitFor(() => expect(events.count()).toBe(1));
  await act(async () => events.join([], [], []));
  await click(button("Tags"));
  await click(await screen.findByRole("menuitemcheckbox", { name: /vip/ }));
  await waitFor(() => expect(queries(server).at(-1)).toContain("filter_by_tags=vip"));
  let sequence = 0;
  const becomes = (...tags: ReturnType<typeof tag>[]) => {
    server.spoil("/contact/tags", { status: 200, body: { total: tags.length, data: tags } });
    const event: RealtimeEvent = { action: "CONTACTS", realm: "demo", is_personal: false, ids: [] };
    return act(async () => events.say({ type: "event", sequence: (sequence += 1), event }));
  };
  await becomes(tag(1, "gold"), tag(2, "vip"));
  await waitFor(() => expect(queries(server).at(-1)).toContain("filter_by_tags=gold"));
  expect(button("Remove tag filter gold")).toBeTruthy();
  await becomes(tag(2, "vip"));
  await waitFor(() => expect(queries(server).at(-1)).toMatch(/filter_by_tags=$/));
});

it("ADDRESS-18 a list that failed to load shows the reason and can be retried; an empty one says what it is for", async () => {
  const server = createFakeServer({ addressBook: { contacts: [], tags: [] } });
  server.permit(ALL);
  server.spoil("/contacts", failure(500, "server.internal", "Down"));
  await openPanel({ server, signedIn: true, path: "/contacts" });
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to get contacts");
  server.spoil("/contacts", null);
  await click(button("Retry"));
  expect(await screen.findByText("No contacts yet")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "New contact" })).toHaveLength(2);
});

it("SHELL-34 a filled list that cannot be loaded again stays and shows this, until loading succeeds", async () => {
  const { server } = await openContacts();
  await row("Ana Souza");
  await click(screen.getByRole("checkbox", { name: "Select Ana Souza" }));
  await click(button("Delete selected"));
  server.spoil("/contacts", failure(500, "server.internal", "Down"));
  await click(within(await screen.findByRole("dialog", { name: "Delete 1 contact" })).getByText("Delete"));
  expect((await screen.findByText(/This list may be out of date/)).textContent).toContain("Failed to get contacts");
  expect(await row("Ana Souza")).toBeTruthy();
  server.spoil("/contacts", null);
  await click(button("Retry"));
  await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull());
  expect(screen.queryByRole("listitem", { name: "Ana Souza" })).toBeNull();
});

const CHECKED: ContactImport = {
  id: "i1",
  phase: "ready",
  is_personal: false,
  encoding: "utf-8",
  delimiter: ",",
  quote: '"',
  has_header: true,
  columns: [{ header: "Name", samples: ["Zoë Zorn"], field: "full_name" }],
  rows: 1,
  on_duplicate: "skip",
  counts: { new: 0, duplicate: 1, error: 0, to_write: 0 },
  progress: null,
  expires_at: 0,
};

it("ADDRESS-30 the first step of an import says the limits, with figures as the locale writes them", async () => {
  await openContacts();
  await row("Ana Souza");
  await click(screen.getAllByRole("button", { name: "More" })[0] ?? document.body);
  await click(await screen.findByRole("menuitem", { name: "Import…" }));
  expect(await screen.findByText(/^Up to 20,000 rows and 10 MB\./)).toBeTruthy();
});

it("ADDRESS-30 rows that were checked for shared contacts are checked again before they are imported as personal ones", async () => {
  const { server } = await openContacts();
  await row("Ana Souza");
  server.spoil("/contact/import", { status: 200, body: { data: CHECKED } });
  server.spoil("/contact/import/i1", {
    status: 200,
    body: { ...CHECKED, is_personal: true, counts: { new: 1, duplicate: 0, error: 0, to_write: 1 } },
  });
  server.spoil("/contact/import/i1/rows", { status: 200, body: { total: 0, data: [] } });
  const openImport = async () => {
    await click(screen.getAllByRole("button", { name: "More" })[0] ?? document.body);
    await click(await screen.findByRole("menuitem", { name: "Import…" }));
  };
  await openImport();
  const shared = await screen.findByRole("dialog", { name: "Import shared contacts" });
  expect((await within(shared).findByText("1 duplicate")).textContent).toBe("1 duplicate");
  expect(server.seenAt("/contact/import/i1").filter(({ method }) => method === "PUT")).toEqual([]);
  await click(within(shared).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await click(screen.getByRole("radio", { name: "Personal" }));
  await row("Mia Own");
  await openImport();
  const personal = await screen.findByRole("dialog", { name: "Import personal contacts" });
  expect(await within(personal).findByRole("button", { name: "Import 1 contact" })).toBeTruthy();
  const checks = server.seenAt("/contact/import/i1").filter(({ method }) => method === "PUT");
  expect(checks.map(({ body }) => body)).toEqual([{ is_personal: true }]);
});
