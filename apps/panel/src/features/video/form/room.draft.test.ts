import { expect, it } from "vitest";
import { fakeVideoRoom } from "../../../../test/fakeVideoRooms.ts";
import { dayLimits, draftOf, faultsOf, savedOf } from "./room.draft.ts";
import type { RoomDraft } from "./room.draft.ts";

const NOW = new Date(2026, 1, 10, 15, 30).getTime();
const CONFIG = { enable_screen_sharing: true };
const NEW = { ...draftOf(null, CONFIG, NOW), name: "Daily" };
const faults = (change: Partial<RoomDraft>) => Object.fromEntries(faultsOf({ ...NEW, ...change }, null, NOW));

it("VIDEO-21 a new room ends in a year, with screen sharing if it is allowed, without recording", () => {
  expect(NEW).toMatchObject({ lastDay: "2027-02-10", sharedScreen: true, recording: false });
  expect(draftOf(null, { enable_screen_sharing: false }, NOW).sharedScreen).toBe(false);
  expect(savedOf(NEW, null).expireDate).toBe(new Date(2027, 1, 10, 23, 59, 59, 999).getTime());
});

it("VIDEO-22 name and day are required, the day is between today and ten years, PINs and numbers are checked", () => {
  expect(faults({})).toEqual({});
  expect(faults({ name: "  ", lastDay: "" })).toEqual({ name: "required", lastDay: "required" });
  expect(faults({ lastDay: "2026-02-09" })).toEqual({ lastDay: "past" });
  expect(faults({ lastDay: "2026-02-10" })).toEqual({});
  expect(dayLimits(NOW)).toEqual({ min: "2026-02-10", max: "2036-02-09" });
  expect(faults({ lastDay: "2036-02-09" })).toEqual({});
  expect(faults({ lastDay: "2036-02-10" })).toEqual({ lastDay: "far" });
  expect(faults({ guestPin: "12", adminPin: "12345678901" })).toEqual({ guestPin: "pin", adminPin: "pin" });
  expect(faults({ phoneNumbers: "+1 514 555 0142, (416) 555-0160" })).toEqual({});
  expect(faults({ phoneNumbers: "514 555 0142, bob", callerIdNumber: "x" })).toEqual({
    phoneNumbers: "number",
    callerIdNumber: "number",
  });
  expect(faults({ phoneNumbers: Array.from({ length: 51 }, () => "5145550142").join(",") })).toEqual({
    phoneNumbers: "many",
  });
});

it("VIDEO-22 the day of an expired room may stay and keeps its time", () => {
  const room = fakeVideoRoom(1, "Old", { expireDate: new Date(2025, 5, 1, 9).getTime(), expired: true });
  const draft = { ...draftOf(room, CONFIG, NOW), name: "Older" };
  expect(faultsOf(draft, room, NOW).size).toBe(0);
  expect(savedOf(draft, room)).not.toHaveProperty("expireDate");
  expect(savedOf({ ...draft, lastDay: "2026-03-01" }, room).expireDate).toBe(
    new Date(2026, 2, 1, 23, 59, 59, 999).getTime(),
  );
});

it("VIDEO-22 people are sent by their ids, phone numbers one by one", () => {
  const bob = { id: 2, name: "Bob Brandt", extension: "102" };
  const saved = savedOf({ ...NEW, name: " Daily ", users: [bob], phoneNumbers: "555 0142,, 555 0143 " }, null);
  expect(saved).toMatchObject({ name: "Daily", users: [2], admins: [], phoneNumbers: ["555 0142", "555 0143"] });
});
