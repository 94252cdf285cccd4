import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

const THREE_WAY = "3WC-12345678";

/** Alice and Bob talk in a room made on the spot; Dave talks to Carol. */
async function office() {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const [carol, dave] = [await pbx.registered("carol"), await pbx.registered("dave")];
  const { out: own, in: peer } = await pbx.talk(alice, "102", bob);
  expect(await send(pbx, "alice", THREE_WAY, own, peer)).toBe("done");
  const talk = await pbx.talk(dave, "103", carol);
  return { pbx, own, peer, daves: talk.out, carols: talk.in, dave, carol };
}

async function send(pbx: TestPbx, by: string, to: string, ...calls: readonly PhoneCall[]): Promise<string> {
  const legIds = calls.map((call) => pbx.legOf(call));
  const outcome = await pbx.system.commands.redirect({ by, legIds, to });
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

const namesIn = (pbx: TestPbx): readonly string[] =>
  pbx.system.snapshot().rooms.flatMap(({ members }) => members.map(({ party }) => party.name));

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(200_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

async function transfer(call: PhoneCall, to: string): Promise<void> {
  await call.request("REFER", { headers: [["Refer-To", `<sip:${to}@demo>`]] });
  await settle();
}

test("ROOM-10 a stranger cannot move their own leg in by a command", async () => {
  const { pbx, own, peer, daves, carols } = await office();
  expect(await send(pbx, "dave", THREE_WAY, daves)).toBe("forbidden");
  expect(namesIn(pbx)).toEqual(["Alice Archer", "Bob Brandt"]);
  expect(pbx.talkTogether(daves, carols)).toBe(true);
  await expectNothingLeft(pbx, own, peer, daves);
});

test("ROOM-10 a stranger cannot send anyone in, by REFER or by a command", async () => {
  const { pbx, own, peer, daves, carols } = await office();
  await transfer(daves, THREE_WAY);
  expect(await send(pbx, "dave", THREE_WAY, carols)).toBe("forbidden");
  expect(namesIn(pbx)).toEqual(["Alice Archer", "Bob Brandt"]);
  expect(pbx.talkTogether(daves, carols)).toBe(true);
  await expectNothingLeft(pbx, own, peer, daves);
});

test("ROOM-10 a stranger cannot invite anyone, not even their own phone", async () => {
  const { pbx, own, peer, daves, dave } = await office();
  for (const to of ["104", "103"])
    expect(await pbx.system.commands.invite({ by: "dave", room: THREE_WAY, to })).toEqual({
      ok: false,
      why: "forbidden",
    });
  expect(dave.calls).toHaveLength(1);
  await expectNothingLeft(pbx, own, peer, daves);
});

test("ROOM-10 a member sends others in, and both legs of one command arrive, in either order", async () => {
  const { pbx, own, peer, daves, carols } = await office();
  expect(await send(pbx, "alice", THREE_WAY, daves)).toBe("done");
  expect(namesIn(pbx)).toEqual(["Alice Archer", "Bob Brandt", "Dave Diaz"]);
  for (const call of [own, peer, daves, carols]) call.hangUp();
  await pbx.clock.advance(5_000);
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const again = await pbx.talk(alice, "102", bob);
  expect(await send(pbx, "alice", "3WC-00000001", again.in, again.out)).toBe("done");
  expect(namesIn(pbx).toSorted()).toEqual(["Alice Archer", "Bob Brandt"]);
  await expectNothingLeft(pbx, again.out, again.in);
});

test("ROOM-10 a used permission does not open the room again", async () => {
  const { pbx, own, peer, daves, carols, carol, dave } = await office();
  expect(await send(pbx, "alice", THREE_WAY, carols)).toBe("done");
  expect(daves.state).toBe("ended");
  const back = await talkAgain(pbx, dave, carol, carols);
  await transfer(back.out, THREE_WAY);
  expect(namesIn(pbx)).toEqual(["Alice Archer", "Bob Brandt"]);
  await expectNothingLeft(pbx, own, peer, back.out);
});

test("ROOM-12 a person who is sent into a room by someone outside the call hears a beep if the company has set it, and nobody else does", async () => {
  const { pbx, own, peer, daves, carols } = await office();
  pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  expect(await send(pbx, "alice", "800", daves, carols)).toBe("done");
  expect([pbx.heardBy(daves), pbx.heardBy(carols)]).toEqual(["mix", "mix"]);
  pbx.directory.notify("moved");
  expect(await send(pbx, "alice", "3WC-00000002", carols, daves)).toBe("done");
  expect([pbx.heardBy(daves), pbx.heardBy(carols)]).toEqual(["beep", "beep"]);
  await pbx.clock.advance(400);
  expect([pbx.heardBy(daves), pbx.heardBy(carols)]).toEqual(["mix", "mix"]);
  expect(await send(pbx, "dave", "800", carols, daves)).toBe("done");
  expect([pbx.heardBy(daves), pbx.heardBy(carols)]).toEqual(["mix", "mix"]);
  await expectNothingLeft(pbx, own, peer, daves, carols);
});

/** Carol leaves the room, and Dave calls her. */
async function talkAgain(pbx: TestPbx, from: SipPhone, to: SipPhone, before: PhoneCall) {
  before.hangUp();
  await settle();
  return pbx.talk(from, "103", to);
}
