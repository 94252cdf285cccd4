// @vitest-environment jsdom
import type { ChatMember } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fakeRoom } from "../../../../test/fakeChat.ts";
import { click, openChat } from "../../../../test/openChat.tsx";
import { closePanel } from "../../../../test/openPanel.tsx";
import { roomRights } from "../chat.rights.ts";

afterEach(closePanel);

const OWNER = { open: true, roles: ["owner" as const], notify: "all" as const, rev: 1, read: 0, mentions: [] };
const SALES = fakeRoom("10", "sales", { subscription: OWNER });
const OLD = fakeRoom("11", "old", { subscription: OWNER, archived: true });
const NEWS = fakeRoom("20", "news", { subscription: null });
/** The server is broken and gives no reason. */
const BROKEN = { status: 500, body: {} };
const member = (id: string, name: string, roles: ChatMember["roles"]): ChatMember => ({
  id,
  name,
  username: name.split(" ")[0]?.toLowerCase() ?? "",
  picture_profile: null,
  roles,
});
const MEMBERS = [
  member("1", "Alice Archer", ["owner"]),
  member("2", "Bob Brandt", ["member"]),
  member("4", "Dave Diaz", ["member", "leader", "moderator"]),
];
const dialog = (name: string) => screen.findByRole("dialog", { name });
const type = (field: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(field, { target: { value } }));

it("CHATUI-62 a user who went to another room before the server answered stays there; a user who waited is taken to the channel", async () => {
  const { server, router, path } = await openChat({ rooms: [SALES], path: "/chat/c" });
  server.spoil("/chats/channels", { status: 200, body: { total: 1, data: [NEWS] } });
  server.spoil("/chats/rooms/20", { status: 200, body: NEWS });
  server.spoil("/chats/rooms/join", { status: 200, body: { ...NEWS, subscription: OWNER } });
  const join = async () => {
    await click(screen.getByRole("button", { name: "Browse channels" }));
    const browse = within(await dialog("Browse channels"));
    await click(await browse.findByRole("button", { name: "Join news" }));
  };
  const answer = server.hold("/chats/rooms/join");
  await join();
  await act(async () => router.navigate({ to: "/chat/c/10" }));
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(path()).toBe("/chat/c/10");
  await join();
  await waitFor(() => expect(path()).toBe("/chat/c/20"));
});

it("SHELL-39 a new channel begins at its name, a direct message at its people", async () => {
  await openChat({ rooms: [SALES], path: "/chat/c" });
  await click(screen.getAllByRole("button", { name: "New conversation" })[0]);
  const form = within(await dialog("New conversation"));
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Name")));
  await click(form.getByRole("button", { name: "Cancel" }));
  await click(screen.getByRole("tab", { name: "Direct messages" }));
  await click(screen.getAllByRole("button", { name: "New conversation" })[0]);
  const direct = within(await dialog("New conversation"));
  await waitFor(() => expect(document.activeElement).toBe(direct.getByRole("combobox", { name: "People" })));
});

it("CHATUI-62 a new conversation does not take its author away from the page they went to", async () => {
  const { server, router, path } = await openChat({ rooms: [SALES], path: "/chat/c" });
  server.spoil("/chats/new_conversation", { status: 200, body: { room: NEWS, message: null } });
  const answer = server.hold("/chats/new_conversation");
  await click(screen.getAllByRole("button", { name: "New conversation" })[0]);
  const form = within(await dialog("New conversation"));
  await type(form.getByLabelText("Name"), "news");
  await click(form.getByRole("button", { name: "Create" }));
  await act(async () => router.navigate({ to: "/chat/c/10" }));
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(path()).toBe("/chat/c/10");
});

it("CHATUI-63 the error of each failed action on a room names the action", async () => {
  const { server, router } = await openChat({ rooms: [SALES, OLD], path: "/chat/c/10" });
  server.spoil("/chats/rooms/members", { status: 200, body: { total: 3, data: MEMBERS } });
  for (const end of ["close", "notify", "change", "rename", "archive", "restore", "leave", "delete"])
    server.spoil(`/chats/rooms/${end}`, BROKEN);
  const choose = async (item: string, role = "menuitem") => {
    // A choice among several leaves the menu open.
    if (screen.queryByRole("menu") === null) await click(await screen.findByRole("button", { name: /^More about / }));
    await click(await screen.findByRole(role, { name: item }));
  };
  const confirm = async (name: string, button: string) => {
    const question = within(await dialog(name));
    await click(await question.findByRole("button", { name: button }));
    return question;
  };
  await choose("Hide from my list");
  expect(await screen.findByText("Failed to hide the conversation")).toBeTruthy();
  await choose("Nothing", "menuitemradio");
  expect(await screen.findByText("Failed to change the conversation")).toBeTruthy();
  await choose("Rename");
  const rename = await confirm("Rename sales", "Rename");
  expect(await rename.findByText("Failed to rename the conversation")).toBeTruthy();
  await click(rename.getByRole("button", { name: "Cancel" }));
  for (const [item, question, button, text] of [
    ["Archive", "Archive sales?", "Archive", "Failed to archive the conversation"],
    ["Leave", "Leave sales?", "Leave", "Failed to leave the conversation"],
    ["Delete", "Delete sales?", "Delete", "Failed to delete the conversation"],
  ] as const) {
    await choose(item);
    const asked = await confirm(question, button);
    expect(await screen.findByText(text)).toBeTruthy();
    await click(asked.getByRole("button", { name: "Cancel" }));
  }
  await act(async () => router.navigate({ to: "/chat/c/11" }));
  await screen.findByRole("heading", { name: "old", level: 2 });
  await choose("Restore");
  expect(await screen.findByText("Failed to restore the conversation")).toBeTruthy();
});

