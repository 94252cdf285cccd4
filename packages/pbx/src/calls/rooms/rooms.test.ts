import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "../../../test/office.ts";

const THREE_WAY = "3WC-12345678";

interface House {
  readonly office: Office;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
}

async function house(): Promise<House> {
  const office = createOffice({ noAnswerMs: 20_000 });
  office.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  office.directory.setNumber("801", { kind: "room", id: "801", name: "Board room", locked: true });
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const [carol, dave] = [await office.registered("carol"), await office.registered("dave")];
  return { office, alice, bob, carol, dave };
}

async function dial(phone: SipPhone, number: string): Promise<PhoneCall> {
  const call = phone.call(number);
  await call.until("talking");
  await settle();
  return call;
}

/** What a phone hears: a prompt by its name, or the phones among `all` that are mixed for it. */
function hears(office: Office, call: PhoneCall, all: readonly PhoneCall[]): string | readonly PhoneCall[] {
  const source = office.media.portOf(call.remoteSdp).hearsNow;
  if (source.kind !== "mix") return office.heardBy(call);
  const ids = source.ports.map(({ id }) => id);
  return all.filter((one) => one.state === "talking" && ids.includes(office.media.portOf(one.remoteSdp).id));
}

/** Everyone hears all others and no one else. */
function expectRoom(office: Office, ...members: readonly PhoneCall[]): void {
  for (const member of members) {
    expect(hears(office, member, members)).toEqual(members.filter((other) => other !== member));
  }
}

