// @vitest-environment jsdom
import { mergePermissions } from "@callpanel/contract";
import type { ThreeWayPerson } from "@callpanel/contract";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../shared/api/api.ts";
import { BOB as BOB_CALLER, CAROL as CAROL_CALLER, talk } from "../test/callSteps.ts";
import { openSoftphone, pass } from "../test/openSoftphone.tsx";
import type { OpenOptions } from "../test/openSoftphone.tsx";
import { nameCalls, reportCalls, reportedCall } from "../test/reportedCalls.ts";

afterEach(cleanup);

const CONFNO = "3WC-12345678";
const FAILED = "Failed to setup three-Way conference.";
const person = (id: string, name: string, changes: Partial<ThreeWayPerson> = {}): ThreeWayPerson => ({
  id,
  number: id,
  name,
  state: "in",
  talking: false,
  muted: false,
  held: false,
  isHost: false,
  ...changes,
});
const ALICE = person("own1", "Alice Archer", { number: "101", isHost: true });
const BOB = person("leg-2", "Bob Brandt", { number: "102" });
const CAROL = person("leg-3", "Carol Chen", { number: "103", invitedBy: "101" });

const live = (channel: string, legCallid: string) =>
  reportedCall({ callid: channel, legCallid, user: "", name: "", direction: "out", channel, peerChannel: "" });

/** Alice talks with Bob, and if there are two calls, then with Carol. */
async function talking(count: 1 | 2, options: OpenOptions = {}) {
  const opened = openSoftphone(options);
  for (const there of [BOB_CALLER, CAROL_CALLER].slice(0, count)) await talk(opened, there);
  nameCalls(opened);
  reportCalls(opened, ...[live("own1", "sip-102"), live("own2", "sip-103")].slice(0, count));
  const people = (...there: readonly ThreeWayPerson[]) =>
    opened.tells({ type: "event", event: { action: "THREEWAY", realm: "demo", confno: CONFNO, people: [...there] } });
  return { ...opened, people };
}

const list = () => screen.queryByRole("list", { name: "People in this call" });
const rows = () =>
  within(list() ?? document.body)
    .getAllByRole("listitem")
    .map((row) => `${row.getAttribute("aria-label")}: ${row.getAttribute("data-state")}`);

test("SOFT-71 all people are listed with their state, the viewer too", async () => {
  const { people } = await talking(1);
  people(ALICE, BOB);
  expect(list()).toBeNull();
  people({ ...ALICE, muted: true }, BOB, { ...CAROL, id: "call", state: "ringing" });
  expect(rows()).toEqual(["You: muted", "Bob Brandt: present", "Carol Chen: ringing"]);
  people({ ...ALICE, muted: true, talking: true }, { ...BOB, held: true }, CAROL);
  expect(rows()).toEqual(["You: talking", "Bob Brandt: onHold", "Carol Chen: present"]);
  expect(list()?.textContent).toContain("Talking");
  people(ALICE, CAROL);
  expect(list()).toBeNull();
});

test.each([
  ["declined", "Carol Chen declined"],
  ["busy", "Carol Chen is busy"],
  ["noAnswer", "Carol Chen didn’t answer"],
  ["failed", "Carol Chen could not be connected"],
] as const)("SOFT-71 a missed invitation, %s, shows a notice and stays listed for 5 s", async (state, words) => {
  const { people, clock, told } = await talking(1);
  people(ALICE, BOB, { ...CAROL, state });
  people(ALICE, BOB);
  expect(rows()).toEqual(["You: present", "Bob Brandt: present", `Carol Chen: ${state}`]);
  expect(told()).toEqual([words]);
  await pass(clock, 5_000);
  expect(list()).toBeNull();
});

test("SOFT-71 a missed invitation by someone else is listed, but only the inviter gets a notice", async () => {
  const { people, told } = await talking(1);
  people(ALICE, BOB, { ...CAROL, invitedBy: "102", state: "declined" });
  expect(rows()).toContain("Carol Chen: declined");
  expect(told()).toEqual([]);
});

