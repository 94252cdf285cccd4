// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { buddy, createFakeServer, failure, read } from "../../../test/fakeServer.ts";

afterEach(closePanel);

const PEOPLE = [
  buddy(1, "Alice Archer"),
  ...Array.from({ length: 23 }, (_, at) => buddy(at + 2, `Person ${String.fromCharCode(65 + at)}`)),
];
const names = () => screen.getAllByRole("listitem").filter((item) => item.hasAttribute("data-presence"));

async function openBuddies(buddies = PEOPLE) {
  const server = createFakeServer({ buddies });
  await openPanel({ server, signedIn: true });
  return server;
}

/** All cards are rendered; the query is not by name, because accessible names are slow to compute for so many. */
const everyone = () =>
  waitFor(() => expect(document.querySelectorAll("li[data-presence]")).toHaveLength(PEOPLE.length));

it("BUDDIES-1 the first 18 are requested first, then the rest by up to 999", async () => {
  const server = await openBuddies();
  await everyone();
  expect(screen.getByText("24 people")).toBeTruthy();
  expect(server.seenAt("panel_buddies").map(({ url }) => url)).toEqual([
    "/api/v1/panel_buddies?start=0&limit=18&search=",
    "/api/v1/panel_buddies?start=18&limit=999&search=",
  ]);
});

it("BUDDIES-1 if loading the rest fails, the first 18 stay and it can be retried", async () => {
  const server = createFakeServer({ buddies: PEOPLE });
  server.spoil("start=18&limit=999&search=", failure(500, "server.internal", "Too much"));
  await openPanel({ server, signedIn: true });
  expect((await screen.findByRole("alert")).textContent).toContain("Too much Only the first 18 are shown.");
  await waitFor(() => expect(names()).toHaveLength(18));
  server.spoil("start=18&limit=999&search=", null);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Retry" })));
  await waitFor(() => expect(names()).toHaveLength(24));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("BUDDIES-2 the search filters the loaded people immediately", async () => {
  const server = await openBuddies();
  await everyone();
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "person b" } });
  await waitFor(() => expect(names()).toHaveLength(1));
  expect(screen.getByText("1 of 24")).toBeTruthy();
  expect(server.seenAt("panel_buddies")).toHaveLength(2);
});

it("BUDDIES-3 a colleague is a listitem by name with presence, extension and department", async () => {
  await openBuddies([buddy(2, "Bob Brandt"), buddy(3, '<img src=x onerror="alert(1)">')]);
  const bob = await screen.findByRole("listitem", { name: "Bob Brandt" });
  expect(bob.getAttribute("data-presence")).toBe("online");
  expect(bob.textContent).toContain("102");
  expect(bob.textContent).toContain("Sales");
  expect(screen.getByRole("listitem", { name: '<img src=x onerror="alert(1)">' }).getAttribute("data-presence")).toBe(
    "offline",
  );
});

it("BUDDIES-3 without a softphone there is no Call button", async () => {
  await openBuddies();
  await screen.findByRole("listitem", { name: "Person A" });
  expect(screen.queryByRole("button", { name: "Call" })).toBeNull();
});

it("BUDDIES-4 an empty search result, and the way back", async () => {
  await openBuddies();
  await screen.findByRole("listitem", { name: "Person A" });
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "zzz" } });
  expect(await screen.findByText("Nobody found")).toBeTruthy();
  await act(async () =>
    fireEvent.click(screen.getAllByRole("button", { name: "Clear search" }).at(-1) ?? document.body),
  );
  expect(await screen.findByRole("listitem", { name: "Person A" })).toBeTruthy();
});

it("BUDDIES-4 an empty list", async () => {
  await openBuddies([]);
  expect(await screen.findByText("Nobody here yet")).toBeTruthy();
});

it("BUDDIES-4 a failure shows the server's text and can be retried", async () => {
  const server = createFakeServer({ buddies: PEOPLE });
  server.spoil("panel_buddies", failure(500, "server.internal", "Something went wrong on the server"));
  await openPanel({ server, signedIn: true });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Failed to load buddies");
  expect(alert.textContent).toContain("Something went wrong on the server");
  server.spoil("panel_buddies", null);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Retry" })));
  expect(await screen.findByRole("listitem", { name: "Person A" })).toBeTruthy();
});

it("BUDDIES-11 BUDDIES-12 order and view can be chosen and are remembered", async () => {
  await openBuddies([buddy(3, "Bob Brandt"), buddy(2, "Zoe Zander")]);
  await screen.findByRole("listitem", { name: "Bob Brandt" });
  const order = () => names().map((item) => within(item).getByText(/Brandt|Zander/).textContent);
  expect(order()).toEqual(["Bob Brandt", "Zoe Zander"]);
  fireEvent.click(screen.getByRole("button", { name: "Sort by: Name" }));
  await act(async () => fireEvent.click(await screen.findByRole("menuitemradio", { name: "Extension" })));
  expect(order()).toEqual(["Zoe Zander", "Bob Brandt"]);
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  fireEvent.click(screen.getByRole("radio", { name: "List" }));
  expect(names()[0]?.dataset["view"]).toBe("light");
  cleanup();
  await openBuddies([buddy(3, "Bob Brandt"), buddy(2, "Zoe Zander")]);
  await screen.findByRole("listitem", { name: "Bob Brandt" });
  expect(order()).toEqual(["Zoe Zander", "Bob Brandt"]);
  expect(screen.getByRole("radio", { name: "List" })).toHaveProperty("checked", true);
});

