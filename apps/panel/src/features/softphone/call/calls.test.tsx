// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { BOB, CAROL, arrive, click, offer, talk, groups, buttonsOf } from "../test/callSteps.ts";
import { field, type } from "../test/dialSteps.ts";
import { openSoftphone, pass } from "../test/openSoftphone.tsx";
import type { Opened } from "../test/openSoftphone.tsx";

afterEach(cleanup);

describe("a call", () => {
  test.each([
    [{ mark: "good", mos: 4.4, roundTripMs: 20 }, "Good connection"],
    [{ mark: "fair", cause: "delay", mos: 3.8, roundTripMs: 600 }, "Fair connection: long delay"],
    [{ mark: "poor", cause: "loss", mos: 2, roundTripMs: undefined }, "Poor connection: lost packets"],
    [{ mark: "silent" }, "No sound received for 5 s"],
  ] as const)("SOFT-41 an open call shows its quality, and the cause: %o", async (quality, words) => {
    const opened = openSoftphone();
    const callId = await talk(opened, BOB);
    expect(opened.call("Bob Brandt").querySelector("[data-quality]")).toBeNull();
    act(() => opened.phone.far.sounds(callId, quality));
    expect(opened.call("Bob Brandt").textContent).toContain(words);
  });

  test("SOFT-40 a call that lost its connection says so and keeps its state and its buttons", async () => {
    const opened = openSoftphone();
    const callId = await talk(opened, BOB);
    act(() => opened.phone.far.loses(callId));
    expect(opened.call("Bob Brandt").textContent).toContain("Reconnecting…");
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
    expect(buttonsOf(opened.call("Bob Brandt"))).toContain("Hang up");
  });

  test("SOFT-60 a call without a media path says that there is no audio, and why", async () => {
    const opened = openSoftphone();
    const callId = await talk(opened, BOB);
    act(() => opened.phone.far.neverReaches(callId));
    expect(opened.call("Bob Brandt").textContent).toContain(
      "No audio: your browser can’t reach the phone system’s audio address.",
    );
    expect(opened.call("Bob Brandt").textContent).not.toContain("Reconnecting…");
  });

  test("SOFT-61 a phone that sends no audio is reported, at either end, until it is heard", async () => {
    const opened = openSoftphone();
    const callId = await talk(opened, BOB);
    const there = { kind: "person", number: "102", name: "Bob Brandt" } as const;
    const said = () => opened.call("Bob Brandt").textContent ?? "";
    act(() => opened.phone.far.faces(callId, { ...there, silence: "far" }));
    expect(said()).toContain("No sound from Bob Brandt: their device can’t reach the phone system.");
    expect(said()).toContain("No audio");
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
    act(() => opened.phone.far.faces(callId, { ...there, silence: "near" }));
    expect(said()).toContain("No audio: your browser can’t reach the phone system’s audio address.");
    act(() => opened.phone.far.faces(callId, there));
    expect(said()).not.toContain("No audio");
    expect(said()).toContain("On call");
  });

  test("SOFT-11 an outgoing call is calling, then ringing, then on call", async () => {
    const opened = openSoftphone();
    opened.softphone.dial("102");
    await arrive(opened);
    const callId = opened.phone.getSnapshot().calls[0]?.id ?? "";
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("calling");
    expect(buttonsOf(opened.call("Bob Brandt"))).toEqual(["Hang up"]);
    act(() => opened.phone.far.rings(callId));
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("ringing");
    act(() => opened.phone.far.answers(callId));
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
  });

  test("SOFT-11 an incoming call rings with Accept and Reject", async () => {
    const opened = openSoftphone();
    offer(opened, BOB);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("ringing");
    expect(buttonsOf(opened.call("Bob Brandt")).toSorted()).toEqual(["Accept", "More", "Reject"]);
    click(opened.call("Bob Brandt"), "Accept");
    await arrive(opened);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
    offer(opened, CAROL);
    click(opened.call("Carol Chen"), "Reject");
    expect(groups()).toEqual(["Call with Bob Brandt"]);
  });

  test("SOFT-11 the focus stays in the call when the focused button is removed", async () => {
    for (const dock of ["open", "closed"] as const) {
      const opened = openSoftphone({ dock });
      offer(opened, BOB);
      const accept = within(opened.call("Bob Brandt")).getByRole("button", { name: "Accept" });
      act(() => accept.focus());
      fireEvent.click(accept);
      await arrive(opened);
      expect(document.activeElement, dock).toBe(opened.call("Bob Brandt"));
      cleanup();
    }
  });

  test("SOFT-80 a dialled call takes the focus, and gives it back when it ends", async () => {
    const opened = openSoftphone();
    type(opened, "102");
    fireEvent.keyDown(field(opened), { key: "Enter" });
    await arrive(opened);
    expect(document.activeElement).toBe(opened.call("Bob Brandt"));
    const callId = opened.phone.getSnapshot().calls[0]?.id ?? "";
    act(() => opened.phone.far.answers(callId));
    expect(document.activeElement).toBe(opened.call("Bob Brandt"));
    const hangUp = within(opened.call("Bob Brandt")).getByRole("button", { name: "Hang up" });
    act(() => hangUp.focus());
    fireEvent.click(hangUp);
    expect(document.activeElement).toBe(field(opened));
  });

  test("SOFT-80 a person who types elsewhere keeps the focus", async () => {
    const opened = openSoftphone();
    const note = screen.getByRole("textbox", { name: "Note" });
    act(() => note.focus());
    opened.softphone.dial("102");
    await arrive(opened);
    expect(document.activeElement).toBe(note);
    act(() => opened.phone.far.ends(opened.phone.getSnapshot().calls[0]?.id ?? "", "busy"));
    expect(document.activeElement).toBe(note);
  });

  test("SOFT-80 digits typed in an answered call are tones, and its dial pad shows them", async () => {
    const opened = openSoftphone();
    opened.softphone.dial("102");
    await arrive(opened);
    const call = () => opened.call("Bob Brandt");
    fireEvent.keyDown(call(), { key: "1" });
    const callId = opened.phone.getSnapshot().calls[0]?.id ?? "";
    expect(opened.phone.asked.filter((one) => one.startsWith("sendDigit"))).toEqual([]);
    act(() => opened.phone.far.answers(callId));
    fireEvent.keyDown(within(call()).getByRole("button", { name: "Mute" }), { key: "4" });
    fireEvent.keyDown(call(), { key: "5", ctrlKey: true });
    const grid = within(call()).getByRole("grid");
    fireEvent.keyDown(grid, { key: "2" });
    expect(opened.phone.asked.filter((one) => one.startsWith("sendDigit"))).toEqual([
      `sendDigit ${callId} 4`,
      `sendDigit ${callId} 2`,
    ]);
    expect(within(call()).getByText("42")).toBeTruthy();
    expect(field(opened).value).toBe("");
  });

  test("SOFT-11 hold, mute and hang up work, and each is named by its next effect", async () => {
    const opened = openSoftphone();
    await talk(opened, BOB);
    const call = () => opened.call("Bob Brandt");
    click(call(), "Mute");
    expect(call().dataset["state"]).toBe("muted");
    click(call(), "Hold");
    await arrive(opened);
    expect(call().dataset["state"]).toBe("on-hold");
    click(call(), "Unhold");
    await arrive(opened);
    click(call(), "Unmute");
    expect(call().dataset["state"]).toBe("on-call");
    click(call(), "Hang up");
    expect(groups()).toEqual([]);
  });

  test("SOFT-83 a call on hold shows how long it has been, next to the time of the call", async () => {
    const opened = openSoftphone();
    await talk(opened, BOB);
    await pass(opened.clock, 60_000);
    click(opened.call("Bob Brandt"), "Hold");
    await arrive(opened);
    await pass(opened.clock, 5_000);
    const times = () =>
      within(opened.call("Bob Brandt"))
        .getAllByRole("timer", { hidden: true })
        .map(({ textContent }) => textContent);
    expect(times()).toEqual(["00:05", "01:05"]);
    click(opened.call("Bob Brandt"), "Unhold");
    expect(times()).toEqual(["01:05"]);
  });

  test("SOFT-11 a refused action shows a notice and changes nothing", async () => {
    const opened = openSoftphone();
    await talk(opened, BOB);
    opened.phone.far.refusesNext("setHold", "sipua.error.hold", { message: "488" });
    click(opened.call("Bob Brandt"), "Hold");
    await arrive(opened);
    expect(opened.told()).toEqual(["Failed to put call on hold: 488"]);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
  });

  test("SOFT-10 a call without a name takes the name from the directory", async () => {
    const opened = openSoftphone();
    await talk(opened, { number: "103" });
    await arrive(opened);
    expect(groups()).toEqual(["Call with Carol Chen"]);
    await talk(opened, { number: "5145550142" });
    await arrive(opened);
    expect(groups()).toContain("Call with 5145550142");
  });

  test("SOFT-10 a feature code says what it does, next to its number", async () => {
    const opened = openSoftphone();
    opened.softphone.dial("*43");
    await arrive(opened);
    expect(opened.call("*43").textContent).toContain("Echo test");
  });

  test("SOFT-22 the timer starts when the call is answered, and is silent for screen readers", async () => {
    const opened = openSoftphone();
    await talk(opened, BOB);
    await pass(opened.clock, 61_000);
    const timer = opened.call("Bob Brandt").querySelector("[role=timer]");
    expect(timer?.textContent).toBe("01:01");
    expect(timer?.getAttribute("aria-hidden")).toBe("true");
  });

  test("SOFT-24 the slider shows 0 to 100 and stores 0 to 1", async () => {
    const opened = openSoftphone();
    await talk(opened, BOB);
    const slider = within(opened.call("Bob Brandt")).getByRole("slider", { name: "Volume" });
    expect(slider.getAttribute("value")).toBe("100");
    fireEvent.change(slider, { target: { value: "40" } });
    expect(opened.phone.getSnapshot().volume).toBe(0.4);
  });
});