async function expectNothingLeft(office: Office, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await office.clock.advance(200_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.system.snapshot().rooms).toEqual([]);
  expect(office.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

/** Alice and Bob talk, and are moved into a room made on the spot. */
async function threeWay(at: House): Promise<{ readonly own: PhoneCall; readonly peer: PhoneCall }> {
  const { office, alice, bob } = at;
  const { out: own, in: peer } = await office.talk(alice, "102", bob);
  const legIds = [office.legOf(own), office.legOf(peer)];
  expect(await office.system.commands.redirect({ by: "alice", legIds, to: THREE_WAY })).toMatchObject({ ok: true });
  await settle();
  return { own, peer };
}

test("ROOM-1 ROOM-2 a caller of a room hears the others; alone, music", async () => {
  const { office, alice, bob, carol } = await house();
  const first = await dial(alice, "800");
  expect(hears(office, first, [])).toBe("music");
  const second = await dial(bob, "800");
  expectRoom(office, first, second);
  const third = await dial(carol, "800");
  expectRoom(office, first, second, third);
  second.hangUp();
  await settle();
  expectRoom(office, first, third);
  third.hangUp();
  await office.clock.advance(60_000);
  expect([first.state, hears(office, first, [])]).toEqual(["talking", "music"]);
  await expectNothingLeft(office, first);
  expect(office.records).toHaveLength(3);
  expect(office.records[0]).toMatchObject({ to: { number: "800", name: "Open room" }, disposition: "answered" });
});

test("ROOM-3 a room with a PIN is refused with 480, also for a transferred caller", async () => {
  const { office, alice, bob } = await house();
  const out = alice.call("801");
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(480);
  const talk = await office.talk(alice, "102", bob);
  const order = { by: "alice", legIds: [office.legOf(talk.out)], to: "801" };
  expect(await office.system.commands.redirect(order)).toEqual({ ok: false, why: "unavailable" });
  expect(office.talkTogether(talk.out, talk.in)).toBe(true);
  await expectNothingLeft(office, talk.out);
});

test("ROOM-4 joining, leaving and talking are reported, and the snapshot has them", async () => {
  const { office, alice, bob } = await house();
  const first = await dial(alice, "800");
  const second = await dial(bob, "800");
  office.media.portOf(second.remoteSdp).emit({ kind: "talking", talking: true });
  const rooms = office.system.snapshot().rooms;
  expect(rooms).toMatchObject([
    {
      number: "800",
      name: "Open room",
      members: [
        { party: { number: "101" }, talking: false },
        { party: { number: "102" }, talking: true, legId: office.legOf(second) },
      ],
    },
  ]);
  second.hangUp();
  await settle();
  const told = office.events.flatMap((event) =>
    event.kind === "roomJoined" || event.kind === "roomLeft" || event.kind === "roomTalking"
      ? [`${event.kind} ${event.room.number} ${event.member.party.number} ${event.member.talking}`]
      : [],
  );
  expect(told).toEqual([
    "roomJoined 800 101 false",
    "roomJoined 800 102 false",
    "roomTalking 800 102 true",
    "roomLeft 800 102 true",
  ]);
  await expectNothingLeft(office, first);
});

test("ROOM-5 a transfer, and a command, bring a leg into a room, and out of it again", async () => {
  const { office, alice, bob, carol, dave } = await house();
  const waiting = await dial(carol, "800");
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:800@demo>"]] });
  await settle();
  expectRoom(office, waiting, out);
  expect(incoming.state).toBe("ended");
  const order = { by: "carol", legIds: [office.legOf(out)], to: "104" };
  expect(await office.system.commands.redirect(order)).toMatchObject({ ok: true });
  const target = await dave.incoming();
  expect(hears(office, waiting, [])).toBe("music");
  await target.answer();
  await settle();
  expect(office.talkTogether(out, target)).toBe(true);
  await expectNothingLeft(office, waiting, out);
});

test("ROOM-6 both sides of a call move into a room made on the spot and continue talking; it ends with its last member", async () => {
  const at = await house();
  const { own, peer } = await threeWay(at);
  expectRoom(at.office, own, peer);
  await at.office.clock.advance(60_000);
  expectRoom(at.office, own, peer);
  const [leg, other] = [at.office.legOf(own), at.office.legOf(peer)];
  expect(at.office.system.commands.bridgeOf(leg)).toEqual({
    ok: true,
    value: { bridgeId: THREE_WAY, peerLegId: other },
  });
  await expectNothingLeft(at.office, own, peer);
});

test("ROOM-7 ROOM-8 a third person is rung with the inviter as the caller, and is in the room when they answer", async () => {
  const at = await house();
  const { office, carol } = at;
  const { own, peer } = await threeWay(at);
  const order = { by: "alice", room: THREE_WAY, to: "103" };
  expect(await office.system.commands.invite(order)).toMatchObject({ ok: true });
  const third = await carol.incoming();
  expect(third.invite?.from.displayName).toBe("Alice Archer");
  await third.answer();
  await settle();
  expectRoom(office, own, peer, third);
  own.hangUp();
  await office.clock.advance(5_000);
  expectRoom(office, peer, third);
  third.hangUp();
  await office.clock.advance(2_000);
  expect(peer.state).toBe("ended");
  await expectNothingLeft(office);
});

test("ROOM-9 the last member waits while another person is being rung, and is otherwise hung up", async () => {
  const at = await house();
  const { office, carol } = at;
  const { own, peer } = await threeWay(at);
  await office.system.commands.invite({ by: "alice", room: THREE_WAY, to: "103" });
  const third = await carol.incoming();
  peer.hangUp();
  await office.clock.advance(5_000);
  expect([own.state, hears(office, own, [])]).toEqual(["talking", "music"]);
  third.reject(486);
  await office.clock.advance(2_000);
  expect(own.state).toBe("ended");
  await expectNothingLeft(office);
});

test("ROOM-10 only invited people can dial a room made on the spot", async () => {
  const at = await house();
  const { office, carol, dave } = at;
  const { own, peer } = await threeWay(at);
  await office.system.commands.invite({ by: "alice", room: THREE_WAY, to: "103" });
  (await carol.incoming()).reject(486);
  await settle();
  const stranger = dave.call(THREE_WAY);
  await stranger.until("ended");
  expect(stranger.statuses.at(-1)).toBe(403);
  const late = await dial(carol, THREE_WAY);
  expectRoom(office, own, peer, late);
  await expectNothingLeft(office, own, peer, late);
});

test("ROOM-8 no one can be invited to a number that is not a room, to a room with a PIN or without members, or without a phone", async () => {
  const at = await house();
  const { office } = at;
  const why = async (room: string, to: string): Promise<string> => {
    const outcome = await office.system.commands.invite({ by: "alice", room, to });
    return outcome.ok ? "done" : outcome.why;
  };
  office.directory.change("dave", { doNotDisturb: true });
  expect([
    await why("102", "103"),
    await why("800", "199"),
    await why("801", "103"),
    await why(THREE_WAY, "103"),
    await why("800", "105"),
    await why("800", "104"),
  ]).toEqual(["unknownNumber", "unknownNumber", "unavailable", "forbidden", "notRegistered", "limit"]);
  await expectNothingLeft(office);
});
