/** A three-way call: who is in it, how they leave it, and two calls that are merged. */
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "../../../test/office.ts";
import { gateway, giveNumbers } from "../../../test/outside.ts";
import { toldTo } from "../../../test/told.ts";

const ROOM = "3WC-12345678";
const OUTSIDE = "+16045550142";

interface House {
  readonly office: Office;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
}

async function house(): Promise<House> {
  const office = createOffice({ noAnswerMs: 20_000 });
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const [carol, dave] = [await office.registered("carol"), await office.registered("dave")];
  return { office, alice, bob, carol, dave };
}

async function expectNothingLeft(office: Office, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await office.clock.advance(200_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.system.snapshot().rooms).toEqual([]);
  expect(office.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

/** Alice has called Bob, and moved both into a room of hers. */
async function pair({ office, alice, bob }: House) {
  const { out: alices, in: bobs } = await office.talk(alice, "102", bob);
  const legIds = [office.legOf(alices), office.legOf(bobs)];
  expect(await office.system.commands.redirect({ by: "alice", legIds, to: ROOM })).toMatchObject({ ok: true });
  await settle();
  return { alices, bobs };
}

async function invite({ office }: House, to: string, by = "alice"): Promise<string> {
  const outcome = await office.system.commands.invite({ by, room: ROOM, to });
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

async function answer(phone: SipPhone): Promise<PhoneCall> {
  const call = await phone.incoming();
  call.ring();
  await settle();
  await call.answer();
  await settle();
  return call;
}

async function three(at: House) {
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  return { alices, bobs, carols: await answer(at.carol) };
}

/** `Alice Archer host; Bob Brandt; Carol Chen ringing by 101`, the current state. */
function peopleIn(office: Office): string {
  const people = office.system.snapshot().rooms.flatMap((room) => room.people);
  return people
    .map(({ party, state, isHost, talking, muted, held, invitedBy }) =>
      [
        party.name || party.number,
        isHost && "host",
        state !== "in" && state,
        talking && "talking",
        muted && "muted",
        held && "held",
        invitedBy && `by ${invitedBy.number}`,
      ]
        .filter(Boolean)
        .join(" "),
    )
    .join("; ");
}

/** The reported states of one person, each once. */
function statesTold(office: Office, name: string): readonly string[] {
  const states = office.events.flatMap((event) =>
    event.kind === "roomPeople"
      ? [event.people.find(({ party }) => (party.name || party.number) === name)?.state ?? "gone"]
      : [],
  );
  return states.filter((state, at) => state !== states[at - 1]);
}

const idOf = (office: Office, name: string): string =>
  office.system
    .snapshot()
    .rooms.flatMap((room) => room.people)
    .find(({ party }) => (party.name || party.number) === name)?.id ?? "nobody";

const remove = (office: Office, name: string): string => {
  const outcome = office.system.commands.removeFromRoom({ room: ROOM, id: idOf(office, name) });
  return outcome.ok ? "done" : outcome.why;
};

test("ROOM-13 each phone shows its far end as people come and go, desk phones in their own header", async () => {
  const at = await house();
  const { office } = at;
  const { alices, bobs } = await pair(at);
  expect([toldTo(alices), toldTo(bobs)]).toEqual([
    "Bob Brandt <sip:102@demo> | person",
    "Alice Archer <sip:101@demo> | person",
  ]);
  void invite(at, "103");
  const carols = await answer(at.carol);
  expect(toldTo(alices)).toBe(`"Bob Brandt, Carol Chen" <sip:${ROOM}@demo> | room;name=Bob Brandt, Carol Chen`);
  bobs.hangUp();
  await settle();
  expect([toldTo(alices), toldTo(carols)]).toEqual([
    "Carol Chen <sip:103@demo> | person",
    "Alice Archer <sip:101@demo> | person",
  ]);
  await expectNothingLeft(office, alices, carols);
});

test("ROOM-14 members and ringing guests are reported; a guest who joins has an inviter", async () => {
  const at = await house();
  const { office } = at;
  const { alices, bobs } = await pair(at);
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt");
  void invite(at, "103");
  const carols = await at.carol.incoming();
  carols.ring();
  await settle();
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt; Carol Chen ringing by 101");
  await carols.answer();
  await settle();
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt; Carol Chen by 101");
  expect(statesTold(office, "Carol Chen")).toEqual(["gone", "ringing", "in"]);
  await expectNothingLeft(office, alices, bobs, carols);
});

test.each([
  ["rejects", 486, "declined"],
  ["declines everywhere", 603, "declined"],
  ["cannot take it", 500, "failed"],
] as const)("ROOM-14 an invitation whose phone %s is told once", async (_, status, state) => {
  const at = await house();
  const { office } = at;
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  const carols = await at.carol.incoming();
  carols.ring();
  await settle();
  carols.reject(status);
  await settle();
  expect(statesTold(office, "Carol Chen")).toEqual(["gone", "ringing", state, "gone"]);
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt");
  await expectNothingLeft(office, alices, bobs);
});

test("ROOM-14 no answer is reported once, and the phone stops", async () => {
  const at = await house();
  const { office } = at;
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  const carols = await at.carol.incoming();
  carols.ring();
  await office.clock.advance(20_000);
  expect(carols.state).toBe("ended");
  expect(statesTold(office, "Carol Chen")).toEqual(["gone", "ringing", "noAnswer", "gone"]);
  await expectNothingLeft(office, alices, bobs);
});

test("ROOM-14 talking, muting oneself and hold are reported", async () => {
  const at = await house();
  const { office } = at;
  const { alices, bobs } = await pair(at);
  office.media.portOf(bobs.remoteSdp).emit({ kind: "talking", talking: true });
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt talking");
  office.media.portOf(bobs.remoteSdp).emit({ kind: "talking", talking: false });
  const { setMuted } = office.system.commands;
  expect(setMuted({ legId: office.legOf(bobs), muted: true })).toMatchObject({ ok: true });
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt muted");
  setMuted({ legId: office.legOf(bobs), muted: false });
  await bobs.hold();
  await settle();
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt held");
  await bobs.unhold();
  await settle();
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt");
  expect(setMuted({ legId: "nobody", muted: true })).toEqual({ ok: false, why: "unknownLeg" });
  await expectNothingLeft(office, alices, bobs);
});

test("ROOM-14 the host is the maker of the room, and then the member who has been there longest", async () => {
  const at = await house();
  const { alices, bobs, carols } = await three(at);
  alices.hangUp();
  await settle();
  expect(peopleIn(at.office)).toBe("Bob Brandt host; Carol Chen by 101");
  await expectNothingLeft(at.office, bobs, carols);
});

test("ROOM-15 a removed member is hung up, the others continue, and the room cannot be dialled again", async () => {
  const at = await house();
  const { office, carol } = at;
  const { alices, bobs, carols } = await three(at);
  expect(remove(office, "Carol Chen")).toBe("done");
  await settle();
  expect([alices.state, bobs.state, carols.state]).toEqual(["talking", "talking", "ended"]);
  expect(peopleIn(office)).toBe("Alice Archer host; Bob Brandt");
  const back = carol.call(ROOM);
  await back.until("ended");
  expect(back.statuses.at(-1)).toBe(403);
  expect(remove(office, "Carol Chen")).toBe("unknownLeg");
  await expectNothingLeft(office, alices, bobs);
});

test("ROOM-15 a ringing invitation is cancelled, and is withdrawn", async () => {
  const at = await house();
  const { office, carol } = at;
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  const carols = await carol.incoming();
  carols.ring();
  await settle();
  expect(remove(office, "Carol Chen")).toBe("done");
  await settle();
  expect(carols.state).toBe("ended");
  expect(statesTold(office, "Carol Chen")).toEqual(["gone", "ringing", "gone"]);
  const back = carol.call(ROOM);
  await back.until("ended");
  expect(back.statuses.at(-1)).toBe(403);
  await expectNothingLeft(office, alices, bobs);
});

test("ROOM-15 when the last member leaves, ringing guests are cancelled", async () => {
  const at = await house();
  const { alices, bobs } = await pair(at);
  void invite(at, "103");
  const carols = await at.carol.incoming();
  carols.ring();
  await settle();
  alices.hangUp();
  await settle();
  expect(toldTo(bobs)).toBe("Carol Chen <sip:103@demo> | person");
  bobs.hangUp();
  await settle();
  expect(carols.state).toBe("ended");
  await expectNothingLeft(at.office);
});

/** Alice holds Bob and talks to Carol. */
async function twoCalls({ office, alice, bob, carol }: House) {
  const first = await office.talk(alice, "102", bob);
  await first.out.hold();
  const second = await office.talk(alice, "103", carol);
  return { first, second };
}

async function merge(office: Office, kept: PhoneCall, left: PhoneCall, by = "alice", room = ROOM): Promise<string> {
  const order = { by, kept: office.legOf(kept), left: office.legOf(left), room };
  const outcome = await office.system.commands.merge(order);
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

test("ROOM-17 a call on hold and the active one are merged: everyone hears everyone, and the remaining leg is hung up", async () => {
  const at = await house();
  const { office } = at;
  const { first, second } = await twoCalls(at);
  expect(await merge(office, second.out, first.out)).toBe("done");
  expect([first.out.state, first.in.state, second.out.state, second.in.state]).toEqual([
    "ended",
    "talking",
    "talking",
    "talking",
  ]);
  for (const call of [first.in, second.out, second.in]) expect(office.heardBy(call)).toBe("mix");
  expect(peopleIn(office)).toBe("Alice Archer host; Carol Chen; Bob Brandt");
  await expectNothingLeft(office, second.out, first.in, second.in);
});

test("ROOM-17 a room with two people left merges too", async () => {
  const at = await house();
  const { office, dave } = at;
  const { alices, bobs, carols } = await three(at);
  expect(await merge(office, alices, alices, "alice", "3WC-00000001")).toBe("wrongState");
  carols.hangUp();
  await settle();
  await alices.hold();
  const second = await office.talk(at.alice, "104", dave);
  expect(await merge(office, second.out, alices, "alice", "3WC-00000001")).toBe("done");
  expect(alices.state).toBe("ended");
  expect(peopleIn(office)).toBe("Alice Archer host; Dave Diaz; Bob Brandt");
  await expectNothingLeft(office, second.out, second.in, bobs);
});

test("ROOM-17 an impossible merge is refused, and every leg stays where it is", async () => {
  const at = await house();
  const { office, alice, dave } = at;
  const { first, second } = await twoCalls(at);
  const legs = (kept: PhoneCall, left: PhoneCall, by: string, room = ROOM) => merge(office, kept, left, by, room);
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
  expect(office.talkTogether(second.out, second.in)).toBe(true);
  expect(office.system.snapshot().rooms).toEqual([]);
  await expectNothingLeft(office, first.out, second.out);
});

test("ROOM-17 no one can merge into a room that has members", async () => {
  const at = await house();
  const { office, alice, dave } = at;
  const { bobs, carols, alices } = await three(at);
  await alices.hold();
  const second = await office.talk(alice, "104", dave);
  expect(await merge(office, second.out, alices)).toBe("forbidden");
  expect(office.talkTogether(second.out, second.in)).toBe(true);
  await expectNothingLeft(office, second.out, alices, bobs, carols);
});

test("ROOM-18 TOLL-3 TOLL-9 an outside person is invited in the name of the inviter, who is charged and recorded", async () => {
  const at = await house();
  const { office } = at;
  giveNumbers(office);
  const trunk = await gateway(office);
  const { alices, bobs } = await pair(at);
  void invite(at, OUTSIDE);
  const out = await answer(trunk);
  expect(JSON.stringify(out.invite?.from)).toContain("+16045550101");
  expect(out.invite && "headers" in out.invite && out.invite.headers.map(([name]) => name)).not.toContain("X-Far-End");
  expect(peopleIn(office)).toBe(`Alice Archer host; Bob Brandt; ${OUTSIDE} by 101`);
  for (const call of [alices, bobs, out]) expect(office.heardBy(call)).toBe("mix");
  expect(toldTo(alices)).toBe(`"Bob Brandt, ${OUTSIDE}" <sip:${ROOM}@demo> | room;name=Bob Brandt, ${OUTSIDE}`);
  expect(remove(office, OUTSIDE)).toBe("done");
  await settle();
  expect(out.state).toBe("ended");
  expect(office.records.at(-1)).toMatchObject({
    from: { number: "101" },
    to: { number: OUTSIDE },
    direction: "outbound",
    disposition: "answered",
  });
  await expectNothingLeft(office, alices, bobs);
});

test("ROOM-18 TOLL-3 a number of a class that the inviter may not call is not called", async () => {
  const at = await house();
  const { office } = at;
  const trunk = await gateway(office);
  const { alices, bobs } = await pair(at);
  office.directory.allowOutside(() => ({ may: false, numberClass: "premium" }));
  expect(await invite(at, OUTSIDE)).toBe("outside.premium");
  office.directory.allowOutside(() => ({ may: true, atOnce: 0, perHour: 60 }));
  expect(await invite(at, OUTSIDE)).toBe("limit");
  expect(trunk.calls).toEqual([]);
  expect([alices.state, bobs.state]).toEqual(["talking", "talking"]);
  await expectNothingLeft(office, alices, bobs);
});

test("ROOM-18 TOLL-7 the invited number counts while it rings and while it talks", async () => {
  const at = await house();
  const { office } = at;
  const trunk = await gateway(office);
  const { alices, bobs } = await pair(at);
  office.directory.allowOutside(() => ({ may: true, atOnce: 1, perHour: 60 }));
  void invite(at, OUTSIDE);
  const out = await answer(trunk);
  expect(await invite(at, "+16045550143")).toBe("limit");
  out.hangUp();
  await settle();
  void invite(at, "+16045550143");
  const next = await trunk.incoming();
  next.ring();
  await settle();
  expect(trunk.calls).toHaveLength(2);
  expect(await invite(at, "+16045550144")).toBe("limit");
  await expectNothingLeft(office, alices, bobs);
});

test("ROOM-18 LINE-20 the next line is tried if one cannot; without a line, and for an emergency number, it is unknownNumber", async () => {
  const at = await house();
  const { office } = at;
  const { alices, bobs } = await pair(at);
  expect(await invite(at, OUTSIDE)).toBe("unknownNumber");
  const [first, second] = [await gateway(office, 1), await gateway(office, 2)];
  void invite(at, OUTSIDE);
  (await first.incoming()).reject(503);
  const out = await answer(second);
  expect(peopleIn(office)).toBe(`Alice Archer host; Bob Brandt; ${OUTSIDE} by 101`);
  await gateway(office, 1, { callLimit: 0 });
  await gateway(office, 2, { callLimit: 0 });
  expect(await invite(at, "+16045550143")).toBe("limit");
  office.directory.setEmergencyNumbers(["911"]);
  expect(await invite(at, "911")).toBe("unknownNumber");
  await expectNothingLeft(office, alices, bobs, out);
});
