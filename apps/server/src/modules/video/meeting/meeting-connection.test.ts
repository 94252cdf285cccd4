import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import type { MeetingLine } from "./live-meeting.ts";
import { MeetingConnection } from "./meeting-connection.ts";

it("MEET-34 a connection that does not read is disconnected, and may come back", async () => {
  const clock = createFakeClock();
  const closes: number[] = [];
  const socket = {
    bufferedAmount: 0,
    remoteAddress: "192.0.2.1",
    network: "192.0.2.1",
    sent: 0,
    send: () => void (socket.sent += 1),
    close: (code: number) => void closes.push(code),
  };
  const lines: MeetingLine[] = [];
  let cuts = 0;
  const connection = new MeetingConnection(
    {
      clock,
      hub: {
        enter: async () => undefined,
        resume: (_token, line) => {
          lines.push(line);
          return { receive: () => undefined, cut: () => void (cuts += 1) };
        },
      },
    },
    socket,
  );
  connection.receive(JSON.stringify({ type: "resume", token: "x" }));
  lines[0]?.send("first");
  socket.bufferedAmount = 800_000;
  lines[0]?.send("second");
  lines[0]?.send("third");
  expect({ sent: socket.sent, closes, cuts }).toEqual({ sent: 1, closes: [4408], cuts: 1 });
});

it("MEET-32 a connection that was closed while it entered does not hold a seat", async () => {
  const clock = createFakeClock();
  let cuts = 0;
  let enter: (() => void) | undefined;
  const socket = {
    bufferedAmount: 0,
    remoteAddress: "192.0.2.1",
    network: "192.0.2.1",
    send: () => undefined,
    close: () => undefined,
  };
  const connection = new MeetingConnection(
    {
      clock,
      hub: {
        resume: () => undefined,
        enter: () =>
          new Promise((resolve) => {
            enter = () => resolve({ receive: () => undefined, cut: () => void (cuts += 1) });
          }),
      },
    },
    socket,
  );
  connection.receive(JSON.stringify({ type: "enter", ticket: "x" }));
  connection.closed();
  enter?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(cuts).toBe(1);
});
