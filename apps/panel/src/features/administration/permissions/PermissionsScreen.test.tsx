// @vitest-environment jsdom
import type { CompanyGroup, Permission, PersonRights, PersonView } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const BASE = "/api/v1/administration";
const SPY: Permission = { module: "active_calls", rule: "execute_callspy" };
const SALES: CompanyGroup = {
  name: "sales",
  permissions: [
    { module: "voicemails", rule: "read" },
    { module: "voicemails", rule: "read_for", targets: ["7", "9"] },
  ],
  targets: [{ kind: "people", target: "7", name: "Carol <b>Chen</b>", number: "103" }],
  people: 2,
  version: "aaaaaaaaaaaaaaaa",
};
const ADMIN: readonly Permission[] = ["manage_permissions", "manage_people"].map((rule) => ({
  module: "administration",
  rule,
}));

async function open(path: string, rights: readonly Permission[] = ADMIN) {
  const server = createFakeServer();
  server.permit(rights);
  server.spoil(`${BASE}/groups`, {
    status: 200,
    body: {
      total: 2,
      data: [
        { name: "sales", rights: 2, people: 2 },
        { name: "staff", rights: 1, people: 9 },
      ],
    },
  });
  server.spoil(`${BASE}/groups/sales`, { status: 200, body: SALES });
  server.spoil(`${BASE}/groups/staff`, {
    status: 200,
    body: { ...SALES, name: "staff", permissions: [{ module: "voicemails", rule: "read" }] },
  });
  server.spoil("/people?start=0&limit=25", {
    status: 200,
    body: { total: 1, data: [{ id: 7, username: "carol", name: "Carol Chen", extension: "103" }] },
  });
  const panel = await openPanel({ server, path, signedIn: true });
  return { server, ...panel };
}
const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const tick = async (name: string) => {
  const one = await box(name);
  await act(async () => fireEvent.click(one));
};
const click = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const choose = async (name: string, value: string) => {
  const select = await screen.findByRole("combobox", { name });
  await act(async () => fireEvent.change(select, { target: { value } }));
};
const rowNames = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

it("GRANT-1 the list leads to a group; a new one copies the rights of another", async () => {
  const { server, href } = await open("/administration/permissions");
  const row = await screen.findByRole("listitem", { name: "sales" });
  expect(within(row).getByText("2 people · 2 rights")).toBeTruthy();
  await click("New group");
  const name = await screen.findByRole("textbox", { name: "Name" });
  await act(async () => fireEvent.change(name, { target: { value: "Bad Name" } }));
  expect(screen.getByText(/1 to 64 lower-case/)).toBeTruthy();
  await act(async () => fireEvent.change(name, { target: { value: "staff" } }));
  await choose("Copy rights from", "sales");
  server.spoil(`${BASE}/groups`, failure(400, "admin.exists", "group staff already exists"));
  await click("Add group");
  await screen.findByText(/Group staff already exists/);
  const sent = server.seenAt(`${BASE}/groups`).find(({ method }) => method === "POST");
  expect(sent?.body).toEqual({ name: "staff", permissions: SALES.permissions });
  expect(href()).toBe("/administration/permissions/new");
});

it("GRANT-5 GRANT-7 a right is ticked, limited to people, and saved; untouched rights stay", async () => {
  const { server } = await open("/administration/permissions/groups/sales");
  expect((await box("Voicemail messages: see")).checked).toBe(true);
  await tick("Active calls: Listen to calls");
  await click("2 only: limit Voicemail messages: see for others");
  // A name is text; one that is gone says so.
  expect(await screen.findByText("Carol <b>Chen</b>")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Remove Deleted (9)" })));
  server.spoil("right_targets?kind=people&search=da", {
    status: 200,
    body: { data: [{ kind: "people", target: "12", name: "Dave Diaz", number: "104" }] },
  });
  await act(async () => fireEvent.change(screen.getByRole("combobox", { name: "Add" }), { target: { value: "da" } }));
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: /Dave Diaz/ })));
  await click("Done");
  await click("Save");
  await waitFor(() => expect(server.seenAt(`${BASE}/groups/sales`).some(({ method }) => method === "PUT")).toBe(true));
  const sent = server.seenAt(`${BASE}/groups/sales`).find(({ method }) => method === "PUT");
  expect(sent?.body).toMatchObject({ version: SALES.version, name: "sales" });
  expect(sent?.body).toHaveProperty(
    "permissions",
    expect.arrayContaining([
      SPY,
      { module: "voicemails", rule: "read" },
      { module: "voicemails", rule: "read_for", targets: ["12", "7"] },
    ]),
  );
});

