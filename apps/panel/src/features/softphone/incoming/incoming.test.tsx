// @vitest-environment jsdom
import { DEFAULT_NOTIFICATIONS, mergePermissions } from "@callpanel/contract";
import { ConfirmDialog, preloadDialogs } from "@callpanel/ui";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { TITLE_FLASH_MS } from "../page/attention.ts";
import { BOB, CAROL, arrive, click, offer, groups, buttonsOf, announced } from "../test/callSteps.ts";
import { openSoftphone, pass } from "../test/openSoftphone.tsx";

afterEach(cleanup);

/** A dialog with buttons to close, cancel and continue. @returns a function that removes it */
async function askSomething(): Promise<() => void> {
  await preloadDialogs();
  const nothing = () => undefined;
  const texts = {
    title: "Sure?",
    text: "It goes.",
    closeLabel: "Close",
    cancelLabel: "Cancel",
    confirmLabel: "Delete",
  };
  const drawn = render(<ConfirmDialog opened {...texts} onClose={nothing} onConfirm={nothing} />);
  await screen.findByRole("dialog");
  return drawn.unmount;
}

const tab = (keys = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document, { key: "Tab", ...keys }));

describe("a blocked microphone", () => {
  test("AVAIL-4 the ringing call says what to do, keeps ringing, and can be accepted when the browser allows it", async () => {
    for (const dock of ["open", "closed"] as const) {
      const opened = openSoftphone({ dock });
      offer(opened, BOB);
      opened.phone.far.refusesNext("answer", "sipua.error.micDenied");
      fireEvent.click(within(opened.call("Bob Brandt")).getByRole("button", { name: "Accept" }));
      await pass(opened.clock, 0);
      const help = within(opened.call("Bob Brandt")).getByRole("alert");
      expect(help.textContent, dock).toContain("Your microphone is blocked");
      expect(opened.call("Bob Brandt").dataset["state"], dock).toBe("ringing");
      expect(opened.told(), "said only on the call").toEqual([]);
      opened.page.showsMicrophone("granted");
      expect(within(opened.call("Bob Brandt")).queryByRole("alert"), dock).toBeNull();
      fireEvent.click(within(opened.call("Bob Brandt")).getByRole("button", { name: "Accept" }));
      await pass(opened.clock, 0);
      expect(opened.call("Bob Brandt").dataset["state"], dock).toBe("on-call");
      cleanup();
    }
  });
});

