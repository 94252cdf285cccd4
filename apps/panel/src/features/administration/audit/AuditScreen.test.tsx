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
  server.spoil(PATH, { status: 200, body: { data: [line(9, { details }), command], next: 8 } });
  await openPanel({ server, path: "/administration/audit_log", signedIn: true });
  const list = await screen.findByRole("list", { name: "Audit log" });
  const [first, second] = within(list).getAllByText(/Person changed|Outside line added/);
  expect([first?.textContent, second?.textContent]).toEqual(["Person changed", "Outside line added"]);
  expect(within(list).getByText("Department: Sales → empty")).toBeTruthy();
  expect([within(list).getByText("Grace Gyamfi"), within(list).getByText("Command line")]).toHaveLength(2);
  server.spoil(PATH, { status: 200, body: { data: [line(3, { act: "people.removed" })], next: null } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Show older" })));
  expect(await within(list).findByText("Person removed")).toBeTruthy();
  expect(server.seenAt(PATH).at(-1)?.url).toContain("before=8");
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});
