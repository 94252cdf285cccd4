// @vitest-environment jsdom
import { IconSettings } from "@callpanel/ui";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, read } from "../../../test/fakeServer.ts";
import { serveSubAccounts, WATCHES } from "../../../test/fakeSettings.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { buddies } from "../buddies/index.ts";
import { ApiError } from "../../shared/api/api.ts";
import { settings } from "./index.ts";
import { SETTINGS_PAGES } from "./pages.ts";
import { SETTINGS_GROUPS } from "./settings.groups.ts";
import { SettingsForm } from "./parts/SettingsForm.tsx";
import { useSubject } from "./subject.ts";
import { useDraft } from "./useDraft.ts";

afterEach(closePanel);

/** A page like any other: one line of text, of two people. */
function createScreen(save: (value: { line: string }) => Promise<void>) {
  const stored = { line: "stored" };
  return function Screen() {
    const subject = useSubject();
    return <LineForm key={subject.userId} of={`${stored.line} ${subject.userId}`} save={save} />;
  };
}

function LineForm({ of, save }: { readonly of: string; readonly save: (value: { line: string }) => Promise<void> }) {
  const draft = useDraft({ saved: { line: of }, save });
  const broken = draft.value.line === "";
  return (
    <SettingsForm draft={draft} valid={!broken}>
      <input
        aria-label="Line"
        aria-invalid={broken ? true : undefined}
        value={draft.value.line}
        onChange={({ currentTarget }) => draft.change({ line: currentTarget.value })}
      />
    </SettingsForm>
  );
}

/** On a page that sub-accounts have too. */
async function openOthers() {
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("click_to_dial"), read("configs"), read("softphone"), WATCHES]);
  server.spoil("config/sipua", { status: 404, body: "" });
  serveSubAccounts(server, [4, 5], ["click_to_dial"]);
  const Screen = createScreen(async () => {});
  const pages = { ...settings.pages, "settings-click-to-dial": async () => ({ Screen }) };
  const opened = await openPanel({
    server,
    path: "/settings/click_to_dial",
    signedIn: true,
    features: [buddies, { ...settings, pages }],
  });
  await screen.findByLabelText("Line");
  await screen.findByLabelText("Settings of");
  return { server, ...opened };
}

async function openForm(save: (value: { line: string }) => Promise<void> = async () => {}) {
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("softphone"), read("configs")]);
  server.spoil("config/sipua", { status: 404, body: "" });
  const Screen = createScreen(save);
  const pages = {
    ...settings.pages,
    "settings-devices": async () => ({ Screen }),
    "settings-stun-servers": () => new Promise<never>(() => {}),
  };
  const opened = await openPanel({
    server,
    path: "/settings/devices",
    signedIn: true,
    features: [buddies, { ...settings, menu: { area: "settings", icon: IconSettings }, pages }],
  });
  await screen.findByLabelText("Line");
  return opened;
}

const line = () => screen.getByLabelText("Line");
const typeLine = (value: string) => fireEvent.change(line(), { target: { value } });
const click = (name: string, role = "button") => act(async () => fireEvent.click(screen.getByRole(role, { name })));
const whose = () => screen.getByLabelText("Settings of");
const choose = (id: number) => act(async () => fireEvent.change(whose(), { target: { value: String(id) } }));

it("SET-1 the permitted pages are listed; the title is the only level-1 heading", async () => {
  await openForm();
  const list = screen.getByRole("navigation", { name: "Settings pages" });
  const link = within(list).getByRole("link", { name: "Devices" });
  expect(link.getAttribute("aria-current")).toBe("page");
  expect(within(list).queryByRole("link", { name: "Phone status" })).toBeNull();
  expect(screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent)).toEqual(["Devices"]);
  expect(screen.getByRole("combobox", { name: "Settings page" })).toHaveProperty("value", "settings-devices");
});

it("SET-1 pages are grouped, and found by their contents", async () => {
  await openForm();
  const list = within(screen.getByRole("navigation", { name: "Settings pages" }));
  const links = () => list.getAllByRole("link").map(({ textContent }) => textContent);
  expect(list.getAllByRole("list").map((group) => group.getAttribute("aria-label"))).toEqual([
    "Calls",
    "Phone",
    "You and the panel",
  ]);
  const search = list.getByRole("searchbox", { name: "Search settings" });
  const type = (value: string) => act(async () => fireEvent.change(search, { target: { value } }));
  await type("headset");
  expect(links()).toEqual(["Devices"]);
  await type("stun");
  expect(links()).toEqual(["STUN servers"]);
  await type("qqq");
  expect(list.queryAllByRole("link")).toEqual([]);
  expect(list.getByText("No results for “qqq”")).toBeTruthy();
});

