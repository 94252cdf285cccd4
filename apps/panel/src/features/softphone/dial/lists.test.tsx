// @vitest-environment jsdom
import { act, cleanup, fireEvent, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { SETTLE_MS } from "../../../shared/phone/send/destination.ts";
import { openSoftphone, pass, person } from "../test/openSoftphone.tsx";
import { button, arrive } from "../test/dialSteps.ts";

afterEach(cleanup);

describe("calls log", () => {
  const entry = (dir: "in" | "out" | "mis", num: string, name = "") => ({ dir, num, name, time: 1_767_600_000_000 });

  test("SOFT-7 missed calls are counted on the button until the log is opened", () => {
    const opened = openSoftphone();
    act(() => opened.phone.far.shows({ missedCount: 2, log: [entry("mis", "102", "Bob Brandt")] }));
    const log = button(opened.region(), "Calls log");
    expect(document.getElementById(log.getAttribute("aria-describedby") ?? "")?.textContent).toBe("2 missed calls");
    fireEvent.click(log);
    expect(opened.phone.asked).toContain("clearMissed");
    expect(log.getAttribute("aria-describedby")).toBeNull();
  });

  test("SOFT-7 an entry shows the person, the direction and the time; a click dials", async () => {
    const opened = openSoftphone();
    act(() =>
      opened.phone.far.shows({
        log: [entry("mis", "102", "Bob Brandt"), entry("out", "*43"), entry("in", "103", "Carol Chen")],
      }),
    );
    fireEvent.click(button(opened.region(), "Calls log"));
    expect(opened.region().getByText("3 calls")).toBeTruthy();
    const rows = within(opened.region().getByRole("list", { name: "Calls log" })).getAllByRole("button", {
      name: /^Call /,
    });
    expect(rows.map((row) => row.getAttribute("aria-label")?.split(",")[0])).toEqual([
      "Call Bob Brandt 102. Missed",
      "Call *43. Dialed",
      "Call Carol Chen 103. Received",
    ]);
    fireEvent.click(rows[2] ?? document.body);
    await arrive(opened);
    expect(opened.phone.asked).toContain("call 103");
  });

  test("SOFT-7 of a thousand entries only the visible ones are rendered", () => {
    const opened = openSoftphone();
    act(() => opened.phone.far.shows({ log: Array.from({ length: 1_000 }, (_, index) => entry("in", String(index))) }));
    fireEvent.click(button(opened.region(), "Calls log"));
    const list = opened.region().getByRole("list", { name: "Calls log" });
    expect(within(list).getAllByRole("listitem").length).toBeLessThan(20);
    expect(within(list).getAllByRole("listitem")[0]?.getAttribute("aria-setsize")).toBe("1000");
    const scroller = list.parentElement ?? list;
    Object.defineProperty(scroller, "scrollTop", { value: 52 * 500, configurable: true });
    fireEvent.scroll(scroller);
    expect(within(list).getByRole("button", { name: /^Call 500\./ })).toBeTruthy();
    expect(within(list).queryByRole("button", { name: /^Call 0\./ })).toBeNull();
  });
});

describe("contacts", () => {
  test("SOFT-8 only people are listed, found by number, name or username; a click dials", async () => {
    const opened = openSoftphone();
    fireEvent.click(button(opened.region(), "Contacts"));
    await arrive(opened);
    const names = () =>
      within(opened.region().getByRole("list", { name: "Contacts" }))
        .getAllByRole("button")
        .map((row) => row.getAttribute("aria-label"));
    expect(names()).toEqual(["Call Alice Archer, 101", "Call Bob Brandt, 102", "Call Carol Chen, 103"]);
    fireEvent.change(opened.region().getByRole("searchbox"), { target: { value: "carol" } });
    await pass(opened.clock, SETTLE_MS);
    expect(names()).toEqual(["Call Carol Chen, 103"]);
    fireEvent.click(button(opened.region(), "Call Carol Chen, 103"));
    await arrive(opened);
    expect(opened.phone.asked).toContain("call 103");
  });

  test("SOFT-8 an empty result and a failed request say so", async () => {
    const nobody = openSoftphone({ numbers: [] });
    fireEvent.click(button(nobody.region(), "Contacts"));
    await arrive(nobody);
    expect(nobody.region().getByText("No contacts found")).toBeTruthy();
    cleanup();
    const failed = openSoftphone({ api: "fails" });
    fireEvent.click(button(failed.region(), "Contacts"));
    await arrive(failed);
    expect(failed.region().getByRole("alert").textContent).toContain("Contacts could not be loaded");
    expect(button(failed.region(), "Retry")).toBeTruthy();
  });

  test("SOFT-8 a malicious name is rendered as text", async () => {
    const opened = openSoftphone({ numbers: [person("199", "<img src=x onerror=alert(1)>")] });
    fireEvent.click(button(opened.region(), "Contacts"));
    await arrive(opened);
    expect(opened.region().getByText("<img src=x onerror=alert(1)>")).toBeTruthy();
  });
});