describe("several calls", () => {
  test("SOFT-9 newest first; the active call is open, each of the others is one line with Unhold", async () => {
    const opened = openSoftphone();
    await talk(opened, BOB);
    await talk(opened, CAROL);
    expect(groups()).toEqual(["Call with Carol Chen", "Call with Bob Brandt"]);
    expect(within(opened.call("Carol Chen")).queryByRole("slider")).not.toBeNull();
    expect(within(opened.call("Bob Brandt")).queryByRole("slider")).toBeNull();
    click(opened.call("Bob Brandt"), "Unhold");
    await arrive(opened);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
    expect(opened.call("Carol Chen").dataset["state"]).toBe("on-hold");
    expect(within(opened.call("Bob Brandt")).queryByRole("slider")).not.toBeNull();
  });

  test("SOFT-9 a click on a line opens it and puts no call on hold", async () => {
    const opened = openSoftphone();
    await talk(opened, BOB);
    await talk(opened, CAROL);
    click(opened.call("Bob Brandt"), "Show Bob Brandt");
    expect(within(opened.call("Bob Brandt")).queryByRole("slider")).not.toBeNull();
    expect(opened.call("Carol Chen").dataset["state"]).toBe("on-call");
  });

  test("SOFT-10 a second call changes neither name nor state of the first", async () => {
    const opened = openSoftphone();
    await talk(opened, BOB);
    offer(opened, CAROL);
    expect(new Set(groups())).toEqual(new Set(["Call with Bob Brandt", "Call with Carol Chen"]));
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
  });
});

