// @vitest-environment jsdom
import type { Permission, RealtimeEvent } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { FOLLOW_ME, person, serveRows, serveSubAccounts, WATCHES } from "../../../../test/fakeSettings.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const ALL: readonly Permission[] = (
  ["configs", "do_not_disturb", "call_waiting", "intercom", "forward", "follow_me"] as const
).map(read);

interface OpenedBy {
  readonly others?: boolean;
  readonly mayWrite?: boolean;
  readonly number?: string;
  readonly forwards?: boolean;
  readonly hasPhone?: boolean;
  readonly server?: ReturnType<typeof createFakeServer>;
}

async function openPage({
  others = false,
  mayWrite = true,
  number = "102",
  forwards = false,
  hasPhone = false,
  server = createFakeServer(),
}: OpenedBy = {}) {
  const events = createFakeEvents(window);
  server.permit([...ALL, ...(others ? [WATCHES] : []), ...(hasPhone ? [read("softphone")] : [])]);
  if (others) serveSubAccounts(server, [4]);
  const rows = (fields: object, own = mayWrite) => [
    { ...person(1, own), ...fields },
    ...(others ? [{ ...person(4), ...fields }] : []),
  ];
  serveRows(server, "do_not_disturb", rows({ enabled: false }));
  serveRows(server, "call_waiting", rows({ enabled: true }).slice(0, 1));
  serveRows(
    server,
    "intercom",
    rows({ deskPhoneEnabled: true, callPanelEnabled: false, clearlyAnywhereEnabled: false }),
  );
  serveRows(server, "forward", rows({ enabled: forwards, number }));
  serveRows(server, "follow_me", rows(FOLLOW_ME));
  server.spoil("ring_strategies", { status: 200, body: { total: 0, data: [] } });
  server.spoil("follow_me/time_conditions", {
    status: 200,
    body: { total: 1, data: [{ id: 9, name: "Office hours", timeZone: "America/Toronto" }] },
  });
  server.spoil("ring_strategies", {
    status: 200,
    body: {
      total: 3,
      data: ["ringall", "hunt", "memoryhunt"].map((strategy, at) => ({ id: at + 1, name: strategy, strategy })),
    },
  });
  const opened = await openPanel({ server, path: "/settings/phone_status", signedIn: true });
  // The last section, which is there after the first paint.
  await screen.findByRole("switch", { name: "Call panel" });
  return { events, server, ...opened };
}

const lever = (name: string) => screen.getByRole("switch", { name });
const isOn = (name: string) => lever(name) instanceof HTMLInputElement && lever(name).matches(":checked");
const flip = (name: string) => act(async () => fireEvent.click(lever(name)));
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const sent = (server: Awaited<ReturnType<typeof openPage>>["server"], path: string) =>
  server.seenAt(path).map(({ method, body }) => ({ method, body }));
const save = () => screen.getByRole("button", { name: "Save" });

/** Delays the responses for paths with this end. @returns a function that releases them */
function holdAnswers(path: string): () => void {
  const { fetch } = window;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  window.fetch = async (url, init) => {
    if (typeof url === "string" && url.endsWith(path)) await opened;
    return fetch(url, init);
  };
  return open;
}

it("SET-6 a switch changes immediately, and is reverted with the server's text", async () => {
  const { server } = await openPage();
  server.spoil("users/1/do_not_disturb", failure(403, "request.forbidden", "Not today"));
  const answer = holdAnswers("users/1/do_not_disturb");
  await flip("Do not disturb");
  await waitFor(() => expect(isOn("Do not disturb")).toBe(true));
  await act(async () => answer());
  expect(await screen.findByText("Not today")).toBeTruthy();
  expect(isOn("Do not disturb")).toBe(false);
  server.spoil("users/1/do_not_disturb", { status: 200, body: { enabled: true } });
  await flip("Do not disturb");
  expect(await screen.findByText("Do not disturb is on")).toBeTruthy();
  expect(isOn("Do not disturb")).toBe(true);
  expect(sent(server, "users/1/do_not_disturb").at(-1)).toEqual({ method: "PUT", body: { enabled: 1 } });
});

it("SET-7 an event of the own extension and realm loads the setting again, any other does not", async () => {
  const { events, server } = await openPage();
  await waitFor(() => expect(events.count()).toBe(1));
  await act(async () => events.join([], []));
  const asked = () => server.seenAt("do_not_disturb/can_watch_users").length;
  const before = asked();
  let sequence = 0;
  const tell = (of: { realm: string; exten: string }) => {
    const event: RealtimeEvent = { action: "PRESENCE_FEATURE", ...of, feature: "dnd", enabled: true };
    return act(async () => events.say({ type: "event", sequence: (sequence += 1), event }));
  };
  serveRows(server, "do_not_disturb", [{ ...person(1), enabled: true }]);
  await tell({ realm: "demo", exten: "102" });
  await tell({ realm: "other", exten: "101" });
  expect(asked()).toBe(before);
  await tell({ realm: "demo", exten: "101" });
  await waitFor(() => expect(isOn("Do not disturb")).toBe(true));
  serveRows(server, "call_waiting", [{ ...person(1), enabled: false }]);
  const setting: RealtimeEvent = { action: "SETTING", realm: "demo", exten: "101", setting: "call_waiting" };
  await act(async () => events.say({ type: "event", sequence: (sequence += 1), event: setting }));
  await waitFor(() => expect(isOn("Call waiting")).toBe(false));
});

