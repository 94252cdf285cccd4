/** The page of queue reports with two queues, an agent and some calls, and the steps of its tests. */
import type { QueueCall, QueueSummaryRow } from "@callpanel/contract";
import { act, fireEvent, screen } from "@testing-library/react";
import { createFakeServer, read } from "../../../../test/fakeServer.ts";
import { openPanel } from "../../../../test/openPanel.tsx";

export const HOSTILE = '<img src=x onerror="alert(1)">';
export const SUMMARY = "/queues/reports/summary";
export const CALLS = "/queues/reports/call_details";
export const figures = {
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
export const row: QueueSummaryRow = { queue: "600", queue_name: HOSTILE, date: "2026-03-08", ...figures };
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
export const entry = (event: string, values: readonly string[]) => ({
  date: "2026-03-08T14:05:09-04:00",
  callid: "call-1",
  queue: "600",
  queue_name: "Support",
  agent: "104",
  agent_name: "Dave Diaz",
  event,
  values,
});
export const ok = (body: object) => ({ status: 200, body });

export async function openReports(path = "/queues/reports") {
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

export const click = (element: HTMLElement) => act(async () => fireEvent.click(element));
export const put = (name: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(name), { target: { value } }));
export const show = () => click(screen.getByRole("button", { name: "Show" }));
export const report = () => screen.findByRole("table", { name: "Report" });
export const lastQuery = (server: { seenAt: (path: string) => ReadonlyArray<{ url: string }> }, path: string) =>
  Object.fromEntries(
    new URLSearchParams(
      server
        .seenAt(path)
        .findLast(({ url }) => !url.includes("hourly"))
        ?.url.split("?")[1],
    ),
  );
