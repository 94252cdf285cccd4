// @vitest-environment jsdom
import { createFakeClock } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { startReporting } from "./reporting.ts";
import type { ReportingDeps } from "./reporting.ts";

const ON = { error_reporting: { url: "https://errors.example/panel", sample_rate: 0.5 }, analytics: null };

function open(config: ReportingDeps["config"], chance = 0.49) {
  const clock = createFakeClock();
  const target = new EventTarget();
  const page = document.implementation.createHTMLDocument();
  const posted: Array<readonly [string, Record<string, unknown>]> = [];
  startReporting({
    config,
    version: "1.2.3",
    window: Object.assign(target, {
      document: page,
      location: Object.assign(new URL("https://phone.example/voicemails/INBOX/42?search=bob"), {
        ancestorOrigins: window.location.ancestorOrigins,
        assign: () => undefined,
        reload: () => undefined,
        replace: () => undefined,
      }),
    }),
    clock,
    random: () => chance,
    post: (url, body) => posted.push([url, JSON.parse(body)]),
  });
  const fail = (error: unknown) => target.dispatchEvent(Object.assign(new Event("error"), { error }));
  return { clock, page, posted, fail, target };
}

it("REPORT-1 nothing is sent without configuration", () => {
  const { posted, page, fail } = open({ error_reporting: null, analytics: null });
  fail(new Error("x"));
  expect([posted, page.querySelectorAll("script")]).toEqual([[], expect.objectContaining({ length: 0 })]);
});

it("REPORT-2 an unexpected error is posted once, at most one per ten seconds, at the configured rate", async () => {
  const { posted, fail, clock, target } = open(ON);
  fail(new TypeError("first"));
  fail(new TypeError("first"));
  fail(new Error("second, too soon"));
  await clock.advance(10_000);
  fail(new TypeError("first"));
  target.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: new Error("third") }));
  expect(posted.map(([url, { name, message, page, version }]) => [url, name, message, page, version])).toEqual([
    ["https://errors.example/panel", "TypeError", "first", "/voicemails", "1.2.3"],
    ["https://errors.example/panel", "Error", "third", "/voicemails", "1.2.3"],
  ]);
  const unlucky = open(ON, 0.5);
  unlucky.fail(new Error("x"));
  expect(unlucky.posted).toEqual([]);
});

it("REPORT-2 an error in a loop does not flood the server", async () => {
  const { posted, fail, clock } = open(ON);
  for (let time = 0; time < 30; time += 1) {
    fail(new Error(`turn ${"x".repeat(time)}`));
    await clock.advance(10_000);
  }
  expect(posted).toHaveLength(20);
});

it("REPORT-3 a report has no personal data", () => {
  const { posted, fail } = open(ON);
  const error = new Error("call of +1 (416) 555-0142 by alice@example.com failed at https://x/?token=abc");
  error.stack = `Error at https://phone.example/assets/a.js?user=alice ${"t".repeat(43)}`;
  fail(error);
  const text = JSON.stringify(posted);
  for (const secret of ["416", "alice", "abc", "ttt", "bob", "INBOX"]) expect(text).not.toContain(secret);
});

it("REPORT-4 the visit counter has its account id, and is loaded only if configured", () => {
  const { page } = open({
    error_reporting: null,
    analytics: { script: "https://stats.example/s.js", tracker_id: "T-1" },
  });
  const [script] = page.querySelectorAll("script");
  expect([script?.src, script?.dataset["trackerId"]]).toEqual(["https://stats.example/s.js", "T-1"]);
});
