// @vitest-environment jsdom
import { act, cleanup, fireEvent } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { BOB, CAROL, arrive, click, offer, talk, groups, buttonsOf } from "../test/callSteps.ts";
import { openSoftphone, pass } from "../test/openSoftphone.tsx";
import type { Opened } from "../test/openSoftphone.tsx";

afterEach(cleanup);

describe("the foot bar", () => {
  test("SOFT-17 a call never disappears: with the dock closed it has hang up, hold and mute at the foot", async () => {
    const opened = openSoftphone({ dock: "closed" });
    expect(groups()).toEqual([]);
    await talk(opened, BOB);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
    click(opened.call("Bob Brandt"), "Mute");
    click(opened.call("Bob Brandt"), "Hold");
    await arrive(opened);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-hold");
    click(opened.call("Bob Brandt"), "Hang up");
    expect(groups()).toEqual([]);
  });

  test("SOFT-17 it shows the open call, counts the others, and opens the dock", async () => {
    const opened = openSoftphone({ dock: "closed" });
    await talk(opened, BOB);
    await talk(opened, CAROL);
    expect(groups()).toEqual(["Call with Carol Chen"]);
    expect(opened.call("Carol Chen").textContent).toContain("+1");
    click(opened.call("Carol Chen"), "Show softphone");
    expect(opened.dock.get()).toBe(true);
  });

  test("SOFT-17 a call that rings is not at the foot but over the page", () => {
    const opened = openSoftphone({ dock: "closed" });
    offer(opened, BOB);
    expect(groups()).toEqual(["Call with Bob Brandt"]);
    expect(buttonsOf(opened.call("Bob Brandt"))).not.toContain("Hang up");
  });
});

describe("sound that the browser blocks", () => {
  test("SOFT-19 a bar shows that sound is blocked, and turns it on", () => {
    const opened = openSoftphone();
    act(() => opened.phone.far.locksAudio());
    fireEvent.click(opened.region().getByRole("button", { name: "Turn sound on" }));
    expect(opened.phone.asked).toContain("unlockAudio");
    expect(opened.region().queryByRole("button", { name: "Turn sound on" })).toBeNull();
  });

  test("SOFT-19 any click or key on the page turns it on, only once", () => {
    const opened = openSoftphone();
    act(() => opened.page.happens("gesture"));
    expect(opened.phone.asked).not.toContain("unlockAudio");
    act(() => opened.phone.far.locksAudio());
    act(() => opened.page.happens("gesture"));
    act(() => opened.page.happens("gesture"));
    expect(opened.phone.asked.filter((one) => one === "unlockAudio")).toHaveLength(1);
  });
});

describe("the lifecycle of the page", () => {
  test("SOFT-18 closing asks while there is a call", async () => {
    const opened = openSoftphone();
    expect(opened.page.asksOnLeaving()).toBe(false);
    const callId = await talk(opened, BOB);
    expect(opened.page.asksOnLeaving()).toBe(true);
    act(() => opened.phone.far.ends(callId));
    expect(opened.page.asksOnLeaving()).toBe(false);
  });

  test("SOFT-18 leaving the page stops the phone; coming back starts it and checks the connection", () => {
    const opened = openSoftphone();
    act(() => opened.page.happens("left"));
    expect(opened.phone.asked).toEqual(["start", "leave"]);
    act(() => opened.page.happens("returned"));
    expect(opened.phone.asked).toEqual(["start", "leave", "start", "probe"]);
  });

  test("SOFT-18 after a change of network or sleep the connection is checked", async () => {
    const opened = openSoftphone();
    act(() => opened.page.happens("awake"));
    expect(opened.phone.asked).toEqual(["start", "probe"]);
    await pass(opened.clock, 60_000);
    expect(opened.phone.asked).toEqual(["start", "probe"]);
  });

  test("SOFT-18 stopping removes all listeners", async () => {
    const opened = openSoftphone();
    offer(opened, BOB);
    act(() => opened.softphone.stop());
    act(() => {
      opened.page.happens("awake");
      opened.phone.far.calls(CAROL);
      opened.phone.far.fails("sipua.error.media");
    });
    expect(opened.phone.asked).toEqual(["start", "stop"]);
    expect(opened.page.title).toBe("Buddies");
    expect(opened.told()).toEqual([]);
    cleanup();
    expect(opened.clock.timerCount).toBe(0);
  });
});

describe("shortcuts", () => {
  const run = (opened: Opened, letter: string) =>
    act(() => opened.softphone.shortcuts.find((one) => one.letter === letter)?.run());

  test("SOFT-20 answer, hold, mute and hang up act on the most likely call", async () => {
    const opened = openSoftphone();
    for (const letter of ["A", "E", "H", "M"]) run(opened, letter);
    expect(opened.phone.asked).toEqual(["start"]);
    const bob = await talk(opened, BOB);
    const carol = offer(opened, CAROL);
    run(opened, "M");
    run(opened, "H");
    run(opened, "A");
    await arrive(opened);
    expect(opened.phone.asked.slice(2)).toEqual([`setMute ${bob} mute`, `setHold ${bob} hold`, `answer ${carol}`]);
    run(opened, "E");
    expect(opened.phone.asked.at(-1)).toBe(`hangUp ${carol}`);
  });
});

test("SOFT-23 the toolbar button keeps its snapshot object while nothing changes", async () => {
  const opened = openSoftphone();
  const before = opened.softphone.button.get();
  act(() => opened.phone.setVolume(0.5));
  expect(opened.softphone.button.get()).toBe(before);
  await talk(opened, BOB);
  expect(opened.softphone.button.get()).toEqual({ status: "registered", call: "on-call", missedCount: 0 });
});
