// @vitest-environment jsdom
import type { BuddyCall, RealtimeEvent } from "@callpanel/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { buddy, createFakeServer, read } from "../../../../test/fakeServer.ts";
import { holdTime } from "../../../../test/holdTime.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

holdTime();
afterEach(closePanel);

const BOB = { realm: "demo", exten: "102" } as const;
const CALL: BuddyCall = {
  callid: "c1",
  legCallid: "l1",
  user: "5550142",
  name: "Zoé <b>",
  state: "answered",
  direction: "in",
  channel: "ch1",
  peerChannel: "",
  recording: "off",
  held: false,
  startedAt: Date.now() - 160_000,
  answeredAt: Date.now() - 151_000,
};

async function openLive() {
  const events = createFakeEvents(window);
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt"), buddy(4, "Dave Diaz")] });
  server.permit([read("panel_buddies"), read("configs")]);
  const opened = await openPanel({ server, signedIn: true });
  const bob = await screen.findByRole("listitem", { name: "Bob Brandt" });
  await waitFor(() => expect(events.count()).toBe(1));
  let sequence = 0;
  const tell = (...told: readonly RealtimeEvent[]) =>
    act(async () => {
      for (const event of told) events.say({ type: "event", sequence: (sequence += 1), event });
    });
  return { events, server, tell, bob, ...opened };
}
const presence = (card: HTMLElement) => card.getAttribute("data-presence");

it("BUDDIES-6 the state from the list is shown until the events arrive", async () => {
  const { events, bob, server } = await openLive();
  expect(presence(bob)).toBe("online");
  await act(async () =>
    events.join([
      {
        ...BOB,
        presence: "away",
        note: "dentist",
        registered: true,
        dnd: null,
        forward: null,
        followme: null,
        voicemails: null,
        calls: [],
      },
    ]),
  );
  await waitFor(() => expect(presence(bob)).toBe("away"));
  expect(bob.textContent).toContain("Away: dentist");
  expect(presence(screen.getByRole("listitem", { name: "Dave Diaz" }))).toBe("offline");
  expect(server.seenAt("panel_buddies")).toHaveLength(1);
});

it("BUDDIES-41 the note of a person stays on the card while they are offline, and ends with its publication", async () => {
  const { events, bob, tell } = await openLive();
  await act(async () => events.join());
  await tell({ action: "PRESENCE", ...BOB, presence: "offline", note: "back on Monday" });
  await waitFor(() => expect(bob.textContent).toContain("Offline: back on Monday"));
  await tell({ action: "PRESENCE", ...BOB, presence: "offline" });
  await waitFor(() => expect(bob.textContent).not.toContain("Monday"));
  expect(bob.textContent).toContain("Offline");
});

it("BUDDIES-9 a card shows the peer and the duration of a call", async () => {
  const { events, bob, tell } = await openLive();
  await act(async () => events.join());
  await tell({ action: "INITIATE", ...BOB, call: { ...CALL, state: "early" } });
  const group = await within(bob).findByRole("group", { name: "Call of Bob Brandt with Zoé <b>" });
  expect(group.textContent).toBe("Zoé <b> is calling");
  await tell({ action: "CONFIRMED", ...BOB, call: CALL }, { action: "PRESENCE", ...BOB, presence: "oncall" });
  await waitFor(() => expect(group.textContent).toMatch(/^On call with Zoé <b>,02:31$/));
  expect(presence(bob)).toBe("oncall");
  await tell({ action: "CALLCHAN", ...BOB, call: { ...CALL, held: true } });
  await waitFor(() => expect(group.textContent).toContain("Holding"));
  await tell({ action: "TERMINATED", ...BOB, callid: "c1" }, { action: "PRESENCE", ...BOB, presence: "online" });
  await waitFor(() => expect(within(bob).queryByRole("group")).toBeNull());
  expect(presence(bob)).toBe("online");
});

it("QDASH-9 a timer is written into the same text node", async () => {
  const { events, bob, tell } = await openLive();
  await act(async () => events.join());
  await tell({ action: "CONFIRMED", ...BOB, call: CALL });
  const timer = await waitFor(() => within(bob).getByText("02:31"));
  const text = timer.firstChild;
  await tell({ action: "CALLCHAN", ...BOB, call: { ...CALL, answeredAt: Date.now() - 211_000 } });
  await waitFor(() => expect(timer.textContent).toBe("03:31"));
  expect(timer.firstChild).toBe(text);
});

it("BUDDIES-36 a card shows the video meeting of a person, with its room if it is known; a call has priority", async () => {
  const { events, bob, tell } = await openLive();
  await act(async () => events.join());
  await tell({ action: "MEETING", ...BOB, meeting: { room: "Daily <b>" } });
  await waitFor(() => expect(bob.textContent).toContain("In video room Daily <b>"));
  await tell({ action: "MEETING", ...BOB, meeting: { room: "" } });
  await waitFor(() => expect(bob.textContent).toContain("In a video meeting"));
  await tell({ action: "CONFIRMED", ...BOB, call: CALL });
  await waitFor(() => expect(bob.textContent).toContain("On call with"));
  expect(bob.textContent).not.toContain("video");
  await tell({ action: "TERMINATED", ...BOB, callid: "c1" });
  await waitFor(() => expect(bob.textContent).toContain("In a video meeting"));
  await tell({ action: "MEETING", ...BOB, meeting: null });
  await waitFor(() => expect(bob.textContent).not.toContain("video"));
});

