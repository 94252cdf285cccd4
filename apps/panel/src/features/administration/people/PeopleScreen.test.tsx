// @vitest-environment jsdom
import type { CompanyPerson, Permission, PersonAccess, PersonRights } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { createFakeServer, read } from "../../../../test/fakeServer.ts";
import type { FakeServer } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";
import { withWatched } from "./watchedPeople.model.ts";

afterEach(closePanel);

const BOB: CompanyPerson = {
  id: 2,
  username: "bob",
  first_name: "Bob",
  last_name: "Brandt",
  extension: "102",
  email: "bob@demo.example",
  department: "Sales",
  state: "active",
  may_use_panel: true,
  groups: ["staff"],
  picture_url: null,
  permissions: [],
  numbers: ["+15145550142"],
  version: "aaaaaaaaaaaaaaaa",
};
const SESSION = {
  id: "s1",
  current: false,
  created_at: 0,
  seen_at: 0,
  user_agent: "",
  network: "203.0.113.0/24",
  application: null,
};
const ACCESS: PersonAccess = {
  invited_until: null,
  signed_in: { sessions: [SESSION], sign_ins: [], failed: [] },
  second_factor: null,
  mailbox_pin: false,
  phones: [],
};
const { permissions: _, numbers: __, version: ___, ...ROW } = BOB;
const PATH = "/api/v1/administration/people";

const answer = (server: FakeServer, person: CompanyPerson) => server.spoil(`${PATH}/2`, { status: 200, body: person });

async function openPeople(rules: readonly string[], path = "/administration/people") {
  const server = createFakeServer();
  server.permit([read("configs"), ...rules.map((rule): Permission => ({ module: "administration", rule }))]);
  server.spoil(PATH, { status: 200, body: { total: 1, data: [ROW], groups: ["agent", "staff"] } });
  server.spoil(`${PATH}/2/access`, { status: 200, body: ACCESS });
  answer(server, BOB);
  const panel = await openPanel({ server, path, signedIn: true });
  return { server, ...panel };
}
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

it("PAGES-2 PEOPLE-1 the link Administration leads to the list of people; a user who may only read has no buttons", async () => {
  const { path } = await openPeople(["show_people"], "/administration");
  const row = await screen.findByRole("listitem", { name: "Bob Brandt" });
  expect(path()).toBe("/administration/people");
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["People"]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Administration");
  expect(within(row).getByText("102")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "New person" })).toBeNull();
});

it("PAGES-2 the areas are in groups; one button opens their list, which is walked by arrow keys and closed by Escape", async () => {
  const { path } = await openPeople(["show_people", "show_permissions", "show_queues", "show_audit_log"]);
  await screen.findByRole("listitem", { name: "Bob Brandt" });
  const tab = (name: string) => screen.getByRole("tab", { name });
  const press = (key: string) => document.activeElement !== null && fireEvent.keyDown(document.activeElement, { key });
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "People",
    "Permissions",
    "Queues",
    "Audit log",
  ]);
  expect(["Team", "Calls", "System"].every((group) => screen.queryByText(group) !== null)).toBe(true);
  const opener = screen.getByRole("button", { name: "People", description: "Areas of administration" });
  await act(async () => fireEvent.click(opener));
  expect(opener.getAttribute("aria-expanded")).toBe("true");
  expect(document.activeElement).toBe(tab("People"));
  press("ArrowDown");
  expect(document.activeElement).toBe(tab("Permissions"));
  press("End");
  press("ArrowDown");
  press("ArrowUp");
  expect(document.activeElement).toBe(tab("Audit log"));
  expect(path()).toBe("/administration/people");
  press("Escape");
  expect(opener.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(opener);
  await act(async () => fireEvent.click(opener));
  await act(async () => fireEvent.click(tab("Queues")));
  await waitFor(() => expect(path()).toBe("/administration/queues"));
  expect(opener.getAttribute("aria-expanded")).toBe("false");
});

it("PEOPLE-7 what is done to a single selected person names them", async () => {
  await openPeople(["show_people", "manage_people"]);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Bob Brandt" }));
  await click("Suspend");
  expect(await screen.findByRole("dialog", { name: "Suspend Bob Brandt?" })).toBeTruthy();
  await click("Cancel");
  await click("Remove");
  expect(await screen.findByRole("dialog", { name: "Remove Bob Brandt?" })).toBeTruthy();
});

it("PAGES-2 without a right there is no link and no page", async () => {
  const server = createFakeServer();
  const { path } = await openPanel({ server, path: "/administration/people", signedIn: true });
  await waitFor(() => expect(path()).not.toContain("administration"));
  expect(screen.queryByRole("link", { name: "Administration" })).toBeNull();
});