test("SOFT-71 a screen reader gets the same after a reload", async () => {
  const { tells } = await talking(1);
  const threeWay = [{ realm: "demo", confno: CONFNO, people: [ALICE, BOB, CAROL] }];
  tells({ type: "snapshot", buddies: [], parked: [], threeWay, clockOffsetMs: 0 });
  expect(rows()).toEqual(["You: present", "Bob Brandt: present", "Carol Chen: present"]);
});

test("SOFT-71 the own mute is sent to the others, once for each change, and not in a call of two", async () => {
  const { people, commands, phone } = await talking(1);
  const [call] = phone.getSnapshot().calls;
  act(() => void phone.setMute(call?.id ?? "", "mute"));
  expect(commands).toEqual([]);
  people(ALICE, BOB, CAROL);
  people({ ...ALICE, muted: true }, BOB, CAROL);
  expect(commands).toEqual([{ command: "ConfbridgeMute", channel: "own1", muted: true }]);
  act(() => void phone.setMute(call?.id ?? "", "unmute"));
  expect(commands.slice(1)).toEqual([{ command: "ConfbridgeMute", channel: "own1", muted: false }]);
});

test("CONF-34 in a conference the own mute is sent too, for its own call only", async () => {
  const { commands, phone } = await talking(2);
  const calls = phone
    .getSnapshot()
    .calls.map((call) =>
      call.number === "102" ? { ...call, far: { kind: "room", number: "800", name: "Team" } as const } : call,
    );
  act(() => phone.far.shows({ calls }));
  const [bob, carol] = ["102", "103"].map((number) => calls.find((call) => call.number === number));
  act(() => void phone.setMute(carol?.id ?? "", "mute"));
  expect(commands).toEqual([]);
  act(() => void phone.setMute(bob?.id ?? "", "mute"));
  expect(commands).toEqual([{ command: "ConfbridgeMute", channel: "own1", muted: true }]);
});

test("SOFT-71 with three people no more can be invited; with two the next one is invited into their room", async () => {
  const { people, commands, call } = await talking(1);
  people(ALICE, BOB, CAROL);
  const threeWay = () => within(call("Bob Brandt")).queryByRole("button", { name: "Three-way" });
  expect(threeWay()).toBeNull();
  people(ALICE, BOB);
  fireEvent.click(threeWay() ?? document.body);
  const dialog = within(await screen.findByRole("dialog", { name: "Three-way" }));
  fireEvent.change(dialog.getByRole("combobox", { name: "Invite" }), { target: { value: "104" } });
  fireEvent.click(dialog.getByRole("button", { name: "Invite" }));
  await act(async () => undefined);
  expect(commands).toEqual([{ command: "Originate", from: CONFNO, to: "104" }]);
});

test("SOFT-72 the owner of the call can remove a person or cancel an invitation", async () => {
  const { people, commands } = await talking(1);
  people(ALICE, BOB, { ...CAROL, id: "call", state: "ringing" });
  fireEvent.click(screen.getByRole("button", { name: "Cancel invitation to Carol Chen" }));
  people(ALICE, BOB, CAROL);
  fireEvent.click(screen.getByRole("button", { name: "Remove Bob Brandt" }));
  expect(commands).toEqual([
    { command: "ConfbridgeKick", confno: CONFNO, channel: "call" },
    { command: "ConfbridgeKick", confno: CONFNO, channel: "leg-2" },
  ]);
  expect(screen.queryByRole("button", { name: /Remove (You|Alice)/ })).toBeNull();
});

