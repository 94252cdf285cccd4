// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { SETTLE_MS } from "./softphone.api.ts";
import { failOf } from "./softphone.model.ts";
import { openSoftphone, pass } from "./test/openSoftphone.tsx";
import type { Opened, OpenOptions } from "./test/openSoftphone.tsx";

beforeAll(async () => {
  await import("./TransferDialog.tsx"); // loaded lazily; a test waits for no file
});
afterEach(cleanup);

const BOB = { number: "102", name: "Bob Brandt" } as const;
const arrive = async ({ clock }: Opened) => pass(clock, 0);
const click = (place: HTMLElement, name: string) => fireEvent.click(within(place).getByRole("button", { name }));
const buttonsOf = (place: HTMLElement) =>
  within(place)
    .getAllByRole("button")
    .map((one) => one.getAttribute("aria-label") ?? one.textContent);

async function talking(options: OpenOptions = {}) {
  const opened = openSoftphone(options);
  let callId = "";
  await act(async () => {
    callId = opened.phone.far.calls(BOB);
    await opened.phone.answer(callId);
  });
  return { opened, callId };
}

async function asking(options: OpenOptions = {}) {
  const { opened, callId } = await talking(options);
  click(opened.call("Bob Brandt"), "Transfer");
  const dialog = within(await screen.findByRole("dialog", { name: "Transfer" }));
  const field = dialog.getByRole("combobox", { name: "Destination" });
  const fill = (text: string) => {
    act(() => field.focus());
    fireEvent.change(field, { target: { value: text } });
  };
  const send = async () => {
    fireEvent.click(dialog.getByRole("button", { name: "Transfer" }));
    await arrive(opened);
  };
  return { opened, callId, dialog, field, fill, send };
}

describe("the dialog", () => {
  test("SOFT-26 an answered call offers Transfer and Park, one that is not answered does not", async () => {
    const { opened } = await talking();
    expect(buttonsOf(opened.call("Bob Brandt"))).toEqual(
      expect.arrayContaining(["Hold", "Mute", "Dial pad", "Transfer", "Park", "Hang up"]),
    );
    opened.softphone.dial("103");
    await arrive(opened);
    expect(buttonsOf(opened.call("Carol Chen"))).toEqual(["Hang up"]);
  });

  test("SOFT-27 it asks for destination and manner, blind unless chosen otherwise", async () => {
    const { opened, callId, dialog, fill, send } = await asking();
    expect(dialog.getByRole("radio", { name: "Blind" })).toHaveProperty("checked", true);
    expect(dialog.getByRole("radio", { name: "Attended" })).toHaveProperty("checked", false);
    fill("103");
    await send();
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} 103`);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(opened.told()).toContain("Transfer to 103 requested");
  });

  test("SOFT-27 matches come as one types, with what colleagues do; Enter takes one, and then sends", async () => {
    const { opened, callId, dialog, field, fill } = await asking();
    opened.shows("103", {
      presence: "oncall",
      note: null,
      registered: true,
      dnd: false,
      forward: null,
      followme: null,
      calls: [],
    });
    fill("car");
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(dialog.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Carol Chen"),
    ]);
    expect(dialog.getByRole("option").textContent).toContain("On a call");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(field).toHaveProperty("value", "103");
    expect(opened.phone.asked.some((one) => one.startsWith("transfer "))).toBe(false);
    fireEvent.keyDown(field, { key: "Enter" });
    await arrive(opened);
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} 103`);
  });

  test("SOFT-27 lots and feature codes are destinations too", async () => {
    const { opened, dialog, fill } = await asking();
    fill("7");
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(dialog.getByRole("option").textContent).toContain("701");
    fill("*4");
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(dialog.getAllByRole("option")).toHaveLength(2);
  });

  test.each([
    ["Blind", "", "Invalid or empty destination: ''"],
    ["Blind", "Carol", "Invalid or empty destination: 'Carol'"],
    ["Attended", "x", "Invalid or empty destination for attended xfer: 'x'"],
  ])("SOFT-27 %s to %j is refused beside the field", async (manner, text, words) => {
    const { opened, dialog, field, fill, send } = await asking();
    fireEvent.click(dialog.getByRole("radio", { name: manner }));
    fill(text);
    await send();
    expect(dialog.getByRole("alert").textContent).toBe(words);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(opened.told()).toEqual([]);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
  });

  test("SOFT-27 a call that ends while one chooses closes it and says so", async () => {
    const { opened, callId } = await asking();
    act(() => opened.phone.far.ends(callId));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(opened.told()).toContain("The call has already ended");
  });

  test("SOFT-27 T opens it for the open call, and not without one", async () => {
    const none = openSoftphone();
    const shortcut = none.softphone.shortcuts.find(({ letter }) => letter === "T");
    act(() => shortcut?.run());
    expect(screen.queryByRole("dialog")).toBeNull();
    cleanup();
    const { opened } = await talking();
    act(() => opened.softphone.shortcuts.find(({ letter }) => letter === "T")?.run());
    expect(await screen.findByRole("dialog", { name: "Transfer" })).toBeTruthy();
  });

  test("SOFT-26 the bar at the foot opens it too while the dock is closed", async () => {
    await asking({ dock: "closed" });
    expect(screen.getByRole("dialog", { name: "Transfer" })).toBeTruthy();
  });
});

