// @vitest-environment jsdom
import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import type { Permission, QueueState, RealtimeEvent } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { fakeAgent, fakeCaller, fakeQueue, listedQueue, namesOf } from "../../../../test/fakeQueues.ts";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { holdTime } from "../../../../test/holdTime.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

holdTime();
afterEach(closePanel);

const ALICE = fakeAgent(1, "Alice Archer");
const DAVE = fakeAgent(4, "Dave Diaz", { callsTaken: 12, missed: 2 });
const SUPPORT = fakeQueue("600", "Support", { agents: [ALICE, DAVE] });
const SALES = fakeQueue("601", "Sales", { agents: [fakeAgent(3, "Zoé Zimmer")] });
const PAUSES: Permission = { module: "queues", rule: "execute_pause" };
const PAUSES_SELF: Permission = { module: "queues", rule: "execute_pause_self" };

const ONLINE = {
  realm: "demo",
  presence: "online",
  registered: true,
  dnd: false,
  forward: null,
  followme: null,
  voicemails: null,
} as const;
const NOBODY_MISSED = { status: 200, body: { total: 0, data: [] } };

interface Opened {
  readonly queues?: readonly QueueState[];
  readonly watched?: readonly QueueState[];
  readonly rights?: readonly Permission[];
  /** A queue lists the person to log in. */
  readonly mayLogIn?: boolean;
  /** Instead of the watched queues. */
  readonly refusal?: ReturnType<typeof failure>;
}

async function openDashboard({
  queues = [SUPPORT, SALES],
  watched = queues,
  rights = [PAUSES],
  mayLogIn = true,
  refusal,
}: Opened = {}) {
  const events = createFakeEvents(window);
  const server = createFakeServer();
  server.permit([read("configs"), read("queues"), read("panel_buddies"), ...rights]);
  const list = (data: readonly unknown[]) => ({ status: 200, body: { total: data.length, data } });
  server.spoil("queues/list_watched", refusal ?? list(watched.map(listedQueue)));
  server.spoil("queues/all_queue_names", namesOf(queues, mayLogIn));
  server.spoil("queues/missed_callers", NOBODY_MISSED);
  server.spoil("feature_codes", {
    status: 200,
    body: { total: DEFAULT_FEATURE_CODES.length, data: DEFAULT_FEATURE_CODES },
  });
  server.spoil("queues/watch", { status: 200, body: { ...listedQueue(SUPPORT), watch: false } });
  const opened = await openPanel({ server, signedIn: true, path: "/queues/dashboard" });
  await waitFor(() => expect(events.count()).toBe(1));
  let sequence = 0;
  const online = ["101", "104"].map((exten) => ({ ...ONLINE, exten, calls: [] }));
  const join = () => act(async () => events.join(online, [], [...queues]));
  const send = (event: RealtimeEvent) =>
    act(async () => events.say({ type: "event", sequence: (sequence += 1), event }));
  return { events, server, join, send, ...opened };
}

const queue = (name: string) => screen.getByRole("region", { name: `Queue ${name}` });
const agent = (name: string) => screen.getByRole("listitem", { name: `Agent ${name}` });
const shownQueues = () =>
  screen.queryAllByRole("region").flatMap((one) => /^Queue (.*)/.exec(one.getAttribute("aria-label") ?? "")?.[1] ?? []);
const press = (name: string, within_: HTMLElement = document.body) =>
  act(async () => fireEvent.click(within(within_).getByRole("button", { name })));
/** Until its menu is gone: while it fades, another one would have the same items. */
const choose = async (name: string) => {
  await act(async () => fireEvent.click(await screen.findByRole("menuitem", { name })));
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
};
const tipOf = (element: HTMLElement) => element.getAttribute("data-tip");

