// @vitest-environment jsdom
import type { AuditLine } from "@callpanel/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fakeDirect, fakeRoom } from "../../../../test/fakeChat.ts";
import { failure } from "../../../../test/fakeServer.ts";
import { click, MANAGES_CHAT, openChat } from "../../../../test/openChat.tsx";
import { closePanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const OWNED = fakeRoom("10", "sales", {
  subscription: { open: true, roles: ["owner"], notify: "all", rev: 1, read: 0, mentions: [] },
});
const JOINED = fakeRoom("11", "general");
const DIRECT = fakeDirect("12", { uid: "2", name: "Bob Brandt" });

const openRoom = async (room: typeof OWNED | typeof DIRECT) => {
  const opened = await openChat({ rooms: [OWNED, JOINED, DIRECT], path: `/chat/${room.type}/${room.id}` });
  await click(await screen.findByRole("button", { name: /^More about/ }));
  await screen.findByRole("menuitem", { name: "Jump to a date" });
  return opened;
};
const item = (name: string) => screen.queryByRole("menuitem", { name });

it("CHATUI-50 an owner sees what a shorter time deletes, and confirms it first", async () => {
  const { server } = await openRoom(OWNED);
  server.spoil("/rooms/10/keeping", {
    status: 200,
    body: { days: null, company: null, own: null, allowed: "shorter" },
  });
  server.spoil("/rooms/keep", { status: 200, body: OWNED });
  await click(item("Keep messages for…") ?? undefined);
  const dialog = await screen.findByRole("dialog", { name: "Keep messages for…" });
  expect(await within(dialog).findByRole("radio", { name: "Company default (forever)", checked: true })).toBeTruthy();
  expect(dialog.textContent).toContain("until someone deletes them");
  await click(within(dialog).getByRole("radio", { name: "30 days" }));
  expect(within(dialog).getByRole("status").textContent).toContain("will be deleted for everyone within an hour");
  await click(within(dialog).getByRole("button", { name: "Save" }));
  expect(server.seenAt("/rooms/keep")).toEqual([]);
  const question = await screen.findByRole("dialog", { name: "Delete older messages?" });
  expect(question.textContent).toContain("Everything sent in sales before");
  await click(within(question).getByRole("button", { name: "Delete older messages" }));
  expect(server.seenAt("/rooms/keep").at(-1)?.body).toEqual({ room_id: "10", days: 30 });
  expect(await screen.findByText("Messages are now kept for 30 days")).toBeTruthy();
});

it("CHATUI-50 a longer time is saved at once, and a refusal is shown", async () => {
  const { server } = await openRoom(OWNED);
  server.spoil("/rooms/10/keeping", { status: 200, body: { days: 30, company: null, own: 30, allowed: "any" } });
  server.spoil("/rooms/keep", failure(409, "chats.keep.notAllowed", "Your company does not allow this limit"));
  await click(item("Keep messages for…") ?? undefined);
  const dialog = await screen.findByRole("dialog", { name: "Keep messages for…" });
  await click(await within(dialog).findByRole("radio", { name: "1 year" }));
  expect(dialog.textContent).toContain("Nothing is deleted now");
  await click(within(dialog).getByRole("button", { name: "Save" }));
  expect(server.seenAt("/rooms/keep").at(-1)?.body).toEqual({ room_id: "10", days: 365 });
  expect(await screen.findByText("Your company does not allow this limit")).toBeTruthy();
});

it("CHATUI-50 CHATUI-52 CHATUI-53 a member sees how long messages are kept, but cannot change it, export, or see the history", async () => {
  const { server } = await openRoom(JOINED);
  server.spoil("/rooms/11/keeping", { status: 200, body: { days: 90, company: 90, own: null, allowed: "shorter" } });
  for (const name of ["Keep messages for…", "Export…", "History"]) expect(item(name)).toBeNull();
  await click(item("How long messages are kept") ?? undefined);
  const dialog = await screen.findByRole("dialog", { name: "How long messages are kept" });
  expect(await within(dialog).findByText(/kept for 90 days/)).toBeTruthy();
  expect(within(dialog).queryAllByRole("radio")).toEqual([]);
});

it("CHATUI-51 users who manage chat change the time of the company; others have no such menu", async () => {
  const { server } = await openChat({ rooms: [OWNED], more: [MANAGES_CHAT] });
  server.spoil("/chats/keeping", { status: 200, body: { days: 90, rooms: "shorter" } });
  await click(await screen.findByRole("button", { name: "Chat settings of the company" }));
  await click(await screen.findByRole("menuitem", { name: "Keep messages for…" }));
  const dialog = await screen.findByRole("dialog", { name: "Keep messages of the company for…" });
  expect(await within(dialog).findByRole("radio", { name: "90 days", checked: true })).toBeTruthy();
  await click(within(dialog).getByRole("radio", { name: "30 days" }));
  await click(within(dialog).getByRole("radio", { name: "Any time, also a longer one" }));
  expect(within(dialog).getByRole("status").textContent).toContain("their own time may lose messages");
  await click(within(dialog).getByRole("button", { name: "Save" }));
  const question = await screen.findByRole("dialog", { name: "Delete older messages?" });
  await click(within(question).getByRole("button", { name: "Delete older messages" }));
  expect(server.seenAt("/chats/keeping").filter(({ method }) => method === "PUT")).toMatchObject([
    { body: { days: 30, rooms: "any" } },
  ]);
  closePanel();
  await openChat({ rooms: [OWNED] });
  await screen.findByRole("button", { name: "Available users" });
  expect(screen.queryByRole("button", { name: "Chat settings of the company" })).toBeNull();
});

it("CHATUI-52 an export shows its progress, is saved when it is complete, and shows why it failed", async () => {
  const { server } = await openRoom(DIRECT);
  server.spoil(
    "/rooms/12/export",
    failure(409, "chats.export.busy", "You are exporting a conversation already. Wait for it, or cancel it."),
  );
  await click(item("Export…") ?? undefined);
  const dialog = await screen.findByRole("dialog", { name: "Export Bob Brandt" });
  await click(within(dialog).getByRole("radio", { name: "JSON" }));
  await click(within(dialog).getByRole("checkbox", { name: /Include files/ }));
  await click(within(dialog).getByRole("button", { name: "Export" }));
  expect((await within(dialog).findByRole("alert")).textContent).toContain("You are exporting a conversation already");
  const asked = new URL(server.seenAt("/rooms/12/export").at(-1)?.url ?? "", "http://panel.test").searchParams;
  expect([asked.get("form"), asked.get("files"), asked.get("locale")]).toEqual(["json", "true", "en-US"]);

  server.spoil("/exports/own", { status: 200, body: { data: { room_id: "12", written: 40, total: 200 } } });
  const { fetch } = window;
  let signal: AbortSignal | null | undefined;
  window.fetch = (url, init) => {
    if (typeof url !== "string" || !url.includes("/rooms/12/export")) return fetch(url, init);
    signal = init?.signal;
    return new Promise<Response>(() => undefined);
  };
  await click(within(dialog).getByRole("button", { name: "Try again" }));
  expect(await within(dialog).findByText("40 of 200 messages")).toBeTruthy();
  expect(within(dialog).getByRole("progressbar", { name: "Export" }).getAttribute("value")).toBe("40");
  await click(within(dialog).getByRole("button", { name: "Cancel export" }));
  // The server ends the export with the connection.
  await waitFor(() => expect(signal?.aborted).toBe(true));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Export Bob Brandt" })).toBeNull());
});

const line = (id: number, act: AuditLine["act"], more: Partial<AuditLine> = {}): AuditLine => ({
  id,
  at: Date.parse("2026-03-04T15:06:00Z") + id,
  act,
  way: "panel",
  by: { uid: "1", name: "Alice Archer" },
  object: { kind: "room", id: "10", name: "sales" },
  person: null,
  details: {},
  ...more,
});

it("CHATUI-53 the history is a page of sentences, and the next page follows it", async () => {
  const { server } = await openRoom(OWNED);
  const bob = { uid: "2", name: "Bob Brandt" };
  const page = [
    line(21, "chat.soundShared", { details: { of: "recording", call: "c1" } }),
    line(20, "chat.soundShared", { details: { of: "voicemail", voicemail: 5 }, person: bob }),
    line(19, "chat.kept", { details: { from: null, to: 30 } }),
    line(18, "chat.kept", { details: { from: 30, to: 0 } }),
    line(17, "chat.kept", { details: { from: 0, to: null } }),
    line(16, "chat.exported", { details: { form: "html", files: true } }),
    line(15, "chat.renamed", { details: { from: "a", to: "sales" } }),
    line(14, "chat.topic", { details: { from: "x", to: "" } }),
    line(13, "chat.kicked", { person: bob }),
    line(12, "chat.personErased", { by: null, way: "command" }),
    line(11, "chat.messageDeleted", { by: { uid: "9", name: "" }, person: { uid: "8", name: "" } }),
  ];
  server.spoil("/rooms/10/acts?limit=50&before=11", {
    status: 200,
    body: { data: [line(1, "chat.created")], next: null },
  });
  server.spoil("/rooms/10/acts", { status: 200, body: { data: page, next: 11 } });
  await click(item("History") ?? undefined);
  const dialog = await screen.findByRole("dialog", { name: "History of sales" });
  const rows = async () =>
    (await within(dialog).findAllByRole("listitem")).map(
      (row) => row.querySelector("time")?.previousSibling?.textContent,
    );
  expect((await rows()).slice(0, page.length)).toEqual([
    "Alice Archer shared the recording of a call",
    "Alice Archer shared a voicemail from the mailbox of Bob Brandt",
    "Alice Archer set messages to be kept for 30 days",
    "Alice Archer set messages to be kept forever",
    "Alice Archer set messages to be kept as long as the company does",
    "Alice Archer exported the conversation as a web page, with its files",
    "Alice Archer renamed it from “a” to “sales”",
    "Alice Archer removed the topic",
    "Alice Archer removed Bob Brandt",
    "An administrator changed the conversation",
    "Deleted person deleted a message from Deleted person",
  ]);
  await click(within(dialog).getByRole("button", { name: "Show more" }));
  await waitFor(async () => expect(await rows()).toHaveLength(page.length + 1));
  expect((await rows()).at(-1)).toBe("Alice Archer created the conversation");
  expect(within(dialog).queryByRole("button", { name: "Show more" })).toBeNull();
});
