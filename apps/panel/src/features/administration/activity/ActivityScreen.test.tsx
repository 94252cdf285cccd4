// @vitest-environment jsdom
import type { Activity } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { createFakeServer, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const BASE = "/api/v1/administration/activity";
const none = { sent: 0, failed: 0 };
const sample = { registrations: 2, calls: 1, waiting: 0, memory_bytes: 150_000_000, free_bytes: 5_000_000_000 };
const ACTIVITY: Activity = {
  queues: [{ number: "600", name: "Support", waiting: 2, longest_since: 1_000, agents: 1 }],
  rooms: [{ number: "800", name: "Open room", members: 3 }],
  machine: {
    memory_bytes: sample.memory_bytes,
    disk: { free_bytes: sample.free_bytes, total_bytes: 100_000_000_000 },
    jobs: [{ kind: "mail.send", waiting: 4, failed: 1, next_at: null }],
    sent: { mail: { sent: 7, failed: 1 }, push: none, sms: none },
  },
  samples: [
    { ...sample, at: 1_000, calls: 9 },
    { ...sample, at: 301_000 },
  ],
};
const CALL = {
  id: "c1",
  direction: "inbound",
  state: "answered",
  since: 1_000,
  answered_at: 2_000,
  from: null,
  to: { name: "Bob <b>Brandt</b>", number: "102" },
  trouble: "silent",
  sound: null,
};
const BAD_CALL = {
  ...CALL,
  id: "c2",
  to: { name: "Carol", number: "103" },
  trouble: null,
  sound: { lost_percent: 7.25, jitter_ms: 31, mos: null },
};
const LOCK = { id: "pair x", kind: "person", name: "Erin Evans", address: "192.0.2.9", until: 900_000 };
const PHONE = {
  user_id: "2",
  name: "Bob Brandt",
  extension: "102",
  device: "Desk 9",
  address: "192.0.2.2",
  since: 1_000,
  expires_at: 600_000,
};

const ROW = {
  id: "call-7",
  from: { name: "Alice Archer", number: "101" },
  to: { name: "", number: "+15550001" },
  direction: "outbound",
  since: 1_000,
  answered_at: 3_000,
  ended_at: 9_000,
  status: 200,
  reason: "hangup",
  sound: { lost_percent: 2.04, jitter_ms: 12.25, mos: 3.9 },
};
const STORY = {
  ...ROW,
  quality: {
    caller: { codec: "opus", packets_received: 400, packets_lost: 3, jitter_ms: 2.25, mos: 4.1 },
    callee: null,
  },
  lanes: [
    { address: "192.0.2.2", dropped: 0 },
    { address: "192.0.2.3", dropped: 0 },
  ],
  messages: [
    {
      at: 1_000,
      lane: 0,
      way: "in",
      first: "INVITE sip:+15550001@demo SIP/2.0",
      text: "INVITE <b>\r\nCall-ID: a\r\n\r\n",
    },
    { at: 1_250, lane: 1, way: "out", first: "SIP/2.0 200 OK", text: "SIP/2.0 200 OK\r\n\r\n" },
  ],
};

async function open(activity: Activity, ...rules: readonly string[]) {
  const server = createFakeServer();
  server.permit([read("configs"), ...rules.map((rule) => ({ module: "administration" as const, rule }))]);
  server.spoil(BASE, { status: 200, body: activity });
  server.spoil(`${BASE}/calls`, { status: 200, body: { total: 4, data: [CALL, BAD_CALL] } });
  server.spoil(`${BASE}/locks`, { status: 200, body: { data: [LOCK] } });
  server.spoil(`${BASE}/stories`, { status: 200, body: { total: 1, data: [ROW], servers: 1 } });
  server.spoil(`${BASE}/stories/${ROW.id}`, { status: 200, body: STORY });
  server.spoil(`${BASE}/registrations`, { status: 200, body: { total: 1, data: [PHONE] } });
  const panel = await openPanel({ server, path: "/administration/activity", signedIn: true });
  return { server, ...panel };
}
const list = (name: string) => screen.findByRole("list", { name });

it("ACTIVITY-1 ACTIVITY-2 ACTIVITY-7 the page shows phones, calls, queues, rooms, jobs and sent messages; hidden people have no name", async () => {
  await open(ACTIVITY, "show_activity");
  const calls = await list("Calls in progress");
  expect(within(calls).getByText("Hidden → Bob <b>Brandt</b> 102")).toBeTruthy();
  expect(within(calls).getByText("No sound")).toBeTruthy();
  expect(within(calls).getByText(/7\.3 % lost, jitter 31 ms/)).toBeTruthy();
  expect(within(calls).getByText("Bad sound")).toBeTruthy();
  expect(screen.getByText("and 2 more", { exact: false })).toBeTruthy();
  expect(within(await list("Registrations")).getByText(/Desk 9 · 192\.0\.2\.2/)).toBeTruthy();
  for (const text of [
    "2 callers wait · 1 agent available",
    "3 people",
    "Send e-mails",
    "4 waiting, 1 failed",
    "7 sent, 1 failed",
  ])
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  expect(screen.getByRole("img", { name: "Calls: now 1, highest 9, lowest 1" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Unlock/ })).toBeNull();
});

it("ACTIVITY-6 a user who may change people lifts a lock", async () => {
  const { server } = await open(ACTIVITY, "show_activity", "manage_people");
  const path = `${BASE}/locks/${encodeURIComponent(LOCK.id)}/lift`;
  server.spoil(path, { status: 200, body: { data: [] } });
  server.spoil(`${BASE}/locks`, { status: 200, body: { data: [LOCK] } });
  const button = await screen.findByRole("button", { name: "Unlock: Erin Evans" });
  await act(async () => fireEvent.click(button));
  await waitFor(() => expect(server.seenAt(path).length).toBe(1));
  expect(await screen.findByText("Unlocked")).toBeTruthy();
});

it("MACHINE-1 with several companies the page shows nothing of memory, disk, jobs and sent messages", async () => {
  const samples = ACTIVITY.samples.map((one) => ({ ...one, memory_bytes: null, free_bytes: null }));
  await open({ ...ACTIVITY, machine: null, samples }, "show_activity");
  await screen.findByText("2 callers wait · 1 agent available", { exact: false });
  for (const text of ["Server memory", "Free disk space", "Jobs", "E-mails"])
    expect(screen.queryByText(text)).toBeNull();
});

it("ACTIVITY-3 the event ACTIVITY loads the page again", async () => {
  const events = createFakeEvents(window);
  const { server } = await open(ACTIVITY, "show_activity");
  await list("Registrations");
  await waitFor(() => expect(events.count()).toBe(1));
  act(() => events.join());
  const before = server.seenAt(`${BASE}/calls`).length;
  act(() => events.say({ type: "event", sequence: 1, event: { action: "ACTIVITY", realm: "demo" } }));
  await waitFor(() => expect(server.seenAt(`${BASE}/calls`).length).toBeGreaterThan(before));
});

it("STORY-5 a call of the list opens as a ladder with times, headers on request and the media quality", async () => {
  const { href } = await open(ACTIVITY, "show_activity");
  const recent = await list("Recent calls");
  expect(within(recent).getByText(/200, hangup · 2 % lost · jitter 12\.3 ms · MOS 3\.9$/)).toBeTruthy();
  await act(async () => fireEvent.click(within(recent).getByRole("link", { name: "Alice Archer 101 → +15550001" })));
  await waitFor(() => expect(href()).toBe("/administration/activity/call-7"));
  const ladder = await list("SIP messages");
  const [first, second] = within(ladder).getAllByRole("listitem");
  expect(first?.textContent).toContain("+0.000 s");
  expect(first?.textContent).toContain("Phone 1 (192.0.2.2) → callpanel");
  expect(first?.textContent).toContain("INVITE <b>");
  expect(second?.textContent).toContain("+0.250 s");
  expect(second?.textContent).toContain("callpanel → phone 2 (192.0.2.3)200 OK");
  expect(screen.getByText("opus · 400 packets received, 3 lost · jitter 2.3 ms · MOS 4.1")).toBeTruthy();
  expect(screen.getByText("Not measured")).toBeTruthy();
  for (const name of ["Download as text", "Download as pcap"])
    expect(screen.getByRole("button", { name })).toBeTruthy();
});

it("STORY-8 STORY-9 the calls with the worst sound are requested and shown", async () => {
  const { server } = await open(ACTIVITY, "show_activity");
  await list("Recent calls");
  server.spoil(`${BASE}/stories`, { status: 200, body: { total: 0, data: [], servers: 2 } });
  expect(screen.queryByText(/runs on/)).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole("radio", { name: "Worst sound" })));
  expect(await screen.findByText("No call quality has been measured yet.")).toBeTruthy();
  expect(screen.getByText(/^Your company runs on 2 servers/)).toBeTruthy();
  expect(server.seenAt(`${BASE}/stories`).at(-1)?.url).toContain("order=sound");
});
