// @vitest-environment jsdom
import { act, cleanup, fireEvent, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { arrive, BOB, CAROL, offer } from "../test/callSteps.ts";
import { openSoftphone } from "../test/openSoftphone.tsx";

let frames: HTMLIFrameElement[] = [];
/** Windows of the page, in frames: each has a document of its own, as the browser's small window has. */
function givePip() {
  const opened: Window[] = [];
  const closed: Window[] = [];
  const requestWindow = async () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    frames.push(frame);
    const place = frame.contentWindow;
    if (place === null) throw new Error("no window");
    place.close = () => {
      if (closed.includes(place)) return;
      closed.push(place);
      act(() => void place.dispatchEvent(new Event("pagehide")));
    };
    opened.push(place);
    return place;
  };
  Object.defineProperty(window, "documentPictureInPicture", { configurable: true, value: { requestWindow } });
  return { opened, closed };
}
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, "documentPictureInPicture");
  for (const frame of frames) frame.remove();
  frames = [];
});

async function openMini() {
  const pip = givePip();
  const opened = openSoftphone();
  offer(opened, BOB);
  const button = (name: string) => within(opened.call("Bob Brandt")).getByRole("button", { name });
  fireEvent.click(button("Accept"));
  await arrive(opened);
  const keep = button("Keep on top");
  keep.focus();
  await act(async () => fireEvent.click(keep));
  const place = pip.opened[0];
  if (!place) throw new Error("no small window");
  const mini = within(place.document.body);
  const press = (name: string) => act(async () => fireEvent.click(mini.getByRole("button", { name })));
  return { ...pip, opened, keep, place, mini, press };
}

it("SOFT-90 the small window shows the calls as they are, and its buttons act", async () => {
  const { opened, mini, press, place } = await openMini();
  const group = () => mini.getByRole("group", { name: "Call with Bob Brandt" }).dataset["state"];
  expect(group()).toBe("on-call");
  await press("Mute");
  expect([group(), opened.call("Bob Brandt").dataset["state"]]).toEqual(["muted", "muted"]);
  await press("Unmute");
  await press("Hold");
  expect(group()).toBe("on-hold");
  await press("Unhold");
  await act(async () => fireEvent.keyDown(mini.getByRole("group"), { key: "5" }));
  expect(opened.phone.getSnapshot().calls[0]?.digitsSent).toBe("5");
  await act(async () => fireEvent.keyDown(place.document.body, { code: "KeyM", altKey: true, shiftKey: true }));
  expect(group()).toBe("muted");
  offer(opened, CAROL);
  await press("Reject");
  expect(mini.getAllByRole("group").map((one) => one.getAttribute("aria-label"))).toEqual(["Call with Bob Brandt"]);
});

it("SOFT-90 language and theme of the page are followed", async () => {
  const { place } = await openMini();
  const root = document.documentElement;
  const before = root.dataset["mantineColorScheme"];
  root.dataset["mantineColorScheme"] = "dark";
  await act(async () => undefined);
  expect(place.document.documentElement.dataset["mantineColorScheme"]).toBe("dark");
  if (before === undefined) delete root.dataset["mantineColorScheme"];
  else root.dataset["mantineColorScheme"] = before;
});

it("SOFT-91 it closes with the call, and by the same button, where the focus is back", async () => {
  const first = await openMini();
  await act(async () => fireEvent.click(first.keep));
  expect([first.closed.length, document.activeElement]).toEqual([1, first.keep]);
  await act(async () => fireEvent.click(first.keep));
  const again = first.opened.phone.getSnapshot().calls[0]?.id ?? "";
  await act(async () => first.opened.phone.far.ends(again));
  expect(first.closed).toHaveLength(2);
});

it("SOFT-91 signing out closes it; a browser without such windows has no button", async () => {
  const { opened, closed } = await openMini();
  await act(async () => opened.softphone.stop());
  expect(closed).toHaveLength(1);
  cleanup();
  Reflect.deleteProperty(window, "documentPictureInPicture");
  const plain = openSoftphone();
  offer(plain, BOB);
  fireEvent.click(within(plain.call("Bob Brandt")).getByRole("button", { name: "Accept" }));
  await arrive(plain);
  expect(within(plain.call("Bob Brandt")).queryByRole("button", { name: "Keep on top" })).toBeNull();
});