describe("an incoming call", () => {
  const intercomSet = (callPanelEnabled: boolean) => ({
    rights: mergePermissions([{ module: "intercom", rule: "read" }]),
    personal: {
      "users/{id}/intercom/can_watch_users": {
        total: 1,
        data: [
          {
            user_id: 1,
            subscriber_id: 1,
            username: "alice",
            exten: "101",
            first_name: "Alice",
            last_name: "Archer",
            may_write: true,
            deskPhoneEnabled: true,
            callPanelEnabled,
            clearlyAnywhereEnabled: true,
          },
        ],
      },
    },
  });

  test.each([
    ["whose setting is off", intercomSet(false)],
    ["whose setting may not be read", { ...intercomSet(true), rights: mergePermissions([]) }],
    ["whose setting cannot be had", { ...intercomSet(true), api: "fails" }],
  ] as const)("SOFT-42 the phone system cannot open the microphone of a person %s", async (_, options) => {
    const opened = openSoftphone(options);
    await act(async () => opened.phone.far.calls({ ...BOB, autoAnswer: true }));
    await act(async () => Promise.resolve());
    expect(opened.phone.asked.filter((asked) => asked.startsWith("answer"))).toEqual([]);
    expect(buttonsOf(opened.call("Bob Brandt"))).toContain("Accept");
  });

  test("SOFT-42 an intercom call is answered automatically, in one tab, and not during another call", async () => {
    const opened = openSoftphone(intercomSet(true));
    const answered = () => opened.phone.asked.filter((asked) => asked.startsWith("answer"));
    await act(async () => opened.phone.far.calls({ ...BOB, autoAnswer: true }));
    const [intercom] = opened.phone.getSnapshot().calls;
    expect(answered()).toEqual([`answer ${intercom?.id}`]);
    await act(async () => opened.phone.far.calls({ number: "103", autoAnswer: true }));
    expect(answered()).toHaveLength(1);
  });

  test("LINE-25 a ringing call from outside says so, even with a colleague's name", () => {
    const opened = openSoftphone();
    offer(opened, { ...BOB, far: { kind: "outside", ...BOB } });
    expect(within(opened.call("Bob Brandt")).getByText(/^Outside/)).toBeTruthy();
    cleanup();
    const other = openSoftphone();
    offer(other, { ...BOB, far: { kind: "person", ...BOB } });
    expect(within(other.call("Bob Brandt")).queryByText(/Outside/)).toBeNull();
  });

  test("SOFT-13 is over every page while the dock is closed, and the focus stays where it is", () => {
    const opened = openSoftphone({ dock: "closed" });
    const note = screen.getByRole("textbox", { name: "Note" });
    act(() => note.focus());
    offer(opened, BOB);
    expect(document.activeElement).toBe(note);
    expect(buttonsOf(opened.call("Bob Brandt")).toSorted()).toEqual(["Accept", "More", "Reject"]);
    expect(opened.dock.get()).toBe(false);
  });

  test("SOFT-13 is only in the dock while the dock is open", () => {
    const opened = openSoftphone();
    offer(opened, BOB);
    expect(groups()).toEqual(["Call with Bob Brandt"]);
    expect(opened.region().getByRole("group", { name: "Call with Bob Brandt" })).toBeTruthy();
  });

  test("SOFT-47 with a dialog open, Tab moves from it to the ringing call, and back", async () => {
    const opened = openSoftphone({ dock: "closed" });
    await askSomething();
    const last = screen.getByRole("button", { name: "Delete" });
    act(() => last.focus());
    offer(opened, BOB);
    const [first, ...others] = within(opened.call("Bob Brandt")).getAllByRole("button");
    tab();
    expect(document.activeElement).toBe(first);
    tab({ shiftKey: true });
    expect(document.activeElement).toBe(last);
    act(() => others.at(-1)?.focus());
    tab();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
    expect(screen.getByRole("dialog").getAttribute("aria-modal")).toBe("false");
    click(opened.call("Bob Brandt"), "Reject");
    expect(screen.getByRole("dialog").getAttribute("aria-modal")).toBe("true");
  });

  test("SOFT-47 a call is above a dialog that covers a dock as wide as the screen", async () => {
    const opened = openSoftphone({ place: "full" });
    offer(opened, BOB);
    expect(groups()).toHaveLength(1);
    const answered = await askSomething();
    expect(groups()).toHaveLength(2);
    answered();
    expect(groups()).toHaveLength(1);
  });

  test("SOFT-13 is announced once, with name and number", async () => {
    const opened = openSoftphone();
    const bob = offer(opened, BOB);
    expect(announced()).toBe("Incoming call from Bob Brandt, 102");
    offer(opened, { number: "5145550142" });
    expect(announced()).toBe("Incoming call from 5145550142");
    act(() => opened.phone.far.ends(opened.phone.getSnapshot().calls[0]?.id ?? "", "canceled"));
    expect(opened.phone.getSnapshot().calls.map(({ id }) => id)).toEqual([bob]);
    expect(announced()).toBe("");
  });

  test("SOFT-13 accepting opens the dock next to the page, but not over it", async () => {
    for (const [place, isOpen] of [
      ["beside", true],
      ["over", false],
      ["full", true],
    ] as const) {
      const opened = openSoftphone({ dock: "closed", place });
      offer(opened, BOB);
      click(opened.call("Bob Brandt"), "Accept");
      await arrive(opened);
      expect(opened.dock.get(), place).toBe(isOpen);
      cleanup();
    }
  });

  test("SOFT-16 the title flashes while the call rings, and is restored afterwards", async () => {
    const opened = openSoftphone();
    const callId = offer(opened, BOB);
    expect(opened.page.title).toBe("Incoming call from Bob Brandt");
    await pass(opened.clock, TITLE_FLASH_MS);
    expect(opened.page.title).toBe("Buddies");
    await pass(opened.clock, TITLE_FLASH_MS);
    expect(opened.page.title).toBe("Incoming call from Bob Brandt");
    opened.page.title = "Contacts";
    await pass(opened.clock, TITLE_FLASH_MS);
    act(() => opened.phone.far.ends(callId, "canceled"));
    expect(opened.page.title).toBe("Contacts");
    await pass(opened.clock, 10 * TITLE_FLASH_MS);
    expect(opened.page.title).toBe("Contacts");
  });

  test("PHONE-72 a tab that does not have the phone neither flashes nor notifies", () => {
    const opened = openSoftphone();
    opened.page.hidden = true;
    act(() => opened.phone.far.shows({ place: "other-tab" }));
    offer(opened, BOB);
    expect(opened.page.title).toBe("Buddies");
    expect(opened.page.notes).toEqual([]);
  });

  test("SOFT-16 a hidden tab shows a notification; a click on it shows the softphone; it closes when the ringing ends", () => {
    const opened = openSoftphone({ dock: "closed" });
    offer(opened, CAROL);
    expect(opened.page.notes).toEqual([]);
    opened.page.hidden = true;
    const callId = offer(opened, BOB);
    expect(opened.page.notes).toMatchObject([{ title: "Bob Brandt", body: "Incoming call · 102" }]);
    act(() => opened.page.notes[0]?.onClick());
    expect(opened.dock.get()).toBe(true);
    opened.page.hidden = false;
    act(() => opened.phone.far.ends(callId, "canceled"));
    expect(opened.page.notes).toEqual([]);
  });

  test("SOFT-16 the notification stays as long as the call rings, and can answer or reject it", async () => {
    for (const action of ["answer", "reject"] as const) {
      const opened = openSoftphone();
      opened.page.hidden = true;
      const callId = offer(opened, BOB);
      await pass(opened.clock, 55_000);
      expect(opened.page.notes).toMatchObject([
        { title: "Bob Brandt", lasts: true, actions: [{ title: "Answer" }, { title: "Reject" }] },
      ]);
      act(() => opened.page.notes[0]?.onAction?.(action));
      await pass(opened.clock, 0);
      expect(opened.phone.asked).toContain(`${action} ${callId}`);
      expect(opened.page.notes, "answered or rejected, there is nothing to tell").toEqual([]);
      cleanup();
    }
  });

  test("SOFT-51 a hidden page notifies of a missed call, for the set duration", async () => {
    const opened = openSoftphone();
    opened.page.hidden = true;
    act(() => opened.phone.far.ends(offer(opened, BOB), "canceled"));
    expect(opened.page.notes).toMatchObject([{ title: "Bob Brandt", body: "Missed call · 102", lasts: false }]);
    await pass(opened.clock, DEFAULT_NOTIFICATIONS.timeout);
    expect(opened.page.notes).toEqual([]);
    act(() => opened.phone.far.ends(offer(opened, CAROL), "answered-elsewhere"));
    expect(opened.page.notes, "the call was answered elsewhere").toEqual([]);
    opened.page.hidden = false;
    act(() => opened.phone.far.ends(offer(opened, BOB), "canceled"));
    expect(opened.page.notes, "a visible page shows it itself").toEqual([]);
  });

  test("SOFT-51 a hidden page notifies of new voicemail, but not of messages from before the page was loaded", async () => {
    const opened = openSoftphone();
    opened.page.hidden = true;
    opened.hasUnread(3);
    expect(opened.page.notes).toEqual([]);
    await pass(opened.clock, 10_000);
    opened.hasUnread(4);
    expect(opened.page.notes).toMatchObject([{ title: "New voicemail", body: "4 unread messages" }]);
    await pass(opened.clock, DEFAULT_NOTIFICATIONS.timeout);
    opened.hasUnread(2);
    expect(opened.page.notes, "heard, not come").toEqual([]);
  });
});
