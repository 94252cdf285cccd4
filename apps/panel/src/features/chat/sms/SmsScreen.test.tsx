// @vitest-environment jsdom
import type { ChatFile, Permission, SmsConversation, SmsMessage } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { FakeUpload } from "../../../../test/fakeUpload.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const OFFICE = { number: "+14165550170", name: "Office texts" };
const WRITES: readonly Permission[] = [
  read("chats"),
  { module: "chats", rule: "write" },
  { module: "chats", rule: "manage_templates" },
  { module: "contacts", rule: "write" },
  read("contacts"),
  read("configs"),
];

const message = (n: number, more: Partial<SmsMessage> = {}): SmsMessage => ({
  id: String(n),
  n,
  direction: "in",
  text: `text ${n}`,
  state: "received",
  cause: "",
  by: null,
  by_email: null,
  automatic: false,
  segments: 1,
  at: Date.now() - 60_000,
  files: [],
  ...more,
});
const talk = (id: string, more: Partial<SmsConversation> = {}): SmsConversation => ({
  id,
  is_sms: true,
  did: OFFICE.number,
  did_name: OFFICE.name,
  number: "+14165550150",
  inContacts: false,
  contactId: null,
  contact_name: null,
  unread: 0,
  n: 1,
  lastMessage: message(1),
  updatedAt: 1,
  stopped: false,
  claimed_by: null,
  sends_files: false,
  ...more,
});

interface Opened {
  readonly talks: readonly SmsConversation[];
  readonly messages?: readonly SmsMessage[];
  readonly path?: string;
  readonly carrier?: string;
  readonly numbers?: ReadonlyArray<typeof OFFICE>;
  readonly permissions?: readonly Permission[];
}

/** Files of messages that the server has. */
const FILES = ["lid", "paper", "f1"] as const;

async function openSms(opened: Opened) {
  const { talks, messages = [], path = "/chat/d/sms", carrier = "gateway", numbers = [OFFICE] } = opened;
  const events = createFakeEvents(window);
  const server = createFakeServer();
  server.permit(opened.permissions ?? WRITES);
  const show = (list: readonly SmsConversation[], history = messages) => {
    const unread = list.reduce((sum, one) => sum + one.unread, 0);
    server.spoil("/chats/sms_messages", { status: 200, body: { total: list.length, unread, data: list } });
    for (const one of list) {
      server.spoil(`/chats/sms_messages/${one.id}`, { status: 200, body: one });
      server.spoil(`/chats/sms_messages/${one.id}/messages`, { status: 200, body: { data: history } });
    }
  };
  show(talks);
  for (const id of FILES) server.spoil(`/chats/sms_files/${id}`, { status: 200, body: "content" });
  server.spoil("/chats/sms_numbers", { status: 200, body: { carrier, total: numbers.length, data: numbers } });
  server.spoil("/chats/sms_templates", { status: 200, body: { total: 0, data: [] } });
  server.spoil("/chats/sms_messages/read", { status: 200, body: { success: true } });
  const panel = await openPanel({ server, signedIn: true, path });
  await waitFor(() => expect(events.count()).toBeGreaterThan(0));
  await act(async () => events.join());
  let sequence = 0;
  const tell = (conversation: string) =>
    act(async () => events.say({ type: "event", sequence: (sequence += 1), event: { action: "SMS", conversation } }));
  return { server, show, tell, ...panel };
}

const row = (name: string) => screen.findByRole("listitem", { name });
const field = () => screen.findByRole("textbox", { name: "Message" });
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const sentTo = (server: Awaited<ReturnType<typeof openSms>>["server"], path: string) =>
  server.seenAt(path).map(({ body }) => body);

