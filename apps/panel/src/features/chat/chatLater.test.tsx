// @vitest-environment jsdom
import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeChat } from "../../../test/fakeChat.ts";
import { createFakeServer, read } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { beginOnce, LOAD_AGAIN_MS } from "./chatLater.tsx";

afterEach(() => {
  closePanel();
  for (const name of ["requestIdleCallback", "cancelIdleCallback"]) Reflect.deleteProperty(window, name);
});

it("CHATUI-67 chat connects in the first idle moment after the start", async () => {
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
  expect(chat.count()).toBe(0);
  await act(async () => {
    for (const run of idle.splice(0)) run({ didTimeout: false, timeRemaining: () => 50 });
  });
  await waitFor(() => expect(chat.count()).toBe(1));
});

it("CHATUI-67 what could not be loaded is asked for again, once it is there no more, and ends with the sign-out", async () => {
  const clock = createFakeClock();
  const told: string[] = [];
  let fails = true;
  const loading = beginOnce(clock, async () => {
    told.push("asked");
    if (fails) throw new Error("gone");
    return () => () => told.push("stopped");
  });
  loading.begin();
  loading.begin();
  await settle();
  expect(told).toEqual(["asked"]);
  fails = false;
  await clock.advance(LOAD_AGAIN_MS);
  await settle();
  loading.begin();
  await clock.advance(LOAD_AGAIN_MS);
  expect(told).toEqual(["asked", "asked"]);
  loading.stop();
  loading.begin();
  await settle();
  expect(told).toEqual(["asked", "asked", "stopped"]);
});