it("GRANT-7 the matrix is searched, narrowed, and gone through with the arrow keys", async () => {
  await open("/administration/permissions/groups/sales");
  const search = await screen.findByRole("searchbox", { name: "Search rights" });
  await act(async () => fireEvent.change(search, { target: { value: "listen" } }));
  expect(rowNames()).toEqual(["Active calls", "Intercom"]);
  await act(async () => fireEvent.change(search, { target: { value: "voicemails:read_for" } }));
  expect(rowNames()).toEqual(["Voicemail messages"]);
  await act(async () => fireEvent.change(search, { target: { value: "" } }));
  await choose("Show", "granted");
  expect(rowNames()).toEqual(["Voicemail messages"]);
  await choose("Show", "changed");
  expect(screen.getByText("No rights to show.")).toBeTruthy();
  await choose("Show", "different:staff");
  await waitFor(() => expect(rowNames()).toEqual(["Voicemail messages"]));
  await choose("Show", "all");
  const first = await box("Voicemail messages: see");
  first.focus();
  fireEvent.keyDown(first, { key: "ArrowRight" });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Voicemail messages: change");
  fireEvent.keyDown(await box("Voicemail messages: change"), { key: "ArrowDown" });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Voicemail settings: change");
});

it("PAGES-3 GRANT-7 a right that the viewer may not give cannot be ticked; without the right to change, none can", async () => {
  await open("/administration/permissions/groups/sales");
  expect((await box("Lines: change")).disabled).toBe(true);
  expect((await box("People: change")).disabled).toBe(false);
  closePanel();
  await open("/administration/permissions/groups/sales", [{ module: "administration", rule: "show_permissions" }]);
  expect((await box("Voicemail messages: see")).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Add a person" })).toBeNull();
});

it("GRANT-2 GRANT-8 the page says how many lose rights, and who is in the group", async () => {
  const { server } = await open("/administration/permissions/groups/sales");
  const people = await screen.findByRole("list", { name: "People" });
  expect(within(people).getByText("Carol Chen")).toBeTruthy();
  await click("Remove Carol Chen from the group");
  expect(server.seenAt(`${BASE}/people/join`)[0]?.body).toEqual({ ids: [7], group: "sales", joins: false });
  await click("Delete");
  expect(await screen.findByText(/2 people lose the rights that only this group gives/)).toBeTruthy();
});

it("GRANT-4 GRANT-6 a person's own rights show which groups give them too; the view of the person is shown as pages and rights", async () => {
  const held: PersonRights = {
    id: 7,
    name: "Carol Chen",
    username: "carol",
    permissions: [SPY],
    groups: [{ name: "staff", permissions: [{ module: "chats", rule: "read" }] }],
    targets: [],
    version: "aaaaaaaaaaaaaaaa",
  };
  const { server, router } = await open("/administration/permissions");
  server.spoil(`${BASE}/people/7/rights`, { status: 200, body: held });
  await act(() => router.navigate({ to: "/administration/people/7/rights" }));
  expect((await box("Active calls: Listen to calls")).checked).toBe(true);
  expect((await box("Chat: see")).checked).toBe(false);
  expect(screen.getByText("from staff")).toBeTruthy();
  const seen: PersonView = {
    name: "Carol Chen",
    state: "suspended",
    may_use_panel: true,
    flags: ["chatsRead", "administrationQueues"],
    rights: [
      { module: "chats", rule: "read", targets: null, from: ["staff"] },
      { module: "administration", rule: "manage_queues", targets: ["600"], from: [""] },
    ],
    targets: [],
  };
  server.spoil(`${BASE}/people/7/view`, { status: 200, body: seen });
  await act(() => router.navigate({ to: "/administration/people/7/view" }));
  const pages = await screen.findByRole("list", { name: "Pages" });
  expect(
    within(pages)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["Chat", "Administration › Queues"]);
  expect(screen.getByText(/can’t sign in at the moment/)).toBeTruthy();
  expect(screen.getByText("1 only")).toBeTruthy();
});
