// @vitest-environment jsdom
import { DEFAULT_FEATURE_CODES, getParkings, mergePermissions } from "@callpanel/contract";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { SETTLE_MS } from "../../../shared/phone/send/destination.ts";
import { openSoftphone, pass, PEOPLE, person } from "../test/openSoftphone.tsx";
import { nameCalls, reportCalls, reportedCall } from "../test/reportedCalls.ts";
import { arrive, asking, buttonsOf, click, parkedAt, talking } from "../test/transferSteps.tsx";

beforeAll(async () => {
  await import("./TransferDialog.tsx"); // lazy in the product; loaded here so that no test waits for it
});
afterEach(cleanup);

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
