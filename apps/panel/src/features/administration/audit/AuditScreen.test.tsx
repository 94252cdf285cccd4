// @vitest-environment jsdom
import type { AuditLine } from "@callpanel/contract";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const PATH = "/api/v1/administration/audit";
const line = (id: number, more: Partial<AuditLine>): AuditLine => ({
  id,
  at: 1_700_000_000_000,
  act: "people.changed",
  way: "panel",
  by: { uid: "1", name: "Grace Gyamfi" },
  object: null,
  person: { uid: "2", name: "Bob Brandt" },
  details: {},
  ...more,
});

it("AUDIT-7 the page says who changed what, from what to what, and loads older lines", async () => {
  const server = createFakeServer();
  server.permit([{ module: "administration", rule: "show_audit_log" }]);
  const details = { "department.from": "Sales", "department.to": null };
  const command = line(8, { act: "lines.added", by: null, way: "command", person: null });
  const thing = { person: null, object: { kind: "queue", id: "603", name: "Desk" } as const };
  const queue = line(7, {
    ...thing,
    act: "queues.added",
    details: { "joinWhenEmpty.from": null, "joinWhenEmpty.to": "no_agents", "records.from": false, "records.to": true },
  });
  const week = '{"days":[1,2,3,4,5],"fromMinute":510,"toMinute":1020}, {"days":[6],"fromMinute":600,"toMinute":840}';
  const hours = line(6, {
    ...thing,
    act: "hours.added",
    details: { "hours.from": null, "hours.to": week, "classes.from": "", "classes.to": "inland, emergency" },
  });
  server.spoil(PATH, { status: 200, body: { data: [line(9, { details }), command, queue, hours], next: 6 } });
  await openPanel({ server, path: "/administration/audit_log", signedIn: true });
  const list = await screen.findByRole("list", { name: "Audit log" });
  const [first, second] = within(list).getAllByText(/^(Person changed|Outside line added)$/);
  expect([first?.textContent, second?.textContent]).toEqual(["Person changed", "Outside line added"]);
  expect(within(list).getByText("Department: Sales → empty")).toBeTruthy();
  for (const text of [
    "Turn new callers away: When no agent’s phone is connected",
    "Record all calls: no → yes",
    "Hours: Mon–Fri 8:30 AM–5:00 PM · Sat 10:00 AM–2:00 PM",
    "Calls that it takes: calls within the country, emergency calls",
  ])
    expect(within(list).getByText(text)).toBeTruthy();
  expect(within(list).getAllByText("Desk 603")).toHaveLength(2);
  expect([within(list).getAllByText("Grace Gyamfi").length, within(list).getAllByText("Command line").length]).toEqual([
    3, 1,
  ]);
  server.spoil(PATH, { status: 200, body: { data: [line(3, { act: "people.removed" })], next: null } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Show older" })));
  expect(await within(list).findByText("Person removed")).toBeTruthy();
  expect(server.seenAt(PATH).at(-1)?.url).toContain("before=6");
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});
