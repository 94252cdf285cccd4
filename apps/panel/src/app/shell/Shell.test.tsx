// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../test/fakeEvents.ts";
import { voicemailOf } from "../../../test/fakeVoicemails.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { buddy, createFakeServer, read } from "../../../test/fakeServer.ts";

afterEach(closePanel);

const MANY = ["configs", "panel_buddies", "queues", "conferences", "parkings", "cdrs", "contacts"] as const;

async function click(name: string, role = "button") {
  const target = await screen.findByRole(role, { name });
  await act(async () => fireEvent.click(target));
}

async function openShell() {
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt")] });
  const opened = await openPanel({ server, signedIn: true });
  await screen.findByRole("navigation", { name: "Main" });
  return { server, ...opened };
}

it("SHELL-2 the menu contains the permitted pages; the page has its title as the only level-1 heading", async () => {
  await openShell();
  const menu = screen.getByRole("navigation", { name: "Main" });
  expect(
    within(menu)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Buddies"]);
  expect(screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent)).toEqual(["Buddies"]);
  expect(screen.getByRole("main")).toBeTruthy();
});

it("SHELL-2 the menu marks its page by either address, and the tab is named by it", async () => {
  const server = createFakeServer();
  await openPanel({ server, path: "/buddies", signedIn: true });
  const link = await screen.findByRole("link", { name: "Buddies" });
  expect(link.getAttribute("aria-current")).toBe("page");
  await waitFor(() => expect(document.title).toBe("Buddies · Callpanel"));
});