it("SMSUI-1 SMSUI-2 SMSUI-14 CHATUI-46 the tab lists conversations with name, unread and holder; its badge and that of the menu count", async () => {
  const { server } = await openSms({
    carrier: "demo",
    talks: [
      talk("1", { contact_name: "Agnes Bellweather", unread: 2, claimed_by: { uid: "2", name: "Bob Brandt", at: 1 } }),
      talk("2", { number: "+14165550186", stopped: true }),
    ],
  });
  const agnes = await row("Agnes Bellweather");
  expect(agnes.dataset["unread"]).toBe("2");
  expect(within(agnes).getByRole("link")).toHaveProperty("pathname", "/chat/d/sms/1");
  expect(within(agnes).getByText("Bob")).toBeTruthy();
  expect((await row("(416) 555-0186")).dataset["unread"]).toBe("0");
  expect(screen.getByText("Demo carrier: nothing leaves this machine")).toBeTruthy();
  const first = within(agnes).getByRole("link");
  first.focus();
  await act(async () => void fireEvent.keyDown(first, { key: "ArrowDown" }));
  expect(document.activeElement).toHaveProperty("pathname", "/chat/d/sms/2");
  const tab = screen.getByRole("tab", { name: /SMS/ });
  expect(tab.getAttribute("aria-selected")).toBe("true");
  expect(document.getElementById(tab.getAttribute("aria-describedby") ?? "")?.textContent).toContain("2");
  const link = within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Chat" });
  expect(document.getElementById(link.getAttribute("aria-describedby") ?? "")?.textContent).toContain("2");
  await click(screen.getByRole("button", { name: /Sort conversations/ }));
  await click(await screen.findByRole("menuitemradio", { name: "Number 0 to 9" }));
  await waitFor(() =>
    expect(server.seen.some(({ url }) => url.includes("sort_property=name") && url.includes("sort_direction=1"))).toBe(
      true,
    ),
  );
});

it("SMSUI-1 a user without a shared number sees how to get one, and nothing is requested", async () => {
  const { server } = await openSms({ talks: [], numbers: [] });
  expect(await screen.findByText("No number for text messages")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "New text message" })).toBeNull();
  expect(server.seenAt("/chats/sms_messages").length).toBeLessThanOrEqual(1);
});

it("SMSUI-3 SMSUI-8 CHATUI-64 a conversation is read when its end is in view; older messages are requested by place", async () => {
  const messages = Array.from({ length: 3 }, (_, at) => message(at + 51));
  const { server } = await openSms({ talks: [talk("1", { n: 53, unread: 2 })], messages, path: "/chat/d/sms/1" });
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
  expect(screen.getByRole("separator", { name: "New" }).nextElementSibling).toBe(screen.getAllByRole("article")[1]);
  await waitFor(() =>
    expect(sentTo(server, "/chats/sms_messages/read")).toContainEqual({ conversation_id: "1", n: 53 }),
  );
  server.spoil("/chats/sms_messages/1/messages", { status: 200, body: { data: [message(50)] } });
  const isLoading = () => screen.queryByText("Loading older messages") !== null;
  expect(isLoading()).toBe(false);
  const answer = server.hold("/chats/sms_messages/1/messages");
  await act(async () => void fireEvent.scroll(screen.getByRole("log", { name: "Messages" })));
  await waitFor(() => expect(isLoading()).toBe(true));
  answer();
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(4));
  await waitFor(() => expect(isLoading()).toBe(false));
  await waitFor(() => expect(server.seen.some(({ url }) => url.includes("before=51"))).toBe(true));
});

it("SMSUI-5 the user takes a conversation and gives it back; a conversation of another user has no button", async () => {
  const { server, show, tell } = await openSms({ talks: [talk("1")], path: "/chat/d/sms/1" });
  const mine = talk("1", { claimed_by: { uid: "1", name: "Alice Archer", at: 1 } });
  server.spoil("/chats/sms_messages/take", { status: 200, body: mine });
  show([mine]);
  await click(await screen.findByRole("button", { name: "I take it" }));
  expect(await screen.findByRole("button", { name: "Give back" })).toBeTruthy();
  expect(sentTo(server, "/chats/sms_messages/take")).toEqual([{ conversation_id: "1", taken: true }]);
  show([talk("1", { claimed_by: { uid: "2", name: "Bob Brandt", at: 1 } })]);
  await tell("1");
  expect(await screen.findByText("Assigned to Bob Brandt")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "I take it" })).toBeNull();
});

