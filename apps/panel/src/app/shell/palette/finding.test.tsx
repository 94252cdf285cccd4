// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { callOf } from "../../../../test/fakeCalls.ts";
import { contact } from "../../../../test/fakeContacts.ts";
import { buddy, createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { person, serveRows } from "../../../../test/fakeSettings.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const HOSTILE = "<img src=x onerror=alert(1)>";

async function openPalette() {
  const server = createFakeServer({
    addressBook: { contacts: [contact(1, "Zoe Souza", { company: HOSTILE })], tags: [] },
  });
  server.permit([
    read("panel_buddies"),
    read("contacts"),
    read("cdrs"),
    read("click_to_dial"),
    read("do_not_disturb"),
    read("forward"),
  ]);
  server.spoil("friendly_calls_by_date", {
    status: 200,
    body: {
      success: true,
      total: 2,
      data: [
        callOf({ id: 8, from: "+14165550199", from_name: "Zoe Zimmer", caller_id: null, talk_duration: null }),
        callOf({ id: 7, from: "+14165550199", from_name: "Zoe Zimmer", caller_id: null }),
      ],
    },
  });
  serveRows(server, "do_not_disturb", [{ ...person(1), enabled: false }]);
  serveRows(server, "forward", [{ ...person(1), enabled: true, number: "5145550100" }]);
  const opened = await openPanel({ server, signedIn: true });
  await screen.findByRole("navigation", { name: "Main" });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox", { name: "Command" });
  const type = (value: string) => act(async () => fireEvent.change(field, { target: { value } }));
  return { server, type, ...opened };
}

/** Where the focus is, as a keyboard does: on the page, or in the palette's field when its code was loaded by an earlier test. */
function press(key: string, { ctrlKey = false } = {}): void {
  const at = document.activeElement ?? document.body;
  fireEvent.keyDown(at, { key, ctrlKey });
  if (!(at instanceof HTMLInputElement) || ctrlKey) return;
  if (key === "Backspace") fireEvent.change(at, { target: { value: at.value.slice(0, -1) } });
  if (key.length === 1) fireEvent.change(at, { target: { value: at.value + key } });
}

it("SHELL-9 text that is typed before the palette is loaded is in its field, once", async () => {
  const server = createFakeServer();
  server.permit([read("panel_buddies")]);
  await openPanel({ server, signedIn: true });
  await screen.findByRole("navigation", { name: "Main" });
  press("k", { ctrlKey: true });
  for (const key of ["?", "d", "x", "Backspace", "Shift", "i", "a"]) press(key);
  const field = await screen.findByRole("combobox", { name: "Command" });
  await waitFor(() => expect(field).toHaveProperty("value", "?dia"));
  expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull();
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Command" })).toBeNull());
  press("k", { ctrlKey: true });
  expect(await screen.findByRole("combobox", { name: "Command" })).toHaveProperty("value", "");
});

it("SHELL-9 Escape closes the palette even before it is loaded", async () => {
  const server = createFakeServer();
  server.permit([read("panel_buddies")]);
  await openPanel({ server, signedIn: true });
  await screen.findByRole("navigation", { name: "Main" });
  press("k", { ctrlKey: true });
  press("x");
  press("Escape");
  press("?");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
  expect(screen.queryByRole("combobox", { name: "Command" })).toBeNull();
});

const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

it("SHELL-26 contacts and past calls are found with the typed text, each number of a past call once", async () => {
  const { type, server } = await openPalette();
  await type("zoe");
  await waitFor(() =>
    expect(options()).toEqual([
      expect.stringMatching(/^Call Zoe Zimmer.*Missed · /),
      `Call Zoe Souza${HOSTILE} · (416) 555-1001`,
    ]),
  );
  expect(document.querySelector("img[src=x]")).toBeNull();
  expect(server.seen.filter(({ url }) => url.includes("filter_by_extension=101"))).toHaveLength(1);
});

it("SHELL-26 one letter asks nothing of the server", async () => {
  const { type, server } = await openPalette();
  await type("z");
  expect(await screen.findByText("No results")).toBeTruthy();
  expect(server.seen.filter(({ url }) => url.includes("search=z"))).toEqual([]);
});

it("SHELL-26 do not disturb and forwarding are switched from the palette, with their current state", async () => {
  const { type, server } = await openPalette();
  await type("forward");
  await waitFor(() => expect(options()).toContain("Stop forwarding calls to 5145550100"));
  await type("disturb");
  server.spoil("users/1/do_not_disturb", { status: 200, body: { enabled: true } });
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: "Turn on do not disturb" })));
  await waitFor(() =>
    expect(server.seenAt("users/1/do_not_disturb").map(({ method, body }) => ({ method, body }))).toEqual([
      { method: "PUT", body: { enabled: 1 } },
    ]),
  );
  expect(screen.queryByRole("combobox", { name: "Command" })).toBeNull();
});

it("SHELL-26 calls are forwarded to a number that is typed", async () => {
  const { type, server } = await openPalette();
  await type("forward (416) 555-0199");
  server.spoil("users/1/forward", { status: 200, body: { enabled: true, number: "4165550199" } });
  const found = await screen.findByRole("option", { name: "Forward calls to 4165550199" });
  await act(async () => fireEvent.click(found));
  await waitFor(() =>
    expect(server.seenAt("users/1/forward").map(({ method, body }) => ({ method, body }))).toEqual([
      { method: "PUT", body: { to: "4165550199" } },
    ]),
  );
});

it("SHELL-26 a number after other words, or one that cannot be forwarded to, turns nothing on", async () => {
  const { type } = await openPalette();
  for (const text of ["zoe 4165550199", "forward 555x", "4165550199"]) {
    await type(text);
    await waitFor(() => expect(options()).not.toContain("Forward calls to 5145550100"));
    expect(options().filter((one) => one?.startsWith("Forward calls"))).toEqual([]);
  }
});

it("SHELL-26 pages of the settings are found by their titles", async () => {
  const { type, href } = await openPalette();
  await type("settings phone");
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: /Settings: Phone status/ })));
  await waitFor(() => expect(href()).toBe("/settings/phone_status"));
});

it("SHELL-26 when a part cannot be searched, the rest is shown and the palette says so", async () => {
  const { type, server } = await openPalette();
  server.spoil("friendly_calls_by_date", failure(500, "server.internal", "Something went wrong on the server"));
  await type("zoe");
  expect(await screen.findByText("Some results couldn’t be loaded.")).toBeTruthy();
  expect(options()).toEqual([`Call Zoe Souza${HOSTILE} · (416) 555-1001`]);
});

it("SHELL-26 without chat colleagues are found too, to call", async () => {
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt"), buddy(1, "Alice Archer")] });
  server.permit([read("panel_buddies"), read("click_to_dial")]);
  await openPanel({ server, signedIn: true });
  await screen.findByRole("navigation", { name: "Main" });
  fireEvent.click(screen.getByRole("button", { name: "Command palette (Ctrl K)" }));
  const field = await screen.findByRole("combobox", { name: "Command" });
  await act(async () => fireEvent.change(field, { target: { value: "bob" } }));
  await waitFor(() => expect(options()).toEqual(["Call Bob Brandt102"]));
});
