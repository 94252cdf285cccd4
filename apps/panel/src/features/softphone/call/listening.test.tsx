// @vitest-environment jsdom
import { DEFAULT_FEATURE_CODES, SPY_MUTE_AFTER_MS } from "@callpanel/contract";
import { act, cleanup, fireEvent, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../shared/api/api.ts";
import { openSoftphone, pass } from "../test/openSoftphone.tsx";
import type { OpenOptions } from "../test/openSoftphone.tsx";
import { nameCalls, reportCalls, reportedCall } from "../test/reportedCalls.ts";

afterEach(cleanup);

const CALL = reportedCall({ legCallid: "sip-***102", user: "", name: "", direction: "out", peerChannel: "" });

/** The phone system lets the newest call listen in to Bob. */
function answerAs(opened: ReturnType<typeof openSoftphone>, number: string): void {
  const callId = opened.phone.getSnapshot().calls[0]?.id ?? "";
  act(() => {
    opened.phone.far.faces(callId, { kind: "listening", number, name: "Bob Brandt" });
    opened.phone.far.answers(callId);
  });
}

/** Alice listens to Bob, and the phone system has reported it. */
async function listening(options: OpenOptions = {}, number = "***102") {
  const opened = openSoftphone(options);
  opened.softphone.dial(number);
  await pass(opened.clock, 0);
  answerAs(opened, number);
  nameCalls(opened);
  reportCalls(opened, CALL);
  await pass(opened.clock, 0);
  const call = () => opened.call("Bob Brandt");
  const choose = async (mode: string) => {
    fireEvent.click(within(call()).getByRole("radio", { name: mode }));
    await pass(opened.clock, 0);
  };
  const chosen = () =>
    within(call())
      .getAllByRole("radio")
      .filter((one) => one instanceof HTMLInputElement && one.checked)
      .map((one) => one.getAttribute("aria-label"));
  return { opened, call, choose, chosen };
}

test("SOFT-34 the listener's microphone is off 1 s after the call is answered", async () => {
  const { opened, call } = await listening();
  await pass(opened.clock, SPY_MUTE_AFTER_MS - 1);
  expect(call().dataset["state"]).toBe("on-call");
  await pass(opened.clock, 1);
  expect(call().dataset["state"]).toBe("muted");
});

test("SOFT-34 no other call is muted automatically", async () => {
  const opened = openSoftphone();
  opened.softphone.dial("102");
  await pass(opened.clock, 0);
  act(() => opened.phone.far.answers(opened.phone.getSnapshot().calls[0]?.id ?? ""));
  await pass(opened.clock, 2 * SPY_MUTE_AFTER_MS);
  expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
});

test("SOFT-34 FEATURE-5 it is so with another code of listening in, and not with a call to another feature that has its default", async () => {
  const codes = DEFAULT_FEATURE_CODES.map((one) => {
    if (one.name === "spy") return { ...one, code: "*55" };
    return one.name === "intercom" ? { ...one, code: "***" } : one;
  });
  const { opened, call } = await listening({ featureCodes: codes }, "*55102");
  await pass(opened.clock, SPY_MUTE_AFTER_MS);
  expect(call().dataset["state"]).toBe("muted");

  const other = openSoftphone({ featureCodes: codes });
  other.softphone.dial("***103");
  await pass(other.clock, 0);
  const callId = other.phone.getSnapshot().calls[0]?.id ?? "";
  act(() => {
    other.phone.far.faces(callId, { kind: "person", number: "103", name: "Carol Chen" });
    other.phone.far.answers(callId);
  });
  await pass(other.clock, 2 * SPY_MUTE_AFTER_MS);
  expect(other.phone.getSnapshot().calls[0]).toMatchObject({ isMuted: false });
});

test("FEATURE-5 listening in dials the company's code, and nothing where it is turned off", async () => {
  const codes = DEFAULT_FEATURE_CODES.map((one) => (one.name === "spy" ? { ...one, code: "*55" } : one));
  const opened = openSoftphone({ featureCodes: codes });
  opened.softphone.listen("102", "monitor");
  await pass(opened.clock, 0);
  expect(opened.phone.getSnapshot().calls.map(({ number }) => number)).toEqual(["*55102"]);
  const without = openSoftphone({ featureCodes: codes.filter(({ name }) => name !== "spy") });
  without.softphone.listen("102", "monitor");
  await pass(without.clock, 0);
  expect(without.phone.getSnapshot().calls).toEqual([]);
});

test("SOFT-35 the call says that it listens in, and can only be muted and hung up", async () => {
  const { call, chosen } = await listening();
  expect(call().textContent).toContain("Listening to Bob Brandt");
  expect(chosen()).toEqual(["Listen"]);
  for (const name of ["Transfer", "Park", "Three-way", "Hold"])
    expect(within(call()).queryByRole("button", { name })).toBeNull();
  expect(within(call()).getByRole("button", { name: "Hang up" })).toBeTruthy();
});

test("SOFT-35 Whisper and Barge in turn the microphone on, Listen turns it off", async () => {
  const { opened, call, choose, chosen } = await listening();
  await choose("Whisper");
  expect(opened.commands).toEqual([{ command: "ChanSpyMode", channel: "own", mode: "whisper" }]);
  expect(chosen()).toEqual(["Whisper"]);
  await pass(opened.clock, SPY_MUTE_AFTER_MS);
  expect(call().dataset["state"]).toBe("on-call");
  await choose("Barge in");
  expect(opened.commands.at(-1)).toEqual({ command: "ChanSpyMode", channel: "own", mode: "fullbarge" });
  expect(call().dataset["state"]).toBe("on-call");
  await choose("Listen");
  expect(chosen()).toEqual(["Listen"]);
  expect(call().dataset["state"]).toBe("muted");
});

test("SOFT-35 a call that is to whisper does so as soon as it is answered and reported", async () => {
  const opened = openSoftphone();
  opened.softphone.listen("102", "whisper");
  await pass(opened.clock, 0);
  answerAs(opened, "***102");
  expect(opened.commands).toEqual([]);
  nameCalls(opened);
  reportCalls(opened, CALL);
  await pass(opened.clock, SPY_MUTE_AFTER_MS);
  expect(opened.commands).toEqual([{ command: "ChanSpyMode", channel: "own", mode: "whisper" }]);
  expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
});

test("SOFT-35 a refused mode shows a notice and stays as it was", async () => {
  const { opened, choose, chosen } = await listening({
    answer: () => {
      throw new ApiError({
        kind: "answer",
        status: 0,
        code: "request.forbidden",
        text: "You do not have permission to do this",
        details: {},
      });
    },
  });
  await choose("Whisper");
  expect(opened.told()).toEqual(["You do not have permission to do this"]);
  expect(chosen()).toEqual(["Listen"]);
});
