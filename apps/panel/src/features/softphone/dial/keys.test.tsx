// @vitest-environment jsdom
import { act, cleanup, fireEvent, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { LONG_PRESS_MS } from "./DialPad.tsx";
import { createFakeStorage, openSoftphone, pass } from "../test/openSoftphone.tsx";
import type { Opened } from "../test/openSoftphone.tsx";
import { field, button, press } from "../test/dialSteps.ts";

afterEach(cleanup);

describe("dial pad", () => {
  const openPad = () => {
    const opened = openSoftphone();
    fireEvent.click(button(opened.region(), "Dial pad"));
    return opened;
  };
  const key = (opened: Opened, name: string) => opened.region().getByRole("button", { name });

  test("SOFT-5 the keys are 1 to 9, *, 0 and #, in a grid", () => {
    const opened = openPad();
    const grid = opened.region().getByRole("grid");
    expect(within(grid).getAllByRole("row")).toHaveLength(4);
    expect(
      within(grid)
        .getAllByRole("button")
        .map((one) => one.getAttribute("aria-label"))
        .join(""),
    ).toBe("123456789*0#");
  });

  test("SHELL-29 the keypad of the foot opens the softphone with its dial pad, which stays open the second time", () => {
    const opened = openSoftphone({ dock: "closed" });
    for (let times = 0; times < 2; times += 1) {
      act(() => opened.softphone.openKeypad());
      expect(opened.dock.get()).toBe(true);
      expect(opened.region().getByRole("grid")).toBeTruthy();
    }
  });

  test("SOFT-5 a key plays its tone and is added to the field", () => {
    const opened = openPad();
    for (const name of ["1", "0", "2"]) fireEvent.click(key(opened, name));
    expect(field(opened).value).toBe("102");
    expect(opened.phone.asked.filter((one) => one.startsWith("playKey"))).toEqual([
      "playKey 1",
      "playKey 0",
      "playKey 2",
    ]);
  });

  test("SOFT-5 holding 0 gives a plus; released earlier it gives a 0", async () => {
    const opened = openPad();
    fireEvent.pointerDown(key(opened, "0"));
    await pass(opened.clock, LONG_PRESS_MS);
    fireEvent.click(key(opened, "0"));
    expect(field(opened).value).toBe("+");
    fireEvent.pointerDown(key(opened, "0"));
    await pass(opened.clock, LONG_PRESS_MS - 1);
    fireEvent.click(key(opened, "0"));
    await pass(opened.clock, LONG_PRESS_MS);
    expect(field(opened).value).toBe("+0");
  });

  test("SOFT-5 a long press that ends elsewhere does not swallow a later key", async () => {
    const opened = openPad();
    fireEvent.pointerDown(key(opened, "0"));
    await pass(opened.clock, LONG_PRESS_MS);
    fireEvent.pointerLeave(key(opened, "0"));
    fireEvent.click(key(opened, "5"));
    expect(field(opened).value).toBe("+5");
  });

  test("SOFT-5 digits of the keyboard press keys while the pad has the focus; other characters do not", () => {
    const opened = openPad();
    act(() => key(opened, "1").focus());
    for (const name of ["7", "#", "+", "x"]) press(key(opened, "1"), name);
    expect(field(opened).value).toBe("7#+");
  });

  test("SOFT-5 arrow keys move between the keys and wrap at the edges", () => {
    const opened = openPad();
    act(() => key(opened, "1").focus());
    press(key(opened, "1"), "ArrowDown");
    expect(document.activeElement).toBe(key(opened, "4"));
    press(key(opened, "4"), "ArrowLeft");
    expect(document.activeElement).toBe(key(opened, "6"));
    expect(key(opened, "6").tabIndex).toBe(0);
    expect(key(opened, "1").tabIndex).toBe(-1);
  });

  test("SOFT-6 the dial pad is open again after a reload, a list is not", () => {
    const storage = createFakeStorage();
    fireEvent.click(button(openSoftphone({ storage }).region(), "Dial pad"));
    cleanup();
    const again = openSoftphone({ storage });
    expect(again.region().queryByRole("grid")).not.toBeNull();
    fireEvent.click(button(again.region(), "Calls log"));
    cleanup();
    expect(button(openSoftphone({ storage }).region(), "Calls log").getAttribute("aria-expanded")).toBe("false");
  });
});
