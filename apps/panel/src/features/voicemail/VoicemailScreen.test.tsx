// @vitest-environment jsdom
import type { Permission, Voicemail } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { BoundFunctions, queries } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { buddy, createFakeServer, failure, read } from "../../../test/fakeServer.ts";
import type { FakeVoicemails } from "../../../test/fakeVoicemails.ts";
import { voicemailBox, voicemailOf } from "../../../test/fakeVoicemails.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";

afterEach(closePanel);

const HOSTILE = '<img src=x onerror="alert(1)">';
const RIGHTS: readonly Permission[] = [
  read("voicemails"),
  { module: "voicemails", rule: "write" },
  read("panel_buddies"),
];
const TWO = [
  voicemailOf(1, "Bob Brandt", { isRead: true, folder: "old" }),
  voicemailOf(2, "Carol Chen", { caller_number: "103" }),
];

async function openVoicemail(messages: readonly Voicemail[] = TWO, more: Partial<FakeVoicemails> = {}, path = "") {
  const buddies = [buddy(2, "Bob Brandt"), buddy(3, "Carol Chen")];
  const server = createFakeServer({ buddies, voicemails: { messages, ...more } });
  server.permit([...RIGHTS, read("voicemail_boxes"), { module: "voicemail_boxes", rule: "write" }]);
  const opened = await openPanel({ server, signedIn: true, path: `/voicemails${path}` });
  await screen.findByRole("list", { name: "Voicemail messages" }).catch(() => null);
  return { server, ...opened };
}
const click = (element: HTMLElement) => act(async () => fireEvent.click(element));
const button = (name: string) => screen.getByRole("button", { name });
const type = (element: HTMLElement, value: string) => act(async () => fireEvent.change(element, { target: { value } }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const press = async (name: string, inside: BoundFunctions<typeof queries>) =>
  click(inside.getByRole("button", { name }));
const lists = (server: { seenAt: (path: string) => ReadonlyArray<{ method: string }> }) =>
  server.seenAt("/voicemails").length;
async function choose(of: string, entry: string) {
  await click(await screen.findByRole("button", { name: `More for message from ${of}` }));
  await click(await screen.findByRole("menuitem", { name: entry }));
}
async function tickAll() {
  await click(screen.getByRole("checkbox", { name: "Select all on this page" }));
}

it("VMU-41 a caller of the address book is named as there, as when called back", async () => {
  const number = "+14165550149";
  const server = createFakeServer({
    voicemails: { messages: [voicemailOf(1, "HARBOUR FREIGHT", { caller_number: number })] },
  });
  server.permit([...RIGHTS, read("contacts")]);
  server.spoil("contact/lookup", {
    status: 200,
    body: {
      data: [
        { number, contact_id: 7, name: "Joon-ho Baek", company: "", label: "", is_personal: false, image_url: null },
      ],
    },
  });
  await openPanel({ server, signedIn: true, path: "/voicemails" });
  expect(await screen.findByRole("button", { name: "Open unread message from Joon-ho Baek" })).toBeTruthy();
  expect(screen.queryByText("HARBOUR FREIGHT")).toBeNull();
});

it("VMU-12 after a change everything shown is loaded again; a failure shows a notice and also reloads", async () => {
  const { server } = await openVoicemail();
  const before = lists(server);
  await click(screen.getAllByRole("button", { name: "Add to favorites" }).at(-1) ?? document.body);
  expect(await screen.findByText("1 message added to favorites")).toBeTruthy();
  await waitFor(() => expect(lists(server)).toBeGreaterThan(before));
  server.spoil("/unmark_as_favorite", failure(500, "server.internal", "The disk is full"));
  const then = lists(server);
  await click(button("Remove from favorites"));
  expect(await screen.findByText("Failed to unmark voicemail as favorite. The disk is full")).toBeTruthy();
  await waitFor(() => expect(lists(server)).toBeGreaterThan(then));
});

it("VMU-13 read and unread show immediately with the counter, and are reverted if the server refuses", async () => {
  const { server } = await openVoicemail();
  expect(screen.getByText(/1 unread message$/)).toBeTruthy();
  let refuse: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const answer = window.fetch;
  window.fetch = async (url, init) => {
    if (typeof url === "string" && url.endsWith("/mark_as_read")) await asked;
    return answer(url, init);
  };
  server.spoil("/mark_as_read", failure(500, "server.internal", "Not now"));
  await choose("Carol Chen", "Mark as read");
  expect(await screen.findByRole("button", { name: "Open message from Carol Chen" })).toBeTruthy();
  expect(screen.getByText(/No unread messages$/)).toBeTruthy();
  refuse();
  expect(await screen.findByRole("button", { name: "Open unread message from Carol Chen" })).toBeTruthy();
  expect(screen.getByText(/1 unread message$/)).toBeTruthy();
  expect(await screen.findByText("Failed to toggle voicemail read status with API. Not now")).toBeTruthy();
});

it("VMU-14 an action on several messages shows their count", async () => {
  const { server } = await openVoicemail();
  await tickAll();
  expect(screen.getByText("2 selected")).toBeTruthy();
  await click(button("Mark as read"));
  expect(await screen.findByText("2 messages marked as read")).toBeTruthy();
  expect(server.seenAt("/bulk/mark_as_read")[0]?.body).toEqual({ ids: [1, 2] });
  await click(button("More"));
  await click(await screen.findByRole("menuitem", { name: "Mark as unread" }));
  expect(await screen.findByText("2 messages marked as unread")).toBeTruthy();
  await click(button("Delete"));
  await press("Delete", await dialog("Delete 2 messages"));
  expect(await screen.findByText("2 messages deleted")).toBeTruthy();
  expect(await screen.findByText("No voicemails")).toBeTruthy();
});

it("VMU-10 ticked messages that leave the list lose their ticks, those that are on another page keep them", async () => {
  const many = Array.from({ length: 20 }, (_, at) => voicemailOf(at + 1, `Caller ${at + 1}`));
  const { server } = await openVoicemail(many, {}, "/inbox");
  await tickAll();
  expect(screen.getByText("18 selected")).toBeTruthy();
  await click(button("Next page"));
  await screen.findByRole("checkbox", { name: "Select message from Caller 20" });
  expect(screen.getByText("18 selected")).toBeTruthy();
  // On another device one is deleted, and one is read and leaves the inbox: Caller 19 is on the first page now.
  const headers = { authorization: server.seen.at(-1)?.authorization ?? "" };
  const elsewhere = (action: string, id: number) =>
    server.fetch(`/api/v1/voicemails/bulk/${action}`, { method: "POST", headers, body: JSON.stringify({ ids: [id] }) });
  await elsewhere("delete", 1);
  await elsewhere("mark_as_read", 2);
  await click(screen.getAllByRole("button", { name: "Add to favorites" }).at(-1) ?? document.body);
  expect(await screen.findByText("16 selected")).toBeTruthy();
});

it("VMU-15 the name of a folder is checked while typing, and a new name creates the folder", async () => {
  const { server } = await openVoicemail();
  await choose("Bob Brandt", "Move to folder…");
  const form = await dialog("Move to folder");
  const name = form.getByRole("textbox", { name: "Folder name" });
  for (const [typed, fault] of [
    ["ab", "A folder name has 3 to 10 letters"],
    ["Sales 1", "A folder name has letters only"],
    ["Inbox", "This name is reserved"],
  ] as const) {
    await type(name, typed);
    expect(form.getByText(fault)).toBeTruthy();
    expect(form.getByRole("button", { name: "Move" })).toHaveProperty("disabled", true);
  }
  await type(name, "Été");
  await press("Move", form);
  expect(await screen.findByText("1 message moved to Été")).toBeTruthy();
  expect(server.seenAt("/1/move_to_custom_folder")[0]?.body).toEqual({ custom_folder: "Été" });
  // VM-10: the folder with this name, in any case
  await choose("Carol Chen", "Move to folder…");
  const again = await dialog("Move to folder");
  fireEvent.change(again.getByRole("combobox", { name: "Folder" }), { target: { value: "+" } });
  await type(again.getByRole("textbox", { name: "Folder name" }), "éTÉ");
  await press("Move", again);
  expect(server.seenAt("/2/move_to_custom_folder")[0]?.body).toEqual({ custom_folder: "Été" });
  await click(await screen.findByRole("link", { name: "Été" }));
  await choose("Bob Brandt", "Remove from folder");
  expect(await screen.findByText("1 message removed from its folder")).toBeTruthy();
});

it("VMU-16 opening a message marks it read once; marked unread again, it stays unread", async () => {
  const { server, path } = await openVoicemail();
  await click(button("Open unread message from Carol Chen"));
  expect(path()).toBe("/voicemails/all/2");
  const drawer = await screen.findByRole("complementary", { name: "Voicemail from Carol Chen" });
  await waitFor(() => expect(server.seenAt("/2/mark_as_read")).toHaveLength(1));
  expect(within(drawer).getByText("Words of Carol Chen")).toBeTruthy();
  await click(within(drawer).getByRole("button", { name: "More for message from Carol Chen" }));
  await click(await screen.findByRole("menuitem", { name: "Mark as unread" }));
  await waitFor(() => expect(server.seenAt("/2/mark_as_new")).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Open unread message from Carol Chen" })).toBeTruthy();
  expect(server.seenAt("/2/mark_as_read")).toHaveLength(1);
  fireEvent.keyDown(drawer, { key: "Escape" });
  await waitFor(() => expect(path()).toBe("/voicemails/all"));
});

it("VMU-16 in the inbox an opened message keeps its row until it is closed", async () => {
  const { server, path } = await openVoicemail([...TWO, voicemailOf(3, "Dave Diaz")], {}, "/inbox");
  const rows = () =>
    screen.getAllByRole("button", { name: /^Open (unread )?message from/ }).map((row) => row.ariaLabel);
  expect(rows()).toEqual(["Open unread message from Carol Chen", "Open unread message from Dave Diaz"]);
  const before = lists(server);
  await click(button("Open unread message from Carol Chen"));
  const drawer = await screen.findByRole("complementary", { name: "Voicemail from Carol Chen" });
  await waitFor(() => expect(server.seenAt("/2/mark_as_read")).toHaveLength(1));
  await waitFor(() => expect(lists(server)).toBeGreaterThan(before));
  await waitFor(() => expect(screen.getByText(/1 unread message$/)).toBeTruthy());
  expect(rows()).toEqual(["Open message from Carol Chen", "Open unread message from Dave Diaz"]);
  fireEvent.keyDown(drawer, { key: "Escape" });
  await waitFor(() => expect(path()).toBe("/voicemails/inbox"));
  expect(rows()).toEqual(["Open unread message from Dave Diaz"]);
});

it("VMU-17 archiving requires a name; an archived message can be deleted, or restored to old", async () => {
  const { server } = await openVoicemail();
  await choose("Bob Brandt", "Archive…");
  const form = await dialog("Archive message");
  await type(form.getByRole("textbox", { name: "Name" }), " ");
  expect(form.getByText("Enter a name")).toBeTruthy();
  expect(form.getByRole("button", { name: "Archive" })).toHaveProperty("disabled", true);
  await type(form.getByRole("textbox", { name: "Name" }), "Contract");
  await press("Archive", form);
  expect(await screen.findByText("Archived as “Contract”")).toBeTruthy();
  await click(await screen.findByRole("link", { name: "Archive" }));
  expect(await screen.findByText("Contract")).toBeTruthy();
  await choose("Bob Brandt", "Restore…");
  await press("Restore", await dialog("Restore message"));
  expect(await screen.findByText("Message restored")).toBeTruthy();
  expect(server.seenAt("/1/restore")[0]?.body).toEqual({ folder: "old" });
});

it("VMU-18 a message can be sent to several people, found by name or typed; the sender is not offered", async () => {
  const { server } = await openVoicemail();
  await choose("Bob Brandt", "Transfer…");
  const form = await dialog("Transfer message");
  const field = form.getByRole("combobox", { name: "Person or extension" });
  await type(field, "carol");
  expect(await form.findByRole("option", { name: /Carol Chen/ })).toBeTruthy();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(await form.findByRole("button", { name: "Remove Carol Chen" })).toBeTruthy();
  await type(field, "101");
  await form.findByText("No results for “101”.");
  await type(field, "115");
  await click(await form.findByRole("option", { name: /115/ }));
  await press("Transfer", form);
  expect(await screen.findByText("Voicemail transferred")).toBeTruthy();
  expect(server.seenAt("/1/transfer_voicemail")[0]?.body).toEqual({ extensions: ["103", "115"] });
});

it("VMU-18 without colleagues and softphone a message is sent to one of the available extensions", async () => {
  const server = createFakeServer({ voicemails: { messages: [voicemailOf(1, "Bob Brandt")] } });
  server.permit(RIGHTS.filter(({ module }) => module === "voicemails"));
  await openPanel({ server, signedIn: true, path: "/voicemails" });
  await screen.findByRole("list", { name: "Voicemail messages" });
  const carol = { exten: "103", name: "Carol Chen", username: "carol", user_id: 3 };
  server.spoil("users/available_extensions", { status: 200, body: { total: 1, data: [carol] } });
  await choose("Bob Brandt", "Transfer…");
  const form = await dialog("Transfer message");
  await type(form.getByRole("combobox", { name: "Person or extension" }), "chen");
  expect(await form.findByRole("option", { name: /Carol Chen/ })).toBeTruthy();
});

it("VMU-7 a person who may see others' mailboxes can choose which are shown", async () => {
  const { server } = await openVoicemail(TWO, { watched: [["102", "Bob Brandt"]] });
  await click(await screen.findByRole("button", { name: "Mailboxes" }));
  await click(await screen.findByRole("menuitemcheckbox", { name: "Bob Brandt (102)" }));
  await waitFor(() => expect(server.seenAt("/voicemails").at(-1)?.url).toContain("filter_by_extension=101%2C102"));
  expect(await screen.findByRole("button", { name: "Mailboxes: 2 chosen" })).toBeTruthy();
});

it("VMU-11 without the right to change a message there are no actions", async () => {
  await openVoicemail([voicemailOf(1, "Bob Brandt", { may_write: false })]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "Add to favorites" })).toBeNull();
  await click(button("More for message from Bob Brandt"));
  const offered = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(offered).toEqual(["Download"]);
});

it("VMU-22 names and transcripts of callers are rendered as text", async () => {
  await openVoicemail([
    voicemailOf(1, `${HOSTILE} Evil`, {
      transcription: `${HOSTILE} words`,
      transcription_summary: `${HOSTILE} short`,
      translation_state: "done",
      translation_language: "fr",
      translation: `${HOSTILE} autre`,
    }),
  ]);
  await click(button(`Open unread message from ${HOSTILE} Evil`));
  const drawer = await screen.findByRole("complementary", { name: `Voicemail from ${HOSTILE} Evil` });
  for (const part of ["words", "short", "autre"]) expect(drawer.textContent).toContain(`${HOSTILE} ${part}`);
  expect(drawer.textContent).toContain("Translation (French)");
  expect(document.querySelector("img[onerror]")).toBeNull();
});

it.each([
  ["pending", "Transcribing…"],
  ["unavailable", "Transcription isn’t available on this server."],
  ["off", "Transcription is off for this mailbox."],
  ["failed", "This message could not be transcribed."],
] as const)("VMU-23 a transcript that is %s says so, and hides nothing else", async (state, told) => {
  await openVoicemail([voicemailOf(1, "Bob", { transcription_state: state, transcription: null })], {}, "/all/1");
  const drawer = await screen.findByRole("complementary", { name: "Voicemail from Bob" });
  expect(await within(drawer).findByText(told)).toBeTruthy();
  expect(within(drawer).getByRole("group", { name: "Sound of the message" })).toBeTruthy();
});

it("VMU-25 a person with transcripts off is asked; Enable turns them on, Never stops asking", async () => {
  const off = { box: voicemailBox({ transcript: "no" }) };
  const { server, view } = await openVoicemail(TWO, off);
  await press("Later", await dialog("Transcription is off"));
  view.unmount();
  expect(localStorage.getItem("callpanel_voicemail_transcripts_1")).toBeTruthy();
  localStorage.removeItem("callpanel_voicemail_transcripts_1");
  const again = await openVoicemail(TWO, off);
  await press("Enable", await dialog("Transcription is off"));
  expect(await screen.findByText("Transcription is on")).toBeTruthy();
  const sent = again.server.seenAt("/voicemail_boxes/1").find(({ method }) => method === "PUT");
  expect(sent?.body).toEqual({ transcript: "yes" });
  expect(server.seenAt("/voicemail_boxes/1").some(({ method }) => method === "PUT")).toBe(false);
});

it("VMU-29 settings and greetings open over the page, the own box first", async () => {
  const { server } = await openVoicemail(TWO, { watched: [["102", "Bob Brandt"]] });
  await click(button("Mailbox settings"));
  const form = await dialog("Mailbox settings");
  expect(await form.findByText(/2 of 100,000 /)).toBeTruthy();
  await type(form.getByLabelText("New PIN", { selector: "input" }), "1234");
  expect(await form.findByText("A PIN can’t count up or down")).toBeTruthy();
  expect(form.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  await type(form.getByLabelText("New PIN", { selector: "input" }), "9361");
  await press("Save", form);
  const sent = () => server.seenAt("/voicemail_boxes/1").find(({ method }) => method === "PUT");
  await waitFor(() => expect(sent()?.body).toEqual({ password: "9361" }));
  await type(form.getByRole("combobox", { name: "Mailbox" }), "2");
  await waitFor(() => expect(server.seenAt("/voicemail_boxes/2").length).toBeGreaterThan(0));
});

it("SHELL-21 a dialog over the page is not a second banner", async () => {
  await openVoicemail(TWO);
  await click(button("Mailbox settings"));
  await dialog("Mailbox settings");
  expect(screen.getAllByRole("banner", { hidden: true })).toHaveLength(1);
});

it("VMU-32 without the right to see the settings the dialog says so", async () => {
  const server = createFakeServer({ voicemails: { messages: TWO } });
  server.permit(RIGHTS);
  server.spoil("/voicemail_boxes/1", failure(403, "request.forbidden", "You may not do this"));
  await openPanel({ server, signedIn: true, path: "/voicemails" });
  await click(await screen.findByRole("button", { name: "Mailbox settings" }));
  const form = await dialog("Mailbox settings");
  expect(await form.findByText("No permissions to see voicemail box settings")).toBeTruthy();
});

it("VMU-34 a greeting is spoken from text, archived under a name and reset", async () => {
  const { server } = await openVoicemail();
  await click(button("Mailbox settings"));
  const form = await dialog("Mailbox settings");
  await click(await form.findByRole("tab", { name: "Greetings" }));
  await click(await form.findByRole("radio", { name: "From text" }));
  await type(await form.findByRole("textbox", { name: "Text" }), "Hello");
  await press("Use as greeting", form);
  await click(await form.findByRole("button", { name: "Archive…" }));
  const archive = await dialog("Archive greeting");
  expect(archive.getByRole("button", { name: "Archive" })).toHaveProperty("disabled", true);
  await type(archive.getByRole("textbox", { name: "Name" }), "Summer");
  await press("Archive", archive);
  expect(await form.findByText("Summer")).toBeTruthy();
  expect(server.seenAt("/voicemails/g1/archive")[0]?.body).toEqual({ name: "Summer" });
});

it("VMU-40 a row plays its message and deletes it without opening it first", async () => {
  await openVoicemail();
  const answer = window.fetch;
  // The sound is on its way: a player that is to play says that it waits.
  window.fetch = async (url, init) =>
    typeof url === "string" && url.includes("/download") ? new Promise<never>(() => undefined) : answer(url, init);
  await click(button("Play the message from Carol Chen"));
  await waitFor(() => expect(button("Play").getAttribute("aria-busy")).toBe("true"));
  window.fetch = answer;
  expect(screen.queryByRole("button", { name: "Call back Carol Chen" })).toBeNull();
  await click(button("Delete the message from Bob Brandt"));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

it("VMU-35 what is not saved in the mailbox is asked about before it is lost, what is saved is not", async () => {
  await openVoicemail();
  await click(button("Mailbox settings"));
  const form = await dialog("Mailbox settings");
  const question = () => screen.queryByRole("dialog", { name: "Leave without saving?" });
  const decide = async (label: string) => {
    await press(label, await dialog("Leave without saving?"));
    expect(question()).toBeNull();
  };
  await click(await form.findByRole("tab", { name: "Greetings" }));
  await click(await form.findByRole("radio", { name: "From text" }));
  await type(await form.findByRole("textbox", { name: "Text" }), "Hello");
  for (const lost of ["Busy", "Record"]) {
    await click(form.getByRole("radio", { name: lost }));
    await decide("Stay");
  }
  await click(form.getByRole("tab", { name: "Settings" }));
  await decide("Stay");
  expect(form.getByRole("textbox", { name: "Text" })).toHaveProperty("value", "Hello");
  await click(form.getByRole("radio", { name: "Busy" }));
  await decide("Leave");
  expect(await form.findByRole("radio", { name: "Busy", checked: true })).toBeTruthy();
  await click(form.getByRole("tab", { name: "Settings" }));
  expect(question()).toBeNull();

  await type(form.getByLabelText("New PIN", { selector: "input" }), "9361");
  await click(form.getByRole("tab", { name: "Greetings" }));
  expect(question()).toBeNull();
  await press("Close", form);
  await decide("Stay");
  await click(form.getByRole("tab", { name: "Settings" }));
  await press("Save", form);
  await screen.findByText("Mailbox settings saved");
  await waitFor(() => expect(form.getByLabelText("New PIN", { selector: "input" })).toHaveProperty("value", ""));
  await press("Close", form);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("SHELL-27 Escape closes a form; one that was changed asks first", async () => {
  await openVoicemail();
  const open = async () => {
    await choose("Carol Chen", "Archive…");
    return screen.findByRole("textbox", { name: "Name" });
  };
  const escape = (from: HTMLElement) => act(async () => fireEvent.keyDown(from, { key: "Escape" }));
  await escape(await open());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const name = await open();
  await type(name, "Keep this");
  await escape(name);
  const question = within(screen.getByRole("alertdialog", { name: "Your changes haven’t been saved." }));
  await press("Stay", question);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(name).toHaveProperty("value", "Keep this");
  await escape(name);
  await press("Leave", within(screen.getByRole("alertdialog")));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