it("QDASH-3 a watched queue has its callers, its agents and its figures", async () => {
  const { join, send } = await openDashboard();
  await join();
  await waitFor(() => expect(queue("Support").dataset["waiting"]).toBe("0"));
  expect(agent("Dave Diaz").dataset["state"]).toBe("idle");
  expect(agent("Dave Diaz").textContent).toBe("Dave Diaz104Available01:0112 calls2 missed");
  expect(queue("Support").textContent).toContain("Within 20 s85 %Good");
  const of = { realm: "demo", queue: "600" };
  await send({ action: "QUEUECHAN", ...of, event: "join", ...fakeCaller("a", { callerName: "Zoe Park" }) });
  await send({
    action: "QUEUECHAN",
    ...of,
    event: "join",
    ...fakeCaller("b", { position: 2, enteredAt: Date.now() - 90_000 }),
  });
  await waitFor(() => expect(queue("Support").dataset["waiting"]).toBe("2"));
  expect(screen.getByRole("listitem", { name: "Caller Zoe Park" }).dataset["position"]).toBe("1");
  const unnamed = screen.getByRole("listitem", { name: "Caller +15145550142" });
  expect([unnamed.dataset["position"], unnamed.textContent]).toEqual(["2", expect.stringMatching(/01:30$/)]);
  expect(unnamed.querySelector("[data-late]")).toBeTruthy();
  await send({
    action: "QUEUE",
    ...of,
    event: "MEMBER",
    agent: "104",
    member: { ...DAVE, state: "paused", paused: true, pausedReason: "lunch_break" },
  });
  await waitFor(() => expect(agent("Dave Diaz").dataset["state"]).toBe("paused"));
  expect(agent("Dave Diaz").textContent).toContain("PausedLunch");
  await send({
    action: "QUEUE",
    ...of,
    event: "MEMBER",
    agent: "104",
    member: { ...DAVE, state: "talking", status: 2, paused: true, pausedReason: "lunch_break" },
  });
  await waitFor(() => expect(agent("Dave Diaz").textContent).toContain("On a callPausedLunch"));
});

it("QDASH-3 a caller with a hidden number is unknown; the longest wait is not always that of the first caller", async () => {
  const now = Date.now();
  const waiting = [
    fakeCaller("a", { callerNumber: "", enteredAt: now - 5_000 }),
    fakeCaller("b", { callerName: "Yan", position: 2, enteredAt: now - 125_000 }),
  ];
  const { join } = await openDashboard({ queues: [{ ...SUPPORT, waiting }] });
  await join();
  await screen.findByRole("listitem", { name: "Caller Unknown" });
  expect(queue("Support").textContent).toContain("Longest wait02:05");
});

it("QCB-14 a callback is marked in the line with its wait; it is not moved, and removed after a question", async () => {
  const waiting = [fakeCaller("a", { callerName: "Zoe Park", callback: { attempts: 1 } })];
  const rights = ["execute_redirect_user", "execute_redirect_self"].map((rule) => ({
    module: "queues" as const,
    rule,
  }));
  const { join, events, send } = await openDashboard({ queues: [{ ...SUPPORT, waiting }], rights });
  await join();
  const caller = await screen.findByRole("listitem", { name: "Caller Zoe Park" });
  expect(caller.textContent).toMatch(/1Zoe Park.*Callback00:10/);
  expect(caller.dataset["movable"]).toBeUndefined();
  expect(
    within(caller)
      .getAllByRole("button")
      .map((one) => one.getAttribute("aria-label")),
  ).toEqual(["Remove callback"]);
  await press("Remove callback", caller);
  expect(events.commands()).toEqual([]);
  const dialog = await screen.findByRole("dialog", { name: "Remove the callback for Zoe Park?" });
  await press("Remove callback", dialog);
  const withdrawn = { command: "QueueWithdrawCaller", queue: "600", callid: "a" };
  await waitFor(() => expect(events.commands().at(-1)).toMatchObject(withdrawn));
  await send({ action: "QUEUECHAN", realm: "demo", queue: "600", event: "leave", ...fakeCaller("a") });
  await waitFor(() => expect(screen.queryByRole("listitem", { name: "Caller Zoe Park" })).toBeNull());
});

