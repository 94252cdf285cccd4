// @vitest-environment jsdom
import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeChat, fakeRoom } from "../../../test/fakeChat.ts";
import { createFakeServer, read } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { beginOnce, LOAD_AGAIN_MS } from "./chatLater.tsx";

afterEach(() => {
  closePanel();
  for (const name of ["requestIdleCallback", "cancelIdleCallback"]) Reflect.deleteProperty(window, name);
});

async function openBuddies() {
  const idle: IdleRequestCallback[] = [];
  window.requestIdleCallback = (run) => idle.push(run);
  window.cancelIdleCallback = () => undefined;
  const chat = createFakeChat(window);
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("chats")]);
  server.spoil("/chats/auth", { status: 200, body: { token: "t", expires_in: 60, url: "/chat", userId: "1" } });
  await openPanel({ server, signedIn: true });
  await screen.findByRole("heading", { level: 1, name: "Buddies" });
  await waitFor(() => expect(idle.length).toBeGreaterThan(0));
  const runIdle = () =>
    act(async () => {
      for (const run of idle.splice(0)) run({ didTimeout: false, timeRemaining: () => 50 });
    });
  return { chat, runIdle };
}

it("CHATUI-67 chat connects in the first idle moment after the start", async () => {
  const { chat, runIdle } = await openBuddies();
  expect(chat.count()).toBe(0);
  await runIdle();
  await waitFor(() => expect(chat.count()).toBe(1));
});

it("CHATN-15 CHATUI-67 a message that came before chat had started makes a notice when chat has started", async () => {
  const { chat, runIdle } = await openBuddies();
  const now = Date.now();
  await runIdle();
  await waitFor(() => expect(chat.count()).toBe(1));
  const from = { uid: "2", name: "Bob Brandt" };
  const room = (id: string, name: string, at: number) =>
    fakeRoom(id, name, { n: 1, seq: 1, lastMessage: { n: 1, at, from, preview: "early" } });
  await chat.join([room("10", "sales", now), room("11", "support", now - 3_600_000)]);
  expect(await screen.findByText("Bob Brandt in sales: early")).toBeDefined();
  expect(screen.queryByText(/in support/)).toBeNull();
});

it("CHATUI-67 an error of the start is reported, and chat is not started again", async () => {
  const clock = createFakeClock();
  let loads = 0;
  const loading = beginOnce(clock, async () => {
    loads += 1;
    return () => {
      throw new Error("the start failed");
    };
  });
  // Its callers handle no rejection, and so the page reports it.
  await expect(loading.begin()).rejects.toThrow("the start failed");
  await clock.advance(LOAD_AGAIN_MS);
  await loading.begin();
  expect(loads).toBe(1);
  loading.stop();
});

it("CHATUI-67 code that could not be loaded is requested again until it is loaded or the user signs out", async () => {
  const clock = createFakeClock();
  const told: string[] = [];
  let fails = true;
  const loading = beginOnce(clock, async () => {
    told.push("asked");
    if (fails) throw new Error("gone");
    return () => () => told.push("stopped");
  });
  void loading.begin();
  void loading.begin();
  await settle();
  expect(told).toEqual(["asked"]);
  fails = false;
  await clock.advance(LOAD_AGAIN_MS);
  await settle();
  await loading.begin();
  await clock.advance(LOAD_AGAIN_MS);
  expect(told).toEqual(["asked", "asked"]);
  loading.stop();
  await loading.begin();
  await settle();
  expect(told).toEqual(["asked", "asked", "stopped"]);
});
