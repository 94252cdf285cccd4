// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { buddy, createFakeServer, failure } from "../../../test/fakeServer.ts";

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

it("BUDDIES-1 colleagues come in pages of 18", async () => {
  const server = await openBuddies();
  await screen.findByRole("listitem", { name: "Person A" });
  expect(names()).toHaveLength(18);
  expect(screen.getByText("1–18 of 24")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Next page" })));
  await waitFor(() => expect(names()).toHaveLength(6));
  expect(screen.getByText("19–24 of 24")).toBeTruthy();
  expect(server.seenAt("panel_buddies").map(({ url }) => url)).toEqual([
    "/api/v1/panel_buddies?start=0&limit=18&search=",
    "/api/v1/panel_buddies?start=18&limit=18&search=",
  ]);
});

it("BUDDIES-2 a search begins at the first page", async () => {
  await openBuddies();
  await screen.findByRole("listitem", { name: "Person A" });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Next page" })));
  await waitFor(() => expect(names()).toHaveLength(6));
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "person b" } });
  await waitFor(() => expect(names().map((item) => item.getAttribute("data-presence"))).toEqual(["offline"]));
  expect(screen.getByText("1 person")).toBeTruthy();
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

it("BUDDIES-3 without a softphone nobody can be called", async () => {
  await openBuddies();
  await screen.findByRole("listitem", { name: "Person A" });
  expect(screen.queryByRole("button", { name: "Call" })).toBeNull();
});

it("BUDDIES-4 nobody found, and the way back", async () => {
  await openBuddies();
  await screen.findByRole("listitem", { name: "Person A" });
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "zzz" } });
  expect(await screen.findByText("Nobody found")).toBeTruthy();
  await act(async () =>
    fireEvent.click(screen.getAllByRole("button", { name: "Clear search" }).at(-1) ?? document.body),
  );
  expect(await screen.findByRole("listitem", { name: "Person A" })).toBeTruthy();
});

it("BUDDIES-4 nobody at all", async () => {
  await openBuddies([]);
  expect(await screen.findByText("Nobody here yet")).toBeTruthy();
});

it("BUDDIES-4 a failure is told in the server's words and can be retried", async () => {
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
