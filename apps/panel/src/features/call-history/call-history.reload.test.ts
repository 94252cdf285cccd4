import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { ALICE } from "../../../test/fakeServer.ts";
import type { EventsMessage } from "../../shared/live/events.ts";
import { reloadOn } from "../../shared/live/reload.ts";
import { callHistoryReload } from "./index.ts";

const SNAPSHOT: EventsMessage = { type: "snapshot", buddies: [], parked: [], clockOffsetMs: 0 };
const written = (callid: string): EventsMessage => ({
  type: "event",
  event: { action: "CDR", realm: ALICE.realm, callid },
});

it("CDR-46 ended calls appear together, also after a loss of the connection, and nothing happens after stop", async () => {
  const clock = createFakeClock();
  let listener: (message: EventsMessage) => void = () => undefined;
  const asked: unknown[] = [];
  const { stop } = reloadOn(
    {
      clock,
      events: {
        listen: (next) => {
          listener = next;
          return () => (listener = () => undefined);
        },
      },
      client: { invalidateQueries: async (filter) => void asked.push(filter?.queryKey) },
    },
    callHistoryReload,
  );
  listener(SNAPSHOT);
  await clock.advance(callHistoryReload.gatherMs);
  expect(asked).toEqual([["cdrs"]]);
  for (const id of ["a", "b"]) listener(written(id));
  await clock.advance(callHistoryReload.gatherMs);
  expect(asked).toHaveLength(2);
  listener(SNAPSHOT);
  await clock.advance(callHistoryReload.gatherMs);
  expect(asked).toHaveLength(3);
  listener(written("c"));
  stop();
  await clock.advance(callHistoryReload.gatherMs);
  expect(asked).toHaveLength(3);
});
