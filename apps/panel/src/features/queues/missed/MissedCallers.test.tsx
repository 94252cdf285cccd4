// @vitest-environment jsdom
import type { MissedCaller, Permission } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { fakeQueue, namesOf } from "../../../../test/fakeQueues.ts";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const MISSED: MissedCaller = {
  id: 7,
  queue: "600",
  queue_name: "Support",
  number: "+15145550142",
  name: "",
  times: 3,
  first_at: Date.now() - 600_000,
  last_at: Date.now() - 60_000,
  end: "ABANDON",
  wait: 130,
  callback: false,
  taken_by: null,
};
const TAKES: Permission = { module: "queues", rule: "execute_redirect_self" };
const list = (...data: readonly MissedCaller[]) => ({ status: 200, body: { total: data.length, data } });

async function openMissed(missed: readonly MissedCaller[] = [MISSED], rights: readonly Permission[] = [TAKES]) {
  const events = createFakeEvents(window);
  const server = createFakeServer();
  server.permit([read("configs"), read("queues"), ...rights]);
  server.spoil("queues/list_watched", list());
  server.spoil("queues/all_queue_names", namesOf([]));
  server.spoil("queues/missed_callers", list(...missed));
  const opened = await openPanel({ server, signedIn: true, path: "/queues/dashboard" });
  await waitFor(() => expect(events.count()).toBe(1));
  await act(async () => events.join([], [], [fakeQueue("600", "Support")]));
  await screen.findByRole("region", { name: "Missed callers" });
  return { events, server, ...opened };
}
const row = (number = MISSED.number) => screen.findByRole("listitem", { name: `Missed ${number}` });
const buttons = async () =>
  within(await row())
    .queryAllByRole("button")
    .map(({ textContent }) => textContent);
const press = async (name: string) => {
  const button = within(await row()).getByRole("button", { name });
  await act(async () => fireEvent.click(button));
};

it("QDASH-11 a missed caller has number, queue, how often and how long they waited, and can be taken and given back", async () => {
  const { server } = await openMissed();
  expect((await row()).textContent).toMatch(/^\(514\) 555-0142Support.*waited 02:103 timesI take it$/);
  const mine = { ...MISSED, taken_by: { exten: "101", name: "Alice Archer", is_me: true, at: Date.now() } };
  server.spoil("queues/missed_callers/7", { status: 200, body: mine });
  server.spoil("queues/missed_callers", list(mine));
  await press("I take it");
  await waitFor(async () => expect(await buttons()).toEqual(["Give back"]));
  expect((await row()).textContent).toContain("You are calling back");
  await press("Give back");
  expect(server.seenAt("queues/missed_callers/7").map(({ body }) => body)).toEqual([{ taken: true }, { taken: false }]);
});

it("QCB-24 a caller who could not be reached is marked", async () => {
  await openMissed([{ ...MISSED, end: "EXITWITHTIMEOUT", callback: true }]);
  expect((await row()).textContent).toMatch(/waited 02:10Callback3 times/);
});

it("QDASH-11 a caller taken by another user shows who calls back; without the right none can be taken", async () => {
  const taken_by = { exten: "104", name: "Dave Diaz", is_me: false, at: Date.now() };
  await openMissed([{ ...MISSED, taken_by }]);
  expect((await row()).textContent).toContain("Dave Diaz is calling back");
  expect(await buttons()).toEqual([]);
  closePanel();
  await openMissed([MISSED], []);
  expect(await buttons()).toEqual([]);
});

it("QDASH-11 if two people take a caller at the same moment, one of them sees who has the caller", async () => {
  const { server } = await openMissed();
  server.spoil("queues/missed_callers/7", failure(409, "queues.missed.taken", "Dave Diaz is calling this person back"));
  await press("I take it");
  expect(await screen.findByText("Dave Diaz is calling this person back")).toBeTruthy();
});

it("QDASH-11 events load the list again; callers with a hidden number are unknown", async () => {
  const { server, events } = await openMissed([]);
  expect(await screen.findByText("No one to call back")).toBeTruthy();
  server.spoil("queues/missed_callers", list({ ...MISSED, number: "" }));
  await act(async () =>
    events.say({ type: "event", sequence: 1, event: { action: "QUEUEMISSED", realm: "demo", queue: "600" } }),
  );
  expect(await row("Unknown")).toBeTruthy();
});
