import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import type { BusTransportEvents } from "../../kernel/bus/bus-transport.port.ts";
import { createBus } from "../../kernel/bus/bus.ts";
import { createMailboxFeed } from "./index.ts";

function openFeed() {
  const stored = new Map([
    [1, { newCount: 2, oldCount: 0, urgentCount: 0 }],
    [2, { newCount: 0, oldCount: 5, urgentCount: 0 }],
  ]);
  let events: BusTransportEvents | undefined;
  const sent: string[] = [];
  const bus = createBus({
    clock: createFakeClock(),
    log: silentLog,
    connect: (given) => {
      events = given;
      const send = async (text: string) => void sent.push(text);
      return { mostBytes: 1_000, ready: Promise.resolve(), send, close: async () => undefined };
    },
  });
  const nothing = { newCount: 0, oldCount: 0, urgentCount: 0 };
  const counts = async (ids?: readonly number[]) =>
    ids === undefined ? stored : new Map(ids.map((id) => [id, stored.get(id) ?? nothing]));
  const feed = createMailboxFeed({ store: { counts }, bus, log: silentLog });
  const told: number[][] = [];
  feed.subscribe((boxId, { newCount, oldCount }) => told.push([boxId, newCount, oldCount]));
  return { feed, told, sent, stored, events: () => events };
}

it("BUS-2 VM-50 a change of boxes is counted at every server, with the counts of the database", async () => {
  const [one, other] = [openFeed(), openFeed()];
  one.feed.changed(new Set([1]));
  for (const text of one.sent) other.events()?.received(text);
  await settle();
  expect([one.told, other.told, other.sent]).toEqual([[[1, 2, 0]], [[1, 2, 0]], []]);
});

it("BUS-6 after a gap all boxes are counted again, also those that became empty", async () => {
  const { feed, told, stored, events } = openFeed();
  await feed.countAll();
  stored.delete(1);
  events()?.reconnected();
  await settle();
  expect(told).toEqual([
    [1, 2, 0],
    [2, 0, 5],
    [1, 0, 0],
    [2, 0, 5],
  ]);
});
