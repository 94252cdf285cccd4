// @vitest-environment jsdom
import type { RecordingArchive } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { callOf, detailsOf } from "../../../test/fakeCalls.ts";
import { createFakeEvents } from "../../../test/fakeEvents.ts";
import { createFakeServer, failure, read } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { readAddress } from "./address.model.ts";

afterEach(closePanel);

const HOSTILE = '<img src=x onerror="alert(1)">';
const CALLS = [
  callOf({ id: 1, recording: true }),
  callOf({
    id: 2,
    caller_id: 1,
    callee_id: null,
    from: "101",
    to: "600",
    to_name: "Support",
    destination: "queue",
    talk_duration: null,
    disposition: "busy",
    failed: true,
  }),
  callOf({
    id: 3,
    caller_id: null,
    from: "+14165550199",
    from_name: HOSTILE,
    talk_duration: null,
    disposition: "cancelled",
  }),
];
const LIST = "/cdrs/friendly_calls_by_date";
const ARCHIVES = "/archive/cdrs/recording/bulk";
const answer = (data: typeof CALLS, total = data.length) => ({ status: 200, body: { success: true, total, data } });
const SELF = {
  user_id: 1,
  subscriber_id: 1,
  exten: "101",
  username: "alice",
  first_name: "Alice",
  last_name: "Archer",
  may_write: true,
};

async function openHistory(reply = answer(CALLS)) {
  const server = createFakeServer();
  server.permit([read("cdrs"), read("configs")]);
  server.spoil(LIST, reply);
  server.spoil(ARCHIVES, { status: 200, body: { data: null } });
  server.spoil("/cdrs/can_watch_users", { status: 200, body: { total: 1, data: [SELF] } });
  const opened = await openPanel({ server, signedIn: true, path: "/cdrs" });
  return { server, ...opened };
}
const open = (name: string) => screen.findByRole("button", { name });
const click = (element: HTMLElement) => act(async () => fireEvent.click(element));
const lastQuery = (server: { seenAt: (path: string) => ReadonlyArray<{ url: string }> }) =>
  new URLSearchParams(server.seenAt(LIST).at(-1)?.url.split("?")[1]);

it("CDR-43 CDR-44 a call of a queue that one answered is incoming, with the queue", async () => {
  const agent = { number: "101", name: "Alice Archer", user_id: 1 };
  const queued = { callee_id: null, to: "600", to_name: "Support", destination: "queue", answered_by: agent } as const;
  await openHistory(answer([callOf(queued)]));
  expect(await open("Bob Brandt. Incoming")).toBeTruthy();
  expect(screen.getByText("Call Queue 600")).toBeTruthy();
});

it.each([
  ["conference", "800", "Conference 800"],
  ["personal_conference", "*99101", "Personal Conference"],
] as const)("CDR-43 a call to a %s has its label", async (destination, to, label) => {
  await openHistory(answer([callOf({ caller_id: 1, callee_id: null, from: "101", to, to_name: "", destination })]));
  expect(await screen.findByText(label)).toBeTruthy();
});

it("CDR-40 CDR-43 CDR-44 18 calls are requested; each shows the other person, the kind and the result as text", async () => {
  const { server } = await openHistory();
  expect(await open("Bob Brandt. Incoming")).toBeTruthy();
  expect(await open("Call Queue 600. Not reached")).toBeTruthy();
  expect(await open(`${HOSTILE}. Missed`)).toBeTruthy();
  expect(screen.getByText("Busy")).toBeTruthy();
  expect(screen.getByText("3 calls")).toBeTruthy();
  expect([lastQuery(server).get("start"), lastQuery(server).get("limit")]).toEqual(["0", "18"]);
  expect(screen.getAllByRole("button", { name: /^Listen to the recording/ })).toHaveLength(1);
});

it("CDR-41 period, zone and order are sent, and each change goes to the first page", async () => {
  const { server } = await openHistory(answer(CALLS, 40));
  await open("Bob Brandt. Incoming");
  await click(screen.getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(lastQuery(server).get("start")).toBe("18"));
  const choose = (name: string, value: string) =>
    act(async () => fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } }));
  await act(async () => fireEvent.focus(screen.getByRole("combobox", { name: "Time zone" })));
  await choose("Time zone", "Asia/Tokyo");
  await choose("Sort", "longest");
  await choose("Period", "between");
  await act(async () => fireEvent.change(screen.getByLabelText("First day"), { target: { value: "2026-03-01" } }));
  await waitFor(() => expect(lastQuery(server).get("date_from")).toBe("2026-03-01"));
  const asked = lastQuery(server);
  expect([asked.get("start"), asked.get("time_zone"), asked.get("sort_column")]).toEqual([
    "0",
    "Asia/Tokyo",
    "duration",
  ]);
});

