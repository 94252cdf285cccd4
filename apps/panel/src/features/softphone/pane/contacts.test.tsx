// @vitest-environment jsdom
import { mergePermissions } from "@callpanel/contract";
import type { Permission } from "@callpanel/contract";
import { preloadMenus } from "@callpanel/ui";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { openSoftphone } from "../test/openSoftphone.tsx";
import type { OpenOptions } from "../test/openSoftphone.tsx";

beforeAll(preloadMenus);
afterEach(cleanup);

const NUMBER = "+15145550177";
const rules = (...pairs: ReadonlyArray<readonly [Permission["module"], string]>) =>
  mergePermissions(pairs.map(([module, rule]) => ({ module, rule })));
const SOFTPHONE = [
  ["configs", "read"],
  ["softphone", "read"],
] as const;

function openLog(options: OpenOptions = {}, name = "") {
  const opened = openSoftphone(options);
  act(() => opened.phone.far.shows({ log: [{ dir: "mis", num: NUMBER, name, time: opened.clock.now() }] }));
  fireEvent.click(opened.region().getByRole("button", { name: "Calls log" }));
  return opened;
}
const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);

it("ADDRESS-22 a call without a name takes the name from the address book; the name sent with the call comes first", () => {
  const opened = openSoftphone();
  act(() => {
    opened.phone.far.calls({ number: NUMBER });
    opened.phone.far.calls({ number: "+15145550100", name: "Wireless Caller" });
  });
  expect(opened.call(NUMBER)).toBeTruthy();
  opened.knows(NUMBER, "Zoë\u202eZimmermann");
  opened.knows("+15145550100", "Ana Souza");
  expect(opened.call("Zoë Zimmermann")).toBeTruthy();
  expect(opened.call("Wireless Caller")).toBeTruthy();
});

it("ADDRESS-22 a notification of a hidden tab is shown again with the name", () => {
  const opened = openSoftphone();
  opened.page.hidden = true;
  act(() => void opened.phone.far.calls({ number: NUMBER }));
  expect(opened.page.notes.map(({ title }) => title)).toEqual([NUMBER]);
  opened.knows(NUMBER, "Zoë Zimmermann");
  expect(opened.page.notes.at(-1)).toMatchObject({ title: "Zoë Zimmermann", tag: opened.page.notes[0]?.tag });
});

it("ADDRESS-22 the calls log shows names for numbers too", () => {
  const opened = openLog();
  opened.knows(NUMBER, "Zoë Zimmermann");
  expect(opened.region().getByRole("button", { name: /^Call Zoë Zimmermann \(514\) 555-0177\. Missed/ })).toBeTruthy();
});

it("DIVERT-7 a diverted call says why: missed, or forwarded and answered there", () => {
  const opened = openSoftphone();
  const kept = (callId: string, dir: "mis" | "in", why: "doNotDisturb" | "forward", to = "") =>
    ({ dir, num: "102", name: "Bob Brandt", time: opened.clock.now(), diverted: { callId, why, to } }) as const;
  const log = [kept("1", "mis", "doNotDisturb"), kept("2", "mis", "forward", "103"), kept("3", "in", "forward", "103")];
  act(() => opened.phone.far.shows({ log, missedCount: 2 }));
  const button = opened.region().getByRole("button", { name: "Calls log", description: "2 missed calls" });
  fireEvent.click(button);
  const rows = opened.region().getAllByRole("button", { name: /^Call Bob Brandt/ });
  expect(rows.map((row) => row.getAttribute("aria-label"))).toEqual([
    expect.stringContaining("Missed: Do not disturb was on"),
    expect.stringContaining("Missed: Forwarded to 103"),
    expect.stringMatching(/\. Forwarded to 103/),
  ]);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Bob Brandt Missed: Do not disturb was on",
    "Bob Brandt Missed: Forwarded to 103",
    "Bob Brandt Forwarded to 103",
  ]);
});

it("SOFT-43 More and a right click offer what the person may do with the number", async () => {
  const both = rules(...SOFTPHONE, ["contacts", "write"], ["contacts", "manage_personal"]);
  const opened = openLog({ rights: both }, "Zoë Zimmermann");
  fireEvent.click(opened.region().getByRole("button", { name: /^More for/ }));
  await screen.findByRole("menuitem", { name: "Block number" });
  expect(items()).toEqual(["Call", "Add shared contact", "Add personal contact", "Block number"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Add personal contact" }));
  expect(opened.contactTask()).toEqual({
    kind: "create",
    isPersonal: true,
    phoneNumber: NUMBER,
    name: "Zoë Zimmermann",
  });
  cleanup();
  const other = openLog({ rights: rules(...SOFTPHONE) });
  fireEvent.contextMenu(other.region().getByRole("button", { name: /^Call \(514\)/ }));
  await screen.findByRole("menuitem", { name: "Block number" });
  expect(items()).toEqual(["Call", "Block number"]);
});

it("SOFT-43 a number can be blocked from the log, and a failure shows a notice", async () => {
  const opened = openLog({ api: "fails" });
  fireEvent.click(opened.region().getByRole("button", { name: /^More for/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Block number" }));
  await waitFor(() =>
    expect(opened.told()).toEqual(["Failed to add the number to the blacklist. The server cannot be reached"]),
  );
});
