// @vitest-environment jsdom
import type { ParkedCall, ParkingLot, RealtimeEvent } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../test/fakeEvents.ts";
import { createFakeServer, failure, read } from "../../../test/fakeServer.ts";
import { holdTime } from "../../../test/holdTime.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";

holdTime();
afterEach(closePanel);

const MAIN: ParkingLot = { name: "Main", extension: "700", slots: ["701", "702", "703"] };
const parkedIn = (space: string, changes: Partial<ParkedCall> = {}): ParkedCall => ({
  realm: "demo",
  lot: "Main",
  exten: "700",
  space,
  parkee: { name: "<b>Bob</b>", number: "102", channel: "ch1", uniqueid: `c${space}` },
  parker: { name: "Alice Archer", number: "101" },
  timeoutSeconds: 45,
  startedAt: Date.now() - 15_000,
  ...changes,
});

async function openParking(
  options: { lots?: readonly ParkingLot[]; modules?: ReadonlyArray<"parkings" | "panel_buddies"> } = {},
) {
  const events = createFakeEvents(window);
  const server = createFakeServer({ lots: options.lots ?? [MAIN] });
  server.permit([read("configs"), ...(options.modules ?? ["parkings"]).map(read)]);
  const opened = await openPanel({ server, signedIn: true, path: "/parking" });
  await waitFor(() => expect(events.count()).toBe(1));
  let sequence = 0;
  const tell = (event: "parked" | "unparked" | "swap", about: ParkedCall) => {
    const told: RealtimeEvent = { action: "PARKING", event, ...about };
    return act(async () => events.say({ type: "event", sequence: (sequence += 1), event: told }));
  };
  return { events, server, tell, ...opened };
}
const slot = (number: string) => screen.getByRole("listitem", { name: `Slot ${number}` });
const state = (number: string) => slot(number).getAttribute("data-state");
const slots = () => screen.queryAllByRole("listitem").filter((item) => item.hasAttribute("data-slot"));
const badge = () => screen.getByRole("link", { name: "Parking" }).textContent;

it("PARKING-3 a slot is free, or shows who is parked, by whom, since when and until when", async () => {
  const { events, tell } = await openParking();
  await act(async () => events.join([], [parkedIn("702")]));
  expect(await screen.findByRole("heading", { level: 1, name: "Parking" })).toBeTruthy();
  expect([state("701"), state("702"), state("703")]).toEqual(["free", "taken", "free"]);
  expect(slot("701").textContent).toBe("701Free");
  expect(slot("702").textContent).toMatch(/^70200:15<b>Bob<\/b>102Parked by Alice Archer, 10:29\sAMReturns in 00:30$/);
  await tell("parked", parkedIn("701"));
  await tell("unparked", parkedIn("702"));
  expect([state("701"), state("702")]).toEqual(["taken", "free"]);
});

it("PARKING-3 FORMAT-6 the number of an outside caller is formatted, with and without a name", async () => {
  const { events } = await openParking();
  const outside = (space: string, name: string) =>
    parkedIn(space, { parkee: { name, number: "+14165550142", channel: space, uniqueid: space } });
  await act(async () => events.join([], [outside("701", "Ana Souza"), outside("702", "")]));
  await waitFor(() => expect(slot("701").textContent).toContain("Ana Souza(416) 555-0142"));
  expect(slot("702").textContent).toContain("(416) 555-0142");
});

it("PARKING-3 a caller with a hidden number and name is shown as someone", async () => {
  const { events } = await openParking();
  const nobody = { name: "", number: "" };
  const veiled = parkedIn("701", { parkee: { ...nobody, channel: "", uniqueid: "c" }, parker: nobody });
  await act(async () => events.join([], [veiled]));
  await waitFor(() => expect(slot("701").textContent).toContain("Someone"));
  expect(slot("701").textContent).not.toContain("Parked by");
});

it("PARKING-3 without a softphone nothing can be retrieved", async () => {
  const { events } = await openParking();
  await act(async () => events.join([], [parkedIn("701")]));
  await waitFor(() => expect(state("701")).toBe("taken"));
  expect(screen.queryByRole("button", { name: "Retrieve" })).toBeNull();
});