describe("digits in a call", () => {
  const openPad = async () => {
    const opened = openSoftphone();
    const callId = await talk(opened, BOB);
    click(opened.call("Bob Brandt"), "Dial pad");
    return { ...opened, callId };
  };
  const digits = (mark: "sent" | "received") => document.querySelector(`[data-digits=${mark}] dd`)?.textContent;

  test("SOFT-12 the keys and the keyboard send tones; Enter counts as #", async () => {
    const opened = await openPad();
    click(opened.call("Bob Brandt"), "4");
    const grid = within(opened.call("Bob Brandt")).getByRole("grid");
    expect(document.activeElement).toBe(grid);
    fireEvent.keyDown(grid, { key: "2" });
    fireEvent.keyDown(grid, { key: "Enter" });
    expect(opened.phone.asked.filter((one) => one.startsWith("sendDigit"))).toEqual([
      `sendDigit ${opened.callId} 4`,
      `sendDigit ${opened.callId} 2`,
      `sendDigit ${opened.callId} #`,
    ]);
    expect(digits("sent")).toBe("42#");
  });

  test("SOFT-12 0 is never a plus in a call", async () => {
    const opened = await openPad();
    const zero = within(opened.call("Bob Brandt")).getByRole("button", { name: "0" });
    fireEvent.pointerDown(zero);
    await pass(opened.clock, 5_000);
    fireEvent.click(zero);
    expect(digits("sent")).toBe("0");
  });

  test("SOFT-12 digits from the far end are shown, whether the pad is open or not", async () => {
    const opened = openSoftphone();
    const callId = await talk(opened, BOB);
    act(() => opened.phone.far.presses(callId, "7"));
    expect(digits("received")).toBe("7");
    expect(within(opened.call("Bob Brandt")).queryByRole("grid")).toBeNull();
  });
});

