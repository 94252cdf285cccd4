// @vitest-environment jsdom
import type { AnyRoom, Permission } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeChat, fakeDirect, fakeMessage, fakeRoom } from "../../../../test/fakeChat.ts";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { voicemailOf } from "../../../../test/fakeVoicemails.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const WRITES: readonly Permission[] = [read("chats"), { module: "chats", rule: "write" }];
const sales = fakeRoom("10", "sales", { usersCount: 4 });
const board = fakeRoom("11", "board", { type: "p", usersCount: 3 });
const news = fakeRoom("12", "news", { ro: true });
function fail(): never {
  throw new Error("one is a member of it");
}

async function openVoicemail(
  permissions: readonly Permission[] = WRITES,
  rooms: readonly AnyRoom[] = [sales, board, news],
) {
  const chat = createFakeChat(window);
  const message = voicemailOf(7, "Bob Brandt");
  const server = createFakeServer({ voicemails: { messages: [message] } });
  server.permit([read("voicemails"), { module: "voicemails", rule: "write" }, ...permissions]);
  server.spoil("/chats/auth", { status: 200, body: { token: "t", expires_in: 60, url: "/chat", userId: "1" } });
  server.spoil("/chats/drafts", { status: 200, body: { data: [] } });
  await openPanel({ server, signedIn: true, path: "/voicemails" });
  if (permissions.length > 0) {
    await waitFor(() => expect(chat.count()).toBe(1));
    await chat.join([...rooms, fakeDirect("20", { uid: "2", name: "Carol Chen" })]);
  }
  await click(await screen.findByRole("button", { name: "More for message from Bob Brandt" }));
  await screen.findByRole("menuitem", { name: "Download" });
  return server;
}
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const item = () => screen.queryByRole("menuitem", { name: "Share in chat…" });

async function openDialog() {
  await click(item() ?? fail());
  return within(await screen.findByRole("dialog", { name: "Share voicemail" }));
}

it("CHATUI-70 the dialog says who can hear it: members and people who join later, or the people of a direct conversation", async () => {
  await openVoicemail();
  const dialog = await openDialog();
  const names = () => dialog.getAllByRole("option").map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toHaveLength(3));
  // Only owners write in a read-only room.
  expect(names().join()).not.toContain("news");
  expect(dialog.getByRole("button", { name: "Share" })).toHaveProperty("disabled", true);
  for (const [name, words] of [
    ["sales", "All 4 members of #sales can hear it, and everyone who joins the channel later."],
    ["board", "All 3 members of board can hear it, and people who are added later."],
    ["Carol Chen", "Carol Chen can hear it."],
  ] as const) {
    await click(dialog.getByRole("option", { name: new RegExp(name) }));
    expect(dialog.getByText(words)).toBeTruthy();
    expect(dialog.getByText(/stays in the conversation when the original is deleted/)).toBeTruthy();
    await click(dialog.getByRole("button", { name: "Choose another conversation" }));
  }
});

it("CHATUI-70 a refusal is shown in words and keeps what was typed; a second attempt has the same id", async () => {
  const server = await openVoicemail();
  const dialog = await openDialog();
  await click(dialog.getByRole("option", { name: /sales/ }));
  const text = dialog.getByRole("textbox", { name: "Message (optional)" });
  await act(async () => void fireEvent.change(text, { target: { value: "The offer" } }));
  server.spoil("/voicemails/7/share", failure(403, "chats.room.readOnly", "Only owners write here"));
  await click(dialog.getByRole("button", { name: "Share" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("Only owners write here");
  expect(text).toHaveProperty("value", "The offer");
  server.spoil("/voicemails/7/share", { status: 200, body: fakeMessage("10", 1, "The offer") });
  await click(dialog.getByRole("button", { name: "Share" }));
  expect(await screen.findByText("Shared in sales")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  const [first, again] = server.seenAt("/voicemails/7/share").map(({ body }) => body);
  expect(first).toMatchObject({ room_id: "10", message: "The offer", name: "Voicemail from Bob Brandt" });
  expect(again).toEqual(first);
});

it("CHATUI-70 a user who cannot write in chat cannot share anything", async () => {
  await openVoicemail([read("chats")]);
  expect(item()).toBeNull();
});
