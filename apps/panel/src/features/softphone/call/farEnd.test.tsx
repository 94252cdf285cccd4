// @vitest-environment jsdom
import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { QueueCaller } from "@callpanel/contract";
import { fakeCaller } from "../../../../test/fakeQueues.ts";
import type { FarEnd } from "@callpanel/webphone";
import { arrive, groups, talk, announced } from "../test/callSteps.ts";
import { openSoftphone } from "../test/openSoftphone.tsx";

afterEach(cleanup);

const BOB = { kind: "person", number: "102", name: "Bob Brandt" } as const;
const BY_ALICE = { how: "transferred", kind: "person", number: "101", name: "Alice Archer" } as const;

it("SOFT-70 a call that rings says how it came: on its card, to a screen reader, in its notification", async () => {
  const opened = openSoftphone();
  opened.page.hidden = true;
  act(() => void opened.phone.far.calls({ number: "102", name: "Bob Brandt", far: { ...BOB, came: BY_ALICE } }));
  await arrive(opened);
  expect(opened.call("Bob Brandt").textContent).toContain("Transferred by Alice Archer · 102");
  expect(announced()).toBe("Incoming call from Bob Brandt, 102. Transferred by Alice Archer");
  expect(opened.page.notes.map(({ body }) => body)).toEqual(["Incoming call · 102 · Transferred by Alice Archer"]);
});

it("QDASH-14 the ringing call of an agent has the queue's name and how long the caller has waited", async () => {
  const support = { how: "forwarded", kind: "queue", number: "600", name: "Support" } as const;
  const ring = async (rungFor?: QueueCaller) => {
    const opened = openSoftphone(rungFor ? { rungFor } : {});
    act(() => void opened.phone.far.calls({ number: "102", name: "Bob Brandt", far: { ...BOB, came: support } }));
    await arrive(opened);
    const { textContent } = opened.call("Bob Brandt");
    cleanup();
    return { textContent, now: opened.clock.now() };
  };
  const { textContent, now } = await ring();
  expect(textContent).toContain("Queue Support");
  expect(textContent).not.toContain("waited");
  const waiting = await ring(fakeCaller("c", { enteredAt: now - 130_000 }));
  expect(waiting.textContent).toMatch(/waited 02:10.*Queue Support/);
});

it("QCB-20 the agent's ringing call says that it is a callback, and how long the caller has waited", async () => {
  const came = { how: "calledBack", kind: "queue", number: "600", name: "Support" } as const;
  const opened = openSoftphone({ rungFor: fakeCaller("c", { callback: { attempts: 0 } }) });
  act(() => void opened.phone.far.calls({ number: "102", name: "Bob Brandt", far: { ...BOB, came } }));
  await arrive(opened);
  expect(opened.call("Bob Brandt").textContent).toMatch(/waited .*Callback for Support · 102/);
});

it.each<readonly [FarEnd, string, readonly string[]]>([
  [{ kind: "mailbox", number: "*98103", name: "Carol Chen" }, "Voicemail of Carol Chen", ["In voicemail"]],
  [
    { ...BOB, came: { how: "retrieved", kind: "parking", number: "701", name: "Main" } },
    "Bob Brandt",
    ["On call", "102", "Retrieved from parking (701)"],
  ],
  [
    { kind: "parking", number: "701", name: "Main", came: BY_ALICE },
    "Parked at 701",
    ["Waiting", "Transferred by Alice Archer"],
  ],
  [{ ...BOB, doing: "ringing", came: BY_ALICE }, "Bob Brandt", ["Ringing…", "Transferred by Alice Archer"]],
  [{ ...BOB, doing: "holding" }, "Bob Brandt", ["You’re on hold"]],
  [{ kind: "room", number: "800", name: "Sales" }, "Sales", ["On call"]],
  [{ kind: "messages", number: "*97", name: "Voicemail" }, "Your voicemail", ["On call"]],
])("SOFT-70 an open call with %o shows the right name and text", async (far, peer, words) => {
  const opened = openSoftphone();
  const callId = await talk(opened, { number: "701" });
  act(() => opened.phone.far.faces(callId, far));
  await arrive(opened);
  expect(groups()).toEqual([`Call with ${peer}`]);
  for (const word of words) expect(opened.call(peer).textContent).toContain(word);
});

it("SOFT-70 the person's own hold is shown before the state of the other side", async () => {
  const opened = openSoftphone();
  const callId = await talk(opened, { number: "102", name: "Bob Brandt" });
  act(() => opened.phone.far.faces(callId, { ...BOB, doing: "holding" }));
  await act(async () => void (await opened.phone.setHold(callId, "hold")));
  expect(opened.call("Bob Brandt").textContent).toContain("On hold");
  expect(opened.call("Bob Brandt").textContent).not.toContain("You’re");
});

it("PHONE-41 the log says that a call was declined", async () => {
  const opened = openSoftphone();
  act(() => opened.phone.far.shows({ log: [{ time: 1, num: "102", name: "Bob Brandt", dir: "in", declined: true }] }));
  act(() =>
    opened
      .region()
      .getByRole("button", { name: /Calls log/ })
      .click(),
  );
  await arrive(opened);
  expect(opened.region().getByRole("button", { name: /^Call Bob Brandt 102. Declined/ })).toBeTruthy();
});