it("QCB-14 without the right to move callers a callback cannot be removed", async () => {
  const waiting = [fakeCaller("a", { callback: { attempts: 0 } })];
  const { join } = await openDashboard({ queues: [{ ...SUPPORT, waiting }], rights: [] });
  await join();
  const caller = await screen.findByRole("listitem", { name: "Caller +15145550142" });
  expect(within(caller).queryAllByRole("button")).toEqual([]);
});

it("QDASH-4 the first visit offers the queues, and Watch shows one; on the card it is taken off", async () => {
  const { join, server } = await openDashboard({ watched: [] });
  await join();
  expect(await screen.findByText("You aren’t watching any queue")).toBeTruthy();
  await press("Watch", await screen.findByRole("listitem", { name: "Support" }));
  await waitFor(() => expect(shownQueues()).toEqual(["Support"]));
  await press("Watch", queue("Support"));
  await waitFor(() => expect(shownQueues()).toEqual([]));
  expect(server.seenAt("queues/watch").map(({ body }) => body)).toEqual([
    { name: "600", watch: true },
    { name: "600", watch: false },
  ]);
});

it("QDASH-4 a refusal takes the change back and shows a notice", async () => {
  const { join, server } = await openDashboard();
  server.spoil("queues/missed_callers", NOBODY_MISSED);
  server.spoil("queues/watch", "unreachable");
  await join();
  await waitFor(() => expect(shownQueues()).toEqual(["Sales", "Support"]));
  await press("Watch", queue("Sales"));
  expect(await screen.findByText(/Failed to toggle watch queue!/)).toBeTruthy();
  expect(shownQueues()).toEqual(["Sales", "Support"]);
});

it("QDASH-4 the list to choose from is searched and paged", async () => {
  const queues = Array.from({ length: 24 }, (_, at) => fakeQueue(String(600 + at), `Queue no. ${at}`));
  const { join } = await openDashboard({ queues, watched: [] });
  await join();
  const rows = () => within(screen.getByRole("list", { name: "Queues" })).getAllByRole("listitem");
  await waitFor(() => expect(rows()).toHaveLength(10));
  await press("Next page");
  await press("Next page");
  expect(rows().map((row) => row.getAttribute("aria-label"))).toEqual(queues.slice(20).map(({ name }) => name));
  fireEvent.change(screen.getByRole("searchbox", { name: "Search queues" }), { target: { value: "612" } });
  expect(rows().map((row) => row.getAttribute("aria-label"))).toEqual(["Queue no. 12"]);
});

it("QDASH-5 without the right, pausing is shown as not permitted; pausing oneself has a separate right", async () => {
  const { join } = await openDashboard({ rights: [PAUSES_SELF] });
  await join();
  await waitFor(() => expect(shownQueues()).toHaveLength(2));
  const refused = within(agent("Dave Diaz")).getByRole("button", { name: "Pause" });
  expect([refused.getAttribute("aria-disabled"), tipOf(refused)]).toEqual([
    "true",
    "Agent pause option is not permitted",
  ]);
  await act(async () => fireEvent.click(refused));
  expect(screen.queryByRole("menuitem")).toBeNull();
  expect(within(agent("Alice Archer")).getByRole("button", { name: "Pause" }).getAttribute("aria-disabled")).toBeNull();
  const all = within(queue("Support")).getByRole("button", { name: "All agents of Support" });
  expect(all.getAttribute("aria-disabled")).toBe("true");
});

it("QDASH-5 the user, an agent and all agents are paused with a reason, and unpaused", async () => {
  const paused = { ...DAVE, state: "paused" as const, paused: true };
  const { join, events } = await openDashboard({ queues: [{ ...SUPPORT, agents: [ALICE, paused] }] });
  await join();
  await waitFor(() => expect(shownQueues()).toEqual(["Support"]));
  await press("Pause", screen.getByRole("region", { name: "You as agent" }));
  await choose("Meeting");
  await press("Unpause", agent("Dave Diaz"));
  await press("Pause", agent("Alice Archer"));
  await choose("No reason");
  await press("All agents of Support");
  await choose("Lunch");
  await press("Log in", await screen.findByRole("region", { name: "You as agent" }));
  const ordered = [
    { command: "QueuePause", paused: true, cause: "meeting" },
    { command: "QueuePause", queue: "600", agent: "104", paused: false },
    { command: "QueuePause", queue: "600", agent: "101", paused: true },
    { command: "QueuePause", queue: "600", all: true, paused: true, cause: "lunch_break" },
    { command: "AgentLogin" },
  ];
  await waitFor(() => expect(events.commands()).toMatchObject(ordered));
});

