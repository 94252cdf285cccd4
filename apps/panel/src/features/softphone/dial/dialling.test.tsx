// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SETTLE_MS } from "../../../shared/phone/send/destination.ts";
import { openSoftphone, pass, PEOPLE, person } from "../test/openSoftphone.tsx";
import { field, button, type, press, options, arrive } from "../test/dialSteps.ts";

afterEach(cleanup);

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

  test("CTD-2 the field of a given number has the focus as soon as it is shown, unless the person is typing elsewhere", () => {
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    const opened = openSoftphone({ dock: "closed" });
    const note = document.body.appendChild(document.createElement("textarea"));
    note.focus();
    act(() => opened.softphone.show("102"));
    expect(document.activeElement).toBe(note);
    note.remove();
    act(() => opened.softphone.show("103"));
    expect(document.activeElement).toBe(field(opened));
    field(opened).blur();
    fireEvent.change(field(opened), { target: { value: "1031" } });
    expect(document.activeElement).toBe(document.body);
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

  test("SOFT-2 an empty field brings back the last dialled number; the next Enter calls it", async () => {
    const opened = openSoftphone();
    const entry = (dir: "in" | "out", num: string) => ({ dir, num, name: "", time: 1_767_600_000_000 });
    act(() => opened.phone.far.shows({ log: [entry("in", "104"), entry("out", "103"), entry("out", "102")] }));
    act(() => field(opened).focus());
    press(field(opened), "Enter");
    await arrive(opened);
    expect(field(opened).value).toBe("103");
    expect(opened.phone.asked).not.toContain("call 103");
    expect(opened.told()).toEqual([]);
    press(field(opened), "Enter");
    await arrive(opened);
    expect(opened.phone.asked).toContain("call 103");
  });

  test("SOFT-3 a number that was put into the field opens no list of matches", async () => {
    const opened = openSoftphone();
    type(opened, "102");
    await pass(opened.clock, 1_000);
    expect(screen.queryByRole("listbox")).not.toBeNull();
    press(field(opened), "Enter");
    await arrive(opened);
    act(() => opened.phone.far.ends(opened.phone.getSnapshot().calls[0]?.id ?? "", "not-found"));
    act(() => field(opened).focus());
    await pass(opened.clock, 1_000);
    expect(field(opened).value).toBe("102");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("SOFT-2 a number that does not exist is back in the field; one that is busy is not", async () => {
    const opened = openSoftphone();
    for (const [reason, text] of [
      ["not-found", "5555"],
      ["busy", ""],
    ] as const) {
      type(opened, "5555");
      press(field(opened), "Enter");
      await arrive(opened);
      expect(field(opened).value).toBe("");
      act(() => opened.phone.far.ends(opened.phone.getSnapshot().calls[0]?.id ?? "", reason));
      expect(field(opened).value).toBe(text);
    }
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
    expect(options()).toEqual(["Echo test*43", "Log in to or out of queues*45"]);
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

  test("SOFT-3 arrows highlight a match, Enter calls it", async () => {
    const opened = openSoftphone();
    type(opened, "10");
    await pass(opened.clock, SETTLE_MS);
    press(field(opened), "ArrowDown");
    press(field(opened), "ArrowDown");
    const marked = screen.getByRole("option", { selected: true });
    expect(field(opened).getAttribute("aria-activedescendant")).toBe(marked.id);
    press(field(opened), "Enter");
    await arrive(opened);
    expect(options()).toEqual([]);
    expect(opened.phone.asked).toContain("call 102");
    expect(field(opened).value).toBe("");
  });

  test("SOFT-3 Enter on a feature code fills the field: it may need digits", async () => {
    const opened = openSoftphone();
    type(opened, "*4");
    await pass(opened.clock, SETTLE_MS);
    press(field(opened), "ArrowDown");
    press(field(opened), "Enter");
    await arrive(opened);
    expect(field(opened).value).toBe("*43");
    expect(opened.phone.asked).toEqual(["start"]);
  });

  test("SOFT-3 without a highlighted match Enter dials the typed number", async () => {
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

  test("SOFT-4 for a name, Enter calls the first match", async () => {
    const opened = openSoftphone();
    type(opened, "bob");
    await pass(opened.clock, SETTLE_MS);
    press(field(opened), "Enter");
    await arrive(opened);
    expect(opened.phone.asked).toContain("call 102");
  });

  test("SOFT-4 Enter right after the last letter calls the match of the whole name, not of an older list", async () => {
    const opened = openSoftphone({ numbers: [...PEOPLE, person("104", "Carla Diaz")] });
    type(opened, "car");
    await pass(opened.clock, SETTLE_MS);
    expect(options()[0]).toContain("Carol Chen");
    type(opened, "carla");
    press(field(opened), "Enter");
    await arrive(opened);
    expect(opened.phone.asked.filter((one) => one.startsWith("call "))).toEqual(["call 104"]);
  });

  test("SOFT-4 a name without a match is refused as before, and stays in the field", async () => {
    const opened = openSoftphone();
    type(opened, "nobody");
    press(field(opened), "Enter");
    await arrive(opened);
    expect(opened.phone.asked.filter((one) => one.startsWith("call "))).toEqual(["call nobody"]);
    expect(field(opened).value).toBe("nobody");
  });
});
