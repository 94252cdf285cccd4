import { expect, it } from "vitest";
import type { Announcement } from "@callpanel/phone-port";
import type { IvrEvent } from "./ivr/ivr.port.ts";
import { ANNOUNCEMENT_BEGIN, stepAnnouncement, type AnnouncementResult } from "./announcement.model.ts";

type Event = IvrEvent<AnnouncementResult>;

const HOURS: Announcement = { name: "Hours", language: "en", sound: "/hours.opus", next: "102" };
const PIN = "1234";
const SAID: Event = { kind: "said" };
const keys = (text: string): readonly Event[] =>
  text.split("").flatMap((one) => {
    const digit = (["1", "2", "3", "4", "9", "*", "#"] as const).find((known) => known === one);
    return digit === undefined ? [] : [{ kind: "digit", digit } as const];
  });

function after(told: Announcement, ...events: readonly Event[]) {
  return afterTries(told, (pin) => (pin === PIN ? "right" : "wrong"), events);
}

/** A question about the PIN is answered synchronously. */
function afterTries(told: Announcement, check: (pin: string) => AnnouncementResult, events: readonly Event[]) {
  let { state, effects } = ANNOUNCEMENT_BEGIN;
  for (const event of events) {
    ({ state, effects } = stepAnnouncement(told, state, event));
    for (const effect of effects)
      if (effect.kind === "ask")
        ({ state, effects } = stepAnnouncement(told, state, { kind: "told", told: check(effect.ask.pin) }));
  }
  return effects.flatMap((effect) => {
    if (effect.kind === "say") return effect.sounds.map((one) => (one.kind === "spoken" ? one.key : one.kind));
    return effect.kind === "sendOn" ? [`to ${effect.number}`] : [effect.kind];
  });
}

it("ANN-8 asks for the PIN, which ends with # or a pause, then plays", () => {
  expect(after(HOURS)).toEqual(["enter-pin"]);
  expect(after(HOURS, ...keys("1234#"))).toEqual(["file"]);
  expect(after(HOURS, SAID, ...keys("1234"), { kind: "waited" })).toEqual(["file"]);
  expect(after(HOURS, ...keys("19*1234#"))).toEqual(["file"]);
});

it("ANN-8 a wrong PIN is asked for again, three times in all; an empty PIN counts as wrong", () => {
  expect(after(HOURS, ...keys("1#"))).toEqual(["wrong-pin", "enter-pin"]);
  expect(after(HOURS, SAID, { kind: "waited" })).toEqual(["wrong-pin", "enter-pin"]);
  expect(after(HOURS, ...keys("1#99#1234#"))).toEqual(["file"]);
  expect(after(HOURS, ...keys("1#2#3#"))).toEqual(["wrong-pin", "goodbye"]);
  expect(after(HOURS, ...keys("1#2#3#1234#"))).toEqual([]);
  expect(after(HOURS, ...keys("1#2#3#"), SAID)).toEqual(["leave"]);
});

it("ANN-17 a locked announcement says so and ends; a failed check of the PIN is announced; an empty input is not a guess", () => {
  const asked: string[] = [];
  const locked = (pin: string): AnnouncementResult => {
    asked.push(pin);
    return "locked";
  };
  expect(afterTries(HOURS, locked, keys("1234#"))).toEqual(["locked", "goodbye"]);
  expect(afterTries(HOURS, locked, [...keys("1234#"), SAID])).toEqual(["leave"]);
  expect(asked).toEqual(["1234", "1234"]);
  expect(afterTries(HOURS, locked, keys("#"))).toEqual(["wrong-pin", "enter-pin"]);
  expect(asked).toHaveLength(2);
  const checking = keys("1234#").reduce<ReturnType<typeof stepAnnouncement>>(
    ({ state }, event) => stepAnnouncement(HOURS, state, event),
    ANNOUNCEMENT_BEGIN,
  );
  const failed = stepAnnouncement(HOURS, checking.state, { kind: "failed" });
  expect(failed.effects).toEqual([
    {
      kind: "say",
      sounds: [
        { kind: "spoken", key: "not-possible" },
        { kind: "spoken", key: "goodbye" },
      ],
    },
  ]);
});

it("ANN-9 while it plays * starts it again and # ends it; one without audio says so", () => {
  const playing = keys("1234#");
  expect(after(HOURS, ...playing, ...keys("*"))).toEqual(["file"]);
  expect(after(HOURS, ...playing, ...keys("3"))).toEqual([]);
  expect(after({ ...HOURS, next: undefined }, ...playing, ...keys("#"))).toEqual(["leave"]);
  expect(after({ ...HOURS, sound: undefined }, ...playing)).toEqual(["not-possible", "goodbye"]);
});

it("ANN-10 then the call goes to its next number, or ends", () => {
  expect(after(HOURS, ...keys("1234#"), SAID)).toEqual(["to 102"]);
  expect(after({ ...HOURS, next: undefined }, ...keys("1234#"), SAID)).toEqual(["leave"]);
});