it("CDR-41 CDR-60 the kind of call is sent, and cleared with the other filters", async () => {
  const { server } = await openHistory();
  await open("Bob Brandt. Incoming");
  expect(lastQuery(server).get("kind")).toBeNull();
  server.spoil(LIST, answer([]));
  await click(screen.getByRole("radio", { name: "Missed" }));
  await waitFor(() => expect(lastQuery(server).get("kind")).toBe("missed"));
  await click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(await open("Bob Brandt. Incoming")).toBeTruthy();
  expect(screen.getByRole("radio", { name: "All" })).toHaveProperty("checked", true);
});

it("CDR-63 the filter and the order are in the address, and an address has its own list", async () => {
  const { server, router } = await openHistory();
  await open("Bob Brandt. Incoming");
  await click(screen.getByRole("radio", { name: "Missed" }));
  const choose = (name: string, value: string) =>
    act(async () => fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } }));
  await choose("Sort", "longest");
  await choose("Period", "between");
  await act(async () => fireEvent.change(screen.getByLabelText("First day"), { target: { value: "2026-03-01" } }));
  await waitFor(() =>
    expect(router.state.location.href).toBe("/cdrs?kind=missed&period=between&from=2026-03-01&sort=longest"),
  );
  expect(screen.getByRole("radio", { name: "Missed" })).toHaveProperty("checked", true);

  await act(async () =>
    router.navigate({ to: "/cdrs", search: { kind: "recorded", people: "102,x", period: "week" } }),
  );
  await waitFor(() => expect(lastQuery(server).get("kind")).toBe("recorded"));
  const asked = lastQuery(server);
  expect([asked.get("filter_by_extension"), asked.get("sort_column")]).toEqual(["102", "calldate"]);
  await act(async () => router.history.back());
  expect(await screen.findByLabelText("First day")).toHaveProperty("value", "2026-03-01");
  expect(screen.getByRole("radio", { name: "Missed" })).toHaveProperty("checked", true);
  await act(async () => router.navigate({ to: "/cdrs", search: {} }));
  await waitFor(() => expect(screen.getByRole("radio", { name: "All" })).toHaveProperty("checked", true));
});

it("CDR-63 a filter that the user may not use is refused, with a button that clears it", async () => {
  const { server, router } = await openHistory();
  await open("Bob Brandt. Incoming");
  server.spoil(LIST, failure(403, "request.forbidden", "You do not have permission to do this"));
  await act(async () => router.navigate({ to: "/cdrs", search: { people: "102" } }));
  const clear = await screen.findByRole("button", { name: "Clear filters" });
  expect(screen.getByText(/permission/)).toBeTruthy();
  server.spoil(LIST, answer(CALLS));
  await click(clear);
  expect(await open("Bob Brandt. Incoming")).toBeTruthy();
  expect(router.state.location.href).toBe("/cdrs");
});

it("CDR-63 what is unknown in an address is ignored", () => {
  const address = { kind: "secret", people: "102,<b>,", period: "between", from: "2026-02-30", to: "2026-03-01" };
  expect(readAddress({ ...address, sort: "price", zone: "Asia/Tokyo" })).toEqual({
    kind: "all",
    people: ["102"],
    period: { choice: "between", from: "", to: "2026-03-01" },
    order: "latest",
  });
});

it("CDR-47 a person who may list only their own calls has no people filter", async () => {
  await openHistory();
  await open("Bob Brandt. Incoming");
  expect(screen.queryByRole("button", { name: "Everyone" })).toBeNull();
});

it("CDR-40 an empty list, no match, and a failure each say what to do", async () => {
  const { server } = await openHistory(answer([]));
  expect(await screen.findByText("No calls yet")).toBeTruthy();
  await choosePeriod("today");
  expect(await screen.findByText("No call matches these filters.")).toBeTruthy();
  server.spoil(LIST, failure(500, "server.internal", "Broken"));
  await click(screen.getByRole("button", { name: "Clear filters" }));
  await choosePeriod("week");
  expect(await screen.findByText("Failed to load call history via API. Broken")).toBeTruthy();
  server.spoil(LIST, answer(CALLS));
  await click(screen.getByRole("button", { name: "Retry" }));
  expect(await open("Bob Brandt. Incoming")).toBeTruthy();
});

const choosePeriod = (value: string) =>
  act(async () => fireEvent.change(screen.getByRole("combobox", { name: "Period" }), { target: { value } }));