it("FEATURE-9 a forward to a code that the company changed is marked as broken, on the page and in the reason why the user is not reachable", async () => {
  const server = createFakeServer();
  server.spoil("feature_codes", {
    status: 200,
    body: { total: 1, data: [{ name: "vm", code: "*90", target: "optional" }] },
  });
  await openPage({ server, number: "*98103", forwards: true, hasPhone: true });
  expect(await screen.findByText(/Your company changed this feature code/)).toBeTruthy();
  expect(await screen.findByText(/forwarded to .*, which no longer works/)).toBeTruthy();
  await type("Forward to", "*90103");
  expect(screen.queryByText(/Your company changed this feature code/)).toBeNull();
});

it("SET-8 intercom sends its three places together", async () => {
  const { server } = await openPage();
  server.spoil("users/1/intercom", {
    status: 200,
    body: { deskPhoneEnabled: true, callPanelEnabled: true, clearlyAnywhereEnabled: false },
  });
  await flip("Call panel");
  expect(sent(server, "users/1/intercom")).toEqual([
    { method: "PUT", body: { deskPhoneEnabled: true, callPanelEnabled: true, clearlyAnywhereEnabled: false } },
  ]);
});

it("SET-8 with a known number the forward switch works immediately", async () => {
  const { server } = await openPage();
  server.spoil("users/1/forward", { status: 200, body: { enabled: true, number: "102" } });
  await flip("Call forward");
  expect(sent(server, "users/1/forward")).toEqual([{ method: "PUT", body: { to: "102" } }]);
  server.spoil("users/1/forward", { status: 200, body: { enabled: false, number: "102" } });
  await flip("Call forward");
  expect(sent(server, "users/1/forward").at(-1)?.method).toBe("DELETE");
});

it.each([
  ["", "Enter the number to forward to"],
  ["+15145550199", "A forward takes only digits, * and #"],
  ["10a", "A forward takes only digits, * and #"],
])("SET-8 a forward to %j is not saved", async (typed, text) => {
  await openPage({ number: "" });
  await flip("Call forward");
  if (typed !== "") await type("Forward to", typed);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(save()).toHaveProperty("disabled", true);
});

it("SET-8 without a softphone the available extensions are offered", async () => {
  const { server } = await openPage({ number: "" });
  const people = [
    { exten: "103", name: "Carol Chen", username: "carol", user_id: 3 },
    { exten: "104", name: "Dave Diaz", username: "dave", user_id: 4 },
  ];
  server.spoil("users/available_extensions", { status: 200, body: { total: 2, data: people } });
  await type("Forward to", "chén");
  const option = await screen.findByRole("option", { name: /Carol Chen/ });
  expect(screen.queryByRole("option", { name: /Dave Diaz/ })).toBeNull();
  await act(async () => fireEvent.click(option));
  expect(screen.getByLabelText("Forward to")).toHaveProperty("value", "103");
  expect(server.seenAt("contact/phone_numbers")).toEqual([]);
});

it.each([
  [false, "users/available_extensions"],
  [true, "contact/phone_numbers"],
])("SET-8 a list of suggestions that cannot be loaded says so, with a softphone: %s", async (hasPhone, path) => {
  const { server } = await openPage({ number: "", hasPhone });
  server.spoil(path, failure(500, "server.internal", "Something went wrong on the server"));
  await type("Forward to", "10");
  expect(await screen.findByText(/^Failed to load available extensions/)).toBeTruthy();
});

it("SET-8 without a number the switch waits for it", async () => {
  const { server } = await openPage({ number: "" });
  await flip("Call forward");
  expect(sent(server, "users/1/forward")).toEqual([]);
  await type("Forward to", "*98#");
  server.spoil("users/1/forward", { status: 200, body: { enabled: true, number: "*98#" } });
  await click("Save");
  expect(sent(server, "users/1/forward")).toEqual([{ method: "PUT", body: { to: "*98#" } }]);
});

