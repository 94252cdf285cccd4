import type { ChatServerFrame } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import type { SocketHandlers } from "../sockets/link.ts";
import { createChatLine } from "./chat-line.ts";

interface FarEnd extends SocketHandlers {
  readonly sent: unknown[];
  say(frame: ChatServerFrame): void;
}

async function openLine() {
  const clock = createFakeClock();
  const ends: FarEnd[] = [];
  const told: string[] = [];
  let tokens = 0;
  const line = createChatLine(
    {
      clock,
      random: () => 1,
      auth: async () => ({ token: `t${(tokens += 1)}`, url: "/chat" }),
      openSocket: (_url, handlers) => {
        const sent: unknown[] = [];
        ends.push({ ...handlers, sent, say: (frame) => handlers.received(JSON.stringify(frame)) });
        return { send: (text) => void sent.push(JSON.parse(text)), close: () => undefined };
      },
    },
    {
      opened: (token) => told.push(`opened ${token}`),
      received: ({ type }) => told.push(type),
      closed: () => told.push("closed"),
    },
  );
  const stop = line.start();
  await settle();
  const join = () => {
    const end = ends.at(-1);
    end?.opened();
    end?.say({ type: "hello", uid: "1", at: 0, heartbeat_ms: 15_000 });
    end?.say({ type: "rooms", rooms: [] });
  };
  return { clock, ends, told, line, stop, join };
}

it("CHATUI-1 it is open when the rooms are there, and comes back after a loss, later each time, with a new token", async () => {
  const { clock, ends, told, line, join } = await openLine();
  expect(line.state.get()).toBe("connecting");
  join();
  expect([told, line.state.get()]).toEqual([["opened t1", "hello", "rooms"], "open"]);
  ends[0]?.closed(1006);
  expect(line.state.get()).toBe("closed");
  await clock.advance(499);
  await settle();
  expect(ends).toHaveLength(1);
  await clock.advance(1);
  await settle();
  expect(ends).toHaveLength(2);
  ends[1]?.closed(1006);
  await clock.advance(999);
  await settle();
  expect(ends).toHaveLength(2);
  await clock.advance(1);
  await settle();
  join();
  expect([told.at(-3), line.state.get()]).toEqual(["opened t3", "open"]);
});

it("CHATUI-1 it does not wait when the network is back, nor come back when it may not or was stopped", async () => {
  const { clock, ends, line, join, stop } = await openLine();
  join();
  ends[0]?.closed(1006);
  line.retry();
  await settle();
  expect(ends).toHaveLength(2);
  join();
  stop();
  await clock.advance(60_000);
  await settle();
  expect(ends).toHaveLength(2);
  const other = await openLine();
  other.ends[0]?.closed(4403);
  await other.clock.advance(60_000);
  await settle();
  expect(other.ends).toHaveLength(1);
});

it("CHATUI-1 a server that is silent for two heartbeats is lost", async () => {
  const { clock, line, join } = await openLine();
  join();
  await clock.advance(15_000);
  expect(line.state.get()).toBe("open");
  await clock.advance(15_000);
  expect(line.state.get()).toBe("closed");
});
