import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createBus } from "../../../kernel/bus/bus.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createMeetingPeople, meetingPeople } from "./meeting-people.ts";

const ROOM = { id: 1, name: "Daily", expiresAt: 1e15, wholeCompany: true };

function openPeople() {
  const clock = createFakeClock();
  const bus = createBus({ clock, log: silentLog });
  const shown: string[] = [];
  const told: object[] = [];
  bus.subscribe(meetingPeople, (report) => told.push(report));
  const people = createMeetingPeople({
    bus,
    clock,
    show: (userId, meeting) => shown.push(`${userId} ${meeting === undefined ? "is in none" : `in "${meeting.room}"`}`),
  });
  const elsewhere = (roomId: number, room: string, ...ids: readonly number[]) =>
    bus.publish(meetingPeople, { roomId, room, people: [...ids] });
  return { ...people, clock, elsewhere, told: () => told.splice(0), shown: () => shown.splice(0) };
}

it("MEET-43 who is in a meeting is announced at each change, without the name of a room that not everybody may enter, and again every ten seconds", () => {
  const { report, repeat, shown, told } = openPeople();
  report(ROOM, []);
  expect(told()).toEqual([]);
  report(ROOM, [1, 2]);
  report(ROOM, [1, 2]);
  expect(told()).toEqual([{ roomId: 1, room: "Daily", people: [1, 2] }]);
  expect(shown()).toEqual(['1 in "Daily"', '2 in "Daily"']);
  report({ ...ROOM, wholeCompany: false }, [1]);
  expect(shown()).toEqual(['1 in ""', "2 is in none"]);
  told();
  repeat();
  expect(told()).toEqual([{ roomId: 1, room: "", people: [1] }]);
  report(ROOM, []);
  expect(told()).toEqual([{ roomId: 1, room: "Daily", people: [] }]);
  repeat();
  expect(told()).toEqual([]);
});

it("MEET-43 a person in two meetings is shown in the later one, then in the other; meetings of a server that died are forgotten after 30 seconds", async () => {
  const { report, repeat, clock, elsewhere, shown } = openPeople();
  elsewhere(7, "Elsewhere", 1);
  report(ROOM, [1]);
  expect(shown()).toEqual(['1 in "Elsewhere"', '1 in "Daily"']);
  report(ROOM, []);
  expect(shown()).toEqual(['1 in "Elsewhere"']);
  await clock.advance(29_999);
  repeat();
  expect(shown()).toEqual([]);
  await clock.advance(1);
  repeat();
  expect(shown()).toEqual(["1 is in none"]);
});