it("SMSUI-6 SMSUI-7 near the end of a part the remaining characters are shown, and parts are counted; a sent message is shown at once and is sent once", async () => {
  const { server } = await openSms({ talks: [talk("1")], path: "/chat/d/sms/1" });
  server.spoil("/chats/sms_messages/send", "unreachable");
  const area = await field();
  const type = (value: string) => act(async () => void fireEvent.change(area, { target: { value } }));
  await type("a".repeat(130));
  expect(screen.queryByText(/characters? left|parts/)).toBeNull();
  await type("a".repeat(148));
  expect(screen.getByText("12 characters left")).toBeTruthy();
  await type("é".repeat(161));
  expect(screen.getByText("2 parts")).toBeTruthy();
  await type("é".repeat(305));
  expect(screen.getByText("2 parts · 1 character left")).toBeTruthy();
  await type("🙂".repeat(400));
  expect(screen.getByRole("alert").textContent).toContain("at most 10");
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
  await type("Hello");
  expect(localStorage.getItem("callpanel_sms_drafts_1")).toContain("Hello");
  await act(async () => void fireEvent.keyDown(area, { key: "Enter" }));
  const own = screen.getByRole("article", { name: /^Alice Archer / });
  expect(own.dataset["state"]).toBe("sending");
  expect(area).toHaveProperty("value", "");
  expect(localStorage.getItem("callpanel_sms_outbox_1")).toContain("Hello");
});

it("SMSUI-6 after STOP the field is disabled and shows the reason", async () => {
  await openSms({ talks: [talk("1", { stopped: true })], path: "/chat/d/sms/1" });
  expect(await screen.findByText(/They sent STOP/)).toBeTruthy();
  expect(await field()).toHaveProperty("disabled", true);
});

it("SMSUI-4 SMSUI-9 a failed message shows the reason and can be sent again; a change elsewhere is shown at once", async () => {
  const own = { direction: "out", by: { uid: "2", name: "Bob Brandt" } } as const;
  const before = [message(1, { ...own, state: "sent" })];
  const { server, show, tell } = await openSms({ talks: [talk("1")], messages: before, path: "/chat/d/sms/1" });
  expect((await screen.findByRole("article", { name: /^Bob Brandt / })).dataset["state"]).toBe("sent");
  show(
    [talk("1", { n: 2 })],
    [
      message(1, { ...own, state: "failed", cause: "30006" }),
      message(2, { ...own, automatic: true, by: null, state: "delivered" }),
    ],
  );
  await tell("1");
  expect(await screen.findByText(/This number can’t receive text messages/)).toBeTruthy();
  expect(screen.getByRole("article", { name: /^Automatic reply / }).dataset["state"]).toBe("read");
  server.spoil("/chats/sms_messages/send", failure(409, "chats.sms.stopped", "No more messages"));
  await click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Discard" })).toBeTruthy();
  expect(screen.getByText(/Not sent. No more messages/)).toBeTruthy();
});

