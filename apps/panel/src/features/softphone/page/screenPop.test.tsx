// @vitest-environment jsdom
import { mergePermissions } from "@callpanel/contract";
import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openSoftphone, pass } from "../test/openSoftphone.tsx";
import type { OpenOptions, Opened } from "../test/openSoftphone.tsx";

afterEach(cleanup);

const BOB = { number: "102", name: "Bob Brandt" } as const;
const ROW = {
  user_id: 1,
  subscriber_id: 1,
  username: "alice",
  first_name: "Alice",
  last_name: "Archer",
  exten: "101",
  may_write: true,
};
const pop = (trigger: string, url = "https://crm.example/?n={number}&who={name}") => ({
  rights: mergePermissions([{ module: "screenpop", rule: "read" }]),
  personal: {
    "users/{id}/screen_pop/can_watch_users": {
      total: 1,
      data: [{ ...ROW, type: "url", trigger, url, allow_override: false }],
    },
  },
});
async function open(options: OpenOptions): Promise<Opened> {
  const opened = openSoftphone(options);
  await pass(opened.clock, 0);
  return opened;
}
async function ring(opened: Opened, from: Parameters<Opened["phone"]["far"]["calls"]>[0] = BOB): Promise<string> {
  let callId = "";
  await act(async () => {
    callId = opened.phone.far.calls(from);
  });
  await pass(opened.clock, 0);
  return callId;
}
const answer = async (opened: Opened, callId: string) => {
  await act(async () => void (await opened.phone.answer(callId)));
  await pass(opened.clock, 0);
};
const FILLED = "https://crm.example/?n=102&who=Bob%20Brandt";

test("POP-4 it opens when the call rings, once per call", async () => {
  const opened = await open(pop("ringing"));
  const callId = await ring(opened);
  expect(opened.page.windows).toEqual([FILLED]);
  await answer(opened, callId);
  expect(opened.page.windows).toEqual([FILLED]);
});

test("POP-4 it opens when the call is answered, and not for an outgoing call", async () => {
  const opened = await open(pop("answered"));
  const callId = await ring(opened);
  expect(opened.page.windows).toEqual([]);
  await answer(opened, callId);
  expect(opened.page.windows).toEqual([FILLED]);
  act(() => opened.softphone.dial("103"));
  await pass(opened.clock, 0);
  const outgoing = opened.phone.getSnapshot().calls.find(({ number }) => number === "103");
  await act(async () => opened.phone.far.answers(outgoing?.id ?? ""));
  await pass(opened.clock, 0);
  expect(opened.page.windows).toEqual([FILLED]);
});

test("POP-4 ACCOUNT-3 a change that was made before the first connection counts", async () => {
  const { rights, personal } = pop("ringing");
  const settings: Record<string, unknown> = { ...personal };
  const opened = await open({ rights, personal: settings });
  Object.assign(settings, pop("answered").personal);
  opened.tells({ type: "snapshot", buddies: [], parked: [], clockOffsetMs: 0 });
  const callId = await ring(opened);
  expect(opened.page.windows).toEqual([]);
  await answer(opened, callId);
  expect(opened.page.windows).toEqual([FILLED]);
});

test("POP-4 the page and the variables of the call are used", async () => {
  const opened = await open({});
  const headers = {
    "x-screen-pop-conf": "type=url&trigger=ringing&url=https%3A%2F%2Fsent.example%2F%7Bticket%7D",
    "x-screen-pop-vars": "ticket=4711",
  };
  await ring(opened, { ...BOB, headers });
  expect(opened.page.windows).toEqual(["https://sent.example/4711"]);
  const evil = { ...headers, "x-screen-pop-conf": "type=url&url=javascript:alert(1)" };
  await ring(opened, { number: "103", headers: evil });
  expect(opened.page.windows.length).toBe(1);
});

test("POP-5 a window that is blocked becomes a link for 10 s, its text cut at 40 characters", async () => {
  const opened = await open(pop("ringing", `https://crm.example/${"x".repeat(60)}/{number}`));
  opened.page.blocks = true;
  await ring(opened);
  const href = `https://crm.example/${"x".repeat(60)}/102`;
  expect(opened.notices.get()).toMatchObject([
    {
      text: "The page for the call with Bob Brandt was blocked by the browser. Open it here:",
      action: { href, label: `${href.slice(0, 40)}…` },
    },
  ]);
  await pass(opened.clock, 9_999);
  expect(opened.told()).toHaveLength(1);
  await pass(opened.clock, 1);
  expect(opened.told()).toEqual([]);
});

test("POP-6 an unknown trigger shows a notice", async () => {
  const opened = await open({});
  const headers = { "x-screen-pop-conf": "type=url&trigger=hangup&url=https%3A%2F%2Fsent.example" };
  await ring(opened, { ...BOB, headers });
  expect(opened.told()).toEqual(["Invalid screenpop trigger: hangup"]);
});

test("ACCOUNT-46 notifications of past events follow the set duration, all notifications follow the switch", async () => {
  const notes = (enabled: boolean) => ({ personal: { panel_notifications: { enabled, timeout: 5_000 } } });
  const opened = await open(notes(true));
  opened.page.hidden = true;
  const callId = await ring(opened);
  act(() => opened.phone.far.ends(callId, "canceled"));
  expect(opened.page.notes).toHaveLength(1);
  await pass(opened.clock, 4_999);
  expect(opened.page.notes).toHaveLength(1);
  await pass(opened.clock, 1);
  expect(opened.page.notes).toEqual([]);
  cleanup();
  const silent = await open(notes(false));
  silent.page.hidden = true;
  await ring(silent);
  expect(silent.page.notes).toEqual([]);
});

test("POP-7 a page from an origin that the company does not list is not opened, no matter who sends it; a notice says so", async () => {
  const opened = await open({ ...pop("ringing"), screenPopOrigins: ["https://sent.example"] });
  await ring(opened);
  expect(opened.page.windows).toEqual([]);
  expect(opened.told()).toEqual(["Pages from https://crm.example may not be opened with calls in this company"]);
  const headers = { "x-screen-pop-conf": "type=url&url=https%3A%2F%2Fsent.example%2Fok" };
  await ring(opened, { number: "103", headers });
  expect(opened.page.windows).toEqual(["https://sent.example/ok"]);
  await ring(opened, {
    number: "104",
    headers: { "x-screen-pop-conf": "type=url&url=https%3A%2F%2Fsent.example.evil.example" },
  });
  expect(opened.page.windows).toHaveLength(1);
});