describe("blind", () => {
  test("SOFT-29 it is told as done when the two talk, and the call is gone", async () => {
    const { opened, callId, fill, send } = await asking();
    fill("103");
    await send();
    expect(buttonsOf(opened.call("Bob Brandt"))).not.toContain("Transfer");
    expect(opened.call("Bob Brandt").textContent).toContain("Transfer requested");
    act(() => opened.phone.far.transferred(callId));
    expect(screen.queryByRole("group", { name: /^Call with/ })).toBeNull();
    expect(opened.told()[0]).toBe("Transferred to 103");
  });

  test("SOFT-29 a failure gives the call back and says why in words", async () => {
    const { opened, callId, fill, send } = await asking();
    fill("103");
    await send();
    act(() => opened.phone.far.transferFails(callId, "Busy Here"));
    expect(opened.told()[0]).toBe("Transfer to 103 failed: busy");
    expect(buttonsOf(opened.call("Bob Brandt"))).toContain("Transfer");
  });

  test("SOFT-29 reasons that have no words are told as they came", () => {
    expect(failOf("Busy Here")).toBe("busy");
    expect(failOf("no answer")).toBe("noAnswer");
    expect(failOf("Not Found")).toBe("notFound");
    expect(failOf("Request Terminated")).toBe("canceled");
    expect(failOf("Decline")).toBe("rejected");
    expect(failOf("Temporarily Unavailable")).toBe("unavailable");
    expect(failOf("No common media")).toBe("media");
    expect(failOf("Referer session not found")).toBeNull();
  });

  test("SOFT-30 Park sends the call to the parking lot, and is told as parked", async () => {
    const { opened, callId } = await talking();
    click(opened.call("Bob Brandt"), "Park");
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} 700`);
    act(() => opened.phone.far.transferred(callId));
    expect(opened.told()[0]).toBe("Call parked");
  });
});

describe("attended", () => {
  async function consulting() {
    const { opened, callId, dialog, fill, send } = await asking();
    fireEvent.click(dialog.getByRole("radio", { name: "Attended" }));
    fill("103");
    await send();
    const secondId = opened.phone.getSnapshot().calls[0]?.id ?? "";
    act(() => opened.phone.far.answers(secondId));
    return { opened, callId, secondId };
  }

  test("SOFT-28 both calls say what they are and offer Complete transfer and Cancel transfer", async () => {
    const { opened } = await consulting();
    for (const peer of ["Bob Brandt", "Carol Chen"])
      expect(buttonsOf(opened.call(peer))).toEqual(expect.arrayContaining(["Complete transfer", "Cancel transfer"]));
    expect(opened.call("Carol Chen").textContent).toContain("Consultation: Bob Brandt waits");
    expect(opened.call("Bob Brandt").textContent).toContain("Waits while you consult Carol Chen");
    expect(opened.call("Carol Chen").dataset["state"]).toBe("on-call");
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-hold");
    expect(buttonsOf(opened.call("Carol Chen"))).not.toContain("Park");
  });

  test.each(["Bob Brandt", "Carol Chen"])("SOFT-28 completed from the call with %s, both are gone", async (peer) => {
    const { opened, callId } = await consulting();
    click(opened.call(peer), "Complete transfer");
    expect(opened.phone.asked.at(-1)).toMatch(/^completeTransfer /);
    act(() => opened.phone.far.transferred(callId));
    expect(screen.queryByRole("group", { name: /^Call with/ })).toBeNull();
    expect(opened.told()[0]).toBe("Transferred to 103");
  });

  test("SOFT-28 cancelled, the first call is back", async () => {
    const { opened } = await consulting();
    click(opened.call("Bob Brandt"), "Cancel transfer");
    await arrive(opened);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
    expect(screen.queryByRole("group", { name: "Call with Carol Chen" })).toBeNull();
    expect(buttonsOf(opened.call("Bob Brandt"))).toContain("Transfer");
  });

  test("SOFT-28 a refused completion is told and both calls stay", async () => {
    const { opened } = await consulting();
    opened.phone.far.refusesNext("completeTransfer", "sipua.error.refer", { message: "Forbidden" });
    click(opened.call("Carol Chen"), "Complete transfer");
    expect(opened.told()[0]).toBe("Failed to refer call: Forbidden");
    expect(buttonsOf(opened.call("Carol Chen"))).toContain("Complete transfer");
  });
});