it("PARKING-5 the menu's badge counts the parked calls, and describes the number", async () => {
  const { events, tell } = await openParking();
  await act(async () => events.join([], [parkedIn("701"), parkedIn("702")]));
  await waitFor(() => expect(badge()).toContain("2"));
  const described = screen.getByRole("link", { name: "Parking" }).getAttribute("aria-describedby");
  expect(document.getElementById(described ?? "")?.textContent).toBe("2 new");
  await tell("unparked", parkedIn("701"));
  await tell("unparked", parkedIn("702"));
  expect(badge()).toBe("Parking");
});

it("PARKING-4 the toolbar's search, and the filter for taken slots", async () => {
  const { events } = await openParking();
  await act(async () => events.join([], [parkedIn("702")]));
  await waitFor(() => expect(slots()).toHaveLength(3));
  // What is taken comes first.
  expect(slots().map((one) => one.dataset["slot"])).toEqual(["702", "701", "703"]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Show occupied only" })));
  expect(slots().map((one) => one.dataset["slot"])).toEqual(["702"]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Show occupied only" })));
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "zzz" } });
  expect(await screen.findByText("Nothing found")).toBeTruthy();
  await act(async () =>
    fireEvent.click(screen.getAllByRole("button", { name: "Clear search" }).at(-1) ?? document.body),
  );
  await waitFor(() => expect(slots()).toHaveLength(3));
});

it("PARKING-4 a lot of many slots is paged", async () => {
  const lot = { name: "Wide", extension: "900", slots: Array.from({ length: 130 }, (_, at) => String(1_000 + at)) };
  const { events } = await openParking({ lots: [lot] });
  await act(async () => events.join());
  await waitFor(() => expect(slots()).toHaveLength(60));
  const pages = screen.getByRole("navigation", { name: "Pages of Wide" });
  expect(pages.textContent).toContain("1–60 of 130");
  for (let page = 0; page < 2; page += 1)
    await act(async () => fireEvent.click(within(pages).getByRole("button", { name: "Next slots" })));
  expect(slots().map((one) => one.dataset["slot"])).toEqual(lot.slots.slice(120));
});

it("PARKING-6 no slot is shown as free before it is known, or as live when it is not", async () => {
  const { events } = await openParking();
  expect(slots()).toEqual([]);
  await act(async () => events.join([], [parkedIn("701")]));
  await waitFor(() => expect(state("701")).toBe("taken"));
  // The state counts as live after it was rendered.
  await act(() => new Promise<void>((drawn) => requestAnimationFrame(() => drawn())));
  await act(async () => events.cut());
  expect(screen.getByRole("status", { name: "Not live: the connection was lost." })).toBeTruthy();
  expect(state("701")).toBe("taken");
});

it("PARKING-6 without a connection from the start the page says so", async () => {
  const { events } = await openParking();
  await act(async () => events.cut());
  expect(await screen.findByText("Not connected")).toBeTruthy();
});

it("PARKING-6 if the lots fail to load, the start and the page say so, and it can be retried", async () => {
  const events = createFakeEvents(window);
  const server = createFakeServer({ lots: [MAIN] });
  server.permit([read("configs"), read("parkings")]);
  server.spoil("parkings", failure(500, "server.internal", "Too much"));
  await openPanel({ server, signedIn: true, path: "/parking" });
  await waitFor(() => expect(screen.getAllByText("Failed to get parkings").length).toBeGreaterThan(1));
  expect(screen.getByText("Failed to get parkings. Too much")).toBeTruthy();
  server.spoil("parkings", null);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Retry" })));
  await act(async () => events.join());
  await waitFor(() => expect(slots()).toHaveLength(3));
});

it("PARKING-6 a company without lots", async () => {
  await openParking({ lots: [] });
  expect(await screen.findByText("No parking lots")).toBeTruthy();
});

it("PARKING-7 without the permission there is no page and no menu entry, and lots are not requested", async () => {
  const { server, path } = await openParking({ modules: ["panel_buddies"] });
  await waitFor(() => expect(path()).toBe("/"));
  expect(screen.queryByRole("link", { name: "Parking" })).toBeNull();
  expect(server.seenAt("parkings")).toEqual([]);
});
