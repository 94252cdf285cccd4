// @vitest-environment jsdom
import type { QueueCall, QueueSummaryRow } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createFakeServer, failure, read } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";

afterEach(() => {
  closePanel();
  vi.unstubAllGlobals();
});

const HOSTILE = '<img src=x onerror="alert(1)">';
const SUMMARY = "/queues/reports/summary";
const CALLS = "/queues/reports/call_details";
const figures = {
  calls: 12,
  answered: 9,
  abandon: 2,
  timeout: 1,
  exit: 0,
  in_queue: 0,
  in_target: 6,
  service_level: 50,
  avg_hold: 21.4,
  avg_talk: 3_725,
  max_talk: 4_000,
  total: 33_525,
};
const row: QueueSummaryRow = { queue: "600", queue_name: HOSTILE, date: "2026-03-08", ...figures };
const call = (number: number, more: Partial<QueueCall> = {}): QueueCall => ({
  callid: `call-${number}`,
  queue: "600",
  queue_name: "Support",
  date: "2026-03-08T14:05:00-04:00",
  number: "+14165550199",
  name: "Ada Abara",
  agent: "104",
  agent_name: "Dave Diaz",
  position: 1,
  wait: 12.4,
  talk: 65,
  callback: false,
  status: "COMPLETECALLER",
  ...more,
});
const entry = (event: string, values: readonly string[]) => ({
  date: "2026-03-08T14:05:09-04:00",
  callid: "call-1",
  queue: "600",
  queue_name: "Support",
  agent: "104",
  agent_name: "Dave Diaz",
  event,
  values,
});
const ok = (body: object) => ({ status: 200, body });

async function openReports(path = "/queues/reports") {
  const server = createFakeServer();
  server.permit([read("queue_reports")]);
  server.spoil(
    "/queues/reports/choices",
    ok({
      queues: [
        { id: "600", name: "Support" },
        { id: "601", name: "Sales" },
      ],
      agents: [{ extension: "104", name: "Dave Diaz" }],
    }),
  );
  server.spoil(SUMMARY, ok({ total: 1, data: [row], totals: figures }));
  server.spoil(
    CALLS,
    ok({
      total: 230,
      data: [
        call(1),
        call(2, {
          callback: true,
          callid: "call-2",
          status: "in queue",
          talk: null,
          wait: null,
          agent: "",
          agent_name: "",
          name: "",
          number: "",
        }),
      ],
    }),
  );
  const opened = await openPanel({ server, signedIn: true, path });
  return { server, ...opened };
}

const click = (element: HTMLElement) => act(async () => fireEvent.click(element));
const put = (name: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(name), { target: { value } }));
const show = () => click(screen.getByRole("button", { name: "Show" }));
const report = () => screen.findByRole("table", { name: "Report" });
const lastQuery = (server: { seenAt: (path: string) => ReadonlyArray<{ url: string }> }, path: string) =>
  Object.fromEntries(
    new URLSearchParams(
      server
        .seenAt(path)
        .findLast(({ url }) => !url.includes("hourly"))
        ?.url.split("?")[1],
    ),
  );

it("RPT-4 the summary has the columns of the specification, durations as clocks, and totals", async () => {
  await openReports();
  const table = within(await report());
  expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Queue name",
    "Date",
    "Calls",
    "Answered",
    "Abandon",
    "Timeout",
    "Exit",
    "Service level",
    "Avg hold",
    "Avg talk",
    "Max talk",
    "Total talk",
  ]);
  const [, first, totals] = table.getAllByRole("row");
  expect([...(first?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    HOSTILE,
    "Mar 8, 2026",
    "12",
    "9",
    "2",
    "1",
    "0",
    "50 %",
    "00:21",
    "01:02:05",
    "01:06:40",
    "09:18:45",
  ]);
  expect(totals?.textContent).toMatch(/^Total12921050 %/);
  expect(screen.getByText("1 row")).toBeTruthy();
});

it("RPT-8 the charts are pictures with a name", async () => {
  await openReports();
  await report();
  const names = (await screen.findAllByRole("img")).map((one) => one.getAttribute("aria-label"));
  expect(names).toContain("Service level. The table has the same figures.");
  expect(await screen.findByRole("img", { name: /^Calls by weekday and hour/ })).toBeTruthy();
});

