import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

const THREE_WAY = "3WC-12345678";

interface Office {
  readonly pbx: TestPbx;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
}

async function office(): Promise<Office> {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const [carol, dave] = [await pbx.registered("carol"), await pbx.registered("dave")];
  return { pbx, alice, bob, carol, dave };
}

async function dial(phone: SipPhone, number: string): Promise<PhoneCall> {
  const call = phone.call(number);
  await call.until("talking");
  await settle();
  return call;
}

/** What a phone hears: a prompt by its name, or the phones among `all` that are mixed for it. */
function hears(pbx: TestPbx, call: PhoneCall, all: readonly PhoneCall[]): string | readonly PhoneCall[] {
  const source = pbx.media.portOf(call.remoteSdp).hearsNow;
  if (source.kind !== "mix") return pbx.heardBy(call);
  const ids = source.ports.map(({ id }) => id);
  return all.filter((one) => one.state === "talking" && ids.includes(pbx.media.portOf(one.remoteSdp).id));
}

/** Everyone hears all others and no one else. */
function expectRoom(pbx: TestPbx, ...members: readonly PhoneCall[]): void {
  for (const member of members) {
    expect(hears(pbx, member, members)).toEqual(members.filter((other) => other !== member));
  }
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(200_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.system.snapshot().rooms).toEqual([]);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

/** Alice and Bob talk, and are moved into a room made on the spot. */
async function threeWay(at: Office): Promise<{ readonly own: PhoneCall; readonly peer: PhoneCall }> {
  const { pbx, alice, bob } = at;
  const { out: own, in: peer } = await pbx.talk(alice, "102", bob);
  const legIds = [pbx.legOf(own), pbx.legOf(peer)];
  expect(await pbx.system.commands.redirect({ by: "alice", legIds, to: THREE_WAY })).toMatchObject({ ok: true });
  await settle();
  return { own, peer };
}

test("ROOM-1 ROOM-2 a caller of a room hears the others; alone, music", async () => {
  const { pbx, alice, bob, carol } = await office();
  const first = await dial(alice, "800");
  expect(hears(pbx, first, [])).toBe("music");
  const second = await dial(bob, "800");
  expectRoom(pbx, first, second);
  const third = await dial(carol, "800");
  expectRoom(pbx, first, second, third);
  second.hangUp();
  await settle();
  expectRoom(pbx, first, third);
  third.hangUp();
  await pbx.clock.advance(60_000);
  expect([first.state, hears(pbx, first, [])]).toEqual(["talking", "music"]);
  await expectNothingLeft(pbx, first);
  expect(pbx.records).toHaveLength(3);
  expect(pbx.records[0]).toMatchObject({ to: { number: "800", name: "Open room" }, disposition: "answered" });
});

test("ROOM-4 joining, leaving and talking are reported, and the snapshot has them", async () => {
  const { pbx, alice, bob } = await office();
  const first = await dial(alice, "800");
  const second = await dial(bob, "800");
  pbx.media.portOf(second.remoteSdp).emit({ kind: "talking", talking: true });
  const rooms = pbx.system.snapshot().rooms;
  expect(rooms).toMatchObject([
    {
      number: "800",
      name: "Open room",
      members: [
        { party: { number: "101" }, talking: false },
        { party: { number: "102" }, talking: true, legId: pbx.legOf(second) },
      ],
    },
  ]);
  second.hangUp();
  await settle();
  const told = pbx.events.flatMap((event) =>
    event.kind === "roomJoined" || event.kind === "roomLeft" || event.kind === "roomTalking"
      ? [`${event.kind} ${event.room.number} ${event.member.party.number} ${event.member.talking}`]
      : [],
  );
  expect(told).toEqual([
    "roomJoined 800 101 false",
    "roomJoined 800 102 false",
    "roomTalking 800 102 true",
    "roomTalking 800 102 false",
    "roomLeft 800 102 false",
  ]);
  await expectNothingLeft(pbx, first);
});

test("ROOM-5 a transfer, and a command, bring a leg into a room, and out of it again", async () => {
  const { pbx, alice, bob, carol, dave } = await office();
  const waiting = await dial(carol, "800");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:800@demo>"]] });
  await settle();
  expectRoom(pbx, waiting, out);
  expect(incoming.state).toBe("ended");
  const order = { by: "carol", legIds: [pbx.legOf(out)], to: "104" };
  expect(await pbx.system.commands.redirect(order)).toMatchObject({ ok: true });
  const target = await dave.incoming();
  expect(hears(pbx, waiting, [])).toBe("music");
  await target.answer();
  await settle();
  expect(pbx.talkTogether(out, target)).toBe(true);
  await expectNothingLeft(pbx, waiting, out);
});

test("ROOM-6 both sides of a call move into a room made on the spot and continue talking; it ends with its last member", async () => {
  const at = await office();
  const { own, peer } = await threeWay(at);
  expectRoom(at.pbx, own, peer);
  await at.pbx.clock.advance(60_000);
  expectRoom(at.pbx, own, peer);
  const [leg, other] = [at.pbx.legOf(own), at.pbx.legOf(peer)];
  expect(await at.pbx.system.commands.bridgeOf(leg)).toEqual({
    ok: true,
    value: { bridgeId: THREE_WAY, peerLegId: other },
  });
  await expectNothingLeft(at.pbx, own, peer);
});

test("ROOM-7 ROOM-8 a third person is rung with the inviter as the caller, and is in the room when they answer", async () => {
  const at = await office();
  const { pbx, carol } = at;
  const { own, peer } = await threeWay(at);
  const order = { by: "alice", room: THREE_WAY, to: "103" };
  expect(await pbx.system.commands.invite(order)).toMatchObject({ ok: true });
  const third = await carol.incoming();
  expect(third.invite?.from.displayName).toBe("Alice Archer");
  await third.answer();
  await settle();
  expectRoom(pbx, own, peer, third);
  own.hangUp();
  await pbx.clock.advance(5_000);
  expectRoom(pbx, peer, third);
  third.hangUp();
  await pbx.clock.advance(2_000);
  expect(peer.state).toBe("ended");
  await expectNothingLeft(pbx);
});

test("ROOM-9 the last member waits while another person is being rung, and is otherwise hung up", async () => {
  const at = await office();
  const { pbx, carol } = at;
  const { own, peer } = await threeWay(at);
  await pbx.system.commands.invite({ by: "alice", room: THREE_WAY, to: "103" });
  const third = await carol.incoming();
  peer.hangUp();
  await pbx.clock.advance(5_000);
  expect([own.state, hears(pbx, own, [])]).toEqual(["talking", "music"]);
  third.reject(486);
  await pbx.clock.advance(2_000);
  expect(own.state).toBe("ended");
  await expectNothingLeft(pbx);
});

test("ROOM-10 only invited people can dial a room made on the spot", async () => {
  const at = await office();
  const { pbx, carol, dave } = at;
  const { own, peer } = await threeWay(at);
  await pbx.system.commands.invite({ by: "alice", room: THREE_WAY, to: "103" });
  (await carol.incoming()).reject(486);
  await settle();
  const stranger = dave.call(THREE_WAY);
  await stranger.until("ended");
  expect(stranger.statuses.at(-1)).toBe(403);
  const late = await dial(carol, THREE_WAY);
  expectRoom(pbx, own, peer, late);
  await expectNothingLeft(pbx, own, peer, late);
});

test("ROOM-8 no one can be invited to a number that is not a room, to a room without members, or without a phone", async () => {
  const at = await office();
  const { pbx } = at;
  const why = async (room: string, to: string): Promise<string> => {
    const outcome = await pbx.system.commands.invite({ by: "alice", room, to });
    return outcome.ok ? "done" : outcome.why;
  };
  pbx.directory.change("dave", { doNotDisturb: true });
  expect([
    await why("102", "103"),
    await why("800", "199"),
    await why(THREE_WAY, "103"),
    await why("800", "105"),
    await why("800", "104"),
  ]).toEqual(["unknownNumber", "unknownNumber", "forbidden", "notRegistered", "limit"]);
  await expectNothingLeft(pbx);
});
