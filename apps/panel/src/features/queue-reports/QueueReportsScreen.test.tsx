// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { failure } from "../../../test/fakeServer.ts";
import { closePanel } from "../../../test/openPanel.tsx";
import {
  CALLS,
  click,
  figures,
  HOSTILE,
  lastQuery,
  ok,
  openReports,
  put,
  report,
  row,
  show,
  SUMMARY,
} from "./test/openReports.ts";

afterEach(() => {
  closePanel();
  vi.unstubAllGlobals();
});

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