it("QDASH-7 before the first call of the day there is no average wait", async () => {
  const summary = { ...SUPPORT.summary, holdtime: 0, completed: 0, abandoned: 0 };
  const { join } = await openDashboard({ queues: [{ ...SUPPORT, summary }] });
  await join();
  await waitFor(() => expect(queue("Support").textContent).toContain("Average wait–"));
});

it("QDASH-5 a paused user in a call sees both, and the call is in no queue", async () => {
  const own = { ...ALICE, state: "talking" as const, paused: true, pausedReason: "meeting" };
  const { join } = await openDashboard({ queues: [{ ...SUPPORT, agents: [own, DAVE] }] });
  await join();
  const region = await screen.findByRole("region", { name: "You as agent" });
  await waitFor(() => expect(region.textContent).toMatch(/^On a callPausedMeeting\d/));
});

it("QDASH-5 a user who is not listed as able to log in, or not known to be, has no button for it", async () => {
  const { join } = await openDashboard({ mayLogIn: false });
  await join();
  const own = await screen.findByRole("region", { name: "You as agent" });
  await within(own).findByRole("button", { name: "Pause" });
  expect(within(own).queryByRole("button", { name: "Log in" })).toBeNull();
});

it("QDASH-5 a user who has logged in can log out, and a refusal shows a notice", async () => {
  const { join, events } = await openDashboard({
    queues: [{ ...SUPPORT, agents: [{ ...ALICE, dynamic: true }] }],
  });
  await join();
  await press("Log out", await screen.findByRole("region", { name: "You as agent" }));
  const [command] = events.commands();
  expect(command?.command).toBe("AgentLogoff");
  await act(async () =>
    events.say({
      type: "refusal",
      id: command?.id ?? "",
      code: "queues.noLogin",
      error_description: "There is no queue that you can log in to or out of",
    }),
  );
  expect(await screen.findByText("There is no queue that you can log in to or out of")).toBeTruthy();
});

it("QDASH-6 queues are sorted, agents filtered by state, and the search finds queues, agents and callers", async () => {
  const waiting = [fakeCaller("a", { callerName: "Mona" })];
  const { join } = await openDashboard({ queues: [{ ...SUPPORT, waiting }, SALES] });
  await join();
  await waitFor(() => expect(shownQueues()).toEqual(["Sales", "Support"]));
  await press("Sort by: Name");
  await act(async () => fireEvent.click(await screen.findByRole("menuitemradio", { name: "Waiting callers" })));
  await waitFor(() => expect(shownQueues()).toEqual(["Support", "Sales"]));
  const search = (value: string) =>
    act(async () => fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value } }));
  await search("zoe");
  await waitFor(() => expect(shownQueues()).toEqual(["Sales"]));
  await search("mona");
  await waitFor(() => expect(shownQueues()).toEqual(["Support"]));
  expect(screen.queryByRole("listitem", { name: "Agent Dave Diaz" })).toBeNull();
  await search("nobody at all");
  expect(await screen.findByText("Nothing found")).toBeTruthy();
  await search("");
  await press("All agents");
  await act(async () => fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Available" })));
  expect(screen.queryByRole("listitem", { name: "Agent Dave Diaz" })).toBeNull();
  expect(localStorage.getItem("callpanel_queues_states")).toBe("ringing,talking,wrapup,paused,offline");
});