it("SHELL-48 another page begins at its top; an item of the page leaves it where it is", async () => {
  const server = createFakeServer({ voicemails: { messages: [voicemailOf(1, "Bob Brandt")] } });
  server.permit([...MANY, "voicemails" as const].map(read));
  const { router } = await openPanel({ server, path: "/voicemails", signedIn: true });
  await waitFor(() => expect(document.title).toMatch(/^Voicemail/));
  const main = screen.getByRole("main");
  main.scroll = () => {
    main.scrollTop = 0;
  };
  main.scrollTop = 152;
  await act(async () => router.history.push("/voicemails/new/1"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/voicemails/new/1"));
  expect(main.scrollTop).toBe(152);
  await act(async () => router.history.push("/contacts"));
  await waitFor(() => expect(main.scrollTop).toBe(0));
});

it("SHELL-29 news on the pages below More is counted there and in its items", async () => {
  const events = createFakeEvents(window);
  const server = createFakeServer({ voicemails: { messages: [voicemailOf(1, "Bob Brandt")] } });
  server.permit([...MANY, "voicemails" as const].map(read));
  await openPanel({ server, signedIn: true });
  const more = await screen.findByRole("button", { name: /^More/ });
  await waitFor(() => expect(events.count()).toBe(1));
  await act(async () => events.join([], []));
  const described = () => document.getElementById(more.getAttribute("aria-describedby") ?? "")?.textContent;
  await waitFor(() => expect(described()).toBe("1 new"));
  await act(async () => fireEvent.click(more));
  expect(await screen.findByRole("menuitem", { name: /^Voicemail\s*1$/ })).toBeTruthy();
  expect(screen.getByRole("menuitem", { name: "Contacts" })).toBeTruthy();
  // For people without a softphone.
  expect(screen.queryByRole("button", { name: "Keypad" })).toBeNull();
});

it("SHELL-14 without the permission there is no Softphone button and no region", async () => {
  await openShell();
  expect(screen.queryByRole("button", { name: "Softphone" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Softphone" })).toBeNull();
});

it("SHELL-14 the account menu shows who is signed in, and signs out", async () => {
  const { path } = await openShell();
  await click("Account");
  const menu = await screen.findByRole("menu");
  for (const text of ["Alice Archer", "Extension 101", "Example Telephony"])
    expect(await within(menu).findByText(text)).toBeTruthy();
  await waitFor(() => expect(menu.textContent).toContain("(514) 555-0142"));
  await click("Sign out", "menuitem");
  await waitFor(() => expect(path()).toBe("/login"));
});

it("SHELL-35 the account menu says whether live updates are connected", async () => {
  const server = createFakeServer();
  server.permit([read("configs"), read("panel_buddies")]);
  const events = createFakeEvents(window);
  await openPanel({ server, signedIn: true });
  await click("Account");
  const menu = await screen.findByRole("menu");
  expect(await within(menu).findByText("Live updates: not connected")).toBeTruthy();
  await waitFor(() => expect(events.count()).toBe(1));
  act(() => events.join());
  expect(await within(menu).findByText("Live updates: connected")).toBeTruthy();
  // What is no item of the menu is no paragraph either: a menu holds items and groups only.
  expect(menu.querySelectorAll("p")).toHaveLength(0);
});

it.each([4409, 4403])("SHELL-46 when rights change (close code %s), the menu and the page follow", async (code) => {
  const server = createFakeServer();
  server.permit([read("configs"), read("panel_buddies"), read("contacts")]);
  const events = createFakeEvents(window);
  const { path } = await openPanel({ server, signedIn: true, path: "/contacts" });
  expect(await screen.findByRole("link", { name: "Contacts" })).toBeTruthy();
  await waitFor(() => expect(events.count()).toBe(1));
  act(() => events.join());
  server.permit([read("configs"), read("panel_buddies")]);
  await act(async () => events.cut(code));
  await waitFor(() => expect(path()).toBe("/"));
  expect(screen.queryByRole("link", { name: "Contacts" })).toBeNull();
  expect(screen.getByRole("link", { name: "Buddies" })).toBeTruthy();
});

it("SOFT-93 the softphone goes with the right to it, says so once, and comes back with the right", async () => {
  const server = createFakeServer();
  const few = [read("configs"), read("panel_buddies")];
  server.permit([...few, read("softphone")]);
  const events = createFakeEvents(window);
  await openPanel({ server, signedIn: true });
  const button = () => screen.queryByRole("button", { name: "Softphone" });
  const started = () => screen.findByText(/WebRTC/); // which this browser does not have
  await started();
  expect(button()).toBeTruthy();
  await waitFor(() => expect(events.count()).toBe(1));
  act(() => events.join());
  server.permit(few);
  await act(async () => events.cut(4409));
  expect(await screen.findByText(/your permissions have changed/)).toBeTruthy();
  expect(button()).toBeNull();
  for (const close of screen.getAllByRole("button", { name: "Close notice" })) fireEvent.click(close);
  await waitFor(() => expect(events.count()).toBe(2));
  act(() => events.join());
  server.permit([...few, read("softphone")]);
  await act(async () => events.cut(4409));
  await started();
  expect(button()).toBeTruthy();
});

it("SHELL-14 dark mode is an item that is checked", async () => {
  await openShell();
  await click("Account");
  const item = await screen.findByRole("menuitemcheckbox", { name: "Dark mode" });
  expect(item.getAttribute("aria-checked")).toBe("false");
  await act(async () => fireEvent.click(item));
  expect(item.getAttribute("aria-checked")).toBe("true");
  expect(document.documentElement.getAttribute("data-mantine-color-scheme")).toBe("dark");
  expect(localStorage.getItem("callpanel_dark")).toBe("true");
});

it("SHELL-10 one of four languages can be chosen and the page changes immediately", async () => {
  await openShell();
  await click("Account");
  await click("Language", "menuitem");
  expect((await screen.findAllByRole("menuitemradio")).map(({ textContent }) => textContent)).toEqual([
    "English (US)",
    "Français (Canada)",
    "English (Australia)",
    "English (UK)",
  ]);
  await click("Français (Canada)", "menuitemradio");
  expect((await screen.findByRole("heading", { level: 1, name: "Collègues" })).textContent).toBe("Collègues");
  expect(document.documentElement.lang).toBe("fr-CA");
});

it("SHELL-9 Ctrl K opens the palette, where a command is found and run", async () => {
  await openShell();
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox", { name: "Command" });
  fireEvent.change(field, { target: { value: "dark" } });
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Dark mode"]);
  await act(async () => fireEvent.keyDown(field, { key: "Enter" }));
  expect(document.documentElement.getAttribute("data-mantine-color-scheme")).toBe("dark");
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Command" })).toBeNull());
});

it("SHELL-9 ? lists the shortcuts", async () => {
  await openShell();
  fireEvent.keyDown(document.body, { key: "?" });
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
});

it("SHELL-7 notices are a status and an alert that can be closed", async () => {
  const { panel } = await openShell();
  act(() => {
    panel.notices.success("Saved");
    panel.notices.error("Failed");
  });
  expect(screen.getByRole("alert").textContent).toBe("Failed");
  expect(screen.getAllByRole("status").some(({ textContent }) => textContent === "Saved")).toBe(true);
  fireEvent.click(screen.getAllByRole("button", { name: "Close notice" })[0] ?? document.body);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("SHELL-8 the search is in the toolbar if the page requests it", async () => {
  await openShell();
  expect(within(screen.getByRole("banner")).getByRole("searchbox", { name: "Search" })).toBeTruthy();
});

it("SHELL-4 for a viewer with only buddies, nothing else is requested", async () => {
  const server = createFakeServer();
  server.permit([read("panel_buddies")]);
  await openPanel({ server, signedIn: true });
  await screen.findByRole("navigation", { name: "Main" });
  const paths = new Set(server.seen.map(({ url }) => url.replace(/\?.*/, "")));
  expect([...paths].toSorted((a, b) => a.localeCompare(b))).toEqual([
    "/api/oauth/token",
    "/api/v1/clients/licenses",
    "/api/v1/panel_buddies",
    "/api/v1/panel_buddies/my_buddies",
    "/api/v1/users/me",
    "/api/v1/users/permissions",
  ]);
});
