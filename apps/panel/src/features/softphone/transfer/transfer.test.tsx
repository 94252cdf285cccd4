// @vitest-environment jsdom
import { DEFAULT_FEATURE_CODES, getParkings, mergePermissions } from "@callpanel/contract";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ParkedCall } from "@callpanel/contract";
import { SETTLE_MS } from "../../../shared/phone/send/destination.ts";
import { failOf } from "../softphone.model.ts";
import { openSoftphone, pass, PEOPLE, person } from "../test/openSoftphone.tsx";
import type { Opened, OpenOptions } from "../test/openSoftphone.tsx";
import { nameCalls, reportCalls, reportedCall } from "../test/reportedCalls.ts";

beforeAll(async () => {
  await import("./TransferDialog.tsx"); // lazy in the product; loaded here so that no test waits for it
});
afterEach(cleanup);

const BOB = { number: "102", name: "Bob Brandt" } as const;
const arrive = async ({ clock }: Opened) => pass(clock, 0);
const click = (place: HTMLElement, name: string) => fireEvent.click(within(place).getByRole("button", { name }));
const buttonsOf = (place: HTMLElement) =>
  within(place)
    .getAllByRole("button")
    .map((one) => one.getAttribute("aria-label") ?? one.textContent);

const parkedAt = (space: string, parker = "101"): ParkedCall => ({
  realm: "demo",
  lot: "Main",
  exten: "700",
  space,
  parkee: { name: "Bob Brandt", number: "102", channel: "ch1", uniqueid: "c1" },
  parker: { name: "Alice Archer", number: parker },
  timeoutSeconds: 45,
  startedAt: 0,
});

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

  test("SOFT-27 it asks for destination and manner; the default is blind", async () => {
    const { opened, callId, dialog, fill, send } = await asking();
    expect(dialog.getByRole("radio", { name: "Blind" })).toHaveProperty("checked", true);
    expect(dialog.getByRole("radio", { name: "Attended" })).toHaveProperty("checked", false);
    fill("103");
    await send();
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} 103`);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(opened.told()).toContain("Transferring to Carol Chen…");
  });

  test("SEND-1 matches appear while typing, with the presence of colleagues; Enter takes one, a second Enter transfers", async () => {
    const { opened, callId, dialog, field, fill } = await asking();
    opened.shows("103", {
      presence: "oncall",
      note: null,
      registered: true,
      dnd: false,
      forward: null,
      followme: null,
      meeting: null,
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

  test("SEND-6 Enter before the matches have come waits for them: no row of the list before is chosen", async () => {
    const { opened, callId, dialog, field, fill } = await asking();
    await arrive(opened);
    expect(dialog.getAllByRole("option").length).toBeGreaterThan(1);
    fill("car");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(field).toHaveProperty("value", "car");
    fill("caro");
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    // It was for another text.
    expect(field).toHaveProperty("value", "caro");
    fill("carol");
    fireEvent.keyDown(field, { key: "Enter" });
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(field).toHaveProperty("value", "103");
    fireEvent.keyDown(field, { key: "Enter" });
    await arrive(opened);
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} 103`);
  });

  test("SOFT-27 lots are destinations too, feature codes are not", async () => {
    const { opened, dialog, fill } = await asking();
    fill("7");
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(dialog.getByRole("option").textContent).toContain("701");
    fill("*4");
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(dialog.queryAllByRole("option")).toEqual([]);
  });

  test("SOFT-27 it opens with a list without the people in the call; a click chooses, and only then Transfer is possible", async () => {
    const { opened, callId, dialog, field, send } = await asking({ numbers: [...PEOPLE, person("104", "Dave Diaz")] });
    act(() => field.focus());
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    const names = () => dialog.getAllByRole("option").map((option) => option.querySelector("bdi")?.textContent);
    // All have an unknown presence: people, then places and lots.
    expect(names()).toEqual(["Carol Chen", "Dave Diaz", "Support", "Main"]);
    expect(dialog.getByRole("button", { name: "Transfer" })).toHaveProperty("disabled", true);
    await send();
    expect(opened.phone.asked.some((one) => one.startsWith("transfer "))).toBe(false);
    fireEvent.click(dialog.getByRole("option", { name: /Carol Chen/ }));
    expect(field).toHaveProperty("value", "103");
    await send();
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} 103`);
  });

  test("SEND-1 Escape clears the field first, then closes the dialog", async () => {
    const { opened, dialog, field, fill } = await asking();
    fill("car");
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(dialog.getAllByRole("option")).toHaveLength(1);
    fireEvent.keyDown(field, { key: "Escape" });
    expect(field).toHaveProperty("value", "");
    expect(screen.queryByRole("dialog")).not.toBeNull();
    await pass(opened.clock, SETTLE_MS);
    expect(dialog.getAllByRole("option").length).toBeGreaterThan(1);
    fireEvent.keyDown(field, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("SEND-4 the dialog says what happens before it does", async () => {
    const { opened, dialog, field, fill } = await asking();
    await arrive(opened);
    const says = () => dialog.getByText(/Choose|rings|may not|talk to|joins|waits in|parked|is called/).textContent;
    expect(says()).toBe("Choose who gets the call.");
    fireEvent.click(dialog.getByRole("option", { name: /Carol Chen/ }));
    expect(says()).toBe("Carol Chen’s phone rings. If there is no answer, Bob Brandt comes back.");
    fireEvent.click(dialog.getByRole("radio", { name: "Attended" }));
    expect(says()).toBe("You talk to Carol Chen first. Bob Brandt waits on hold.");
    fireEvent.change(field, { target: { value: "" } });
    await pass(opened.clock, SETTLE_MS);
    fireEvent.click(dialog.getByRole("option", { name: /Main/ }));
    expect(dialog.getByRole("radio", { name: "Attended" }).matches(":disabled")).toBe(true);
    expect(says()).toBe("Bob Brandt is parked in the first free slot of Main.");
    fill("5145550142");
    fireEvent.click(dialog.getByRole("radio", { name: "Blind" }));
    expect(says()).toBe("5145550142 is called. If there is no answer, Bob Brandt comes back.");
  });

  test("SEND-5 a shortcut on the row transfers, or asks first, with one click", async () => {
    const first = await asking();
    await arrive(first.opened);
    const act = (dialog: typeof first.dialog, name: RegExp, id: string) =>
      dialog.getByRole("option", { name }).querySelector(`[data-act=${id}]`);
    expect(act(first.dialog, /Main/, "attended")).toBeNull();
    fireEvent.click(act(first.dialog, /Carol Chen/, "blind") ?? first.field);
    await arrive(first.opened);
    expect(first.opened.phone.asked.at(-1)).toBe(`transfer ${first.callId} 103`);
    cleanup();
    const second = await asking();
    await arrive(second.opened);
    fireEvent.click(act(second.dialog, /Carol Chen/, "attended") ?? second.field);
    await arrive(second.opened);
    expect(second.opened.phone.asked.at(-1)).toMatch(/^startAttendedTransfer .* 103$/);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("SEND-3 a slot whose number is typed and sent at once is reached by a move too: no parked call is retrieved", async () => {
    const rights = mergePermissions([
      { module: "active_calls", rule: "read" },
      { module: "parkings", rule: "read" },
    ]);
    const lots = { total: 1, data: [{ name: "Main", extension: "700", slots: ["701", "702"] }] };
    const { opened } = await talking({ rights, personal: { [getParkings.path]: lots } });
    nameCalls(opened);
    reportCalls(opened, reportedCall());
    opened.parks(parkedAt("701", "104"));
    click(opened.call("Bob Brandt"), "Move to…");
    const dialog = within(await screen.findByRole("dialog", { name: "Transfer" }));
    await arrive(opened);
    const field = dialog.getByRole("combobox");
    fireEvent.change(field, { target: { value: "702" } });
    expect(dialog.getByRole("radio", { name: "Attended" })).toHaveProperty("disabled", true);
    fireEvent.keyDown(field, { key: "Enter" });
    await arrive(opened);
    expect(opened.commands.at(-1)).toEqual({ command: "redirect", channel: "peer", to: "702" });
    expect(opened.phone.asked.filter((one) => one.startsWith("transfer"))).toEqual([]);
  });

  test("SEND-3 without the right to active calls a slot is reached by a blind transfer, which parks there: it is never dialled", async () => {
    const rights = mergePermissions([{ module: "parkings", rule: "read" }]);
    const lots = { total: 1, data: [{ name: "Main", extension: "700", slots: ["701", "702"] }] };
    const { opened, callId } = await talking({ rights, personal: { [getParkings.path]: lots } });
    nameCalls(opened);
    reportCalls(opened, reportedCall());
    opened.parks(parkedAt("701", "104"));
    click(opened.call("Bob Brandt"), "Transfer");
    const dialog = within(await screen.findByRole("dialog", { name: "Transfer" }));
    await arrive(opened);
    fireEvent.click(dialog.getByRole("radio", { name: "Attended" }));
    const field = dialog.getByRole("combobox");
    fireEvent.change(field, { target: { value: "701" } });
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(dialog.getByRole("option", { name: /Slot 701/ }).textContent).toContain("Taken");
    expect(dialog.getByRole("radio", { name: "Attended" })).toHaveProperty("disabled", true);
    fireEvent.change(field, { target: { value: "702" } });
    fireEvent.keyDown(field, { key: "Enter" });
    await arrive(opened);
    expect(opened.commands).toEqual([]);
    expect(opened.phone.asked.filter((one) => /ransfer/.test(one))).toEqual([`transfer ${callId} 702`]);
  });

  test("SEND-3 a single free slot is a destination: the call is moved there, a taken one says so", async () => {
    const rights = mergePermissions([
      { module: "active_calls", rule: "read" },
      { module: "parkings", rule: "read" },
    ]);
    const lots = { total: 1, data: [{ name: "Main", extension: "700", slots: ["701", "702"] }] };
    const { opened, callId } = await talking({ rights, personal: { [getParkings.path]: lots } });
    nameCalls(opened);
    reportCalls(opened, reportedCall());
    opened.parks(parkedAt("701", "104"));
    expect(callId).not.toBe("");
    click(opened.call("Bob Brandt"), "Move to…");
    const dialog = within(await screen.findByRole("dialog", { name: "Transfer" }));
    fireEvent.change(dialog.getByRole("combobox"), { target: { value: "70" } });
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    const taken = dialog.getByRole("option", { name: /Slot 701/ });
    expect(taken.textContent).toContain("Taken");
    expect(taken.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(dialog.getByRole("option", { name: /Slot 702/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Transfer" }));
    await arrive(opened);
    expect(opened.commands.at(-1)).toEqual({ command: "redirect", channel: "peer", to: "702" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("SOFT-52 the caller can be sent to the voicemail of a colleague, and to no other", async () => {
    const rights = mergePermissions([
      { module: "active_calls", rule: "read" },
      { module: "voicemails", rule: "read" },
      { module: "softphone", rule: "read" },
    ]);
    const { opened, callId, dialog, field, send } = await asking({ rights });
    const isClosed = () => dialog.getByRole("radio", { name: "Voicemail" }).matches(":disabled");
    act(() => field.focus());
    await pass(opened.clock, SETTLE_MS);
    await arrive(opened);
    expect(isClosed()).toBe(true);
    fireEvent.click(dialog.getByRole("option", { name: /Support/ }));
    expect(isClosed()).toBe(true);
    fireEvent.change(field, { target: { value: "" } });
    await arrive(opened);
    fireEvent.click(dialog.getByRole("option", { name: /Carol Chen/ }));
    fireEvent.click(dialog.getByRole("radio", { name: "Voicemail" }));
    await send();
    const code = DEFAULT_FEATURE_CODES.find(({ name }) => name === "vm")?.code;
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} ${code}103`);
    expect(opened.told().at(-1)).toBe("Transferring to the voicemail of Carol Chen…");
    expect(opened.call("Bob Brandt").textContent).toContain("Transferring to the voicemail of Carol Chen…");
  });

  test.each(["Blind", "Attended"])("SOFT-27 %s to the far end itself is refused next to the field", async (manner) => {
    const { opened, dialog, fill, send } = await asking();
    const { length } = opened.phone.asked;
    fireEvent.click(dialog.getByRole("radio", { name: manner }));
    fill("1 02");
    await send();
    expect(dialog.getByRole("alert").textContent).toBe("1 02 is already in this call");
    expect(opened.phone.asked).toHaveLength(length);
  });

  test("SOFT-27 the dialog closes when the user goes back to another page", async () => {
    const { opened } = await asking();
    act(() => opened.page.happens("back"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
  });

  test("SOFT-27 SEND-4 a refusal disappears with its text, and what cannot be dialled is not called", async () => {
    const { dialog, fill, send } = await asking();
    fill("???");
    expect(dialog.getByText("Choose who gets the call.")).toBeTruthy();
    await send();
    expect(dialog.getByRole("alert").textContent).toBe("Invalid or empty destination: '???'");
    fill("103");
    expect(dialog.queryByRole("alert")).toBeNull();
    expect(dialog.getByText(/^103 is called/)).toBeTruthy();
  });

  test.each([
    ["Blind", "Carol", "Invalid or empty destination: 'Carol'"],
    ["Attended", "x", "Invalid or empty destination for attended xfer: 'x'"],
  ])("SOFT-27 %s to %j shows the refusal next to the field", async (manner, text, words) => {
    const { opened, dialog, field, fill, send } = await asking();
    fireEvent.click(dialog.getByRole("radio", { name: manner }));
    fill(text);
    await send();
    expect(dialog.getByRole("alert").textContent).toBe(words);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(opened.told()).toEqual([]);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
  });

  test("SOFT-27 if the call ends meanwhile, the dialog closes and a notice says so", async () => {
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
  test("SOFT-29 when the two parties talk, a notice says so and the call is removed", async () => {
    const { opened, callId, fill, send } = await asking();
    fill("103");
    await send();
    expect(buttonsOf(opened.call("Bob Brandt"))).not.toContain("Transfer");
    expect(opened.call("Bob Brandt").textContent).toContain("Transferring to Carol Chen…");
    act(() => opened.phone.far.transferred(callId));
    await arrive(opened);
    expect(screen.queryByRole("group", { name: /^Call with/ })).toBeNull();
    expect(opened.told()).toEqual(["Transferred to Carol Chen"]);
  });

  test("SOFT-29 a failure gives the call back and says why", async () => {
    const { opened, callId, fill, send } = await asking();
    fill("103");
    await send();
    act(() => opened.phone.far.transferFails(callId, "Decline"));
    await arrive(opened);
    expect(opened.told()).toEqual(["Carol Chen declined. Bob Brandt is back with you"]);
    expect(buttonsOf(opened.call("Bob Brandt"))).toContain("Transfer");
  });

  test("SOFT-29 reasons without a translation are shown unchanged", () => {
    expect(failOf("Busy Here")).toBe("busy");
    expect(failOf("no answer")).toBe("noAnswer");
    expect(failOf("Not Found")).toBe("notFound");
    expect(failOf("Request Terminated")).toBe("canceled");
    expect(failOf("Decline")).toBe("rejected");
    expect(failOf("Temporarily Unavailable")).toBe("unavailable");
    expect(failOf("No common media")).toBe("media");
    expect(failOf("Referer session not found")).toBeNull();
  });

  test("SOFT-30 Park sends the call to the parking lot, and a notice says that it is parked", async () => {
    const { opened, callId } = await talking();
    click(opened.call("Bob Brandt"), "Park");
    expect(opened.phone.asked.at(-1)).toBe(`transfer ${callId} 700`);
    act(() => opened.phone.far.transferred(callId));
    await arrive(opened);
    // For people who may not see the slots; the others get a notice with the slot.
    expect(opened.told()).toEqual(["Call parked"]);
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

  test("SOFT-28 both calls say what they are, and the consultation offers Complete transfer and Cancel transfer", async () => {
    const { opened } = await consulting();
    expect(buttonsOf(opened.call("Carol Chen"))).toEqual(
      expect.arrayContaining(["Complete transfer", "Cancel transfer"]),
    );
    expect(buttonsOf(opened.call("Bob Brandt"))).not.toContain("Complete transfer");
    expect(opened.call("Carol Chen").textContent).toContain("Bob Brandt is waiting");
    expect(opened.call("Bob Brandt").textContent).toContain("On hold while you talk to Carol Chen");
    expect(opened.call("Carol Chen").dataset["state"]).toBe("on-call");
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-hold");
    expect(buttonsOf(opened.call("Carol Chen"))).not.toContain("Park");
  });

  test("SOFT-28 a first caller who hangs up is reported, and the consultation is a call like any other", async () => {
    const { opened, callId } = await consulting();
    act(() => opened.phone.far.ends(callId));
    await arrive(opened);
    expect(opened.told()).toContain("Bob Brandt hung up while on hold");
    expect(opened.call("Carol Chen").dataset["state"]).toBe("on-call");
  });

  test("SOFT-28 after completion both calls are removed and one notice says so", async () => {
    const { opened, callId } = await consulting();
    click(opened.call("Carol Chen"), "Complete transfer");
    expect(opened.phone.asked.at(-1)).toMatch(/^completeTransfer /);
    act(() => opened.phone.far.transferred(callId));
    await arrive(opened);
    expect(screen.queryByRole("group", { name: /^Call with/ })).toBeNull();
    expect(opened.told()).toEqual(["Transferred to Carol Chen"]);
  });

  test("SOFT-28 after cancelling, the first call is back", async () => {
    const { opened } = await consulting();
    click(opened.call("Carol Chen"), "Cancel transfer");
    await arrive(opened);
    expect(opened.call("Bob Brandt").dataset["state"]).toBe("on-call");
    expect(screen.queryByRole("group", { name: "Call with Carol Chen" })).toBeNull();
    expect(buttonsOf(opened.call("Bob Brandt"))).toContain("Transfer");
  });

  test("SOFT-28 a refused completion shows a notice and both calls stay", async () => {
    const { opened } = await consulting();
    opened.phone.far.refusesNext("completeTransfer", "sipua.error.refer", { message: "Forbidden" });
    click(opened.call("Carol Chen"), "Complete transfer");
    expect(opened.told()[0]).toBe("Failed to refer call: Forbidden");
    expect(buttonsOf(opened.call("Carol Chen"))).toContain("Complete transfer");
  });
});

describe("parked", () => {
  test("SOFT-30 a notice shows the slot with Retrieve, and the call is listed until it is retrieved", async () => {
    const { opened } = await talking();
    opened.parks(parkedAt("701"));
    await pass(opened.clock, 60_000);
    expect(opened.told()).toEqual(["Bob Brandt is parked at 701"]);
    const line = opened.region().getByRole("list", { name: "Calls you parked" });
    expect(line.textContent).toMatch(/701.*Bob Brandt/);
    const action = opened.notices.get()[0]?.action;
    act(() => (action !== undefined && "run" in action ? action.run() : undefined));
    await arrive(opened);
    expect(opened.phone.asked.at(-1)).toBe("call 701");
    opened.parks();
    expect(opened.told()).toEqual([]);
    expect(opened.region().queryByRole("list", { name: "Calls you parked" })).toBeNull();
  });

  test("SOFT-30 a change of slot shows a new notice; calls parked by colleagues do not", async () => {
    const { opened } = await talking();
    opened.parks(parkedAt("701"));
    opened.parks(parkedAt("702"));
    expect(opened.told()).toEqual(["Bob Brandt is parked at 702"]);
    opened.parks(parkedAt("703", "199"));
    expect(opened.told()).toEqual([]);
  });
});
