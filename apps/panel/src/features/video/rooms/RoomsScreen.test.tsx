// @vitest-environment jsdom
import type { Permission, VideoConfig, VideoRoom } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { buddy, createFakeServer, failure, read, VIDEO_CONFIG } from "../../../../test/fakeServer.ts";
import { fakeVideoRoom } from "../../../../test/fakeVideoRooms.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(() => {
  closePanel();
  Reflect.deleteProperty(navigator, "clipboard");
});

const WRITE: Permission = { module: "video_conferences", rule: "write" };
const ROOMS = [
  fakeVideoRoom(1, "Daily", { guest: { shortUrl: "https://panel.test/v/abc", url: "", pin: "1234" } }),
  fakeVideoRoom(2, "Old", { expired: true, expireDate: 1_000, mayChange: false, admin: null }),
];

interface Opened {
  readonly rooms?: readonly VideoRoom[];
  readonly rights?: readonly Permission[];
  readonly config?: Partial<VideoConfig>;
}

/** An expired room whose day stays. */
const OLD = fakeVideoRoom(4, "Ended", { expired: true, expireDate: 1_000 });

async function openRooms({ rooms = ROOMS, rights = [WRITE], config = {} }: Opened = {}) {
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt"), buddy(3, "Carol Chen")] });
  server.permit([read("panel_buddies"), read("video_conferences"), ...rights]);
  server.spoil("video_conference_configs", { status: 200, body: { ...VIDEO_CONFIG, ...config } });
  server.spoil("/video_conferences", { status: 200, body: { total: rooms.length, data: rooms } });
  const opened = await openPanel({ server, signedIn: true, path: "/video_conferences" });
  const notices = () => opened.panel.notices.get().map(({ text }) => text);
  return { server, notices, ...opened };
}

const room = (name: string) => screen.findByRole("listitem", { name: `Room ${name}` });
const press = async (name: string, within_: HTMLElement = document.body) =>
  act(async () => fireEvent.click(await within(within_).findByRole("button", { name })));
const choose = async (of: string, item: string) => {
  await press(`More for ${of}`);
  await act(async () => fireEvent.click(await screen.findByRole("menuitem", { name: item })));
};
const sent = (server: ReturnType<typeof createFakeServer>, method: string) =>
  server.seen.filter((one) => one.method === method && one.url.includes("video_conferences"));
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));

it("VIDEO-20 the menu has the page; a room shows its end and its people; an expired one is marked", async () => {
  const { server } = await openRooms();
  expect((await room("Daily")).textContent).toMatch(/Until .*2096.*Everyone in your company.*PIN/);
  expect((await room("Old")).textContent).toContain("Expired");
  expect(screen.getByRole("link", { name: "Video conferences" })).toBeTruthy();
  const asked = new URL(server.seenAt("/video_conferences")[0]?.url ?? "", "http://panel.test").searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({ start: "0", limit: "9", exclude_dynamic: "true" });
});

it("VPHONE-20 list, form and invitation show the number and the code for telephones, or nothing if telephones cannot join", async () => {
  const phone = { number: "850", outsideNumber: "+14165550185", roomNumber: "123456789" };
  const inside = { ...phone, outsideNumber: null };
  await openRooms({
    rooms: [
      fakeVideoRoom(1, "Daily", { phone }),
      fakeVideoRoom(2, "Inside", { phone: inside }),
      fakeVideoRoom(3, "No"),
    ],
    config: { enable_telephony: true },
  });
  const daily = await room("Daily");
  await waitFor(() => expect(daily.textContent).toContain("By phone: (416) 555-0185, room 123 456 789"));
  expect((await room("Inside")).textContent).toContain("By phone: 850, room 123 456 789");
  expect((await room("No")).textContent).not.toContain("By phone");
  await press("Edit", await room("Daily"));
  const form = await screen.findByRole("dialog", { name: "Video room" });
  expect(form.textContent).toContain("Dial (416) 555-0185, then enter 123 456 789 and #.");
  expect(form.textContent).toContain("From phones of your company: 850.");
  await press("Cancel", form);
  await choose("Daily", "Invite…");
  const text = (await screen.findByRole("region", { name: "Invitation" })).textContent;
  expect(text).toContain("By phone: +14165550185, room 123 456 789#");
  await press("Close", await screen.findByRole("dialog", { name: "Invite to Daily" }));
  await press("New room");
  expect((await screen.findByRole("dialog", { name: "Video room" })).textContent).toContain(
    "Save the room to get its number.",
  );
});