it("SET-1 every page of the settings is in one group", () => {
  expect(Object.values(SETTINGS_GROUPS).flat().toSorted()).toEqual(Object.keys(SETTINGS_PAGES).toSorted());
});

it("SET-1 while the next page is loading, only the current one is marked", async () => {
  await openForm();
  const list = screen.getByRole("navigation", { name: "Settings pages" });
  const marked = () => within(list).getAllByRole("link", { current: "page" });
  await act(async () => fireEvent.click(within(list).getByRole("link", { name: "STUN servers" })));
  expect(marked().map(({ textContent }) => textContent)).toEqual(["Devices"]);
});

it("SET-2 /settings opens the first permitted page", async () => {
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("softphone"), read("configs")]);
  const { path } = await openPanel({ server, path: "/settings", signedIn: true });
  await waitFor(() => expect(path()).toBe("/settings/devices"));
});

it("SET-4 the bar is shown while there are changes, and discarding restores the stored values", async () => {
  await openForm();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  typeLine("typed");
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", false);
  await click("Discard changes");
  expect(line()).toHaveProperty("value", "stored 1");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

it("SET-4 while a rule is broken Save is disabled and Enter moves to the invalid field", async () => {
  const saved: unknown[] = [];
  await openForm(async (value) => void saved.push(value));
  typeLine("");
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  const form = line().closest("form");
  if (form) await act(async () => fireEvent.submit(form));
  expect(document.activeElement).toBe(line());
  expect(saved).toEqual([]);
});

it("SET-4 a failed save keeps the typed text and shows the server's text; the next try shows that it is saved", async () => {
  let refuse = true;
  await openForm(async () => {
    const text = "The number is taken";
    if (refuse) throw new ApiError({ kind: "answer", status: 422, code: null, text, details: {} });
  });
  typeLine("typed");
  await click("Save");
  expect(screen.getByText("Failed to save settings: The number is taken").getAttribute("role")).toBe("alert");
  expect(line()).toHaveProperty("value", "typed");
  refuse = false;
  await click("Save");
  expect(await screen.findByText("Settings saved")).toBeTruthy();
});

it("SET-5 leaving with changes asks; staying keeps them, leaving loses them", async () => {
  const { path } = await openForm();
  typeLine("typed");
  await click("Buddies", "link");
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: "Stay" })));
  expect(path()).toBe("/settings/devices");
  expect(line()).toHaveProperty("value", "typed");
  await click("Buddies", "link");
  await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Leave" })));
  await waitFor(() => expect(path()).toBe("/"));
});

it("SET-3 one switch for all pages: of a sub-account only the pages are left that have something of it, and it stays chosen", async () => {
  const { router, path } = await openOthers();
  const links = () =>
    within(screen.getByRole("navigation", { name: "Settings pages" }))
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
  expect(links()).toContain("Devices");
  await choose(4);
  expect(line()).toHaveProperty("value", "stored 4");
  expect(links()).toEqual(["Click-to-dial"]);
  expect(screen.getByText(/^These are the settings of User 4/)).toBeTruthy();
  // A page without anything of this person leads to one that has.
  await act(async () => router.navigate({ to: "/settings/devices" }));
  await waitFor(() => expect(path()).toBe("/settings/click_to_dial"));
  await act(async () => router.navigate({ to: "/" }));
  await act(async () => router.navigate({ to: "/settings/click_to_dial" }));
  await waitFor(() => expect(whose()).toHaveProperty("value", "4"));
  await choose(1);
  expect(links()).toContain("Devices");
});

it("SET-3 a user who watches nobody has no switch, and requests nobody", async () => {
  await openForm();
  expect(screen.queryByLabelText("Settings of")).toBeNull();
});

it("SET-5 a change to another person's settings asks too", async () => {
  await openOthers();
  await choose(4);
  expect(line()).toHaveProperty("value", "stored 4");
  typeLine("typed");
  await choose(1);
  expect(whose()).toHaveProperty("value", "4");
  await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Leave" })));
  expect(whose()).toHaveProperty("value", "1");
  expect(line()).toHaveProperty("value", "stored 1");
});
