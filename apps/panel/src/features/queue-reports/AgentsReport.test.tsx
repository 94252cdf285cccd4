// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { failure } from "../../../test/fakeServer.ts";
import { closePanel } from "../../../test/openPanel.tsx";
import { click, entry, lastQuery, ok, openReports, put, report, show } from "./test/openReports.ts";

afterEach(closePanel);

const WORK = {
  answered: 5,
  missed: 2,
  rejected: 1,
  talk: 600,
  avg_hold: null,
  wrap_up: 30,
  paused: 900,
  pauses: [
    { cause: "lunch_break", seconds: 600 },
    { cause: "", seconds: 300 },
  ],
  logged_in: 28_800,
  occupancy: 0.023,
};
const AGENTS = { total: 1, data: [{ agent: "104", agent_name: "Dave Diaz", ...WORK }], totals: WORK };

it("RPT-7 agent details have a column for each cause of a pause", async () => {
  const { server } = await openReports();
  server.spoil("/queues/reports/agents", ok(AGENTS));
  await report();
  await put("Report type", "agent_details");
  await show();
  await waitFor(() => expect(screen.getByRole("columnheader", { name: "Lunch" })).toBeTruthy());
  const [, first] = within(await report()).getAllByRole("row");
  expect([...(first?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    "Dave Diaz (104)",
    "5",
    "2",
    "1",
    "10:00",
    "–",
    "00:30",
    "15:00",
    "10:00",
    "05:00",
    "08:00:00",
    "2 %",
  ]);
});

const AGENT_LOG = "/queues/reports/logs/agent/104";

/** Agent details of a week, with the button that opens the log of the one agent. */
async function openAgents() {
  const { server } = await openReports("/queues/reports?start_date=2026-03-01&end_date=2026-03-08&timezone=UTC");
  server.spoil("/queues/reports/agents", ok(AGENTS));
  await report();
  await put("Report type", "agent_details");
  await show();
  return { server, opener: await screen.findByRole("button", { name: "Open the log of Dave Diaz (104)" }) };
}

it("RPT-15 an agent's row opens what they did in the period, in words and a page at a time", async () => {
  const { server, opener } = await openAgents();
  const about = (event: string, ...values: readonly string[]) => ({
    ...entry(event, values),
    callid: "",
    queue_name: "",
  });
  const rows = [
    about("AGENTLOGOFF", "", "28800"),
    about("UNPAUSE", "lunch_break"),
    about("PAUSE", "lunch_break"),
    about("PAUSEALL", ""),
    about("ADDMEMBER", "PAUSED"),
    entry("CONNECT", ["12", "leg", "5"]),
    about("PENALTY", "3"),
    about("RINGINUSE", "0"),
    about("AGENTLOGIN"),
  ];
  server.spoil(AGENT_LOG, ok({ total: rows.length + 1, data: rows }));
  opener.focus();
  await click(opener);
  const log = await screen.findByRole("complementary", { name: "Agent log" });
  const lines = () =>
    within(log)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent?.replace("Mar 8, 14:05:09", ""));
  await waitFor(() =>
    expect(lines()).toEqual([
      "Logged out after 08:00:00",
      "Pause ended",
      "Paused (Lunch)",
      "Paused in all queues (No reason)",
      "Joined the queue, paused",
      "Dave Diaz answered after 00:12Support",
      "Level changed to 3",
      "No longer rings during other calls",
      "Logged in",
    ]),
  );
  const filter = { start_date: "2026-03-01", end_date: "2026-03-08", timezone: "UTC" };
  expect(lastQuery(server, AGENT_LOG)).toEqual({ ...filter, limit: "100", offset: "0" });
  server.spoil(AGENT_LOG, ok({ total: rows.length + 1, data: [about("REMOVEMEMBER")] }));
  await click(within(log).getByRole("button", { name: "Show earlier events" }));
  await waitFor(() => expect(lines()).toHaveLength(rows.length + 1));
  expect(lastQuery(server, AGENT_LOG)).toEqual({ ...filter, limit: "100", offset: String(rows.length) });
  expect(within(log).queryByRole("button", { name: "Show earlier events" })).toBeNull();
  await act(async () => fireEvent.keyDown(log, { key: "Escape" }));
  await waitFor(() => expect(document.activeElement?.id).toBe(opener.id));
});

it.each([
  [500, "server.internal", "Failed to load the log of this agent"],
  [404, "queueReports.agent", "This person no longer exists"],
])("RPT-11 RPT-15 the log of an agent that cannot be shown says so: %s", async (status, code, text) => {
  const { server, opener } = await openAgents();
  server.spoil(AGENT_LOG, failure(status, code, "Reason"));
  await click(opener);
  const log = await screen.findByRole("complementary", { name: "Agent log" });
  await waitFor(() => expect(log.textContent).toContain(text));
});