it("BUDDIES-39 a mark shows who listens to a person and how, until they stop", async () => {
  const { events, bob, tell } = await openLive();
  await act(async () => events.join());
  const spy = { action: "CHANSPY", realm: "demo", exten: "103", name: "Carol Chen", num: "102", legnum: 2 } as const;
  await tell({ ...spy, mode: "monitor", active: true });
  expect(await within(bob).findByText("Carol Chen is listening in")).toBeTruthy();
  await tell({ ...spy, mode: "whisper", active: true });
  expect(await within(bob).findByText("Carol Chen is whispering to them")).toBeTruthy();
  expect(within(bob).queryByText("Carol Chen is listening in")).toBeNull();
  await tell({ ...spy, mode: "whisper", active: false });
  await waitFor(() => expect(within(bob).queryByText(/^Carol Chen is/)).toBeNull());
});

it("BUDDIES-9 the number replaces an unknown name, and a hidden peer shows neither", async () => {
  const { events, bob, tell } = await openLive();
  await act(async () => events.join());
  await tell({ action: "CONFIRMED", ...BOB, call: { ...CALL, name: "" } });
  expect((await within(bob).findByRole("group")).textContent).toContain("On call with 5550142,");
  await tell({ action: "CALLCHAN", ...BOB, call: { ...CALL, name: "", user: "" } });
  const hidden = await within(bob).findByRole("group", { name: "Call of Bob Brandt with somebody" });
  expect(hidden.textContent).toContain("On a call,");
});

it("BUDDIES-8 RT-25 a lost connection shows one notice, and the state is marked with its age until it is current again", async () => {
  const { events, bob, panel } = await openLive();
  const texts = () => panel.notices.get().map(({ text }) => text);
  await act(async () =>
    events.join([
      {
        ...BOB,
        presence: "busy",
        registered: true,
        dnd: null,
        forward: null,
        followme: null,
        voicemails: null,
        calls: [],
      },
    ]),
  );
  await waitFor(() => expect(presence(bob)).toBe("busy"));
  expect(screen.getByRole("status", { name: "Live updates: connected" }).getAttribute("data-hint")).toBe("1");
  await act(async () => events.cut());
  expect(screen.getByRole("status", { name: "Live updates: not connected" }).getAttribute("data-hint")).toBe("0");
  expect(screen.getByRole("status", { name: "Not live: the connection was lost." }).textContent).toMatch(/00:00 ago/);
  expect(bob.hasAttribute("data-stale")).toBe(true);
  expect(presence(bob)).toBe("busy");
  expect(texts()).toEqual(["Connection to the events server was lost. Reconnecting…"]);
  await act(async () => window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(events.count()).toBe(2));
  await act(async () =>
    events.join([
      {
        ...BOB,
        presence: "away",
        registered: true,
        dnd: null,
        forward: null,
        followme: null,
        voicemails: null,
        calls: [],
      },
    ]),
  );
  await waitFor(() => expect(presence(bob)).toBe("away"));
  expect(bob.hasAttribute("data-stale")).toBe(false);
  expect(screen.queryByRole("status", { name: /Not live/ })).toBeNull();
  expect(texts()[0]).toBe("Connected to the events server again");
});

it("RT-25 the notice of a lost connection goes with the session", async () => {
  const { events, panel } = await openLive();
  await act(async () => events.join([]));
  await act(async () => events.cut());
  expect(panel.notices.get()).toHaveLength(1);
  await act(() => panel.session.signOut());
  await waitFor(() => expect(panel.notices.get()).toEqual([]));
});

it("RT-25 an error reported by the phone system shows a notice", async () => {
  const { events, panel } = await openLive();
  await act(async () => events.join([]));
  await act(async () =>
    events.say({ type: "event", sequence: 1, event: { action: "ERROR", message: "Queue log is full" } }),
  );
  await waitFor(() => expect(panel.notices.get().map(({ text }) => text)).toEqual(["Events error: Queue log is full"]));
});

it("RT-25 a server that cannot be reached at the start shows a notice", async () => {
  const { events, panel } = await openLive();
  await act(async () => events.cut());
  expect(panel.notices.get().map(({ text }) => text)).toEqual(["Failed to connect to the events server"]);
  expect(screen.queryByRole("status", { name: /Not live/ })).toBeNull();
});

it.each([
  [{ kind: "mailbox", user: "*98103", name: "Carol Chen" }, "In voicemail of Carol Chen,", "Voicemail of Carol Chen"],
  [{ kind: "parking", user: "701", name: "Main" }, "Parked at 701,", "Parked at 701"],
  [{ kind: "queue", user: "600", name: "Support" }, "In queue Support,", "Support"],
  [{ kind: "messages", user: "*97", name: "Voicemail" }, "Listening to voicemail,", "Your voicemail"],
  [{ kind: "mailbox", user: "", name: "" }, "In voicemail,", "somebody"],
  [{ doing: "ringing", user: "103", name: "Carol Chen" }, "Transferring to Carol Chen", "Carol Chen"],
  [{ kind: "room", user: "800", name: "" }, "On call with Conference 800,", "Conference 800"],
] as const)("BUDDIES-34 a colleague's call with %o shows the kind of peer", async (call, said, peer) => {
  const { events, tell, bob } = await openLive();
  await act(async () => events.join([]));
  await tell({ action: "CONFIRMED", ...BOB, call: { ...CALL, ...call } });
  const group = await within(bob).findByRole("group", { name: `Call of Bob Brandt with ${peer}` });
  expect(group.textContent).toContain(said);
});