describe("the end of a call", () => {
  const typed = (opened: Opened) => opened.region().getByRole("combobox", { name: "Number" }).getAttribute("value");

  test("SOFT-14 the last call's end clears the dial field and closes the dock over the page", async () => {
    const opened = openSoftphone({ place: "over" });
    const first = await talk(opened, BOB);
    const second = await talk(opened, CAROL);
    fireEvent.change(opened.region().getByRole("combobox"), { target: { value: "55" } });
    act(() => opened.phone.far.ends(first));
    expect(opened.dock.get()).toBe(true);
    expect(typed(opened)).toBe("55");
    act(() => opened.phone.far.ends(second));
    expect(opened.dock.get()).toBe(false);
    act(() => opened.dock.open());
    expect(typed(opened)).toBe("");
  });

  test("SOFT-14 next to the page the dock stays open", async () => {
    const opened = openSoftphone({ place: "beside" });
    const callId = await talk(opened, BOB);
    fireEvent.change(opened.region().getByRole("combobox"), { target: { value: "55" } });
    act(() => opened.phone.far.ends(callId));
    expect(opened.dock.get()).toBe(true);
    expect(typed(opened)).toBe("");
  });

  test("SOFT-14 a number that is being typed is not lost", async () => {
    const opened = openSoftphone();
    const callId = await talk(opened, BOB);
    const field = opened.region().getByRole("combobox");
    act(() => field.focus());
    fireEvent.change(field, { target: { value: "55" } });
    act(() => opened.phone.far.ends(callId));
    expect(typed(opened)).toBe("55");
  });

  test("SOFT-44 a refused feature code shows the phone system's text", async () => {
    const opened = openSoftphone();
    opened.softphone.dial("*98");
    await arrive(opened);
    const callId = opened.phone.getSnapshot().calls[0]?.id ?? "";
    act(() => opened.phone.far.ends(callId, "unavailable", "Feature not available"));
    expect(opened.told()).toEqual(["The call to *98 failed: Feature not available"]);
  });

  test("SOFT-15 a notice says for 6 seconds why an outgoing call ended", async () => {
    const opened = openSoftphone();
    opened.softphone.dial("102");
    await arrive(opened);
    act(() => opened.phone.far.ends(opened.phone.getSnapshot().calls[0]?.id ?? "", "busy"));
    expect(opened.told()).toEqual(["102 is busy"]);
    await pass(opened.clock, 5_999);
    expect(opened.told()).toHaveLength(1);
    await pass(opened.clock, 1);
    expect(opened.told()).toEqual([]);
  });

  test("SOFT-15 a call that another device or a colleague answered was answered elsewhere", () => {
    const opened = openSoftphone();
    const callId = offer(opened, BOB);
    act(() => opened.phone.far.ends(callId, "answered-elsewhere"));
    expect(opened.notices.get()).toMatchObject([
      { kind: "success", text: "The call from Bob Brandt was answered elsewhere" },
    ]);
  });

  test("SOFT-15 a call that was sent to somebody else while it rang here was not answered elsewhere", () => {
    const opened = openSoftphone();
    const callId = offer(opened, BOB);
    act(() => opened.phone.far.ends(callId, "handled-elsewhere"));
    expect(opened.notices.get()).toEqual([]);
  });
});
