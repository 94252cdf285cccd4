import { expect, test } from "vitest";
import { createFakeClock } from "@callpanel/testkit/fake-clock";
import type { ProxySocketDeps, TextSocketListener } from "./proxy-socket.ts";
import { createProxySocket } from "./proxy-socket.ts";

function bench(urls: readonly string[], urgency: "idle" | "urgent" = "idle") {
  const clock = createFakeClock();
  const opened: string[] = [];
  const listeners: TextSocketListener[] = [];
  const notes: string[] = [];
  const notified = { disconnected: (): void => undefined };
  const parts: ProxySocketDeps = {
    clock,
    isUrgent: () => urgency === "urgent",
    proxies: urls.map((url) => ({ url, weight: 0 })),
    openSocket: (url, listener) => {
      opened.push(url);
      listeners.push(listener);
      return { send: (text) => notes.push(`sent ${text}`) > 0, close: () => void notes.push(`closed ${url}`) };
    },
  };
  const socket = createProxySocket(parts, {
    connected: () => void notes.push("connected"),
    disconnected: () => {
      notes.push("disconnected");
      notified.disconnected();
    },
    received: (data) => void notes.push(`got ${typeof data === "string" ? data : "bytes"}`),
  });
  return { socket, clock, opened, notes, notified, newest: () => listeners.at(-1), listeners };
}
const [A, B] = ["ws://a/sip", "ws://b/sip"];

test("PHONE-2 a proxy that does not open gives way at once; after the last one there are 5 s", async () => {
  const { socket, clock, opened, newest, notes } = bench([A, B]);
  socket.connect();
  newest()?.closed();
  expect(opened).toEqual([A, B]);
  newest()?.closed();
  await clock.advance(4_999);
  expect(opened).toEqual([A, B]);
  await clock.advance(1);
  expect(opened).toEqual([A, B, A]);
  newest()?.opened();
  expect(notes.filter((note) => note.endsWith("connected"))).toEqual(["connected"]);
});

test("PHONE-2 one that says nothing for 10 s gives way, and is not listened to any more", async () => {
  const { socket, clock, opened, listeners, notes } = bench([A, B]);
  socket.connect();
  await clock.advance(10_000);
  expect(opened).toEqual([A, B]);
  listeners[0]?.opened();
  listeners[0]?.received("late");
  listeners[0]?.closed();
  expect(notes).toEqual(["closed ws://a/sip"]);
  expect(socket.isConnected()).toBe(false);
});

test("PHONE-7 an open connection that breaks comes back after 5 s with one proxy", async () => {
  const { socket, clock, opened, newest, notes } = bench([A]);
  socket.connect();
  newest()?.opened();
  newest()?.closed();
  expect(notes).toEqual(["connected", "closed ws://a/sip", "disconnected"]);
  socket.send("x");
  expect(notes).not.toContain("sent x");
  await clock.advance(5_000);
  newest()?.opened();
  expect(opened).toEqual([A, A]);
  expect(notes.at(-1)).toBe("connected");
});

test("PHONE-6 reconnecting drops the open proxy for the next one at once", () => {
  const { socket, opened, newest, notes } = bench([A, B]);
  socket.connect();
  newest()?.opened();
  socket.reconnect();
  expect(notes).toEqual(["connected", "closed ws://a/sip", "disconnected"]);
  expect(opened).toEqual([A, B]);
});

test("PHONE-8 reconnecting while it waits does not wait", async () => {
  const { socket, clock, opened, newest } = bench([A]);
  socket.connect();
  newest()?.closed();
  socket.reconnect();
  expect(opened).toEqual([A, A]);
  await clock.advance(5_000);
  expect(opened).toEqual([A, A]);
});

test("PHONE-7 a request made during the notification of the break goes before the pause", async () => {
  const { socket, clock, opened, newest, notified } = bench([A]);
  socket.connect();
  newest()?.opened();
  notified.disconnected = () => socket.reconnect();
  newest()?.closed();
  expect(opened).toEqual([A, A]);
  newest()?.opened();
  notified.disconnected = () => socket.disconnect();
  newest()?.closed();
  await clock.advance(60_000);
  expect(opened).toEqual([A, A]);
  expect(clock.timerCount).toBe(0);
});

test("PHONE-9 disconnecting leaves nothing behind", async () => {
  const { socket, clock, opened, newest, notes } = bench([A]);
  socket.connect();
  newest()?.opened();
  socket.disconnect();
  newest()?.closed();
  await clock.advance(60_000);
  expect(opened).toEqual([A]);
  expect(notes).toEqual(["connected", "closed ws://a/sip"]);
  expect(clock.timerCount).toBe(0);
});

test("PHONE-1 a proxy that is no WebSocket address is refused", () => {
  expect(() => bench(["https://a/sip"])).toThrow("not a WebSocket address");
});

test("PHONE-60 during a call a lost connection is tried again after 0.5 s, and one that does not open given up after 2.5 s", async () => {
  const { socket, clock, opened, newest } = bench([A], "urgent");
  socket.connect();
  newest()?.opened();
  newest()?.closed();
  await clock.advance(499);
  expect(opened).toHaveLength(1);
  await clock.advance(1);
  expect(opened).toHaveLength(2);
  await clock.advance(2_999);
  expect(opened).toHaveLength(2);
  await clock.advance(1);
  expect(opened).toHaveLength(3);
});

test("PHONE-61 a second request within a second gets the connection that is being opened", async () => {
  const { socket, clock, opened } = bench([A]);
  socket.connect();
  for (let asked = 0; asked < 20; asked += 1) socket.reconnect();
  expect(opened).toHaveLength(1);
  await clock.advance(1_000);
  socket.reconnect();
  expect(opened).toHaveLength(2);
});