it("SMSUI-10 a number that is not a contact can become one", async () => {
  await openSms({ talks: [talk("1")], path: "/chat/d/sms/1" });
  await click(await screen.findByRole("button", { name: "More about (416) 555-0150" }));
  await click(await screen.findByRole("menuitem", { name: "Add shared contact" }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(within(dialog).getByDisplayValue(/416.*555.*0150/)).toBeTruthy());
});

it("SMSUI-11 a new message is sent from one of the user's numbers to another; a refusal is shown in words and keeps what was typed", async () => {
  const { server, path } = await openSms({ talks: [talk("7")] });
  server.spoil(
    "/chats/new_conversation",
    failure(400, "chats.sms.number", "You cannot send text messages to this number"),
  );
  await click(await screen.findByRole("button", { name: "New text message" }));
  const dialog = await screen.findByRole("dialog", { name: "New conversation" });
  const to = await within(dialog).findByRole("combobox", { name: "To" });
  await act(async () => void fireEvent.change(to, { target: { value: "(416) 555-0150" } }));
  await act(async () => void fireEvent.keyDown(to, { key: "Enter" }));
  const text = within(dialog).getByRole("textbox", { name: "Message" });
  await act(async () => void fireEvent.change(text, { target: { value: "Hello" } }));
  await click(within(dialog).getByRole("button", { name: "Send" }));
  expect((await within(dialog).findByRole("alert")).textContent).toContain("You cannot send text messages to");
  expect(text).toHaveProperty("value", "Hello");
  server.spoil("/chats/new_conversation", { status: 200, body: { room: talk("7") } });
  await click(within(dialog).getByRole("button", { name: "Send" }));
  await waitFor(() => expect(path()).toBe("/chat/d/sms/7"));
  const bodies = sentTo(server, "/chats/new_conversation");
  expect(bodies[0]).toMatchObject({ is_sms: "true", sms_destination: "4165550150", from_did: OFFICE.number });
  expect(bodies[1]).toEqual(bodies[0]);
});

it("SMSUI-13 a message that comes in elsewhere shows a notice with a link to it", async () => {
  const { show, tell, path } = await openSms({ talks: [talk("1")], path: "/chat/c" });
  await screen.findByRole("tab", { name: /SMS/ });
  show([talk("1", { n: 2, unread: 1, lastMessage: message(2, { text: "Are you open?" }) })]);
  await tell("1");
  expect(await screen.findByText("Text message from (416) 555-0150: Are you open?")).toBeTruthy();
  await click(screen.getByRole("button", { name: "Open chat" }));
  await waitFor(() => expect(path()).toBe("/chat/d/sms/1"));
});

it("SMSUI-12 a template is inserted into the field with its names", async () => {
  const { server } = await openSms({
    talks: [talk("1", { contact_name: "Agnes", inContacts: true, contactId: 4 })],
    path: "/chat/d/sms/1",
  });
  server.spoil("/chats/sms_templates/save", {
    status: 200,
    body: { total: 1, data: [{ id: "1", name: "Hours", text: "Hi {contact}, {me} here" }] },
  });
  await click(await screen.findByRole("button", { name: "Templates" }));
  await click(await screen.findByRole("menuitem", { name: "Edit templates" }));
  const dialog = await screen.findByRole("dialog", { name: "Templates" });
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Name" }), { target: { value: "Hours" } });
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Text" }), {
    target: { value: "Hi {contact}, {me} here" },
  });
  server.spoil("/chats/sms_templates", {
    status: 200,
    body: { total: 1, data: [{ id: "1", name: "Hours", text: "Hi {contact}, {me} here" }] },
  });
  await click(within(dialog).getByRole("button", { name: "Add template" }));
  expect(await within(dialog).findByRole("button", { name: "Edit Hours" })).toBeTruthy();
  await click(within(dialog).getAllByRole("button", { name: "Close" })[0] ?? dialog);
  await click(screen.getByRole("button", { name: "Templates" }));
  await click(await screen.findByRole("menuitem", { name: "Hours" }));
  expect(await field()).toHaveProperty("value", "Hi Agnes, Alice Archer here");
});

const photo = (id: string, more: Partial<ChatFile> = {}): ChatFile => ({
  id,
  name: `${id}.jpg`,
  bytes: 2_048,
  kind: "picture",
  width: 1_440,
  height: 960,
  ...more,
});

/** jsdom draws no pictures. */
function drawNothing() {
  URL.createObjectURL = () => "blob:picture";
  URL.revokeObjectURL = () => undefined;
}

it("SMSUI-20 pictures are shown in reserved space, other files are saved, and an empty message says so", async () => {
  drawNothing();
  const paper = photo("paper", { kind: "other", name: "paper.bin", width: null, height: null });
  const last = message(2, { text: "", files: [] });
  const { server } = await openSms({
    talks: [talk("1", { n: 2, lastMessage: message(1, { text: "", files: [photo("lid")] }) })],
    messages: [message(1, { text: "", files: [photo("lid"), paper] }), last],
    path: "/chat/d/sms/1",
  });
  const picture = await screen.findByRole("button", { name: "Picture lid.jpg" });
  expect(picture.style.aspectRatio).toBe("360 / 240");
  await waitFor(() => expect(server.seenAt("/chats/sms_files/lid").at(-1)?.url).toContain("form=thumbnail"));
  expect(server.seenAt("/chats/files/lid")).toEqual([]);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await click(screen.getByRole("button", { name: "Download paper.bin" }));
  await waitFor(() => expect(server.seenAt("/chats/sms_files/paper").at(-1)?.url).toContain("form=whole"));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  saved.mockRestore();
  expect(screen.getByText("Attachment not available")).toBeTruthy();
  expect(within(await row("(416) 555-0150")).getByText("A picture")).toBeTruthy();
});

