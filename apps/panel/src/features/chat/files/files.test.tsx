// @vitest-environment jsdom
import type { ChatFile } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createFakeChat, fakeMessage, fakeRoom } from "../../../../test/fakeChat.ts";
import { createFakeServer, read } from "../../../../test/fakeServer.ts";
import { FakeUpload } from "../../../../test/fakeUpload.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";
import { sizeText } from "./files.model.ts";

afterEach(() => {
  vi.useRealTimers();
  closePanel();
});

const file = (id: string, more: Partial<ChatFile> = {}): ChatFile => ({
  id,
  name: `${id}.bin`,
  bytes: 2_048,
  kind: "other",
  width: null,
  height: null,
  ...more,
});

async function openRoom(files: readonly ChatFile[]) {
  FakeUpload.begin(window);
  // jsdom draws no pictures.
  URL.createObjectURL = () => "blob:picture";
  URL.revokeObjectURL = () => undefined;
  const chat = createFakeChat(window);
  const server = createFakeServer();
  server.permit([read("chats"), { module: "chats", rule: "write" }]);
  server.spoil("/chats/auth", { status: 200, body: { token: "t", expires_in: 60, url: "/chat", userId: "1" } });
  server.spoil("/chats/drafts", { status: 200, body: { data: [] } });
  server.spoil("/chats/files/cat", { status: 200, body: "picture" });
  await openPanel({ server, signedIn: true, path: "/chat/c/10" });
  await waitFor(() => expect(chat.count()).toBe(1));
  await chat.join([fakeRoom("10", "sales", { n: 1 })]);
  const messages = [fakeMessage("10", 1, "see", { files: [...files] })];
  await chat.say({ type: "changes", room: "10", since: null, seq: 1, n: 1, messages });
  return { chat, server };
}

it("CHATUI-16 the page reserves the space of a picture before it is loaded; every other file is a download", async () => {
  const { server } = await openRoom([
    file("page", { name: "page.html" }),
    file("cat", { kind: "picture", name: "cat.jpg", width: 1_440, height: 960 }),
  ]);
  const picture = await screen.findByRole("button", { name: "Picture cat.jpg" });
  expect(picture.style.aspectRatio).toBe("360 / 240");
  await waitFor(() => expect(server.seenAt("/chats/files/cat").at(-1)?.url).toContain("form=thumbnail"));
  expect(screen.getByRole("button", { name: "Download page.html" })).toBeTruthy();
  expect(server.seenAt("/chats/files/page")).toEqual([]);
});

