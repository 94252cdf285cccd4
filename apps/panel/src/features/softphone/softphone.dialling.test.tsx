// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { LONG_PRESS_MS } from "./DialPad.tsx";
import { SETTLE_MS } from "./softphone.api.ts";
import { createFakeStorage, openSoftphone, pass, PEOPLE, person } from "./test/openSoftphone.tsx";
import type { Opened } from "./test/openSoftphone.tsx";

afterEach(cleanup);

const field = ({ region }: Opened) => inputOf(region().getByRole("combobox", { name: "Number" }));
const inputOf = (element: HTMLElement) => {
  if (!(element instanceof HTMLInputElement)) throw new Error("not an input");
  return element;
};
const button = (within_: { getByRole: typeof screen.getByRole }, name: string) => within_.getByRole("button", { name });
/** Types as a person does: with the focus in the field. */
const type = (opened: Opened, text: string) => {
  act(() => field(opened).focus());
  fireEvent.change(field(opened), { target: { value: text } });
};
const press = (element: Element, key: string) => fireEvent.keyDown(element, { key });
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
/** Lets results of actions and responses of the server arrive. */
const arrive = async ({ clock }: Opened) => pass(clock, 0);

describe("phone status", () => {
  test("SOFT-1 the status reads Registered, Connecting or Not registered", () => {
    const { phone, region } = openSoftphone();
    const status = () => region().getByRole("status", { name: "Phone status" }).textContent;
    expect(status()).toBe("Registered");
    act(() => phone.far.drops());
    expect(status()).toBe("Connecting");
    act(() => phone.far.shows({ state: "not-registered" }));
    expect(status()).toBe("Not registered");
  });

  test("AVAIL-1 on screen the status says whether calls arrive; screen readers get the registration", () => {
    const opened = openSoftphone();
    const status = opened.region().getByRole("status", { name: "Phone status" });
    const shown = () => status.previousElementSibling?.textContent;
    expect(shown()).toBe("Ready");
    expect(opened.region().queryByText(/Colleagues reach you at extension 101/)).not.toBeNull();
    opened.reaches("doNotDisturb");
    expect(shown()).toBe("Do not disturb");
    expect(status.textContent).toBe("Registered");
    expect(opened.region().queryByText(/Colleagues reach you/)).toBeNull();
    opened.reaches("forwarding");
    expect(shown()).toBe("Forwarding");
  });
});

describe("dialling", () => {
  test("SOFT-2 Call dials the number in the field and clears the field", async () => {
    const opened = openSoftphone();
    type(opened, "102");
    fireEvent.click(button(opened.region(), "Call"));
    await arrive(opened);
    expect(opened.phone.asked).toContain("call 102");
    expect(field(opened).value).toBe("");
  });

  test("SOFT-2 Enter dials too", async () => {
    const opened = openSoftphone();
    type(opened, "102");
    press(field(opened), "Enter");
    await arrive(opened);
    expect(opened.phone.asked).toContain("call 102");
  });

  test("CTD-2 a given number is put into the field of the opened softphone, and no call starts", async () => {
    const opened = openSoftphone({ dock: "closed" });
    act(() => opened.softphone.show("102"));
    expect(opened.dock.get()).toBe(true);
    expect(field(opened).value).toBe("102");
    await arrive(opened);
    expect(opened.phone.asked).not.toContain("call 102");
  });

  test("SOFT-2 a refused number stays in the field, and a notice says why", async () => {
    const opened = openSoftphone();
    type(opened, "10a1");
    fireEvent.click(button(opened.region(), "Call"));
    await arrive(opened);
    expect(opened.told()).toEqual(["Invalid number: 10a1"]);
    expect(field(opened).value).toBe("10a1");
    expect(opened.phone.getSnapshot().calls).toHaveLength(0);
  });

  test("SOFT-2 without a number, a notice asks for one", async () => {
    const opened = openSoftphone();
    fireEvent.click(button(opened.region(), "Call"));
    await arrive(opened);
    expect(opened.told()).toEqual(["Enter a number to call"]);
  });

  test("SOFT-1 Call is disabled while the phone is not registered, and a click says so", async () => {
    const opened = openSoftphone();
    expect(button(opened.region(), "Call").getAttribute("aria-disabled")).toBe("false");
    act(() => opened.phone.far.drops());
    expect(button(opened.region(), "Call").getAttribute("aria-disabled")).toBe("true");
    type(opened, "102");
    fireEvent.click(button(opened.region(), "Call"));
    await arrive(opened);
    expect(opened.told()).toEqual(["The phone is not ready. Wait until it is registered."]);
    expect(field(opened).value).toBe("102");
  });

  test("SOFT-1 Call is disabled while a call is being dialled", async () => {
    const opened = openSoftphone();
    opened.softphone.dial("102");
    await arrive(opened);
    expect(button(opened.region(), "Call").getAttribute("aria-disabled")).toBe("true");
  });

  test("SOFT-21 without a microphone a notice shows the error and the phone stays usable", async () => {
    const opened = openSoftphone();
    opened.phone.far.refusesNext("call", "sipua.error.micDenied");
    opened.softphone.dial("102");
    await arrive(opened);
    expect(opened.told()[0]).toContain("may not use the microphone");
    expect(opened.region().getByRole("status", { name: "Phone status" }).textContent).toBe("Registered");
    opened.softphone.dial("102");
    await arrive(opened);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("calling");
  });

  test("SOFT-21 a failure outside of an action shows a notice", () => {
    const opened = openSoftphone();
    act(() => opened.phone.far.fails("sipua.error.register", { cause: "Timeout", reason: "none" }));
    expect(opened.told()).toEqual(["Web Phone Register error: Timeout - none"]);
  });
});

