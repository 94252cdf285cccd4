// @vitest-environment jsdom
import type { SavedQueueReport } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const HOSTILE = "<img src=x onerror=alert(1)>";
const SAVED = "/queues/reports/saved";
const ok = (body: object) => ({ status: 200, body });
const REPORT: SavedQueueReport = {
  id: 7,
  name: HOSTILE,
  type: "call_details",
  queues: ["600"],
  agent: "104",
  timezone: "America/Toronto",
  every: "week",
  weekday: 5,
  time: "18:00",
  locale: "en-US",
  recipients: [{ extension: "103", name: "Carol Chen" }],
  next_at: "2026-03-13T18:00:00-04:00",
  last_sent_at: null,
};

async function openSaved(data: readonly SavedQueueReport[] = [REPORT]) {
  const server = createFakeServer();
  server.permit([read("queue_reports")]);
  server.spoil(
    "/queues/reports/choices",
    ok({
      queues: [{ id: "600", name: "Support" }],
      agents: [{ extension: "104", name: "Dave Diaz" }],
    }),
  );
  server.spoil("/queues/reports/call_details", ok({ total: 0, data: [] }));
  server.spoil(
    "/queues/reports/recipients",
    ok({
      total: 2,
      data: [
        { extension: "101", name: "Alice Archer" },
        { extension: "103", name: "Carol Chen" },
      ],
    }),
  );
  server.spoil(SAVED, ok({ total: data.length, data }));
  const path = "/queues/reports?type=call_details&queues=600&timezone=UTC&start_date=2026-03-01&end_date=2026-03-02";
  await openPanel({ server, signedIn: true, path });
  await click(await screen.findByRole("button", { name: "Reports by e-mail" }));
  const dialog = await screen.findByRole("dialog", { name: "Reports by e-mail" });
  return { server, dialog: within(dialog) };
}
const click = (element: HTMLElement) => act(async () => fireEvent.click(element));
const put = (element: HTMLElement, value: string) => act(async () => fireEvent.change(element, { target: { value } }));

it("RPT-12 the list shows what is sent, when, to which recipients, and when next", async () => {
  const { dialog } = await openSaved();
  const row = await dialog.findByRole("listitem");
  expect(row.textContent).toContain(
    `${HOSTILE}Call details, every Friday at 18:00, America/TorontoTo Carol ChenNext on Mar 13, 2026, 6:00 PM`,
  );
});

it("RPT-12 a new report has the filter of the page and the user as recipient, and a missing name is an error", async () => {
  const { server, dialog } = await openSaved([]);
  expect(await dialog.findByText(/^No reports by e-mail yet/)).toBeTruthy();
  await click(dialog.getByRole("button", { name: "New report by e-mail" }));
  await waitFor(() => expect(dialog.getByText("Call details · Support · UTC")).toBeTruthy());
  await waitFor(() => expect(dialog.getByRole("button", { name: "Remove Alice Archer" })).toBeTruthy());
  await click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter a name. It is the subject of the e-mail")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Name")));
  expect(server.seenAt(SAVED).filter(({ method }) => method === "POST")).toEqual([]);
  await put(dialog.getByLabelText("Name"), " Morning ");
  await put(dialog.getByRole("combobox", { name: "To" }), "103");
  await click(dialog.getByRole("button", { name: "Remove Alice Archer" }));
  await put(dialog.getByLabelText("At"), "06:15");
  server.spoil(SAVED, ok({ ...REPORT, name: "Morning" }));
  await click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(server.seenAt(SAVED).find(({ method }) => method === "POST")?.body).toEqual({
      name: "Morning",
      type: "call_details",
      queues: ["600"],
      agent: "",
      timezone: "UTC",
      every: "day",
      weekday: 1,
      time: "06:15",
      locale: "en-US",
      recipients: ["103"],
    }),
  );
});

it("RPT-12 a refusal keeps what was typed, and shows the reason", async () => {
  const { server, dialog } = await openSaved();
  await click(await dialog.findByRole("button", { name: `Change ${HOSTILE}` }));
  expect(dialog.getByRole("combobox", { name: "On" })).toHaveProperty("value", "5");
  await put(dialog.getByLabelText("Name"), "Friday");
  server.spoil(
    `${SAVED}/7`,
    failure(422, "queueReports.saved.recipient", "The report cannot be sent to 103: no right"),
  );
  await click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^The report cannot be sent to 103/)).toBeTruthy();
  expect(dialog.getByLabelText("Name")).toHaveProperty("value", "Friday");
  await click(dialog.getByRole("button", { name: "Cancel" }));
  expect(await dialog.findByRole("button", { name: `Change ${HOSTILE}` })).toBeTruthy();
});

it("RPT-12 a report is deleted after a question", async () => {
  const { server, dialog } = await openSaved();
  await click(await dialog.findByRole("button", { name: `Delete ${HOSTILE}` }));
  const question = within(await screen.findByRole("dialog", { name: "Delete this report by e-mail?" }));
  server.spoil(`${SAVED}/7`, ok({ success: true }));
  await click(question.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(server.seenAt(`${SAVED}/7`).map(({ method }) => method)).toEqual(["DELETE"]));
});