it("SMSUI-20 a message with files that the carrier refused is sent again with them", async () => {
  drawNothing();
  const own = { direction: "out", by: { uid: "1", name: "Alice Archer" }, state: "failed", cause: "30006" } as const;
  const messages = [message(1, { ...own, text: "see", files: [photo("lid")] })];
  const { server } = await openSms({ talks: [talk("1")], messages, path: "/chat/d/sms/1" });
  expect(await screen.findByText(/This number can’t receive text messages/)).toBeTruthy();
  server.spoil("/chats/sms_messages/send", "unreachable");
  await click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() =>
    expect(sentTo(server, "/chats/sms_messages/send")[0]).toMatchObject({ message: "see", files: ["lid"] }),
  );
  expect(screen.getAllByRole("button", { name: "Picture lid.jpg" })).toHaveLength(2);
});

const pasteInto = (area: HTMLElement, files: readonly File[]) =>
  act(async () => void fireEvent.paste(area, { clipboardData: { files } }));
const sized = (name: string, megabytes: number) =>
  Object.defineProperty(new File(["x"], name), "size", { value: megabytes * 1024 * 1024 });

it("SMSUI-21 a pasted picture is uploaded with progress and sent with the message; the limits are shown", async () => {
  drawNothing();
  FakeUpload.begin(window);
  const { server } = await openSms({ talks: [talk("1", { sends_files: true })], path: "/chat/d/sms/1" });
  const area = await field();
  expect(screen.getByRole("button", { name: "Attach files" })).toBeTruthy();
  await pasteInto(area, [sized("a.jpg", 3), sized("b.jpg", 3), sized("film.mov", 6)]);
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  expect(
    screen.getByRole("listitem", { name: "b.jpg, not uploaded: More than 5 MB with the other files" }),
  ).toBeTruthy();
  expect(screen.getByRole("listitem", { name: "film.mov, not uploaded: Larger than 5 MB" })).toBeTruthy();
  const [upload] = FakeUpload.all;
  expect(upload?.url).toContain("/chats/sms_files");
  await act(async () => upload?.progress(1, 4));
  expect(await screen.findByRole("listitem", { name: "a.jpg, 25 percent uploaded" })).toBeTruthy();
  await act(async () => upload?.answer(200, photo("f1")));
  for (const name of ["b.jpg", "film.mov"]) await click(screen.getByRole("button", { name: `Remove ${name}` }));
  server.spoil("/chats/sms_messages/send", "unreachable");
  await click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(sentTo(server, "/chats/sms_messages/send")[0]).toMatchObject({ message: "", files: ["f1"] }),
  );
  const own = screen.getByRole("article", { name: /^Alice Archer / });
  expect(within(own).getByRole("button", { name: "Picture f1.jpg" })).toBeTruthy();
  expect(screen.queryByRole("listitem", { name: /a.jpg/ })).toBeNull();
});

it("SMSUI-21 a kind of file that the carrier does not accept shows this and is not tried again", async () => {
  FakeUpload.begin(window);
  await openSms({ talks: [talk("1", { sends_files: true })], path: "/chat/d/sms/1" });
  await pasteInto(await field(), [new File(["x"], "page.html")]);
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  const code = "chats.sms.fileKind";
  const body = { error: code, code, error_description: "Pictures, sound and PDF files only", details: {} };
  await act(async () => FakeUpload.all[0]?.answer(400, body));
  const refused = await screen.findByRole("listitem", {
    name: "page.html, not uploaded: Pictures, sound and PDF files only",
  });
  expect(within(refused).queryByRole("button", { name: /Try again/ })).toBeNull();
});

it("SMSUI-22 if the carrier accepts no files there is no button, and pasted or dropped files show the reason", async () => {
  FakeUpload.begin(window);
  await openSms({ talks: [talk("1")], path: "/chat/d/sms/1" });
  const area = await field();
  expect(screen.queryByRole("button", { name: "Attach files" })).toBeNull();
  await pasteInto(area, [new File(["x"], "a.jpg")]);
  expect(await screen.findByText(/This number sends text only/)).toBeTruthy();
  expect(FakeUpload.all).toEqual([]);
});