it("QDASH-7 nothing is shown before it is known, or as live when it is not", async () => {
  const { join, events } = await openDashboard();
  expect(shownQueues()).toEqual([]);
  await join();
  await waitFor(() => expect(shownQueues()).toHaveLength(2));
  await act(() => new Promise<void>((drawn) => requestAnimationFrame(() => drawn())));
  await act(async () => events.cut());
  expect(screen.getByRole("status", { name: "Not live: the connection was lost." })).toBeTruthy();
  expect(queue("Support").hasAttribute("data-stale")).toBe(true);
});

it("QDASH-7 without a connection, without queues, and after a failed load the page says so", async () => {
  const first = await openDashboard();
  await act(async () => first.events.cut());
  expect(await screen.findByText("Not connected")).toBeTruthy();
  closePanel();
  const second = await openDashboard({ queues: [] });
  await second.join();
  expect(await screen.findByText("No queues")).toBeTruthy();
  closePanel();
  const third = await openDashboard({ refusal: failure(500, "server.internal", "Too much") });
  expect(await screen.findByText("Failed to load queues. Too much")).toBeTruthy();
  third.server.spoil("queues/list_watched", { status: 200, body: { total: 0, data: [] } });
  await press("Retry");
  await third.join();
  expect(await screen.findByText("You aren’t watching any queue")).toBeTruthy();
});

it("QDASH-8 listening in is offered for others who talk, with the right to listen to them", async () => {
  const talking = { ...DAVE, state: "talking" as const };
  const { join } = await openDashboard({
    queues: [{ ...SUPPORT, agents: [ALICE, talking, fakeAgent(3, "Carol Chen")] }],
    rights: [{ module: "active_calls", rule: "execute_callspy" }, read("softphone"), read("click_to_dial")],
  });
  await join();
  await waitFor(() => expect(shownQueues()).toEqual(["Support"]));
  await press("More", agent("Dave Diaz"));
  for (const name of ["Listen", "Whisper", "Barge in"])
    expect((await screen.findByRole("menuitem", { name })).hasAttribute("data-disabled")).toBe(false);
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" }));
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  await press("More", agent("Carol Chen"));
  expect((await screen.findByRole("menuitem", { name: "Listen" })).hasAttribute("data-disabled")).toBe(true);
  expect(within(agent("Alice Archer")).queryByRole("button", { name: "More" })).toBeNull();
});

it("QDASH-10 a caller can be taken, and moved from a list, with the right to each", async () => {
  const waiting = [fakeCaller("a", { callerName: "Zoe Park" })];
  const rights = [{ module: "queues", rule: "execute_redirect_self" } as const];
  const { join, events } = await openDashboard({ queues: [{ ...SUPPORT, waiting }], rights });
  await join();
  const row = await screen.findByRole("listitem", { name: "Caller Zoe Park" });
  expect(within(row).queryByRole("button", { name: "Move to…" })).toBeNull();
  await press("Take the call", row);
  const redirected = [{ command: "redirect", channel: "leg-a", to: "101" }];
  await waitFor(() => expect(events.commands()).toMatchObject(redirected));
  closePanel();
  const other = await openDashboard({
    queues: [{ ...SUPPORT, waiting }],
    rights: [{ module: "queues", rule: "execute_redirect_user" }],
  });
  await other.join();
  const shown = await screen.findByRole("listitem", { name: "Caller Zoe Park" });
  expect(within(shown).queryByRole("button", { name: "Take the call" })).toBeNull();
  await press("Move to…", shown);
  const dialog = await screen.findByRole("dialog", { name: "Move to…" });
  await within(dialog).findByText("Zoe Park leaves queue Support");
  const dave = await within(dialog).findByRole("option", { name: /Dave Diaz/ });
  expect(
    within(dialog)
      .getByRole("option", { name: /Alice Archer/ })
      .getAttribute("aria-disabled"),
  ).toBe("true");
  await act(async () => fireEvent.click(dave));
  await press("Move", dialog);
  expect(other.events.commands()).toMatchObject([{ command: "redirect", channel: "leg-a", to: "104" }]);
});