it("CHATUI-71 a picture is requested in the frame after its message was painted, and not if it is gone by then", async () => {
  const { chat, server } = await openRoom([]);
  const say = (n: number, files: readonly ChatFile[]) =>
    chat.say({
      type: "changes",
      room: "10",
      since: null,
      seq: n,
      n: 2,
      messages: [fakeMessage("10", 2, "see", { files: [...files], deleted: files.length === 0 })],
    });
  server.spoil("/chats/files/dog", { status: 200, body: "picture" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  const frame = () => act(async () => void vi.advanceTimersToNextFrame());
  await say(2, [file("cat", { kind: "picture", name: "cat" })]);
  expect(screen.getByRole("button", { name: "Picture cat" })).toBeTruthy();
  await frame();
  expect(server.seenAt("/chats/files/cat")).toEqual([]);
  await frame();
  expect(server.seenAt("/chats/files/cat")).toHaveLength(1);
  await say(3, [file("dog", { kind: "picture", name: "dog" })]);
  expect(screen.getByRole("button", { name: "Picture dog" })).toBeTruthy();
  await say(4, []);
  expect(screen.queryByRole("button", { name: "Picture dog" })).toBeNull();
  await frame();
  await frame();
  await frame();
  expect(server.seenAt("/chats/files/dog")).toEqual([]);
});

it("CHATUI-7 CHATUI-15 a pasted file is uploaded with progress, sent with the message, and can be removed before", async () => {
  const { chat } = await openRoom([file("old")]);
  const field = await screen.findByRole("textbox", { name: "Message" });
  const paste = (name: string) =>
    act(async () => void fireEvent.paste(field, { clipboardData: { files: [new File(["x"], name)] } }));
  await paste("plan.txt");
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  const [upload] = FakeUpload.all;
  await act(async () => {
    upload?.progress(1, 4);
  });
  expect(await screen.findByRole("listitem", { name: "plan.txt, 25 percent uploaded" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
  await act(async () => {
    upload?.answer(200, file("f1", { name: "plan.txt" }));
  });
  const ready = await screen.findByRole("listitem", { name: "plan.txt, ready to send" });
  await paste("other.txt");
  await waitFor(() => expect(FakeUpload.all).toHaveLength(2));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Remove other.txt" })));
  expect(FakeUpload.all[1]?.isAborted).toBe(true);
  expect(within(ready).queryByRole("progressbar")).toBeNull();
  // Orders of a room go one after the other: the read mark first.
  for (const { request } of chat.orders()) await chat.say({ type: "done", request });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Send" })));
  const sent = chat.orders().at(-1);
  expect(sent?.order).toMatchObject({ order: "send", text: "", files: ["f1"] });
  // CHATUI-7: refused, it says what it has, and goes with it when it is sent again.
  const refusal = { code: "chats.room.archived", error_description: "It is archived" };
  await chat.say({ type: "refused", request: sent?.request ?? "", ...refusal });
  expect(screen.getAllByRole("article").at(-1)?.textContent).toMatch(/Not sent.*It is archived.*With 1 file/);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Send again" })));
  expect(chat.orders().slice(-1)).toEqual([sent]);
});

it("CHATUI-15 a refused file shows the reason and may be tried again; one that is too large is not sent at all", async () => {
  await openRoom([file("old")]);
  const field = await screen.findByRole("textbox", { name: "Message" });
  const before = FakeUpload.all.length;
  const large = Object.defineProperty(new File(["x"], "film.mov"), "size", { value: 26 * 1024 * 1024 });
  await act(
    async () => void fireEvent.paste(field, { clipboardData: { files: [new File(["x"], "plan.txt"), large] } }),
  );
  await waitFor(() => expect(FakeUpload.all).toHaveLength(before + 1));
  const tooLarge = screen.getByRole("listitem", { name: "film.mov, not uploaded: Larger than 25 MB" });
  expect(within(tooLarge).queryByRole("button", { name: /Try again/ })).toBeNull();
  await act(async () => {
    const body = { error: "sounds.full", code: "sounds.full", error_description: "There is no room left", details: {} };
    FakeUpload.all[before]?.answer(507, body);
  });
  const failed = await screen.findByRole("listitem", { name: /plan.txt, not uploaded: / });
  expect(within(failed).getByRole("alert").textContent).not.toBe("");
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
  await act(async () => void fireEvent.click(within(failed).getByRole("button", { name: "Upload plan.txt again" })));
  await waitFor(() => expect(FakeUpload.all).toHaveLength(before + 2));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Remove film.mov" })));
  expect(screen.getByRole("listitem", { name: "plan.txt, 0 percent uploaded" })).toBeTruthy();
});

it("CHATUI-44 a sound is played in place on request, and a PDF opens in a tab", async () => {
  const { server } = await openRoom([
    file("voice", { kind: "sound", name: "voice.wav" }),
    file("paper", { kind: "pdf", name: "paper.pdf" }),
  ]);
  const player = await screen.findByRole("group", { name: "Sound voice.wav" });
  expect(within(player).getByRole("button", { name: "Play" })).toBeTruthy();
  expect(server.seenAt("/chats/files/voice")).toEqual([]);
  // A browser that opens no tab.
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Open paper.pdf in a new tab" })));
  expect(await screen.findByText("The file couldn’t be loaded")).toBeTruthy();
  expect(open).toHaveBeenCalledTimes(1);
  open.mockRestore();
});

it("CHATUI-16 sizes are shown in a short form", () => {
  expect([0, 512, 2_048, 15 * 1024, 3.4 * 1024 * 1024].map(sizeText)).toEqual([
    "0 B",
    "512 B",
    "2.0 KB",
    "15 KB",
    "3.4 MB",
  ]);
});
