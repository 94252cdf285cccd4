import type { RealtimeEvent } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import type { EventsMessage } from "../../shared/live/events.ts";
import { reloadOn } from "../../shared/live/reload.ts";
import { contactReload } from "./contacts.reload.ts";

const CHANGED: RealtimeEvent = { action: "CONTACTS", realm: "demo", is_personal: false, ids: [1] };
const SNAPSHOT: EventsMessage = { type: "snapshot", buddies: [], parked: [], clockOffsetMs: 0 };

function openEvents() {
  const clock = createFakeClock();
  const listeners = new Set<(message: EventsMessage) => void>();
  let refreshed = 0;
  let invalidated = 0;
  const { stop } = reloadOn(
    {
      events: {
        listen: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      client: { invalidateQueries: async () => void (invalidated += 1) },
      clock,
      also: () => void (refreshed += 1),
    },
    contactReload,
  );
  const say = (message: EventsMessage) => {
    for (const listener of listeners) listener(message);
  };
  return { clock, say, stop, counts: () => [invalidated, refreshed] };
}

it("ADDRESS-19 several changes by others cause one reload, also of names", async () => {
  const { clock, say, counts } = openEvents();
  say({ type: "event", event: CHANGED });
  say({ type: "event", event: CHANGED });
  expect(counts()).toEqual([0, 0]);
  await clock.advance(contactReload.gatherMs);
  expect(counts()).toEqual([3, 1]);
});

it("ADDRESS-19 RT-63 a snapshot counts as a change, also the first one: what changed before it was in no event", async () => {
  const { clock, say, counts } = openEvents();
  say(SNAPSHOT);
  await clock.advance(contactReload.gatherMs);
  expect(counts()).toEqual([3, 1]);
  say(SNAPSHOT);
  await clock.advance(contactReload.gatherMs);
  expect(counts()).toEqual([6, 2]);
});

it("ADDRESS-19 nothing happens after stop or for other events", async () => {
  const { clock, say, stop, counts } = openEvents();
  say({ type: "event", event: { action: "SETTING", realm: "demo", exten: "101", setting: "otp" } });
  say({ type: "event", event: CHANGED });
  stop();
  await clock.advance(contactReload.gatherMs);
  expect(counts()).toEqual([0, 0]);
});
