// @vitest-environment jsdom
import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import type { Buddy, Conference, ConferenceMember, Permission } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fakeConference, fakeMember } from "../../../test/fakeConferences.ts";
import { createFakeEvents } from "../../../test/fakeEvents.ts";
import { buddy, createFakeServer, failure, read } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";

afterEach(closePanel);

const DAVE = fakeMember("dave-leg", { name: "Dave Diaz", number: "104", talking: true });
const ZOE = fakeMember("zoe-leg", { name: "", number: "", waiting: true });
const ROOMS = [
  fakeConference("800", "Standup", { watch: true }),
  fakeConference("801", "Board", { has_pin: true, max_users: 10 }),
];

interface Opened {
  readonly rooms?: readonly Conference[];
  readonly members?: ConferenceMember[];
  readonly rights?: readonly Permission[];
  readonly buddies?: readonly Buddy[];
}

async function openConferences({ rooms = ROOMS, members = [DAVE, ZOE], rights = [], buddies = [] }: Opened = {}) {
  const events = createFakeEvents(window);
  const server = createFakeServer({ buddies });
  server.permit([read("configs"), read("conferences"), ...rights]);
  server.spoil("/conferences", { status: 200, body: { total: rooms.length, data: rooms } });
  server.spoil("feature_codes", {
    status: 200,
    body: { total: DEFAULT_FEATURE_CODES.length, data: DEFAULT_FEATURE_CODES },
  });
  const opened = await openPanel({ server, signedIn: true, path: "/conferences" });
  await waitFor(() => expect(events.count()).toBe(1));
  const conferences = [{ realm: "demo", confno: "801", locked: false, recording: false, members }];
  await act(async () => {
    events.join();
    events.say({ type: "snapshot", sequence: 0, buddies: [], parked: [], conferences });
  });
  // A snapshot is applied with the next frame; until then nobody is in the room, and its buttons are disabled.
  for (const { name } of rooms.filter(({ confno }) => confno === "801"))
    await waitFor(async () => expect((await room(name)).dataset["members"]).toBe(String(members.length)));
  let sequence = 0;
  const tell = (event: "mute" | "leave", member: ConferenceMember) =>
    act(async () => {
      const told = { action: "CONFBRIDGE", realm: "demo", confno: "801", event, member } as const;
      events.say({ type: "event", sequence: (sequence += 1), event: told });
    });
  const tellRoom = (event: "record" | "unrecord") =>
    act(async () => {
      const told = { action: "CONFBRIDGE", realm: "demo", confno: "801", event } as const;
      events.say({ type: "event", sequence: (sequence += 1), event: told });
    });
  return { events, server, tell, tellRoom, ...opened };
}

const room = (name: string) => screen.findByRole("listitem", { name: `Conference ${name}` });
const member = (name: string) => screen.findByRole("listitem", { name: `Member ${name}` });
const open = async (name: string) =>
  act(async () => fireEvent.click(await screen.findByRole("button", { name: `Show members of ${name}` })));
const buttonsOf = (element: HTMLElement) =>
  within(element)
    .queryAllByRole("button")
    .map((one) => one.ariaLabel ?? one.textContent);

it("CONFPAGE-1 a room says its number, its PIN, and how many are there now; its members show, and Escape closes them", async () => {
  await openConferences();
  expect((await room("Standup")).textContent).toContain("800");
  await waitFor(async () => expect((await room("Board")).dataset["members"]).toBe("2"));
  expect((await room("Board")).textContent).toMatch(/BoardPIN|Board801PIN2 people/);
  await open("Board");
  expect(await screen.findByRole("region", { name: "Members" })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("complementary", { name: "Conference Board" }), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Members" })).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Board"));
});

it("CONFPAGE-3 CONFPAGE-4 members change with the events", async () => {
  const { tell } = await openConferences();
  await open("Board");
  await waitFor(async () => expect((await member("Dave Diaz")).dataset["state"]).toBe("talking"));
  expect((await member("Someone")).dataset["state"]).toBe("waiting");
  await tell("mute", { ...DAVE, muted: true, talking: false });
  await waitFor(async () => expect((await member("Dave Diaz")).dataset["state"]).toBe("muted"));
  await tell("leave", ZOE);
  await waitFor(() => expect(screen.queryByRole("listitem", { name: "Member Someone" })).toBeNull());
});

