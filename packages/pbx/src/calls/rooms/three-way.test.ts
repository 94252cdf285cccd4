/** A three-way call: its members and the ways to leave it. */
import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { shownFarEnd } from "../../../test/shown-far-end.ts";
import {
  ROOM,
  office,
  expectNothingLeft,
  pair,
  invite,
  answer,
  three,
  peopleIn,
  statesShown,
  remove,
} from "../../../test/three-way-room.ts";

test("ROOM-13 each phone shows its far end as people come and go, desk phones in their own header", async () => {
  const at = await office();
  const { pbx } = at;
  const { alices, bobs } = await pair(at);
  expect([shownFarEnd(alices), shownFarEnd(bobs)]).toEqual([
    "Bob Brandt <sip:102@demo> | person",
    "Alice Archer <sip:101@demo> | person",
  ]);
  void invite(at, "103");
  const carols = await answer(at.carol);
  expect(shownFarEnd(alices)).toBe(`"Bob Brandt, Carol Chen" <sip:${ROOM}@demo> | room;name=Bob Brandt, Carol Chen`);
  bobs.hangUp();
  await settle();
  expect([shownFarEnd(alices), shownFarEnd(carols)]).toEqual([
    "Carol Chen <sip:103@demo> | person",
    "Alice Archer <sip:101@demo> | person",
  ]);
  await expectNothingLeft(pbx, alices, carols);
});

test("ROOM-14 members and ringing guests are reported; a guest who joins has an inviter", async () => {
  const at = await office();
  const { pbx } = at;
  const { alices, bobs } = await pair(at);
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt");
  void invite(at, "103");
  const carols = await at.carol.incoming();
  carols.ring();
  await settle();
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt; Carol Chen ringing by 101");
  await carols.answer();
  await settle();
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt; Carol Chen by 101");
  expect(statesShown(pbx, "Carol Chen")).toEqual(["gone", "ringing", "in"]);
  await expectNothingLeft(pbx, alices, bobs, carols);
});

test.each([
  ["rejects", 486, "declined"],
  ["declines everywhere", 603, "declined"],
  ["cannot take it", 500, "failed"],
] as const)("ROOM-14 an invitation to a phone that %s is reported once", async (_, status, state) => {
  const at = await office();
  const { pbx } = at;
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  const carols = await at.carol.incoming();
  carols.ring();
  await settle();
  carols.reject(status);
  await settle();
  expect(statesShown(pbx, "Carol Chen")).toEqual(["gone", "ringing", state, "gone"]);
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt");
  await expectNothingLeft(pbx, alices, bobs);
});

test("ROOM-14 no answer is reported once, and the phone stops", async () => {
  const at = await office();
  const { pbx } = at;
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  const carols = await at.carol.incoming();
  carols.ring();
  await pbx.clock.advance(20_000);
  expect(carols.state).toBe("ended");
  expect(statesShown(pbx, "Carol Chen")).toEqual(["gone", "ringing", "noAnswer", "gone"]);
  await expectNothingLeft(pbx, alices, bobs);
});

test("ROOM-14 talking, a member's own mute and hold are reported", async () => {
  const at = await office();
  const { pbx } = at;
  const { alices, bobs } = await pair(at);
  pbx.media.portOf(bobs.remoteSdp).emit({ kind: "talking", talking: true });
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt talking");
  pbx.media.portOf(bobs.remoteSdp).emit({ kind: "talking", talking: false });
  const { setMuted } = pbx.system.commands;
  expect(await setMuted({ legId: pbx.legOf(bobs), muted: true })).toMatchObject({ ok: true });
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt muted");
  await setMuted({ legId: pbx.legOf(bobs), muted: false });
  await bobs.hold();
  await settle();
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt held");
  await bobs.unhold();
  await settle();
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt");
  expect(await setMuted({ legId: "nobody", muted: true })).toEqual({ ok: false, why: "unknownLeg" });
  await expectNothingLeft(pbx, alices, bobs);
});

test("ROOM-14 the host is the maker of the room, and then the member who has been there longest", async () => {
  const at = await office();
  const { alices, bobs, carols } = await three(at);
  alices.hangUp();
  await settle();
  expect(peopleIn(at.pbx)).toBe("Bob Brandt host; Carol Chen by 101");
  await expectNothingLeft(at.pbx, bobs, carols);
});

test("ROOM-15 a removed member is hung up, the others continue, and the room cannot be dialled again", async () => {
  const at = await office();
  const { pbx, carol } = at;
  const { alices, bobs, carols } = await three(at);
  expect(await remove(pbx, "Carol Chen")).toBe("done");
  await settle();
  expect([alices.state, bobs.state, carols.state]).toEqual(["talking", "talking", "ended"]);
  expect(peopleIn(pbx)).toBe("Alice Archer host; Bob Brandt");
  const back = carol.call(ROOM);
  await back.until("ended");
  expect(back.statuses.at(-1)).toBe(403);
  expect(await remove(pbx, "Carol Chen")).toBe("unknownLeg");
  await expectNothingLeft(pbx, alices, bobs);
});

test("ROOM-15 a ringing invitation is cancelled, and is withdrawn", async () => {
  const at = await office();
  const { pbx, carol } = at;
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  const carols = await carol.incoming();
  carols.ring();
  await settle();
  expect(await remove(pbx, "Carol Chen")).toBe("done");
  await settle();
  expect(carols.state).toBe("ended");
  expect(statesShown(pbx, "Carol Chen")).toEqual(["gone", "ringing", "gone"]);
  const back = carol.call(ROOM);
  await back.until("ended");
  expect(back.statuses.at(-1)).toBe(403);
  await expectNothingLeft(pbx, alices, bobs);
});

test("ROOM-15 when the last member leaves, ringing guests are cancelled", async () => {
  const at = await office();
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  const carols = await at.carol.incoming();
  carols.ring();
  await settle();
  alices.hangUp();
  await settle();
  expect(shownFarEnd(bobs)).toBe("Carol Chen <sip:103@demo> | person");
  bobs.hangUp();
  await settle();
  expect(carols.state).toBe("ended");
  await expectNothingLeft(at.pbx);
});