it("CDR-48 a call opens next to the list with its steps and quality; Escape closes it and the focus returns", async () => {
  const { server } = await openHistory();
  const [call = callOf()] = CALLS;
  const phone = { mos: 4.4, jitter_ms: 4, loss_percent: 0.1, seconds: 120, round_trip_ms: 28 };
  const side = { codec: "opus", packets_received: 6000, packets_sent: 6000, packets_lost: 6, jitter_ms: 3, phone };
  server.spoil("/cdrs/1", {
    status: 200,
    body: detailsOf(call, {
      quality: { caller: side, callee: null },
      chain: [callOf({ id: 9, from_name: "Dave Diaz", caller_id: 4 }), call],
      recordings: [],
    }),
  });
  const row = await open("Bob Brandt. Incoming");
  await click(row);
  const drawer = await screen.findByRole("complementary", { name: "Call details" });
  expect(await within(drawer).findByText("Good, MOS 4.4")).toBeTruthy();
  expect(within(drawer).getByRole("button", { name: "Dave Diaz → Alice Archer" })).toBeTruthy();
  fireEvent.keyDown(drawer, { key: "Escape" });
  expect(screen.queryByRole("complementary", { name: "Call details" })).toBeNull();
  expect(document.activeElement).toBe(row);
});

it("CDR-48 a call that is closed takes no focus from what the person has chosen meanwhile", async () => {
  await openHistory();
  await click(await open("Bob Brandt. Incoming"));
  const drawer = await screen.findByRole("complementary", { name: "Call details" });
  expect(document.activeElement).toBe(drawer);
  const period = screen.getByRole("combobox", { name: "Period" });
  period.focus();
  fireEvent.click(within(drawer).getByRole("button", { name: "Close call details" }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect([screen.queryByRole("complementary", { name: "Call details" }), document.activeElement]).toEqual([
    null,
    period,
  ]);
});

it("CDR-61 Listen in a row opens the call and plays it; opening it alone does not", async () => {
  const { server } = await openHistory();
  const begun = { started_at: "2026-03-08T14:30:05-04:00", duration_ms: 5_000, bytes: 9 };
  const details = detailsOf(callOf({ id: 1, recording: true }), {
    recordings: [
      { id: "r1", ...begun },
      { id: "r2", ...begun },
    ],
  });
  server.spoil("/cdrs/1", { status: 200, body: details });
  const answer = window.fetch;
  // The sound is on its way: a player that is to play says that it waits.
  window.fetch = async (url, init) =>
    typeof url === "string" && url.includes("/recording?") ? new Promise<never>(() => undefined) : answer(url, init);
  await click(await open("Bob Brandt. Incoming"));
  const plays = () => screen.getAllByRole("button", { name: "Play" }).map((one) => one.getAttribute("aria-busy"));
  await waitFor(() => expect(plays()).toEqual([null, null]));
  await click(screen.getByRole("button", { name: "Listen to the recording: Bob Brandt" }));
  await waitFor(() => expect(plays()).toEqual(["true", null]));
  window.fetch = answer;
});

it("CDR-62 a conversation is one row, and shows its other calls on demand", async () => {
  const parts = [
    callOf({ id: 9, conversation: "c9" }),
    callOf({ id: 8, conversation: "c9", from: "103", from_name: "Carol Chen" }),
  ];
  await openHistory(answer(parts));
  const more = await open("+1 call of this conversation");
  expect(screen.queryByRole("button", { name: "Carol Chen. Incoming" })).toBeNull();
  await click(more);
  expect(screen.getByRole("button", { name: "Carol Chen. Incoming" })).toBeTruthy();
  expect(more.getAttribute("aria-expanded")).toBe("true");
});

it("CDR-48 a call that no longer exists says so", async () => {
  const { server } = await openHistory();
  server.spoil("/cdrs/1", failure(404, "cdrs.notFound", "Not there"));
  await click(await open("Bob Brandt. Incoming"));
  expect(await screen.findByText("Call not found")).toBeTruthy();
});

it("CDR-45 the list can be downloaded as a file, and a failure shows a notice", async () => {
  const { server } = await openHistory();
  await open("Bob Brandt. Incoming");
  server.spoil(`${LIST}_export`, failure(500, "server.internal", "Broken"));
  await click(screen.getByRole("button", { name: "Download CSV" }));
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(server.seenAt(`${LIST}_export`)).toHaveLength(1);
});

const RUNNING = {
  id: "a1",
  state: "running",
  total: 3,
  packed: 1,
  missing: 0,
  bytes: 0,
  error: null,
  created_at: "2026-03-08T12:00:00.000Z",
  expires_at: null,
} as const;
/** The response to starting an archive, and to asking for it. */
const archived = (archive: RecordingArchive) => ({ status: 200, body: { ...archive, data: archive } });
const archiveBar = () => screen.findByRole("region", { name: "Archive of recordings" });

it("CDR-49 selected recordings are archived; the progress updates itself, and the file is available until it is removed", async () => {
  const events = createFakeEvents(window);
  const { server } = await openHistory();
  await open("Bob Brandt. Incoming");
  await waitFor(() => expect(events.count()).toBe(1));
  await act(async () => events.join());
  expect(screen.getAllByRole("checkbox")).toHaveLength(2); // of the page, and of the call with a recording
  await click(screen.getByRole("checkbox", { name: "Select the recording: Bob Brandt" }));
  expect(screen.getByText("1 call selected")).toBeTruthy();
  server.spoil(ARCHIVES, archived(RUNNING));
  await click(screen.getByRole("button", { name: "Archive selected recordings" }));
  const bar = await archiveBar();
  expect(within(bar).getByText("1 of 3 recordings added")).toBeTruthy();
  expect(server.seenAt(ARCHIVES).some(({ body }) => JSON.stringify(body).includes('"calls":[1]'))).toBe(true);

  const done = {
    ...RUNNING,
    state: "done",
    packed: 3,
    missing: 1,
    bytes: 1_234_567,
    expires_at: "2026-03-09T12:00:00.000Z",
  } as const;
  server.spoil(ARCHIVES, archived(done));
  const event = { action: "ARCHIVE", realm: "demo", archive: done } as const;
  await act(async () => events.say({ type: "event", sequence: 1, event }));
  expect(await within(bar).findByText(/^2 recordings, 1\.2 MB\. Available until Mar 9, 2026/)).toBeTruthy();
  expect(within(bar).getByText("1 no longer exists.")).toBeTruthy();
  await click(within(bar).getByRole("button", { name: "Download archive" }));
  expect(server.seenAt(`${ARCHIVES}_download/a1`)).toHaveLength(1);

  server.spoil(`${ARCHIVES}/a1`, { status: 200, body: { success: true } });
  server.spoil(ARCHIVES, { status: 200, body: { data: null } });
  await click(within(bar).getByRole("button", { name: "Remove archive" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Archive of recordings" })).toBeNull());
});

it("CDR-49 the whole list is requested by its filter; a refusal and a failure show a notice", async () => {
  const { server } = await openHistory();
  await open("Bob Brandt. Incoming");
  await choosePeriod("today");
  await open("Bob Brandt. Incoming");
  const none = "None of these calls has a recording that you can listen to";
  server.spoil(ARCHIVES, failure(422, "cdrs.archive.empty", none));
  await click(screen.getByRole("button", { name: "Archive recordings" }));
  expect((await screen.findByRole("alert")).textContent).toContain(none);
  server.spoil(ARCHIVES, archived({ ...RUNNING, state: "failed", error: "cdrs.archive.full" }));
  await click(screen.getByRole("button", { name: "Archive recordings" }));
  expect(within(await archiveBar()).getByText("There is no space left for this archive")).toBeTruthy();
});

it("SMSUI-11 a call with a number outside offers a text message to it, to those with a number to send from", async () => {
  const call = callOf({ from: "+14165550150", from_name: "Zoé", caller_id: null });
  const numbers = (data: readonly object[]) => ({
    status: 200,
    body: { carrier: "gateway", total: data.length, data },
  });
  for (const own of [[], [{ number: "+14165550170", name: "Office texts" }]]) {
    const server = createFakeServer();
    server.permit([read("cdrs"), read("configs"), read("chats"), { module: "chats", rule: "write" }]);
    server.spoil(LIST, answer([call]));
    server.spoil(ARCHIVES, { status: 200, body: { data: null } });
    server.spoil("/cdrs/can_watch_users", { status: 200, body: { total: 1, data: [SELF] } });
    server.spoil("/chats/sms_numbers", numbers(own));
    await openPanel({ server, signedIn: true, path: "/cdrs" });
    await click((await screen.findAllByRole("button", { name: /^More for / }))[0] ?? document.body);
    await screen.findByRole("menuitem", { name: /^Copy / });
    // Chat and text messages begin when the page is idle (CHATUI-67).
    await waitFor(() => expect(server.seenAt("/chats/sms_numbers")).toHaveLength(1));
    const texting = { name: "Send text message to +14165550150" };
    if (own.length === 0) expect(screen.queryByRole("menuitem", texting)).toBeNull();
    else {
      await click(await screen.findByRole("menuitem", texting));
      const dialog = await screen.findByRole("dialog", { name: "New conversation" });
      expect(await within(dialog).findByText("(416) 555-0150")).toBeTruthy();
    }
    closePanel();
  }
});
