import type { CallSnapshot } from "@callpanel/webphone";
import { describe, expect, test } from "vitest";
import { clockText } from "../../shared/formats/duration.ts";
import {
  buttonOf,
  cleanName,
  endNoticeOf,
  refusalNoticeOf,
  INITIAL_SOFTPHONE,
  NAME_CHARS,
  openCallOf,
  parkExtensionOf,
  peerOf,
  stepSoftphone,
} from "./softphone.model.ts";

const call = (id: string, part: Partial<CallSnapshot> = {}): CallSnapshot => ({
  id,
  number: "102",
  name: "",
  direction: "out",
  state: "answered",
  visual: "on-call",
  isOnHold: false,
  isMuted: false,
  startedAt: 0,
  answeredAt: 0,
  digitsReceived: "",
  digitsSent: "",
  ...part,
});
const held = (id: string) => call(id, { isOnHold: true, visual: "on-hold" });
const offered = (id: string) =>
  call(id, { direction: "in", state: "initiating", visual: "ringing", answeredAt: undefined });

describe("the open pane", () => {
  test("SOFT-6 one pane at a time; a second click closes it", () => {
    const log = stepSoftphone(INITIAL_SOFTPHONE, { type: "paneToggled", pane: "log" });
    const contacts = stepSoftphone(log, { type: "paneToggled", pane: "contacts" });
    expect(contacts.pane).toBe("contacts");
    expect(stepSoftphone(contacts, { type: "paneToggled", pane: "contacts" }).pane).toBe("none");
  });

  test("SOFT-12 the dial pad of a call and the main dial pad are never open together", () => {
    const field = stepSoftphone(INITIAL_SOFTPHONE, { type: "paneToggled", pane: "dialPad" });
    const ofCall = stepSoftphone(field, { type: "callPadToggled", callId: "a" });
    expect(ofCall).toMatchObject({ pane: "none", padCallId: "a" });
    expect(stepSoftphone(ofCall, { type: "paneToggled", pane: "dialPad" })).toMatchObject({
      pane: "dialPad",
      padCallId: null,
    });
  });

  test("SOFT-12 the dial pad of a call closes with the call", () => {
    const opened = stepSoftphone(INITIAL_SOFTPHONE, { type: "callPadToggled", callId: "a" });
    expect(stepSoftphone(opened, { type: "callEnded", callId: "b" }).padCallId).toBe("a");
    expect(stepSoftphone(opened, { type: "callEnded", callId: "a" })).toMatchObject({
      padCallId: null,
      chosenCallId: null,
    });
  });
});

describe("the open call", () => {
  test("SOFT-9 the chosen call is open, even if it is old or on hold", () => {
    expect(openCallOf([call("new"), held("old")], "old")?.id).toBe("old");
  });
  test("SOFT-9 without a choice the newest that is not on hold is open", () => {
    expect(openCallOf([held("c"), call("b"), call("a")], null)?.id).toBe("b");
    expect(openCallOf([held("c"), call("b")], "ended meanwhile")?.id).toBe("b");
  });
  test("SOFT-9 when all are on hold the newest is open", () => {
    expect(openCallOf([held("b"), held("a")], null)?.id).toBe("b");
  });
  test("SOFT-9 a ringing incoming call is never the open one", () => {
    expect(openCallOf([offered("b"), call("a")], "b")?.id).toBe("a");
    expect(openCallOf([offered("b")], null)).toBeUndefined();
  });
});

describe("names", () => {
  test("SOFT-10 the name from the call, else from the directory, else the number", () => {
    expect(peerOf({ name: "Bob", number: "102" }, "Robert")).toBe("Bob");
    expect(peerOf({ name: "", number: "102" }, "Robert")).toBe("Robert");
    expect(peerOf({ name: " ", number: "102" })).toBe("102");
    expect(peerOf({ name: "", number: "" })).toBe("?");
  });
  test("SOFT-10 marks that reorder text, control characters and line breaks are removed", () => {
    expect(cleanName("Bob\u202E txe.exe\u0000\n\tBrandt\u2066")).toBe("Bob txe.exe Brandt");
  });
  test("SOFT-10 markup is text like any other", () => {
    expect(cleanName("<script>alert(1)</script>")).toBe("<script>alert(1)</script>");
  });
  test("SOFT-10 a long name is cut between characters", () => {
    const cut = cleanName("😀".repeat(5_000));
    expect(Array.from(cut)).toHaveLength(NAME_CHARS + 1);
    expect(cut.endsWith("😀…")).toBe(true);
  });
});

describe("the toolbar's button", () => {
  test("SOFT-23 the call that needs attention most decides: ringing, on call, muted, on hold", () => {
    const muted = call("m", { isMuted: true, visual: "muted" });
    expect(buttonOf("registered", [held("a"), muted, call("b"), offered("c")], 2)).toEqual({
      status: "registered",
      call: "ringing",
      missedCount: 2,
    });
    expect(buttonOf("registered", [held("a"), muted, call("b")], 0).call).toBe("on-call");
    expect(buttonOf("registered", [held("a"), muted], 0).call).toBe("muted");
    expect(buttonOf("connecting", [held("a")], 0)).toMatchObject({ status: "connecting", call: "on-hold" });
    expect(buttonOf("not-registered", [], 0).call).toBe("idle");
  });
});