it("CONFPAGE-5 CONFPAGE-6 without the rights on a room a user only sees who is there", async () => {
  await openConferences();
  await open("Board");
  expect(buttonsOf(await member("Dave Diaz"))).toEqual([]);
  expect(screen.queryByRole("button", { name: "Lock" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Invite" })).toBeNull();
});

it("CONFPAGE-5 CONFPAGE-6 with them one mutes, kicks, lets in, locks and invites", async () => {
  await openConferences({
    rooms: ROOMS.map((one) => ({ ...one, may_control: one.id === "801" })),
    rights: [{ module: "conferences", rule: "execute_confinvite", targets: ["801"] }],
  });
  await open("Board");
  expect(buttonsOf(await member("Dave Diaz"))).toEqual(["Mute", "Kick"]);
  expect(buttonsOf(await member("Someone"))).toEqual(["Let in", "Kick"]);
  expect(screen.getByRole("button", { name: "Lock" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Invite" })).toBeTruthy();
});

it("CONFPAGE-9 a user who leads a room and may record starts and stops its recording; everybody sees that it is recorded", async () => {
  const { events, tell, tellRoom } = await openConferences({
    rooms: ROOMS.map((one) => ({ ...one, may_control: one.id === "801" })),
    rights: [read("active_calls"), { module: "active_calls", rule: "execute_record" }],
  });
  await open("Standup");
  expect(screen.queryByRole("button", { name: "Record" })).toBeNull();
  await open("Board");
  await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Record" })));
  const order = { type: "command", command: "ConfbridgeRecord", confno: "801", recorded: true };
  await waitFor(() => expect(events.commands().at(-1)).toMatchObject(order));
  await tellRoom("record");
  await waitFor(async () => expect((await room("Board")).textContent).toContain("Recording"));
  expect(screen.getByRole("button", { name: "Stop recording" })).toBeTruthy();
  await tellRoom("unrecord");
  await waitFor(async () => expect((await room("Board")).textContent).not.toContain("Recording"));
  // Nobody turns on the microphone of somebody else.
  await tell("mute", { ...DAVE, muted: true, microphoneOff: true, talking: false });
  await waitFor(async () => expect((await member("Dave Diaz")).textContent).toContain("Microphone off"));
  const unmute = within(await member("Dave Diaz")).getByRole("button", { name: "Unmute" });
  expect(unmute.hasAttribute("disabled")).toBe(true);
});

it("CONFPAGE-10 CONF-12 listening is offered for members to whom the user may listen, and not for people outside", async () => {
  const members = [
    DAVE,
    fakeMember("erin-leg", { name: "Erin Eng", number: "105" }),
    fakeMember("out-leg", { name: "Olive", number: "+16045550100" }),
  ];
  const spy = { module: "active_calls", rule: "execute_callspy" } as const;
  const more = async (name: string) => within(await member(name)).queryByRole("button", { name: "More" });
  const all = await openConferences({ members, rights: [spy, read("softphone")] });
  await open("Board");
  expect([await more("Erin Eng"), await more("Olive")].map((one) => one !== null)).toEqual([true, false]);
  await act(async () => fireEvent.click((await more("Dave Diaz")) ?? document.body));
  for (const name of ["Listen", "Whisper", "Barge in"])
    expect(await screen.findByRole("menuitem", { name })).toBeTruthy();
  expect(all.server.seenAt("panel_buddies")).toEqual([]);
  closePanel();
  const rights = [{ ...spy, targets: ["4"] }, read("softphone"), read("panel_buddies")];
  await openConferences({ members, rights, buddies: [buddy(4, "Dave Diaz"), buddy(5, "Erin Eng")] });
  await open("Board");
  await waitFor(async () => expect(await more("Dave Diaz")).not.toBeNull());
  expect([await more("Erin Eng"), await more("Olive")]).toEqual([null, null]);
});

it("CONFPAGE-2 the star asks the server, and only the watched rooms can be shown", async () => {
  const { server } = await openConferences();
  server.spoil("conferences/801/watch", { status: 200, body: { id: "801", watch: true } });
  await act(async () => fireEvent.click(within(await room("Board")).getByRole("button", { name: "Watch" })));
  await waitFor(() =>
    expect(server.seenAt("conferences/801/watch").map(({ body }) => body)).toEqual([{ watch: true }]),
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Only watched" })));
  await waitFor(() => expect(server.seen.some(({ url }) => /\/conferences\?.*watch=true/.test(url))).toBe(true));
});

it("CONFPAGE-1 a list that cannot be loaded says so, and can be loaded again", async () => {
  const { server } = await openConferences({ rooms: [] });
  expect(await screen.findByText("No conferences")).toBeTruthy();
  server.spoil("/conferences", failure(500, "request.failed", ""));
  closePanel();
  await openPanel({ server, signedIn: true, path: "/conferences" });
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
  expect(screen.getByText("Failed to get conferences from API.")).toBeTruthy();
});