it("RPT-1 RPT-2 the chosen filter is requested with Show, and is in the address", async () => {
  const { server, href } = await openReports();
  await report();
  const before = server.seenAt(SUMMARY).length;
  await put("Queue", "600");
  await put("Queue", "601");
  await put("Start date", "2026-03-01");
  await put("End date", "2026-03-08");
  await put("Time zone", "America/Toronto");
  expect(screen.getByRole("radio", { name: "Custom", checked: true })).toBeTruthy();
  expect(server.seenAt(SUMMARY)).toHaveLength(before);
  await show();
  await waitFor(() =>
    expect(lastQuery(server, SUMMARY)).toEqual({
      start_date: "2026-03-01",
      end_date: "2026-03-08",
      timezone: "America/Toronto",
      queues: "600,601",
    }),
  );
  expect(href()).toBe(
    "/queues/reports?type=queue_summary&scope=custom&start_date=2026-03-01&end_date=2026-03-08&timezone=America%2FToronto&queues=600%2C601",
  );
  await click(screen.getByRole("button", { name: "Remove Support" }));
  await show();
  await waitFor(() => expect(lastQuery(server, SUMMARY)["queues"]).toBe("601"));
});

it("RPT-3 errors are shown at their fields, nothing is requested, and what was typed stays", async () => {
  const { server } = await openReports();
  await report();
  const before = server.seenAt(SUMMARY).length;
  await put("Start date", "2026-03-08");
  await put("End date", "2026-03-01");
  await put("Time zone", "Mars");
  expect(screen.queryByText("The end date is before the start date")).toBeNull();
  await show();
  expect(screen.getByLabelText("End date").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("The end date is before the start date")).toBeTruthy();
  expect(screen.getByText(/^Choose a time zone from the list/)).toBeTruthy();
  expect(server.seenAt(SUMMARY)).toHaveLength(before);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Time zone")));
  await put("Time zone", "UTC");
  await put("End date", "2028-03-01");
  expect(screen.getByText("Choose at most 366 days")).toBeTruthy();
});

it("RPT-11 a report that fails says why, keeps the filter, and is loaded again", async () => {
  const { server } = await openReports();
  await report();
  server.spoil(SUMMARY, failure(403, "request.forbidden", "You do not have permission to do this"));
  await put("Start date", "2026-03-01");
  await put("End date", "2026-03-08");
  await show();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Failed to load the queue report");
  expect(alert.textContent).toContain("You do not have permission to do this");
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByLabelText("Start date")).toHaveProperty("value", "2026-03-01");
  server.spoil(SUMMARY, ok({ total: 1, data: [row], totals: figures }));
  await click(within(alert).getByRole("button", { name: "Retry" }));
  expect(await report()).toBeTruthy();
});

it("RPT-11 an unknown type of report shows an error, with a link to the summary", async () => {
  const { server } = await openReports("/queues/reports?type=weather");
  expect((await screen.findByRole("alert")).textContent).toContain("Unknown report type");
  expect(server.seenAt(SUMMARY)).toHaveLength(0);
  await click(screen.getByRole("button", { name: "Show queue summary" }));
  expect(await report()).toBeTruthy();
});

it("RPT-5 RPT-6 call details have the status in words, pages of 100, and open the story of a call", async () => {
  const { server } = await openReports("/queues/reports?type=call_details");
  server.spoil(
    "/queues/reports/logs/call-1",
    ok({
      total: 3,
      data: [
        entry("ENTERQUEUE", ["", "+14165550199", "2", HOSTILE]),
        entry("RINGNOANSWER", ["15000"]),
        entry("COMPLETECALLER", ["12", "65", "2"]),
      ],
    }),
  );
  expect((await report()).textContent).toContain("Caller hung up");
  expect((await report()).textContent).toContain("Waiting (callback)");
  expect((await report()).textContent).not.toContain("Caller hung up (callback)");
  expect(lastQuery(server, CALLS)).toMatchObject({ limit: "100", offset: "0" });
  const opener = screen.getByRole("button", { name: "Open the call of Ada Abara, Mar 8, 2026, 2:05 PM" });
  opener.focus();
  await click(opener);
  const story = await screen.findByRole("complementary", { name: "Call story" });
  await waitFor(() =>
    expect(
      within(story)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      `14:05:09${HOSTILE} joined at position 2Support`,
      "14:05:09Dave Diaz did not answer, phone rang for 00:15Support",
      "14:05:09The caller hung up after 01:05Support",
    ]),
  );
  await act(async () => fireEvent.keyDown(story, { key: "Escape" }));
  await waitFor(() => expect(document.activeElement?.id).toBe(opener.id));
  await click(screen.getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(lastQuery(server, CALLS)).toMatchObject({ limit: "100", offset: "100" }));
});