it("VIDEO-20 without a licence there is neither page nor link", async () => {
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("video_conferences")]);
  server.spoil("clients/licenses", { status: 200, body: { data: [{ feature: "video_conf_limit", value: -1 }] } });
  const { path } = await openPanel({ server, signedIn: true, path: "/video_conferences" });
  await waitFor(() => expect(path()).toBe("/"));
  expect(screen.queryByRole("link", { name: "Video conferences" })).toBeNull();
});

it("VIDEO-23 links are copied with a notice, or with the browser's refusal", async () => {
  const copied: string[] = [];
  let refuses = false;
  const writeText = async (text: string) => (refuses ? Promise.reject(new Error("no")) : void copied.push(text));
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  const { notices } = await openRooms();
  await press("Copy guest link", await room("Daily"));
  await choose("Daily", "Copy admin link");
  await waitFor(() => expect(copied).toEqual(["https://panel.test/v/abc", "https://panel.test/v/admin1"]));
  expect(notices()).toContain("Link copied");
  refuses = true;
  await press("Copy guest link", await room("Daily"));
  await waitFor(() => expect(notices()).toContain("The link couldn’t be copied"));
});

it("VIDEO-23 a user who may not change a room is offered only its guest link; an expired room has no links", async () => {
  await openRooms();
  const old = await room("Old");
  expect(within(old).queryByRole("button", { name: "Edit" })).toBeNull();
  expect(within(old).getByRole<HTMLButtonElement>("button", { name: "Copy guest link" }).disabled).toBe(true);
  await press("More for Old");
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Invite…"]);
});

it("VIDEO-21 a new room has every field, and is sent as it was typed", async () => {
  const { server, notices } = await openRooms();
  await press("New room");
  await screen.findByRole("dialog", { name: "Video room" });
  await type("Name", "Sales");
  await type("Expires", "2030-05-01");
  await type("PIN for guests", "2468");
  await type("Phone numbers to invite", "514 555 0142, 416 555 0160");
  await type("Caller ID name", "Acme");
  await type("Caller ID number", "416 555 0160");
  await type("Participants", "bob");
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: /Bob Brandt/ })));
  await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Recording" })));
  server.spoil("/video_conferences", { status: 200, body: { ...fakeVideoRoom(3, "Sales") } });
  await press("Create");
  await waitFor(() => expect(sent(server, "POST")).toHaveLength(1));
  expect(sent(server, "POST")[0]?.body).toEqual({
    name: "Sales",
    expireDate: new Date(2030, 4, 1, 23, 59, 59, 999).getTime(),
    users: [2],
    admins: [],
    sharedScreen: true,
    recording: true,
    callerIdName: "Acme",
    callerIdNumber: "416 555 0160",
    language: null,
    phoneNumbers: ["514 555 0142", "416 555 0160"],
    guestPin: "2468",
    adminPin: "",
  });
  await waitFor(() => expect(notices()).toContain("Sales saved"));
});

it("VIDEO-21 what the company does not allow is not in the form", async () => {
  await openRooms({ config: { enable_recording: false, enable_screen_sharing: false, enable_telephony: false } });
  await press("New room");
  await screen.findByRole("dialog", { name: "Video room" });
  expect(screen.queryAllByRole("switch")).toEqual([]);
  expect(screen.queryByLabelText("Caller ID name")).toBeNull();
});

