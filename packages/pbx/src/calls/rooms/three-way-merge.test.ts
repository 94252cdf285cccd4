/** Two calls that become a three-way call. */
import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import type { TestPbx } from "../../../test/test-pbx.ts";
import { ROOM, office, expectNothingLeft, three, peopleIn, type Office } from "../../../test/three-way-room.ts";

/** Alice holds Bob and talks to Carol. */
async function twoCalls({ pbx, alice, bob, carol }: Office) {
  const first = await pbx.talk(alice, "102", bob);
  await first.out.hold();
  const second = await pbx.talk(alice, "103", carol);
  return { first, second };
}

async function merge(pbx: TestPbx, kept: PhoneCall, left: PhoneCall, by = "alice", room = ROOM): Promise<string> {
  const order = { by, kept: pbx.legOf(kept), left: pbx.legOf(left), room };
  const outcome = await pbx.system.commands.merge(order);
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

test("ROOM-17 a call on hold and the active one are merged: everyone hears everyone, and the remaining leg is hung up", async () => {
  const at = await office();
  const { pbx } = at;
  const { first, second } = await twoCalls(at);
  expect(await merge(pbx, second.out, first.out)).toBe("done");
  expect([first.out.state, first.in.state, second.out.state, second.in.state]).toEqual([
    "ended",
    "talking",
    "talking",
    "talking",
  ]);
  for (const call of [first.in, second.out, second.in]) expect(pbx.heardBy(call)).toBe("mix");
  expect(peopleIn(pbx)).toBe("Alice Archer host; Carol Chen; Bob Brandt");
  await expectNothingLeft(pbx, second.out, first.in, second.in);
});

test("ROOM-17 a room with two people left merges too", async () => {
  const at = await office();
  const { pbx, dave } = at;
  const { alices, bobs, carols } = await three(at);
  expect(await merge(pbx, alices, alices, "alice", "3WC-00000001")).toBe("wrongState");
  carols.hangUp();
  await settle();
  await alices.hold();
  const second = await pbx.talk(at.alice, "104", dave);
  expect(await merge(pbx, second.out, alices, "alice", "3WC-00000001")).toBe("done");
  expect(alices.state).toBe("ended");
  expect(peopleIn(pbx)).toBe("Alice Archer host; Dave Diaz; Bob Brandt");
  await expectNothingLeft(pbx, second.out, second.in, bobs);
});

test("ROOM-17 an impossible merge is refused, and every leg stays where it is", async () => {
  const at = await office();
  const { pbx, alice, dave } = at;
  const { first, second } = await twoCalls(at);
  const legs = (kept: PhoneCall, left: PhoneCall, by: string, room = ROOM) => merge(pbx, kept, left, by, room);
  // Legs of other people: neither side is allowed.
  expect(await legs(second.out, first.out, "dave")).toBe("forbidden");
  expect(await legs(second.in, first.out, "alice")).toBe("forbidden");
  expect(await legs(second.out, first.in, "alice")).toBe("forbidden");
  expect(await legs(second.out, first.out, "nobody")).toBe("unavailable");
  expect(await legs(second.out, first.out, "alice", "800")).toBe("unknownNumber");
  expect(await legs(second.out, second.out, "alice")).toBe("wrongState");
  const third = alice.call("104");
  await dave.incoming();
  await settle();
  expect(await legs(second.out, third, "alice")).toBe("wrongState");
  third.hangUp();
  const music = alice.call("*86");
  await music.until("talking");
  expect(await legs(second.out, music, "alice")).toBe("wrongState");
  music.hangUp();
  await settle();
  expect([first.out.state, first.in.state, second.out.state, second.in.state]).toEqual(Array(4).fill("talking"));
  expect(pbx.talkTogether(second.out, second.in)).toBe(true);
  expect(pbx.system.snapshot().rooms).toEqual([]);
  await expectNothingLeft(pbx, first.out, second.out);
});

test("ROOM-17 no one can merge into a room that has members", async () => {
  const at = await office();
  const { pbx, alice, dave } = at;
  const { bobs, carols, alices } = await three(at);
  await alices.hold();
  const second = await pbx.talk(alice, "104", dave);
  expect(await merge(pbx, second.out, alices)).toBe("forbidden");
  expect(pbx.talkTogether(second.out, second.in)).toBe(true);
  await expectNothingLeft(pbx, second.out, alices, bobs, carols);
});
