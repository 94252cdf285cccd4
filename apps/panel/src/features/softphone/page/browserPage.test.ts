// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createBrowserPage } from "./browserPage.ts";
import type { Page } from "./browserPage.ts";

let page: Page;
beforeEach(() => {
  page = createBrowserPage(window);
});
afterEach(() => vi.unstubAllGlobals());

/** The part of the browser's notifications that is used; jsdom does not have them. */
function grantNotifications(permission: "granted" | "denied" | "throws") {
  const shown: Array<{ title: string; closed: boolean; onclick: (() => void) | null }> = [];
  class ShownNote {
    static readonly permission = permission === "throws" ? "granted" : permission;
    readonly title: string;
    closed = false;
    onclick: (() => void) | null = null;
    constructor(title: string) {
      if (permission === "throws") throw new TypeError("Illegal constructor");
      this.title = title;
      shown.push(this);
    }
    close() {
      this.closed = true;
    }
  }
  vi.stubGlobal("Notification", ShownNote);
  return shown;
}

describe("notifications", () => {
  const note = { title: "Bob", body: "Incoming call", tag: "call-1", lasts: true, onClick: () => undefined };

  test("SOFT-16 with permission a notification is shown, and a click focuses the page and closes it", () => {
    const shown = grantNotifications("granted");
    const focus = vi.spyOn(window, "focus").mockImplementation(() => undefined);
    let clicks = 0;
    page.notify({ ...note, onClick: () => (clicks += 1) });
    shown[0]?.onclick?.();
    expect(clicks).toBe(1);
    expect(focus).toHaveBeenCalledOnce();
    expect(shown[0]?.closed).toBe(true);
  });

  test("SOFT-16 it can be closed", () => {
    const shown = grantNotifications("granted");
    page.notify(note)();
    expect(shown[0]?.closed).toBe(true);
  });

  test("SOFT-16 without permission, or if the browser refuses, nothing fails", () => {
    expect(grantNotifications("denied")).toEqual([]);
    page.notify(note)();
    grantNotifications("throws");
    expect(() => page.notify(note)()).not.toThrow();
  });
});

describe("leaving", () => {
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test("SOFT-18 the browser asks while there is a reason, and not after it was stopped", () => {
    let busy = false;
    const stop = page.guardLeaving(() => busy);
    expect(leave()).toBe(false);
    busy = true;
    expect(leave()).toBe(true);
    stop();
    expect(leave()).toBe(false);
  });

  test("SOFT-18 a return from the back-forward cache is distinguished from a first load", () => {
    const heard: string[] = [];
    const stop = page.onLeaving((what) => heard.push(what));
    window.dispatchEvent(new Event("pagehide"));
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    stop();
    window.dispatchEvent(new Event("pagehide"));
    expect(heard).toEqual(["left", "returned"]);
  });
});

test("SOFT-18 a change of network and a tab that is visible again call the listener", () => {
  let heard = 0;
  const stop = page.onAwake(() => (heard += 1));
  window.dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("offline"));
  document.dispatchEvent(new Event("resume"));
  stop();
  window.dispatchEvent(new Event("online"));
  expect(heard).toBe(4);
});

test("SOFT-19 a click counts when it is complete, so that nothing moves under it; a key counts immediately", () => {
  let heard = 0;
  const stop = page.onGesture(() => (heard += 1));
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(heard).toBe(0);
  document.body.click();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true }));
  stop();
  document.body.click();
  expect(heard).toBe(2);
});

test("SOFT-14 the dock is next to the page from 1200 px on, over it from 600 px on", () => {
  const placeAt = (innerWidth: number) => {
    vi.stubGlobal("innerWidth", innerWidth);
    return page.placeOfDock();
  };
  expect([1_440, 1_200, 1_199, 600, 599, 390].map(placeAt)).toEqual([
    "beside",
    "beside",
    "over",
    "over",
    "full",
    "full",
  ]);
});