test("SOFT-72 a guest cannot remove anyone", async () => {
  const { people } = await talking(1);
  people({ ...ALICE, isHost: false }, { ...BOB, isHost: true }, { ...CAROL, invitedBy: "102" });
  expect(rows()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
});

test("SOFT-72 a refusal shows a notice", async () => {
  const refused = new ApiError({
    kind: "answer",
    status: 0,
    code: "request.forbidden",
    text: "Forbidden",
    details: {},
  });
  const { people, told } = await talking(1, {
    answer: () => {
      throw refused;
    },
  });
  people(ALICE, BOB, CAROL);
  fireEvent.click(screen.getByRole("button", { name: "Remove Bob Brandt" }));
  await act(async () => undefined);
  expect(told()).toHaveLength(1);
});

const states = ({ phone }: { readonly phone: Awaited<ReturnType<typeof talking>>["phone"] }) =>
  phone
    .getSnapshot()
    .calls.map(({ number, isOnHold }) => `${number} ${isOnHold ? "held" : "talks"}`)
    .toSorted();

test("SOFT-73 one click holds one call and resumes the other", async () => {
  const opened = await talking(2);
  expect(states(opened)).toEqual(["102 held", "103 talks"]);
  fireEvent.click(within(opened.call("Bob Brandt")).getByRole("button", { name: "Swap" }));
  await act(async () => undefined);
  expect(states(opened)).toEqual(["102 talks", "103 held"]);
  fireEvent.click(within(opened.call("Carol Chen")).getByRole("button", { name: "Swap" }));
  await act(async () => undefined);
  expect(states(opened)).toEqual(["102 held", "103 talks"]);
});

test("SOFT-73 SOFT-74 no swap or merge with one call, or while one rings", async () => {
  const opened = await talking(1);
  const none = () => screen.queryAllByRole("button", { name: /^(Swap|Merge)$/ });
  expect(none()).toEqual([]);
  act(() => void opened.phone.far.calls({ number: "104", name: "Dave Diaz" }));
  expect(none()).toEqual([]);
});

test("SOFT-74 two calls become one: the active call continues, the call on hold joins it", async () => {
  const { commands, call, told } = await talking(2);
  fireEvent.click(within(call("Bob Brandt")).getByRole("button", { name: "Merge" }));
  await act(async () => undefined);
  expect(commands).toEqual([{ command: "merge", channel: "own2", extra: "own1", to: CONFNO }]);
  expect(told()).toEqual([]);
});

test("SOFT-74 if both are on hold, the open one is resumed", async () => {
  const opened = await talking(2);
  const carols = opened.phone.getSnapshot().calls.find(({ number }) => number === "103");
  await act(async () => void (await opened.phone.setHold(carols?.id ?? "", "hold")));
  fireEvent.click(within(opened.call("Bob Brandt")).getByRole("button", { name: "Merge" }));
  await act(async () => undefined);
  expect(opened.commands).toMatchObject([{ command: "merge", channel: "own2", extra: "own1" }]);
  expect(states(opened)).toContain("103 talks");
});

test("SOFT-74 a failure shows the panel's text, and both calls continue", async () => {
  const opened = await talking(2, {
    answer: () => {
      throw new ApiError({ kind: "answer", status: 0, code: "command.wrongState", text: "Not now", details: {} });
    },
  });
  fireEvent.click(within(opened.call("Bob Brandt")).getByRole("button", { name: "Merge" }));
  await act(async () => undefined);
  expect(opened.told()).toEqual([FAILED]);
  expect(states(opened)).toEqual(["102 held", "103 talks"]);
});

test("SOFT-74 a call with several people does not merge, and merging needs the right to read active calls", async () => {
  const { people, call } = await talking(2);
  people({ ...ALICE, id: "own2" }, BOB, person("leg-4", "Dave Diaz"));
  expect(within(call("Bob Brandt")).getByRole("button", { name: "Merge" })).toHaveProperty("disabled", true);
  cleanup();
  const other = await talking(2, { rights: mergePermissions([]) });
  expect(within(other.call("Bob Brandt")).queryByRole("button", { name: "Merge" })).toBeNull();
  expect(within(other.call("Bob Brandt")).getByRole("button", { name: "Swap" })).toBeDefined();
});