it("VIDEO-22 a refused change shows the reason and keeps what was typed", async () => {
  const { server, notices } = await openRooms({ rooms: [OLD] });
  await press("Edit", await room("Ended"));
  await screen.findByRole("dialog", { name: "Video room" });
  await type("Name", "Weekly");
  server.spoil("video_conferences/4", { status: 409, body: {} });
  await press("Save");
  await waitFor(() => expect(notices()).toContain("Failed to update video conference"));
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Weekly");
});

it("VIDEO-22 VIDEO-23 a room that cannot be created or deleted shows the error in the words of the specification", async () => {
  const { server, notices } = await openRooms();
  await press("New room");
  await screen.findByRole("dialog", { name: "Video room" });
  await type("Name", "Sales");
  server.spoil("/video_conferences", { status: 409, body: {} });
  await press("Create");
  await waitFor(() => expect(notices()).toContain("Failed to create video conference"));
  await press("Cancel");
  await choose("Daily", "Delete…");
  server.spoil("video_conferences/1", { status: 409, body: {} });
  await press("Delete");
  await waitFor(() => expect(notices()).toContain("Failed to destroy video conference"));
  expect(await room("Daily")).toBeTruthy();
});

it("VROOM-14 after a change and two rooms that cannot be entered, only the last message is shown, in one notice", async () => {
  const { server, notices } = await openRooms();
  await choose("Daily", "New links…");
  server.spoil("video_conferences/1/links", { status: 200, body: { ...ROOMS[0] } });
  await press("Create new links");
  await waitFor(() => expect(notices()).toContain("Daily has new links"));
  server.spoil("video_conferences/1/enter", failure(423, "video.locked", "Daily is locked"));
  await press("Join", await room("Daily"));
  await waitFor(() => expect(notices().join()).toContain("Daily is locked"));
  server.spoil("video_conferences/1/enter", failure(409, "video.full", "Daily is full"));
  await press("Join", await room("Daily"));
  await waitFor(() => expect(notices().join()).toContain("Daily is full"));
  expect(notices()).toHaveLength(1);
});

it("VIDEO-23 deleting and new links need a confirmation", async () => {
  const { server, notices } = await openRooms();
  await choose("Daily", "New links…");
  expect(sent(server, "POST")).toEqual([]);
  server.spoil("video_conferences/1/links", { status: 200, body: { ...ROOMS[0] } });
  await press("Create new links");
  await waitFor(() => expect(notices()).toContain("Daily has new links"));
  await choose("Daily", "Delete…");
  server.spoil("video_conferences/1", { status: 200, body: { success: true } });
  await press("Delete");
  await waitFor(() => expect(notices()).toContain("Daily deleted"));
  expect(sent(server, "DELETE")).toHaveLength(1);
});

it("VIDEO-20 an empty list, and a list that cannot be loaded, show a text", async () => {
  const { server } = await openRooms({ rooms: [], rights: [] });
  expect(await screen.findByText("No video rooms yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "New room" })).toBeNull();
  server.spoil("/video_conferences", failure(500, "request.failed", ""));
  closePanel();
  await openPanel({ server, signedIn: true, path: "/video_conferences" });
  expect(await screen.findByText("Failed to get video conferences from API.", { exact: false })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});

it("VIDEO-25 colleagues are invited to join from the invitation; a refusal is a notice", async () => {
  const { server, notices } = await openRooms();
  server.spoil("/video_conferences/1/invite", { status: 200, body: { told: ["102"] } });
  await choose("Daily", "Invite…");
  await screen.findByLabelText("Ask colleagues to join now");
  expect(screen.queryByLabelText("Text the link to")).toBeNull();
  await type("Ask colleagues to join now", "Bob");
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: /Bob Brandt/ })));
  await press("Ask to join");
  await waitFor(() => expect(notices()).toContain("Bob Brandt was asked to join"));
  expect(JSON.stringify(server.seenAt("/invite")[0]?.body)).toContain("102");
  server.spoil("/video_conferences/1/invite", failure(422, "video.notInvited", "Not everybody may enter"));
  await type("Ask colleagues to join now", "Carol");
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: /Carol Chen/ })));
  await press("Ask to join");
  await waitFor(() => expect(notices().join()).toContain("Not everybody may enter"));
});
