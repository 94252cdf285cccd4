// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { failure } from "../../../test/fakeServer.ts";
import { closePanel } from "../../../test/openPanel.tsx";
import { CALLS, click, entry, HOSTILE, lastQuery, ok, openReports, report } from "./test/openReports.ts";

afterEach(closePanel);

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
