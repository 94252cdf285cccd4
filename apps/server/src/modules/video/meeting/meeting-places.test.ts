import { randomBytes } from "node:crypto";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createMemoryShortLived } from "../../../kernel/short-lived/short-lived-memory.ts";
import { createMeetingPlaces, MEETING_PLACES } from "./meeting-places.ts";

it("MEET-16 a room's meeting is at one server: others refuse until it is over, or the server no longer renews it", async () => {
  const clock = createFakeClock();
  const shortLived = createMemoryShortLived(clock);
  const failed = (error: unknown): void => {
    throw error;
  };
  // Two servers on one database: a process opens a kind once.
  const entries = shortLived.open(MEETING_PLACES);
  const serverOf = () => createMeetingPlaces({ entries, clock, random: randomBytes, failed });
  const [one, other] = [serverOf(), serverOf()];
  const first = await one.hold(7);
  const second = await one.hold(7);
  expect(await other.hold(7)).toBeUndefined();
  expect([await other.isElsewhere(7), await one.isElsewhere(7), await other.isElsewhere(8)]).toEqual([
    true,
    false,
    false,
  ]);
  first?.();
  first?.();
  await one.settled();
  expect(await other.hold(7), "still held by the second").toBeUndefined();
  second?.();
  await one.settled();
  const taken = await other.hold(7);
  expect(taken).toBeDefined();
  await clock.advance(20_000);
  expect(await other.renew(7)).toBe(true);
  await clock.advance(29_000);
  expect(await one.hold(7)).toBeUndefined();
  await clock.advance(1_001);
  expect(await one.hold(7)).toBeDefined();
  expect(await other.renew(7)).toBe(false);
});
