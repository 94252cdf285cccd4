import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "../../../test/office.ts";

const THREE_WAY = "3WC-12345678";

/** Alice and Bob talk in a room made on the spot; Dave talks to Carol. */
async function house() {
  const office = createOffice({ noAnswerMs: 20_000 });
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const [carol, dave] = [await office.registered("carol"), await office.registered("dave")];
  const { out: own, in: peer } = await office.talk(alice, "102", bob);
  expect(await send(office, "alice", THREE_WAY, own, peer)).toBe("done");
  const talk = await office.talk(dave, "103", carol);
  return { office, own, peer, daves: talk.out, carols: talk.in, dave, carol };
}

async function send(office: Office, by: string, to: string, ...calls: readonly PhoneCall[]): Promise<string> {
  const legIds = calls.map((call) => office.legOf(call));
  const outcome = await office.system.commands.redirect({ by, legIds, to });
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

const namesIn = (office: Office): readonly string[] =>
  office.system.snapshot().rooms.flatMap(({ members }) => members.map(({ party }) => party.name));

async function expectNothingLeft(office: Office, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await office.clock.advance(200_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

async function transfer(call: PhoneCall, to: string): Promise<void> {
  await call.request("REFER", { headers: [["Refer-To", `<sip:${to}@demo>`]] });
  await settle();
}

test("ROOM-10 a stranger cannot move their own leg in by a command", async () => {
  const { office, own, peer, daves, carols } = await house();
  expect(await send(office, "dave", THREE_WAY, daves)).toBe("forbidden");
  expect(namesIn(office)).toEqual(["Alice Archer", "Bob Brandt"]);
  expect(office.talkTogether(daves, carols)).toBe(true);
  await expectNothingLeft(office, own, peer, daves);
});

test("ROOM-10 a stranger cannot send anyone in, by REFER or by a command", async () => {
  const { office, own, peer, daves, carols } = await house();
  await transfer(daves, THREE_WAY);
  expect(await send(office, "dave", THREE_WAY, carols)).toBe("forbidden");
  expect(namesIn(office)).toEqual(["Alice Archer", "Bob Brandt"]);
  expect(office.talkTogether(daves, carols)).toBe(true);
  await expectNothingLeft(office, own, peer, daves);
});

test("ROOM-10 a stranger cannot invite anyone, not even their own phone", async () => {
  const { office, own, peer, daves, dave } = await house();
  for (const to of ["104", "103"])
    expect(await office.system.commands.invite({ by: "dave", room: THREE_WAY, to })).toEqual({
      ok: false,
      why: "forbidden",
    });
  expect(dave.calls).toHaveLength(1);
  await expectNothingLeft(office, own, peer, daves);
});

test("ROOM-10 a member sends others in, and both legs of one command arrive, in either order", async () => {
  const { office, own, peer, daves, carols } = await house();
  expect(await send(office, "alice", THREE_WAY, daves)).toBe("done");
  expect(namesIn(office)).toEqual(["Alice Archer", "Bob Brandt", "Dave Diaz"]);
  for (const call of [own, peer, daves, carols]) call.hangUp();
  await office.clock.advance(5_000);
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const again = await office.talk(alice, "102", bob);
  expect(await send(office, "alice", "3WC-00000001", again.in, again.out)).toBe("done");
  expect(namesIn(office).toSorted()).toEqual(["Alice Archer", "Bob Brandt"]);
  await expectNothingLeft(office, again.out, again.in);
});

test("ROOM-10 a used permission does not open the room again", async () => {
  const { office, own, peer, daves, carols, carol, dave } = await house();
  expect(await send(office, "alice", THREE_WAY, carols)).toBe("done");
  expect(daves.state).toBe("ended");
  const back = await talkAgain(office, dave, carol, carols);
  await transfer(back.out, THREE_WAY);
  expect(namesIn(office)).toEqual(["Alice Archer", "Bob Brandt"]);
  await expectNothingLeft(office, own, peer, back.out);
});

test("ROOM-12 a person who is sent into a room by someone outside the call hears a beep if the company says so, and no one else does", async () => {
  const { office, own, peer, daves, carols } = await house();
  office.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  expect(await send(office, "alice", "800", daves, carols)).toBe("done");
  expect([office.heardBy(daves), office.heardBy(carols)]).toEqual(["mix", "mix"]);
  office.directory.notify("moved");
  expect(await send(office, "alice", "3WC-00000002", carols, daves)).toBe("done");
  expect([office.heardBy(daves), office.heardBy(carols)]).toEqual(["beep", "beep"]);
  await office.clock.advance(400);
  expect([office.heardBy(daves), office.heardBy(carols)]).toEqual(["mix", "mix"]);
  expect(await send(office, "dave", "800", carols, daves)).toBe("done");
  expect([office.heardBy(daves), office.heardBy(carols)]).toEqual(["mix", "mix"]);
  await expectNothingLeft(office, own, peer, daves, carols);
});

/** Carol leaves the room, and Dave calls her. */
async function talkAgain(office: Office, from: SipPhone, to: SipPhone, before: PhoneCall) {
  before.hangUp();
  await settle();
  return office.talk(from, "103", to);
}
