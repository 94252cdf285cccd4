// @vitest-environment jsdom
import { mergePermissions } from "@callpanel/contract";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { callOf } from "../../../../test/fakeCalls.ts";
import { arrive } from "../test/dialSteps.ts";
import { openSoftphone } from "../test/openSoftphone.tsx";
import type { Opened } from "../test/openSoftphone.tsx";
import { recentOf } from "./useRecent.ts";

afterEach(cleanup);

const READS = mergePermissions([
  { module: "cdrs", rule: "read" },
  { module: "panel_buddies", rule: "read" },
]);
const LIST = "cdrs/friendly_calls_by_date";
const entry = (dir: "in" | "out" | "mis", num: string) => ({ dir, num, name: "", time: 1_767_600_000_000 });
const rows = ({ region }: Opened, list: string) =>
  within(region().getByRole("list", { name: list }))
    .getAllByRole("button", { name: /^Call / })
    .map((row) => row.getAttribute("aria-label")?.replace(/, [^,]*$/, ""));
const choose = (opened: Opened, list: string) => fireEvent.click(opened.region().getByRole("radio", { name: list }));

test("SOFT-81 without a call the last calls of the call history are listed; a click dials", async () => {
  const data = [
    callOf({ id: 2, caller_id: 1, from: "101", callee_id: null, to: "+14165550199", to_name: "Zoe" }),
    callOf({ id: 1, caller_id: 2, from: "102", from_name: "Bob Brandt", callee_id: 1, talk_duration: null }),
  ];
  const opened = openSoftphone({
    rights: READS,
    personal: { [LIST]: { success: true, total: 2, data } },
  });
  act(() => opened.phone.far.shows({ log: [entry("in", "999")] }));
  await arrive(opened);
  expect(rows(opened, "Recent")).toEqual(["Call Zoe (416) 555-0199. Dialed", "Call Bob Brandt 102. Missed"]);
  fireEvent.click(opened.region().getByRole("button", { name: /^Call Bob Brandt 102/ }));
  await arrive(opened);
  expect(opened.phone.asked).toContain("call 102");
  expect(opened.region().queryByRole("list", { name: "Recent" })).toBeNull();
});

test("SOFT-81 without the call history the calls are those of this browser; Missed has seen them", async () => {
  const opened = openSoftphone();
  act(() => opened.phone.far.shows({ missedCount: 1, log: [entry("in", "103"), entry("mis", "102")] }));
  expect(rows(opened, "Recent")).toEqual(["Call 103. Received", "Call 102. Missed"]);
  expect(opened.region().queryByRole("radio", { name: "Favorites" })).toBeNull();
  choose(opened, "Missed");
  expect(rows(opened, "Missed")).toEqual(["Call 102. Missed"]);
  expect(opened.phone.asked).toContain("clearMissed");
});

test("SOFT-81 favorites are the user's own buddies with the state of their phones", async () => {
  const buddy = {
    subscriberId: 3,
    userId: 3,
    username: "carol",
    exten: "103",
    name: "Carol Chen",
    department: null,
    pictureProfileUrl: null,
    registered: true,
    presence: "online",
    contact: null,
    userAgent: null,
    voicemailCount: null,
    dnd: null,
    forward: null,
    followme: null,
    sort: 1,
  };
  const opened = openSoftphone({
    rights: READS,
    personal: { "panel_buddies/my_buddies": { total: 1, data: [buddy] } },
  });
  choose(opened, "Favorites");
  await arrive(opened);
  const row = () => screen.getByRole("button", { name: /^Call Carol Chen, (Busy, )?103$/ });
  const quiet = { note: null, registered: true, dnd: null, forward: null, followme: null, meeting: null, calls: [] };
  opened.shows("103", { presence: "busy", ...quiet });
  expect(row().textContent).toContain("Busy");
  fireEvent.click(row());
  await arrive(opened);
  expect(opened.phone.asked).toContain("call 103");
});

test("FEATURE-10 music on hold is shown with the code that was dialled", async () => {
  const data = [
    callOf({ id: 1, caller_id: 1, from: "101", callee_id: null, to: "*88", to_name: "", destination: "music" }),
  ];
  const opened = openSoftphone({ rights: READS, personal: { [LIST]: { success: true, total: 1, data } } });
  await arrive(opened);
  expect(rows(opened, "Recent")).toEqual(["Call *88 Music on Hold. Dialed"]);
});

test("SOFT-81 CDR-44 a dialed service is not a bare number, as in the call history", async () => {
  const dialed = { caller_id: 1, from: "101", callee_id: null, to_name: "" } as const;
  const data = [
    callOf({ ...dialed, id: 4, to: "700", destination: "parking_lot" }),
    callOf({ ...dialed, id: 3, to: "600", to_name: "Support", destination: "queue" }),
    callOf({ ...dialed, id: 2, to: "*86", to_name: "Music on Hold", destination: "music" }),
    callOf({ ...dialed, id: 5, to: "*98103", to_name: "Carol Chen", destination: "voicemail" }),
    callOf({ id: 1, from: "+14165550199", from_name: "Zoe", caller_id: null, to: "600", destination: "queue" }),
  ];
  const opened = openSoftphone({ rights: READS, personal: { [LIST]: { success: true, total: 5, data } } });
  await arrive(opened);
  expect(rows(opened, "Recent")).toEqual([
    "Call Parking lot 700. Dialed",
    "Call Support Call Queue 600. Dialed",
    "Call Music on Hold *86. Dialed",
    "Call Carol Chen Voicemail. Dialed",
    "Call Zoe (416) 555-0199. Received",
  ]);
  fireEvent.click(opened.region().getByRole("button", { name: /^Call Parking lot 700/ }));
  await arrive(opened);
  expect(opened.phone.asked).toContain("call 700");
});

test("SOFT-81 a record says why a call did not ring, and who declined it", () => {
  const missed = callOf({ id: 5, caller_id: 2, callee_id: 1, talk_duration: null, disposition: "rejected" });
  expect(recentOf(missed, 1)).toMatchObject({ key: "5", dir: "mis", declined: true });
  const diverted = { why: "forward", to: "103", missed: false } as const;
  expect(recentOf(callOf({ caller_id: 2, callee_id: 3, diverted }), 1)).toMatchObject({
    dir: "in",
    diverted: { why: "forward", to: "103" },
  });
  expect(recentOf(callOf({ caller_id: 2, callee_id: 3 }), 1)).toBeUndefined();
});

test("WELCOME-1 the walk is offered above the calls, until it is declined", async () => {
  const opened = openSoftphone({ welcome: "offered" });
  const offer = () => opened.region().queryByRole("region", { name: "Set up your phone" });
  expect(offer()).not.toBeNull();
  fireEvent.click(opened.region().getByRole("button", { name: "Not now" }));
  expect(offer()).toBeNull();
});