describe("matches", () => {
  test("SOFT-3 people and feature codes appear after a pause in typing", async () => {
    const opened = openSoftphone();
    type(opened, "*");
    type(opened, "*4");
    await pass(opened.clock, SETTLE_MS - 1);
    expect(options()).toEqual([]);
    expect(opened.searches).toEqual([]);
    await pass(opened.clock, 1);
    expect(opened.searches).toEqual(["*4"]);
    expect(options()).toEqual(["Echo test*43", "Agent sign-in*45"]);
    expect(field(opened).getAttribute("aria-expanded")).toBe("true");
  });

  test("SOFT-3 queues, rooms and lots are found by name too", async () => {
    const opened = openSoftphone();
    type(opened, "supp");
    await pass(opened.clock, SETTLE_MS);
    expect(options()).toEqual(["Support600"]);
    type(opened, "701");
    await pass(opened.clock, SETTLE_MS);
    expect(options()).toEqual(["Main701"]);
  });

  test("SOFT-3 feature codes and lots are found by their translated names, people first", async () => {
    const opened = openSoftphone({ numbers: [...PEOPLE, person("5145550142", "Parker Paige")] });
    type(opened, "voice");
    await pass(opened.clock, SETTLE_MS);
    expect(options()).toEqual(expect.arrayContaining([expect.stringContaining("My voicemail")]));
    type(opened, "park");
    await pass(opened.clock, SETTLE_MS);
    expect(options()[0]).toContain("Parker Paige");
    expect(options()[1]).toContain("701");
  });

  test("SOFT-3 arrows and Enter fill the field; Enter again dials", async () => {
    const opened = openSoftphone();
    type(opened, "10");
    await pass(opened.clock, SETTLE_MS);
    press(field(opened), "ArrowDown");
    press(field(opened), "ArrowDown");
    const marked = screen.getByRole("option", { selected: true });
    expect(field(opened).getAttribute("aria-activedescendant")).toBe(marked.id);
    press(field(opened), "Enter");
    await pass(opened.clock, SETTLE_MS);
    expect(field(opened).value).toBe("102");
    expect(options()).toEqual([]);
    expect(opened.phone.asked).not.toContain("call 102");
    press(field(opened), "Enter");
    await arrive(opened);
    expect(opened.phone.asked).toContain("call 102");
  });

  test("SOFT-3 without a highlighted match Enter dials what was typed", async () => {
    const opened = openSoftphone();
    type(opened, "10");
    await pass(opened.clock, SETTLE_MS);
    expect(options()).toHaveLength(3);
    press(field(opened), "Enter");
    await arrive(opened);
    expect(opened.phone.asked).toContain("call 10");
  });

  test("SOFT-3 a click fills the field", async () => {
    const opened = openSoftphone();
    type(opened, "car");
    await pass(opened.clock, SETTLE_MS);
    fireEvent.click(screen.getByRole("option", { name: /Carol Chen/ }));
    expect(field(opened).value).toBe("103");
    expect(opened.phone.asked).toEqual(["start"]);
  });

  test("SOFT-3 Escape closes the list, then clears the field", async () => {
    const opened = openSoftphone();
    type(opened, "10");
    await pass(opened.clock, SETTLE_MS);
    press(field(opened), "Escape");
    expect(options()).toEqual([]);
    expect(field(opened).value).toBe("10");
    press(field(opened), "Escape");
    expect(field(opened).value).toBe("");
  });

  test("SOFT-3 the list closes when the field loses the focus", async () => {
    const opened = openSoftphone();
    type(opened, "10");
    await pass(opened.clock, SETTLE_MS);
    act(() => field(opened).blur());
    expect(options()).toEqual([]);
  });

  test("SOFT-4 for a name, Enter takes the first match", async () => {
    const opened = openSoftphone();
    type(opened, "bob");
    await pass(opened.clock, SETTLE_MS);
    press(field(opened), "Enter");
    expect(field(opened).value).toBe("102");
    expect(opened.phone.asked).toEqual(["start"]);
  });
});

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

  test("SOFT-7 an entry shows who, the direction and when; a click dials", async () => {
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
