import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { EventsMessage } from "../../shared/live/events.ts";
import { NUMBERS_KEY } from "../../shared/phone/send/numbersKey.ts";
import { followFeatureCodes } from "./followFeatureCodes.ts";

const SNAPSHOT: EventsMessage = { type: "snapshot", clockOffsetMs: 0, buddies: [], parked: [], queues: [] };
const CHANGED: EventsMessage = { type: "event", event: { action: "FEATURE_CODES", realm: "demo" } };

it("FEATURE-6 a change, and a connection that is back, load the codes and the numbers that were found again", () => {
  const client = new QueryClient();
  const found = [...NUMBERS_KEY, "dnd", 8];
  let say: ((message: EventsMessage) => void) | undefined;
  let loads = 0;
  const stop = followFeatureCodes({
    client,
    startUp: { reloadFeatureCodes: () => void (loads += 1) },
    events: {
      listen(listener) {
        say = listener;
        return () => {
          say = undefined;
        };
      },
    },
  });
  const told = (message: EventsMessage) => {
    client.setQueryData(found, "*76");
    client.setQueryData(["contacts"], "Zoe");
    say?.(message);
    return [loads, client.getQueryState(found)?.isInvalidated, client.getQueryState(["contacts"])?.isInvalidated];
  };
  expect(told(SNAPSHOT)).toEqual([0, false, false]);
  expect(told(CHANGED)).toEqual([1, true, false]);
  expect(told(SNAPSHOT)).toEqual([2, true, false]);
  stop();
  expect(say).toBeUndefined();
});
