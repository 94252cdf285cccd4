// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { buddy, createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import type { FakeServer } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const PEOPLE = [buddy(2, "Bob Brandt"), buddy(3, "Carol Chen"), buddy(4, "Dave Diaz")];
const names = () => screen.getAllByRole("listitem").flatMap((item) => (item.dataset["presence"] ? [nameOf(item)] : []));
const nameOf = (item: HTMLElement) => document.getElementById(item.getAttribute("aria-labelledby") ?? "")?.textContent;

async function open(server: FakeServer = createFakeServer({ buddies: PEOPLE })) {
  server.permit([read("panel_buddies"), { module: "panel_buddies", rule: "write" }]);
  const opened = await openPanel({ server, signedIn: true });
  await screen.findByRole("radio", { name: "My buddies" });
  return { server, ...opened };
}

async function choose(name: string, entry: string) {
  const card = await screen.findByRole("listitem", { name });
  fireEvent.click(within(card).getByRole("button", { name: "More" }));
  await act(async () => fireEvent.click(await screen.findByRole("menuitem", { name: entry })));
}

async function showMine() {
  await act(async () => fireEvent.click(screen.getByRole("radio", { name: "My buddies" })));
}

async function watchAll() {
  for (const { name } of PEOPLE) await choose(name, "Add to my buddies");
  await showMine();
  await screen.findByRole("listitem", { name: "Dave Diaz" });
}

it("BUDDIES-19 watched colleagues are in the person's own list, stored on the server", async () => {
  const { server } = await open();
  await showMine();
  expect(await screen.findByText("No buddies yet")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Show everyone" })));
  await choose("Dave Diaz", "Add to my buddies");
  await choose("Bob Brandt", "Add to my buddies");
  expect(within(screen.getByRole("listitem", { name: "Bob Brandt" })).getByText("In my buddies")).toBeTruthy();
  cleanup();
  await open(server);
  await showMine();
  await screen.findByRole("listitem", { name: "Dave Diaz" });
  expect(names()).toEqual(["Dave Diaz", "Bob Brandt"]);
  await choose("Dave Diaz", "Remove from my buddies");
  expect(names()).toEqual(["Bob Brandt"]);
});

it("BUDDIES-19 the menu moves a card and announces its new place", async () => {
  const { server } = await open();
  await watchAll();
  await choose("Dave Diaz", "Move to top");
  expect(names()).toEqual(["Dave Diaz", "Bob Brandt", "Carol Chen"]);
  expect(screen.getByText("Dave Diaz moved to place 1 of 3")).toBeTruthy();
  await choose("Dave Diaz", "Move down");
  await choose("Carol Chen", "Move up");
  expect(names()).toEqual(["Bob Brandt", "Carol Chen", "Dave Diaz"]);
  await waitFor(() => expect(server.seen.filter(({ method }) => method === "PUT")).toHaveLength(3));
});

it("BUDDIES-19 Alt and an arrow key move the card, and the focus follows", async () => {
  await open();
  await watchAll();
  const more = within(screen.getByRole("listitem", { name: "Bob Brandt" })).getByRole("button", { name: "More" });
  act(() => more.focus());
  await act(async () => void fireEvent.keyDown(more, { key: "ArrowDown", altKey: true }));
  expect(names()).toEqual(["Carol Chen", "Bob Brandt", "Dave Diaz"]);
  expect(screen.getByText("Bob Brandt moved to place 2 of 3")).toBeTruthy();
  const focused = document.activeElement?.closest<HTMLElement>("li");
  expect(focused ? nameOf(focused) : null).toBe("Bob Brandt");
});

it.each([
  ["Add to my buddies", "panel_buddies", "Failed to add buddy with API"],
  ["Remove from my buddies", "panel_buddies/103", "Failed to remove buddy with API"],
  ["Move up", "panel_buddies/103", "Failed to update buddy card with API."],
] as const)("BUDDIES-20 %s that fails is undone, with a notice", async (entry, path, text) => {
  const { server, panel } = await open();
  if (entry === "Add to my buddies") await choose("Bob Brandt", "Add to my buddies");
  else await watchAll();
  const carol = () => within(screen.getByRole("listitem", { name: "Carol Chen" })).queryByText("In my buddies");
  const before = entry === "Add to my buddies" ? null : names();
  const adds = () => server.seenAt("panel_buddies").filter(({ method }) => method === "POST");
  await waitFor(() => expect(adds()).toHaveLength(before ? 3 : 1));
  server.spoil(path, { status: 500, body: {} });
  await choose("Carol Chen", entry);
  await waitFor(() => expect(panel.notices.get().map((notice) => notice.text)).toEqual([text]));
  if (before) await waitFor(() => expect(names()).toEqual(before));
  else await waitFor(() => expect(carol()).toBeNull());
});

it("BUDDIES-20 a refusal shows the server's text", async () => {
  const { server, panel } = await open();
  server.spoil("panel_buddies", failure(409, "buddies.tooMany", "Your list holds 999 people; remove one first"));
  await choose("Carol Chen", "Add to my buddies");
  await waitFor(() => expect(panel.notices.get()[0]?.text).toBe("Your list holds 999 people; remove one first"));
});

it("BUDDIES-20 without the permission to change the list, watching is not possible", async () => {
  const server = createFakeServer({ buddies: PEOPLE });
  await openPanel({ server, signedIn: true });
  const card = await screen.findByRole("listitem", { name: "Bob Brandt" });
  expect(screen.queryByRole("radio", { name: "My buddies" })).toBeNull();
  fireEvent.click(within(card).getByRole("button", { name: "More" }));
  await screen.findByRole("menu");
  expect(screen.queryByRole("menuitem", { name: "Add to my buddies" })).toBeNull();
});

it("BUDDIES-21 a change made in another tab appears", async () => {
  const { server } = await open();
  await choose("Bob Brandt", "Add to my buddies");
  await waitFor(() => expect(localStorage.getItem("callpanel_users_watched")).not.toBeNull());
  await showMine();
  await screen.findByRole("listitem", { name: "Bob Brandt" });
  await server.fetch("/api/v1/panel_buddies", {
    method: "POST",
    headers: { authorization: "Bearer access-1" },
    body: JSON.stringify({ username: "dave" }),
  });
  await act(
    async () =>
      void window.dispatchEvent(
        new StorageEvent("storage", { key: "callpanel_users_watched", storageArea: localStorage }),
      ),
  );
  await waitFor(() => expect(names()).toEqual(["Bob Brandt", "Dave Diaz"]));
});