it("BUDDIES-10 each card has its position in the whole list", async () => {
  await openBuddies();
  const person = await screen.findByRole("listitem", { name: "Person W" });
  expect(person.getAttribute("aria-posinset")).toBe("24");
  expect(person.getAttribute("aria-setsize")).toBe("24");
});

it("BUDDIES-16 arrow keys move from card to card, to the same button; Tab reaches one card", async () => {
  await openBuddies();
  await everyone();
  const more = (name: string) => within(screen.getByRole("listitem", { name })).getByRole("button", { name: "More" });
  const press = (key: string) =>
    act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  expect(more("Alice Archer").tabIndex).toBe(0);
  act(() => more("Alice Archer").focus());
  await press("ArrowDown");
  expect(document.activeElement).toBe(more("Person A"));
  expect(more("Alice Archer").tabIndex).toBe(-1);
  await press("End");
  expect(document.activeElement).toBe(more("Person W"));
  await press("ArrowRight");
  expect(document.activeElement).toBe(more("Person W"));
});

it("BUDDIES-17 More copies the number, and says when the browser refuses", async () => {
  const { panel } = await openPanel({
    server: createFakeServer({ buddies: [buddy(2, "Bob Brandt")] }),
    signedIn: true,
  });
  const bob = await screen.findByRole("listitem", { name: "Bob Brandt" });
  const texts = () => panel.notices.get().map(({ text }) => text);
  const copy = async () => {
    fireEvent.click(within(bob).getByRole("button", { name: "More" }));
    const menu = await screen.findByRole("menu", { name: "Actions for Bob Brandt" });
    expect(
      within(menu)
        .getAllByRole("menuitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Copy number 102"]);
    await act(async () => fireEvent.click(within(menu).getByRole("menuitem")));
    expect(document.activeElement).toBe(within(bob).getByRole("button", { name: "More" }));
  };
  await copy();
  await waitFor(() => expect(texts()).toEqual(["The number could not be copied"]));
  const copied: string[] = [];
  Object.defineProperty(navigator, "clipboard", {
    value: { writeText: async (text: string) => void copied.push(text) },
    configurable: true,
  });
  await copy();
  await waitFor(() => expect(texts()[0]).toBe("Copied 102"));
  expect(copied).toEqual(["102"]);
  Reflect.deleteProperty(navigator, "clipboard");
});

it("BUDDIES-15 without the permission to see calls a lock replaces the state", async () => {
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt"), buddy(4, "Dave Diaz")] });
  server.permit([read("panel_buddies"), { module: "panel_buddies", rule: "show_call_state", targets: ["4"] }]);
  await openPanel({ server, signedIn: true });
  const bob = await screen.findByRole("listitem", { name: "Bob Brandt" });
  expect(within(bob).getByText("You can’t see their calls")).toBeTruthy();
  expect(bob.getAttribute("data-presence")).toBe("online");
  expect(
    within(screen.getByRole("listitem", { name: "Dave Diaz" })).queryByText("You can’t see their calls"),
  ).toBeNull();
});

it("BUDDIES-18 marks show the settings that are on, and nothing that the viewer may not see", async () => {
  const bob = {
    ...buddy(2, "Bob Brandt"),
    dnd: true,
    forward: { enabled: true, number: "+14165550142" },
    followme: true,
  };
  await openBuddies([{ ...bob, voicemailCount: 2 }, buddy(4, "Dave Diaz")]);
  const card = within(await screen.findByRole("listitem", { name: "Bob Brandt" }));
  const dave = within(screen.getByRole("listitem", { name: "Dave Diaz" }));
  expect(await card.findByText("Calls are forwarded to (416) 555-0142")).toBeTruthy();
  for (const text of [
    "Do not disturb",
    "Calls are forwarded to (416) 555-0142",
    "Follow-me is on",
    "2 new voicemails",
  ]) {
    expect(card.getByText(text)).toBeTruthy();
    expect(dave.queryByText(text)).toBeNull();
  }
});

it("BUDDIES-22 visible again after the time in /config.json, the page loads the list again and its cards stay", async () => {
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt")] });
  await openPanel({ server, signedIn: true, config: { focus_timeout_ms: -1 } });
  const bob = await screen.findByRole("listitem", { name: "Bob Brandt" });
  const show = (state: DocumentVisibilityState) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    return act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  };
  await show("hidden");
  expect(server.seenAt("panel_buddies")).toHaveLength(1);
  await show("visible");
  await waitFor(() => expect(server.seenAt("panel_buddies")).toHaveLength(2));
  expect(screen.getByRole("listitem", { name: "Bob Brandt" })).toBe(bob);
  Reflect.deleteProperty(document, "visibilityState");
});