it("PEOPLE-2 PAGES-6 a new person: errors below fields, the server's refusal at its field", async () => {
  const { server } = await openPeople(["manage_people"]);
  await screen.findByRole("listitem", { name: "Bob Brandt" });
  await click("New person");
  await screen.findByRole("textbox", { name: "Username" });
  const add = () => screen.getByRole("button", { name: "Add person" });
  expect(add().hasAttribute("disabled")).toBe(true);
  type("Username", "Ada Abel");
  expect(screen.getByText("1 to 64 lower-case letters, digits, and . _ -")).toBeTruthy();
  type("Username", "ada");
  type("First name", "Ada");
  type("Last name", "Abel");
  type("Extension", "102");
  const body = { error: "admin.exists", code: "admin.exists", error_description: "number 102 already exists" };
  server.spoil(PATH, {
    status: 400,
    body: { ...body, details: { what: { kind: "number", name: "102" }, field: "extension" } },
  });
  await click("Add person");
  await waitFor(() => expect(field("Extension").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText(/102 already exists/)).toBeTruthy();
  server.spoil(PATH, { status: 200, body: { ...BOB, username: "ada" } });
  type("Extension", "155");
  await click("Add person");
  await screen.findByRole("heading", { level: 2, name: "Bob Brandt" });
  expect(server.seen.findLast(({ method }) => method === "POST")?.body).toMatchObject({
    username: "ada",
    extension: "155",
    groups: ["staff"],
  });
});

it("PAGES-5 PAGES-6 PAGES-8 another user's changes are shown at once, and the user's own changes can be kept", async () => {
  const events = createFakeEvents(window);
  const { server } = await openPeople(["manage_people"], "/administration/people/2");
  await screen.findByRole("textbox", { name: "Department" });
  await waitFor(() => expect(events.count()).toBe(1));
  act(() => events.join());
  type("Department", "Export");
  answer(server, { ...BOB, extension: "152", version: "bbbbbbbbbbbbbbbb" });
  act(() => events.say({ type: "event", sequence: 1, event: { action: "ADMINISTRATION", realm: "demo" } }));
  expect(await screen.findByText("Extension: 102 → 152")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  await click("Keep my changes");
  expect([field("Department").value, field("Extension").value]).toEqual(["Export", "152"]);
  await click("Save");
  expect(server.seen.findLast(({ method }) => method === "PUT")?.body).toMatchObject({
    version: "bbbbbbbbbbbbbbbb",
    department: "Export",
    extension: "152",
  });
});

it("PAGES-5 a refusal because of another user's change loads the stored data, and keeps what was typed", async () => {
  const { server } = await openPeople(["manage_people"], "/administration/people/2");
  await screen.findByRole("textbox", { name: "Department" });
  type("Department", "Export");
  const loads = () => server.seenAt(`${PATH}/2`).filter(({ method }) => method === "GET").length;
  const before = loads();
  const body = { error: "admin.conflict", code: "admin.conflict", error_description: "user bob was changed" };
  server.spoil(`${PATH}/2`, { status: 409, body });
  await click("Save");
  expect(await screen.findByText("User bob was changed")).toBeTruthy();
  expect([field("Department").value, loads() > before]).toEqual(["Export", true]);
});

it("PAGES-6 leaving with changes asks", async () => {
  await openPeople(["manage_people"], "/administration/people/2");
  await screen.findByRole("textbox", { name: "Department" });
  type("Department", "Export");
  await act(async () => fireEvent.click(screen.getByRole("link", { name: "All people" })));
  const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await act(async () => fireEvent.click(within(question).getByRole("button", { name: "Stay" })));
  expect(field("Department").value).toBe("Export");
});

it("SESSIONS-6 a session of a person is ended from their page; without the right to change there is no button", async () => {
  await openPeople(["show_people"], "/administration/people/2");
  const region = await screen.findByRole("region", { name: "Sessions" });
  await within(region).findByText(/Network 203/);
  expect(within(region).queryByRole("button")).toBeNull();
  closePanel();
  const manager = await openPeople(["manage_people"], "/administration/people/2");
  manager.server.spoil(`${PATH}/2/sessions/s1`, { status: 200, body: { success: true } });
  const end = await screen.findByRole("button", { name: /^Sign out Unknown device/ });
  await act(async () => fireEvent.click(end));
  expect(manager.server.seenAt(`${PATH}/2/sessions/s1`).map(({ method }) => method)).toEqual(["DELETE"]);
  expect(await screen.findByText("Bob Brandt is signed out on that device")).toBeTruthy();
});

it("PEOPLE-20 sub-accounts are changed on the page of a person by users who may change permissions; others see them", async () => {
  const carol = { kind: "people", target: "3", name: "Carol Chen", number: "103" };
  const held: PersonRights = {
    id: 2,
    name: "Bob Brandt",
    username: "bob",
    permissions: [...withWatched([], "3", "see")],
    groups: [{ name: "supervisor", permissions: [{ module: "forward", rule: "read_for" }] }],
    targets: [{ ...carol, kind: "people" }],
    version: "bbbbbbbbbbbbbbbb",
  };
  const openRights = async (rules: readonly string[]) => {
    const opened = await openPeople(rules, "/administration/people");
    opened.server.spoil(`${PATH}/2/rights`, { status: 200, body: held });
    await act(async () => opened.router.navigate({ to: "/administration/people/2" }));
    const region = await screen.findByRole("region", { name: "Sub-accounts" });
    return { ...opened, region };
  };
  const { region } = await openRights(["show_people"]);
  expect(within(region).getByText("Through supervisor this person sees the settings of everybody.")).toBeTruthy();
  expect(within(region).getByRole("combobox", { name: "Settings of Carol Chen 103" })).toHaveProperty("disabled", true);
  expect(within(region).queryByRole("button")).toBeNull();
  closePanel();

  const { server, region: own } = await openRights(["show_people", "manage_permissions"]);
  const level = within(own).getByRole("combobox", { name: "Settings of Carol Chen 103" });
  await act(async () => fireEvent.change(level, { target: { value: "change" } }));
  const sent = () => server.seen.findLast(({ method }) => method === "PUT");
  expect(sent()?.body).toEqual({
    version: held.version,
    permissions: [...withWatched(held.permissions, "3", "change")],
  });
  await act(async () => fireEvent.click(within(own).getByRole("button", { name: "Remove Carol Chen 103" })));
  expect(sent()?.body).toEqual({ version: held.version, permissions: [] });
});
