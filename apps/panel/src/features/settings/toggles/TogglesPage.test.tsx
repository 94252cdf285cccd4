// @vitest-environment jsdom
import type { ToggleDestination } from "@callpanel/contract";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const toggle = (id: number, name: string, mayWrite = true): ToggleDestination => ({
  id,
  name,
  activeOpt: "A",
  optA: { destType: "queue", target: "600", name: "Support" },
  optB: { destType: "user", target: "101", name: "Alice Archer" },
  may_write: mayWrite,
});

async function openPage() {
  const server = createFakeServer();
  server.permit([read("toggle_destinations")]);
  const all = [toggle(900, "Day and night"), toggle(901, "Holidays", false), toggle(902, "")];
  server.spoil("toggle_destinations", { status: 200, body: { success: true, total: 3, toggle_dest: all } });
  await openPanel({ server, path: "/settings/toggle_destinations", signedIn: true });
  await screen.findByText("Day and night");
  return server;
}
const choose = (name: string) => act(async () => fireEvent.click(screen.getByRole("radio", { name })));

it("SET-12 the active place is selected; one click changes to the other, with a notice", async () => {
  const server = await openPage();
  expect(screen.getByRole("radio", { name: "A: Support" })).toHaveProperty("checked", true);
  server.spoil("toggle_destinations/900", { status: 200, body: { ...toggle(900, "Day and night"), activeOpt: "B" } });
  await choose("B: Alice Archer");
  expect(server.seenAt("toggle_destinations/900").map(({ method, body }) => ({ method, body }))).toEqual([
    { method: "PUT", body: { active_opt: "B" } },
  ]);
  expect(await screen.findByText("Day and night now goes to Alice Archer")).toBeTruthy();
});

it("SET-12 a refusal reverts it and says why", async () => {
  const server = await openPage();
  server.spoil("toggle_destinations/900", failure(403, "request.forbidden", "Not yours"));
  await choose("B: Alice Archer");
  expect(await screen.findByText("Not yours")).toBeTruthy();
  expect(screen.getByRole("radio", { name: "A: Support" })).toHaveProperty("checked", true);
});

it("SET-12 an incomplete toggle is not shown, a read-only one has no choice", async () => {
  await openPage();
  expect(screen.queryByText("902 goes to Support")).toBeNull();
  expect(screen.getByText("901 goes to Support")).toBeTruthy();
  expect(screen.getAllByRole("radio")).toHaveLength(2);
});