it("CHATUI-63 the error of each failed action on a member names the action, and lists that do not load show an error too", async () => {
  const { server } = await openChat({ rooms: [SALES], path: "/chat/c/10" });
  for (const end of ["members", "kick", "add_owner", "remove_owner", "invite", "join"])
    server.spoil(`/chats/rooms/${end}`, BROKEN);
  for (const end of ["channels", "presence/update"]) server.spoil(`/chats/${end}`, BROKEN);
  await click(await screen.findByRole("button", { name: "Members" }));
  const members = within(await dialog("Members"));
  expect(await members.findByText("Failed to load members")).toBeTruthy();
  server.spoil("/chats/rooms/members", { status: 200, body: { total: 3, data: MEMBERS } });
  await click(members.getByRole("button", { name: "Retry" }));
  for (const [who, item, end] of [
    ["Bob Brandt", "Make owner", "add_owner"],
    ["Alice Archer", "Remove as owner", "remove_owner"],
  ] as const) {
    await click(await members.findByRole("button", { name: `Actions for ${who}` }));
    await click(await screen.findByRole("menuitem", { name: item }));
    expect(await screen.findByText("Failed to change the ownership")).toBeTruthy();
    expect(server.seenAt(`/chats/rooms/${end}`)).toHaveLength(1);
  }
  await click(members.getByRole("button", { name: "Actions for Bob Brandt" }));
  await click(await screen.findByRole("menuitem", { name: "Kick" }));
  const question = within(await dialog("Kick Bob Brandt?"));
  await click(question.getByRole("button", { name: "Kick" }));
  expect(await screen.findByText("Failed to remove the member")).toBeTruthy();
  await click(question.getByRole("button", { name: "Cancel" }));
  await click(members.getByRole("button", { name: "Add people" }));
  await type(members.getByLabelText("People"), "car");
  await click(await members.findByRole("option", { name: /Carol Chen/ }));
  expect(await screen.findByText("Failed to add the person")).toBeTruthy();
  await click(members.getByRole("button", { name: "Close" }));
  await click(screen.getByRole("button", { name: "Browse channels" }));
  expect(await screen.findByText("Failed to load channels")).toBeTruthy();
  server.spoil("/chats/channels", { status: 200, body: { total: 1, data: [NEWS] } });
  await click(screen.getByRole("button", { name: "Retry" }));
  await click(await screen.findByRole("button", { name: "Join news" }));
  expect(await screen.findByText("Failed to join the channel")).toBeTruthy();
  await click(screen.getByRole("button", { name: "Close" }));
  await click(screen.getByRole("button", { name: "Account" }));
  await click(await screen.findByRole("menuitem", { name: /Chat status/ }));
  await click(await screen.findByRole("menuitemradio", { name: "At lunch" }));
  expect(await screen.findByText("Failed to change your chat status")).toBeTruthy();
});

it("CHATUI-19 a member's role is shown; leaders and moderators may do what members may", async () => {
  const { server } = await openChat({ rooms: [SALES], path: "/chat/c/10" });
  server.spoil("/chats/rooms/members", { status: 200, body: { total: 3, data: MEMBERS } });
  await click(await screen.findByRole("button", { name: "Members" }));
  const members = within(await dialog("Members"));
  const row = async (name: string) => (await members.findByRole("listitem", { name })).textContent;
  expect(await row("Alice Archer")).toContain("Owner");
  expect(await row("Bob Brandt")).toBe("Bob Brandt@bob");
  expect(await row("Dave Diaz")).toContain("Leader, Moderator");
  const rightsAs = (...roles: ChatMember["roles"]) =>
    roomRights(fakeRoom("10", "sales", { ro: true, subscription: { ...OWNER, roles: [...roles] } }), true);
  expect(rightsAs("leader", "moderator")).toEqual(rightsAs("member"));
  expect(rightsAs("member")).toMatchObject({ owns: false, writes: false, reacts: true });
  expect(rightsAs("owner")).toMatchObject({ owns: true, writes: true });
});
