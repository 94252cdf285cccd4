import type { RealtimeEvent } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import type { EventsMessage } from "../../shared/live/events.ts";
import { reloadOn } from "../../shared/live/reload.ts";
import { voicemailReload } from "./voicemail.reload.ts";

const WAITING: RealtimeEvent = { action: "MWI", exten: "101", realm: "demo", new: 2, old: 1 };
const SNAPSHOT: EventsMessage = { type: "snapshot", buddies: [], parked: [], clockOffsetMs: 0 };

function openEvents() {
  const clock = createFakeClock();
  const listeners = new Set<(message: EventsMessage) => void>();
  let reloads = 0;
  const reload = reloadOn(
    {
      events: {
        listen(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      client: { invalidateQueries: async () => void (reloads += 1) },
      clock,
    },
    voicemailReload,
  );
  const say = (message: EventsMessage) => {
    for (const listener of listeners) listener(message);
  };
  return { clock, say, stop: reload.stop, reload, reloads: () => reloads };
}

it("VMU-21 notifications that arrive together reload the lists once", async () => {
  const { clock, say, reloads } = openEvents();
  say({ type: "event", event: WAITING });
  say({ type: "event", event: WAITING });
  expect(reloads()).toBe(0);
  await clock.advance(voicemailReload.gatherMs);
  expect(reloads()).toBe(1);
});

it("VMU-21 a notification to the phone also reloads the lists, together with the same event only once", async () => {
  const { clock, say, reload, reloads } = openEvents();
  reload.soon();
  say({ type: "event", event: WAITING });
  await clock.advance(voicemailReload.gatherMs);
  expect(reloads()).toBe(1);
});

it("VMU-21 RT-63 when the connection begins, and after a loss of it, everything is loaded again", async () => {
  const { clock, say, stop, reloads } = openEvents();
  say(SNAPSHOT);
  await clock.advance(voicemailReload.gatherMs);
  expect(reloads()).toBe(1);
  say(SNAPSHOT);
  await clock.advance(voicemailReload.gatherMs);
  expect(reloads()).toBe(2);
  say(SNAPSHOT);
  stop();
  await clock.advance(voicemailReload.gatherMs);
  expect(reloads()).toBe(2);
});