it("QCB-30 the story of a caller who was called back has each step in words", async () => {
  const { server } = await openReports("/queues/reports?type=call_details");
  const outcall = (step: string) => entry("OUTCALL", [step, "+14165550199", "1"]);
  const steps = ["ASKED", "DIALLED", "NOANSWER", "BUSY", "NOTCONFIRMED", "DROPPED"].map(outcall);
  const data = [
    ...steps,
    entry("EXITWITHTIMEOUT", ["1", "1", "65"]),
    entry("WITHDRAW", ["1", "1", "65", "called again"]),
  ];
  server.spoil("/queues/reports/logs/call-1", ok({ total: data.length, data }));
  await click(await screen.findByRole("button", { name: /^Open the call of Ada Abara/ }));
  const story = await screen.findByRole("complementary", { name: "Call story" });
  await waitFor(() =>
    expect(
      within(story)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent?.replace("14:05:09", "").replace(/Support$/, "")),
    ).toEqual([
      "The caller asked to be called back at (416) 555-0199",
      "Dave Diaz called (416) 555-0199 back",
      "(416) 555-0199 did not answer",
      "(416) 555-0199 was busy or couldn’t be called",
      "(416) 555-0199 answered, but no one pressed the key",
      "The callback to (416) 555-0199 was interrupted",
      "The callback failed after 01:05",
      "The caller called again after 01:05",
    ]),
  );
});

it("RPT-11 the story of a call that fails to load says so", async () => {
  const { server } = await openReports("/queues/reports?type=call_details");
  server.spoil("/queues/reports/logs/call-1", failure(500, "server.internal", "Something went wrong on the server"));
  await click(await screen.findByRole("button", { name: /^Open the call of Ada Abara/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load the events of this call");
});

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

it("RPT-9 a file has the filter that is shown, and a failure is shown", async () => {
  const { server } = await openReports(
    "/queues/reports?type=call_details&start_date=2026-03-01&end_date=2026-03-08&timezone=UTC&agent=104",
  );
  await report();
  server.spoil(`${CALLS}_export`, failure(500, "server.internal", "Something went wrong on the server"));
  await put("Start date", "2026-03-05");
  await click(screen.getByRole("button", { name: "Download CSV" }));
  await waitFor(() =>
    expect(lastQuery(server, `${CALLS}_export`)).toEqual({
      start_date: "2026-03-01",
      end_date: "2026-03-08",
      timezone: "UTC",
      agent: "104",
    }),
  );
  expect(await screen.findByText(/^Failed to export the queue report/)).toBeTruthy();
});

/** Printing as browsers do it. @returns the rows that were in the page at each print */
function stubPrint() {
  const printed: string[][] = [];
  vi.stubGlobal("print", () => {
    printed.push(screen.getAllByRole("row").map(({ textContent }) => textContent));
    window.dispatchEvent(new Event("afterprint"));
  });
  return printed;
}

it("RPT-14 all rows of a summary are printed up to the limit, and the page is as before", async () => {
  const { server } = await openReports();
  const printed = stubPrint();
  const rows = Array.from({ length: 1_003 }, (_, at) => ({ ...row, queue: String(at), queue_name: `Queue ${at}` }));
  server.spoil(SUMMARY, ok({ total: rows.length, data: rows, totals: figures }));
  await report();
  await show();
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(102));
  await click(screen.getByRole("button", { name: "Print" }));
  expect(printed[0]).toHaveLength(1_002);
  expect(printed[0]?.at(-2)).toContain("Queue 999");
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(102));
  expect(screen.getByRole("button", { name: "Print" }).getAttribute("aria-busy")).toBeNull();
});

it("RPT-14 call details of all pages are requested and printed with a note; a failure is shown", async () => {
  const { server } = await openReports("/queues/reports?type=call_details");
  await report();
  let note = "";
  vi.stubGlobal("print", () => {
    note = screen.getByText(/^The first/).textContent;
    window.dispatchEvent(new Event("afterprint"));
  });
  await click(screen.getByRole("button", { name: "Print" }));
  expect(lastQuery(server, CALLS)).toMatchObject({ limit: "1000", offset: "0" });
  expect(note).toBe("The first 2 of 230 rows. The CSV file has all of them.");
  await waitFor(() => expect(screen.queryByText(/^The first/)).toBeNull());
  server.spoil(CALLS, failure(500, "server.internal", "Something went wrong on the server"));
  await click(screen.getByRole("button", { name: "Print" }));
  expect(await screen.findByText(/^Failed to load the queue report/)).toBeTruthy();
});
