// @vitest-environment jsdom
import { addToBlacklist, mergePermissions } from "@callpanel/contract";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../shared/api/api.ts";
import { BOB, buttonsOf, click, offer } from "./test/callSteps.ts";
import { openSoftphone, pass } from "./test/openSoftphone.tsx";
import type { Opened, OpenOptions } from "./test/openSoftphone.tsx";
import { nameCalls, reportCalls, reportedCall } from "./test/reportedCalls.ts";

afterEach(cleanup);

const MAIL = mergePermissions([
  { module: "voicemails", rule: "read" },
  { module: "active_calls", rule: "read" },
]);

/** Bob's call rings at Alice's phone, and the phone system reports it. */
function ringing(options: OpenOptions = {}) {
  const opened = openSoftphone({ rights: MAIL, ...options });
  offer(opened, BOB);
  nameCalls(opened);
  reportCalls(opened, reportedCall({ state: "early" }));
  return opened;
}

test("SOFT-45 Voicemail calls the person's own mailbox and shows the number of unread messages", async () => {
  const opened = openSoftphone({ rights: MAIL, unread: 3 });
  const button = opened.region().getByRole("button", { name: "Voicemail", description: "3 unread messages" });
  fireEvent.click(button);
  await pass(opened.clock, 0);
  expect(opened.phone.getSnapshot().calls[0]?.number).toBe("*97");
});

test("SOFT-53 a message-waiting notification of the phone shows the new count", () => {
  const opened = openSoftphone({ rights: MAIL });
  act(() => opened.phone.far.tells({ kind: "messageWaiting", newCount: 2, oldCount: 5 }));
  expect(opened.region().getByRole("button", { name: "Voicemail", description: "2 unread messages" })).toBeTruthy();
});

test("PUBLISH-8 the phone publishes the person's settings as the phone system reports them, each change once", () => {
  const opened = openSoftphone();
  const publishes = () => opened.phone.asked.filter((one) => one.startsWith("publish"));
  expect(publishes()).toEqual([]);
  const live = {
    presence: "online",
    note: null,
    meeting: null,
    registered: true,
    dnd: false,
    followme: null,
    calls: [],
  } as const;
  const off = { enabled: false, number: "" };
  opened.shows("101", { ...live, forward: off });
  opened.shows("101", { ...live, forward: off, presence: "busy" });
  opened.shows("102", { ...live, forward: off, dnd: true });
  opened.shows("101", { ...live, dnd: true, forward: { enabled: true, number: "104" } });
  expect(publishes()).toEqual([
    "publish dnd false forward off followme null",
    "publish dnd true forward 104 followme null",
  ]);
});

test.each([
  ["sipua.error.publishDnd", "Failed to send PUBLISH DND: Forbidden"],
  ["sipua.error.publishForward", "Failed to send PUBLISH Call Forward status: Forbidden"],
  ["sipua.error.publishFollowMe", "Failed to send PUBLISH Follow-me status: Forbidden"],
] as const)("PUBLISH-9 %s shows a notice", (code, said) => {
  const opened = openSoftphone();
  act(() => opened.phone.far.fails(code, { message: "Forbidden" }));
  expect(opened.told()).toEqual([said]);
});

test("SOFT-45 a person who may not read voicemail has no such button", () => {
  const opened = openSoftphone();
  expect(opened.region().queryByRole("button", { name: "Voicemail" })).toBeNull();
});

/** The items of More for Bob's call. */
async function more(opened: Opened) {
  click(opened.call("Bob Brandt"), "More");
  await screen.findByRole("menuitem", { name: "Block number" });
  return screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
}

test("SOFT-46 To voicemail sends the caller to the person's own box", async () => {
  const opened = ringing();
  expect(buttonsOf(opened.call("Bob Brandt")).toSorted()).toEqual(["Accept", "More", "Reject"]);
  expect(await more(opened)).toEqual(["To voicemail", "Block number"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "To voicemail" }));
  await pass(opened.clock, 0);
  expect(opened.commands).toEqual([{ command: "redirect", channel: "own", to: "*98101" }]);
});

test("SOFT-46 a refusal shows a notice and the call keeps ringing", async () => {
  const opened = ringing({
    answer: () => {
      throw new ApiError({ kind: "answer", status: 0, code: "move.failed", text: "Not now", details: {} });
    },
  });
  await more(opened);
  fireEvent.click(screen.getByRole("menuitem", { name: "To voicemail" }));
  await pass(opened.clock, 0);
  expect(opened.told()).toEqual(["Not now"]);
  expect(screen.getByRole("button", { name: "Accept" })).toBeTruthy();
});

test("SOFT-46 a person who may not transfer calls does not have it", async () => {
  const opened = ringing({ rights: mergePermissions([{ module: "voicemails", rule: "read" }]) });
  expect(await more(opened)).toEqual(["Block number"]);
});

test("SOFT-48 the caller is blocked, and the call is rejected", async () => {
  const opened = ringing({ personal: { [addToBlacklist.path]: { id: 1, number: "102", name: "Bob Brandt" } } });
  await more(opened);
  fireEvent.click(screen.getByRole("menuitem", { name: "Block number" }));
  await waitFor(() => expect(opened.told()).toEqual(["102 is blocked"]));
  await waitFor(() => expect(opened.phone.getSnapshot().calls).toEqual([]));
});

test("SOFT-48 if blocking the caller fails, a notice says so and the call keeps ringing", async () => {
  const opened = ringing({ api: "fails" });
  await more(opened);
  fireEvent.click(screen.getByRole("menuitem", { name: "Block number" }));
  await waitFor(() =>
    expect(opened.told()).toEqual(["Failed to add the number to the blacklist. The server cannot be reached"]),
  );
  expect(screen.getByRole("button", { name: "Accept" })).toBeTruthy();
});