it("SET-9 every invalid field shows its error, and nothing is saved before all are valid", async () => {
  await openPage();
  await type("Number 1", "10x");
  await type("Number 2", "+1 (514) 555-0199");
  await type("Rings for (seconds), number 3", "101");
  await type("Total ring time (seconds)", "-1");
  await type("Prefix before the caller’s name", "12345678901");
  for (const text of [
    "Invalid number: 10x",
    "+1 514 555 0199 is in the list twice",
    "A prefix has at most 10 characters",
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByText("A time is a whole number of seconds from 0 to 100")).toHaveLength(2);
  expect(save()).toHaveProperty("disabled", true);
});

it("SET-9 five numbers at most", async () => {
  await openPage();
  await click("Add number");
  await click("Add number");
  expect(screen.getByRole("button", { name: "Add number" })).toHaveProperty("disabled", true);
  expect(screen.getByText("5 numbers at most")).toBeTruthy();
});

it("SET-9 the order can be changed by keyboard and by button, and is announced", async () => {
  const { server } = await openPage();
  const grip = screen.getByRole("button", { name: /^Move number 3:/ });
  grip.focus();
  await act(async () => fireEvent.keyDown(grip, { key: "ArrowUp" }));
  expect(screen.getByText("Now at place 2 of 3")).toBeTruthy();
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Move number 2:/);
  await click("Move number 2 up");
  server.spoil("users/1/follow_me", { status: 200, body: FOLLOW_ME });
  await click("Save");
  const body = server.seenAt("users/1/follow_me").at(-1)?.body;
  expect(body).toMatchObject({
    ...FOLLOW_ME,
    numbers: [
      { number: "+1 514 555 0199", timeout: 30 },
      { number: "102", timeout: 20 },
      { number: "103", timeout: 0 },
    ],
  });
});

it("SET-9 strategy and schedule are chosen by name", async () => {
  const { server } = await openPage();
  fireEvent.click(screen.getByRole("radio", { name: "Memory hunt" }));
  await screen.findByRole("option", { name: "Office hours" });
  await act(async () => fireEvent.change(screen.getByLabelText("When follow-me applies"), { target: { value: "9" } }));
  server.spoil("users/1/follow_me", { status: 200, body: FOLLOW_ME });
  await click("Save");
  expect(server.seenAt("users/1/follow_me").at(-1)?.body).toMatchObject({
    strategy: "memoryhunt",
    timeConditionID: 9,
  });
});

it("SET-3 for another person only the permitted parts are shown", async () => {
  await openPage({ others: true });
  const whose = await screen.findByLabelText("Settings of");
  await act(async () => fireEvent.change(whose, { target: { value: "4" } }));
  expect(screen.getByRole("switch", { name: "Do not disturb" })).toBeTruthy();
  expect(screen.queryByRole("switch", { name: "Call waiting" })).toBeNull();
});

it("SET-3 a read-only setting says so", async () => {
  await openPage({ mayWrite: false });
  expect(lever("Do not disturb")).toHaveProperty("disabled", true);
  expect(screen.getByLabelText("Forward to")).toHaveProperty("disabled", true);
  expect(screen.getAllByText("You can see these settings, but not change them.").length).toBeGreaterThan(2);
});

it("SET-10 do not disturb is in the account menu too", async () => {
  const { server } = await openPage();
  server.spoil("users/1/do_not_disturb", { status: 200, body: { enabled: true } });
  await click("Account");
  const item = await screen.findByRole("menuitemcheckbox", { name: "Do not disturb" });
  await act(async () => fireEvent.click(item));
  await waitFor(() => expect(isOn("Do not disturb")).toBe(true));
  expect(sent(server, "users/1/do_not_disturb")).toHaveLength(1);
});

const openForward = async () => {
  await click("Account");
  const item = await screen.findByRole("menuitem", { name: /^Call forward/ });
  await act(async () => fireEvent.click(item));
};

it("SET-20 call forward in the account menu leads to the field of its number, each time", async () => {
  const { server, router } = await openPage();
  await act(async () => router.navigate({ to: "/settings/account" }));
  await screen.findByRole("heading", { name: "Profile" });
  await openForward();
  const field = await screen.findByLabelText("Forward to");
  await waitFor(() => expect(document.activeElement).toBe(field));
  server.spoil("users/1/forward", { status: 200, body: { enabled: true, number: "103" } });
  await type("Forward to", "103");
  await act(async () => fireEvent.click(save()));
  expect(sent(server, "users/1/forward")).toEqual([{ method: "PUT", body: { to: "103" } }]);
  field.blur();
  await openForward();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Forward to")));
  expect(router.state.location.href).toBe("/settings/phone_status");
});

it("SET-20 the menu says where calls are forwarded to, and has no such item for people who may not change it", async () => {
  await openPage({ number: "+14165550149", forwards: true });
  await click("Account");
  const item = await screen.findByRole("menuitem", { name: /^Call forward/ });
  expect(item.textContent).toBe("Call forward(416) 555-0149");
  closePanel();
  await openPage({ mayWrite: false });
  await click("Account");
  await screen.findByRole("menuitemcheckbox", { name: "Dark mode" });
  expect(screen.queryByRole("menuitem", { name: /^Call forward/ })).toBeNull();
});
