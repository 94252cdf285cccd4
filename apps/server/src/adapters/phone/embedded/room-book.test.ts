import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createPinLock } from "../../../kernel/guard/pin-lock.ts";
import type { PinPlace, PinTries } from "../../../kernel/guard/pin-tries.port.ts";
import { DEFAULT_CONFERENCE, type ConfiguredConference } from "../../../modules/conferences/index.ts";
import { createRoomBook } from "./room-book.ts";

const NO_TRIES: PinTries = { mark: "", failures: 0, failedAt: 0, lockedUntil: 0 };

function openBook(changes: Partial<ConfiguredConference> = {}) {
  const room = {
    number: "801",
    name: "Board",
    pin: "1234",
    adminPin: "4321",
    adminIds: [3],
    configuration: DEFAULT_CONFERENCE,
  };
  const clock = createFakeClock();
  const tries = new Map<string, PinTries>();
  const keyOf = ({ kind, holder }: PinPlace) => `${kind} ${holder}`;
  const known = new Set<string>();
  const book = createRoomBook({
    conferences: {
      of: (realm) => (realm === "demo" ? [{ ...room, ...changes }] : []),
      subscribe: () => () => undefined,
    },
    pinLock: createPinLock({
      clock,
      store: {
        change: async (place, step) => void tries.set(keyOf(place), step(tries.get(keyOf(place)) ?? NO_TRIES)),
        forget: async (place) => void tries.delete(keyOf(place)),
      },
      known: {
        has: async (whose, caller) => known.has(`${whose} ${caller}`),
        add: (whose, caller) => void known.add(`${whose} ${caller}`),
      },
    }),
  });
  const enter = (pin: string, caller = "number 1") => book.checkPin({ realm: "demo", number: "801" }, { pin, caller });
  return { book, clock, enter };
}

it("CONF-20 CONF-21 the PIN makes a member and the admin PIN an admin; a room without one has no such way in", async () => {
  const { enter } = openBook();
  expect([await enter("1234"), await enter("4321"), await enter("0000")]).toEqual(["member", "admin", "wrong"]);
  const { enter: enterOpen } = openBook({ pin: null });
  expect([await enterOpen("1234"), await enterOpen(""), await enterOpen("4321")]).toEqual(["wrong", "wrong", "admin"]);
});

it("CONF-20 wrong PINs from any telephone lock strangers out for a while, and not people who knew a PIN before", async () => {
  const { enter, clock } = openBook();
  expect(await enter("1234", "user 2")).toBe("member");
  expect(await enter("4321", "user 3")).toBe("admin");
  for (let guess = 0; guess < 5; guess += 1) await enter(`999${guess}`, `number ${guess}`);
  expect([await enter("1234", "number 9"), await enter("4321", "number 9")]).toEqual(["locked", "locked"]);
  expect([await enter("1234", "user 2"), await enter("4321", "user 3")]).toEqual(["member", "admin"]);
  await clock.advance(60_001);
  expect(await enter("1234", "number 9")).toBe("member");
});

it("CONF-20 a caller who knows the PIN cannot guess the admin PIN without limit", async () => {
  const { enter } = openBook();
  for (let guess = 0; guess < 10; guess += 1) {
    await enter(`000${guess}`);
    expect(await enter("1234")).not.toBe("wrong");
  }
  expect(await enter("4321")).toBe("locked");
});

it("CONF-22 the phone system gets the settings, and only rooms of its realm", async () => {
  const { book } = openBook({ configuration: { ...DEFAULT_CONFERENCE, musicOnHold: false, maxUsers: 7 } });
  expect(book.room("demo", "801")).toMatchObject({ asksForPin: "always", adminIds: [3], music: false, maxUsers: 7 });
  expect(openBook({ pin: null }).book.room("demo", "801")).toMatchObject({ asksForPin: "admins" });
  expect(openBook({ pin: null, adminPin: null }).book.room("demo", "801")).toMatchObject({ asksForPin: "never" });
  expect([book.room("other", "801"), book.room("demo", "802")]).toEqual([undefined, undefined]);
});