describe("why a call ended", () => {
  const unanswered = call("a", { state: "initiating", answeredAt: undefined, number: "102", name: "Bob" });
  test.each([
    ["busy", "call.busy"],
    ["no-answer", "call.noAnswer"],
    ["unavailable", "call.unavailable"],
    ["rejected", "call.rejected"],
    ["lost", "call.lost"],
    ["unreachable", "call.unreachable"],
    ["no-microphone", "call.noMicrophone"],
  ] as const)("SOFT-15 %s shows a notice", (reason, code) => {
    expect(endNoticeOf(unanswered, reason, "")).toEqual({ code, details: { number: "Bob" } });
  });
  test("SOFT-15 for a number that does not exist, the number is shown and not a name", () => {
    expect(endNoticeOf(unanswered, "not-found", "")).toEqual({ code: "call.notFound", details: { number: "102" } });
  });
  test("SOFT-15 failed says why", () => {
    expect(endNoticeOf(unanswered, "failed", "no route")).toEqual({
      code: "call.failed",
      details: { number: "Bob", reason: "no route" },
    });
    expect(endNoticeOf(unanswered, "media", "")?.code).toBe("sipua.error.media");
  });
  test("SOFT-15 no notice for an action of the user or a message that they heard", () => {
    for (const reason of ["hangup", "remote", "canceled", "answered-elsewhere", "handled-elsewhere"] as const)
      expect(endNoticeOf(unanswered, reason, "")).toBeNull();
    expect(endNoticeOf(offered("a"), "rejected", "")).toBeNull();
    expect(endNoticeOf(offered("a"), "no-answer", "")).toBeNull();
  });
  test("SOFT-15 an answered call, also an incoming one, that nobody else took says why", () => {
    const talking = call("a", { direction: "in", number: "102", name: "Bob" });
    const details = { number: "Bob" };
    expect(endNoticeOf(talking, "no-answer", "")).toEqual({ code: "call.noAnswer", details });
    expect(endNoticeOf(talking, "rejected", "")).toEqual({ code: "call.rejected", details });
    expect(endNoticeOf(talking, "unavailable", "")).toEqual({ code: "call.unavailable", details });
  });
});

describe("SOFT-44 the text of a refusal", () => {
  const code = call("a", { number: "*98", state: "initiating", visual: "calling", answeredAt: undefined });
  const person = { ...code, number: "102" };
  const warning = "<b>Feature</b>\u202E not available\n";
  const details = { number: "Voicemail", reason: "<b>Feature</b> not available" };
  test.each([
    [code, "rejected"],
    [code, "unavailable"],
    [code, "not-found"],
    [person, "not-found"],
    [person, "failed"],
  ] as const)("SOFT-44 the phone system's text is shown: %#", (ended, reason) => {
    expect(refusalNoticeOf(ended, { reason, warning }, "Voicemail")).toEqual({ code: "call.failed", details });
  });
  test.each([
    ["a person has words of the panel", person, "unavailable", warning],
    ["the person's own end", code, "hangup", warning],
    ["no Warning", code, "rejected", undefined],
    ["an empty one", code, "rejected", " "],
    ["a call that was answered", { ...code, answeredAt: 1 }, "failed", warning],
    ["a call from outside", { ...code, direction: "in" }, "failed", warning],
  ] as const)("SOFT-44 the panel's own text is shown: %s", (_, ended, reason, text) => {
    expect(refusalNoticeOf(ended, { reason, warning: text }, "Voicemail")).toBeNull();
  });
});

describe("TOLL-10 a refused outside call shows the panel's text", () => {
  const out = call("a", { number: "+19005551234", state: "initiating", visual: "calling", answeredAt: undefined });
  test.each([
    ["No right to outside calls", "call.outside.inland"],
    ["No right to calls abroad", "call.outside.abroad"],
    ["No right to premium-rate numbers", "call.outside.premium"],
    ["No right to unknown outside numbers", "call.outside.unknown"],
    ["At most 5 outside calls at a time", "call.outside.atOnce"],
    ["At most 60 outside calls an hour", "call.outside.perHour"],
    ["At most 3 emergency calls at a time", "call.emergency.atOnce"],
  ])("TOLL-10 %s", (warning, code) => {
    expect(refusalNoticeOf(out, { reason: "rejected", warning }, "Hotline")).toMatchObject({ code });
  });
  test("TOLL-10 with its limit, or the number as it was dialled", () => {
    const details = (warning: string) => refusalNoticeOf(out, { reason: "rejected", warning }, "Hotline")?.details;
    expect(details("At most 60 outside calls an hour")).toMatchObject({ limit: 60 });
    expect(details("No right to unknown outside numbers")).toMatchObject({ number: "+19005551234" });
  });
});

test("SOFT-22 call times are mm:ss, from an hour on hh:mm:ss", () => {
  expect([-5, 999, 61_000, 3_599_999, 3_600_000, 36_061_000].map(clockText)).toEqual([
    "00:00",
    "00:00",
    "01:01",
    "59:59",
    "01:00:00",
    "10:01:01",
  ]);
});

test("SOFT-30 Park uses the lot if there is exactly one, else 700", () => {
  const lot = (extension: string) => ({ name: "", extension, slots: [] });
  expect(parkExtensionOf({ parkingLots: [lot("750")] })).toBe("750");
  expect(parkExtensionOf({ parkingLots: [lot("750"), lot("760")] })).toBe("750");
  expect(parkExtensionOf({ parkingLots: [] })).toBe("700");
  expect(parkExtensionOf({ parkingLots: null })).toBe("700");
});
