// @vitest-environment jsdom
import type { QueueWall } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { fakeQueue, namesOf, listedQueue } from "../../../../test/fakeQueues.ts";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const QUEUES = [fakeQueue("600", "Support"), fakeQueue("601", "Sales")];
const WALL: QueueWall = {
  id: 5,
  name: "Lobby",
  queues: ["600", "601"],
  created_by: { exten: "101", name: "Alice Archer", is_me: true },
  created_at: Date.now(),
  used_at: null,
};
const list = (data: readonly unknown[]) => ({ status: 200, body: { total: data.length, data } });

async function openLinks(walls: readonly QueueWall[]) {
  const events = createFakeEvents(window);
  const server = createFakeServer();
  server.permit([read("configs"), read("queues")]);
  server.spoil("queues/list_watched", list(QUEUES.slice(0, 1).map(listedQueue)));
  server.spoil("queues/all_queue_names", namesOf(QUEUES));
  server.spoil("queues/missed_callers", list([]));
  server.spoil("queues/walls", list(walls));
  await openPanel({ server, signedIn: true, path: "/queues/dashboard" });
  await waitFor(() => expect(events.count()).toBe(1));
  await act(async () => events.join([], [], QUEUES));
  await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Wall displays" })));
  const dialog = await screen.findByRole("dialog", { name: "Wall displays" });
  await within(dialog).findByLabelText("Name");
  const press = (name: string, where: HTMLElement = dialog) =>
    act(async () => fireEvent.click(within(where).getByRole("button", { name })));
  return { server, dialog, press };
}

it("QDASH-13 a link of the watched queues is made, and its address is shown once", async () => {
  const { server, dialog, press } = await openLinks([]);
  expect(within(dialog).getByRole("button", { name: "Create link" })).toHaveProperty("disabled", true);
  expect(within(dialog).getByLabelText("Support")).toHaveProperty("checked", true);
  fireEvent.change(within(dialog).getByLabelText("Name"), { target: { value: "Lobby" } });
  await act(async () => fireEvent.click(within(dialog).getByLabelText("Sales")));
  server.spoil("queues/walls", { status: 200, body: { wall: WALL, secret: "s3cret" } });
  await press("Create link");
  const link = await within(dialog).findByLabelText("Link");
  expect(link).toHaveProperty("value", `${window.location.origin}/queues/wall#s3cret`);
  const made = server.seenAt("queues/walls").filter(({ method }) => method === "POST");
  expect(made.map(({ body }) => body)).toEqual([{ name: "Lobby", queues: ["600", "601"] }]);
});

it("QDASH-13 a link is revoked after a question; a refusal shows a notice", async () => {
  const { server, dialog, press } = await openLinks([WALL]);
  const row = await within(dialog).findByRole("listitem", { name: "Lobby" });
  expect(row.textContent).toContain("Support, Sales · Alice Archer · never used");
  server.spoil("queues/walls/5", failure(404, "queues.wall.gone", "This link is no longer valid"));
  await press("Revoke", row);
  const question = await screen.findByRole("dialog", { name: "Revoke “Lobby”?" });
  await press("Revoke", question);
  expect(await screen.findByText("This link is no longer valid")).toBeTruthy();
  expect(server.seenAt("queues/walls/5").map(({ method }) => method)).toEqual(["DELETE"]);
});
